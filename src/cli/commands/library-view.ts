import type { LibrarySummary } from '../../api/library-status.ts';
import type { Client } from '../client/client.ts';

/** A library as the operator's routes show it. */
export type LibraryView = LibrarySummary;

export async function fetchLibraries(client: Client): Promise<LibraryView[]> {
  const { libraries } = await client.json<{ libraries: LibraryView[] }>('/api/v1/libraries');
  return libraries;
}

export async function fetchLibrary(client: Client, id: string): Promise<LibraryView> {
  return client.json<LibraryView>('/api/v1/library', { query: { id } });
}

/** True while a run is under way or waits for its turn; a suspended library's waits for a person. */
export function isBusy({ state, queued, suspended }: LibraryView): boolean {
  return (queued && !suspended) || state === 'processing';
}
