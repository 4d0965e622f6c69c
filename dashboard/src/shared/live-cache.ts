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
  let [found, moved, outdated] = [false, false, false];
  cache.setQueriesData<List>(lists, (list) => {
    const at = list?.libraries.findIndex(({ id }) => id === library.id) ?? -1;
    const before = list?.libraries[at];
    if (!list || !before) return list;
    found = true;
    moved ||= differ(before, library);
    return { ...list, libraries: list.libraries.with(at, library) };
  });
  cache.setQueriesData<LibraryStatus>(one, (shown) => {
    if (shown?.id !== library.id) return shown;
    outdated ||= differ(shown, library);
    // Only the response for one library contains the names and the last runs.
    const { names, runs } = shown;
    return { ...library, ...(names && { names }), ...(runs && { runs }) };
  });
  if (outdated) readLibraryAnew(cache, library.id);
  return moved || !found;
}

/** Removes a library that was deleted or hidden from every cached list. If it is open, its page reads it again. */
export function forgetLibrary(cache: QueryClient, gone: string): void {
  readLibraryAnew(cache, gone);
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

/** Reads again what a run changes on the page of one library. */
export function readRunAnew(cache: QueryClient): void {
  for (const path of ['/api/v1/library', '/api/v1/library/snippets', '/api/v1/library/settings'])
    void cache.invalidateQueries({ queryKey: ['get', path] });
}

/** Reads all visible data of libraries and syncs again. */
export function readAnew(cache: QueryClient): void {
  readListsAnew(cache);
  void cache.invalidateQueries(one);
  void cache.invalidateQueries({ queryKey: ['get', '/api/gitops/status'] });
}

function readLibraryAnew(cache: QueryClient, id: string): void {
  void cache.invalidateQueries({
    ...one,
    predicate: ({ state }) => (state.data as LibraryStatus | undefined)?.id === id,
  });
}

/** Returns true if a run was requested, has started or has ended. */
function differ(before: LibraryStatus, after: LibraryStatus): boolean {
  return before.state !== after.state || before.queued !== after.queued;
}
