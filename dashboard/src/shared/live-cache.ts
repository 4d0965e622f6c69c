import type { QueryClient } from '@tanstack/react-query';
import type { LibraryStatus } from '../api/paths.gen.ts';

interface List {
  libraries: LibraryStatus[];
  total: number;
}

const lists = { queryKey: ['get', '/api/v1/libraries'] };
const one = { queryKey: ['get', '/api/v1/library'] };

/**
 * Updates a library in all cached responses. Returns true if lists must be read again, because the library is new or its
 * position may have changed.
 */
export function takeLibrary(cache: QueryClient, library: LibraryStatus): boolean {
  let [found, changed] = [false, false];
  cache.setQueriesData<List>(lists, (list) => {
    const at = list?.libraries.findIndex(({ id }) => id === library.id) ?? -1;
    const before = list?.libraries[at];
    if (!list || !before) return list;
    found = true;
    changed ||= before.state !== library.state || before.queued !== library.queued;
    return { ...list, libraries: list.libraries.with(at, library) };
  });
  const moved = changed || !found;
  cache.setQueriesData<LibraryStatus>(one, (shown) =>
    // Only the response for one library contains the last runs.
    shown?.id === library.id ? { ...library, ...(shown.runs && { runs: shown.runs }) } : shown,
  );
  if (moved)
    void cache.invalidateQueries({ ...one, predicate: ({ state }) => isOf(state, library) });
  return moved;
}

/** Removes a deleted library from every cached list. */
export function forgetLibrary(cache: QueryClient, gone: string): void {
  cache.setQueriesData<List>(lists, (list) => {
    const left = list?.libraries.filter(({ id }) => id !== gone);
    if (!list || left?.length === list.libraries.length) return list;
    return { libraries: left!, total: list.total - 1 };
  });
}

/** Reads all visible lists again. */
export function readListsAnew(cache: QueryClient): void {
  void cache.invalidateQueries(lists);
}

/** Reads all visible data of libraries and syncs again. */
export function readAnew(cache: QueryClient): void {
  readListsAnew(cache);
  void cache.invalidateQueries(one);
  void cache.invalidateQueries({ queryKey: ['get', '/api/gitops/status'] });
}

function isOf({ data }: { data?: unknown }, { id }: LibraryStatus): boolean {
  return (data as LibraryStatus | undefined)?.id === id;
}
