import type { OpenedRun, RunPlace, RunStore } from './run-store.ts';
import { gather, type KnownDocuments } from './stored-documents.ts';

/** A run that writes the next generation of a version, and the known documents of its library. */
export interface Run extends Omit<OpenedRun, 'documents'>, RunPlace {
  library: string;
  store: RunStore;
  known: KnownDocuments;
  /** Length of the vectors that texts will get. Absent if the run writes no texts. */
  vectorLength?: number;
}

/** Opens the next generation of a version, and reads the library's documents. */
export async function openRun(
  store: RunStore,
  place: RunPlace & Pick<Run, 'library' | 'vectorLength'>,
): Promise<Run> {
  const { documents, ...opened } = await store.open();
  return { ...opened, ...place, store, known: await gather(documents) };
}
