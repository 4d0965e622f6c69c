import type { LibrarySummary } from '../../api/library-status.ts';
import type { LibraryName } from '../../resources/library-record.ts';
import type { Client } from '../client/client.ts';

/** A library as the API returns it. */
export type LibraryView = LibrarySummary & {
  /** Only in the response for one library. */
  names?: LibraryName[];
};

/** Returns all libraries that the caller may see. Throws CommandError. */
export async function fetchLibraries(client: Client): Promise<LibraryView[]> {
  const { libraries } = await client.json<{ libraries: LibraryView[] }>('/api/v1/libraries');
  return libraries;
}

/** Returns one library. Throws CommandError, also if there is none with this id. */
export async function fetchLibrary(client: Client, id: string): Promise<LibraryView> {
  return client.json<LibraryView>('/api/v1/library', { query: { id } });
}

/** Returns whether a run is active or queued. A queued run of a suspended library does not count. */
export function isBusy({ state, queued, suspended }: LibraryView): boolean {
  return (queued && !suspended) || state === 'processing';
}

/** Returns which versions of a served library are not indexed, and why; undefined if there are none. */
export function notIndexed({ state, message }: LibraryView): string | undefined {
  return state === 'finalized' ? /Not indexed: .*/s.exec(message)?.[0] : undefined;
}
