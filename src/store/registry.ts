import type { Library, LibrarySpec, LibraryStatus } from '../resources/library.ts';

export type RegistryEvent = { type: 'added' | 'modified' | 'deleted'; library: Library };

/** Changes to a Library: a new spec raises the generation, metadata and status do not. */
export interface LibraryPatch {
  spec?: LibrarySpec;
  annotations?: Record<string, string | null>;
  labels?: Record<string, string | null>;
  /** Replaces the list; removing the last one from a Library that is being deleted removes it. */
  finalizers?: string[];
  status?: LibraryStatus;
}

/**
 * Where Libraries live: Kubernetes custom resources, or a table. Names are DNS labels; see resources/library.ts for how
 * one is made from an id. All methods throw LecternError('library_not_found' | 'duplicate_repo').
 */
export interface Registry {
  list(): Promise<Library[]>;
  /** Yields every existing Library as 'added', then changes, until the signal aborts. */
  watch(signal: AbortSignal): AsyncIterable<RegistryEvent>;
  create(
    library: Pick<Library, 'spec'> & { metadata: Partial<Library['metadata']> & { name: string } },
  ): Promise<Library>;
  patch(name: string, patch: LibraryPatch): Promise<Library>;
  /** Removes it at once, or marks it with a deletionTimestamp while finalizers remain. */
  delete(name: string): Promise<void>;
}
