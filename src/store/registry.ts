import type { Library, ObjectMeta, Resource } from '../resources/library.ts';

export interface RegistryEvent<R extends Resource = Library> {
  type: 'added' | 'modified' | 'deleted';
  object: R;
}

/** Changes to a resource: a new spec raises the generation, metadata and status do not. */
export interface ResourcePatch<R extends Resource = Library> {
  /** Replaces the whole spec. */
  spec?: R['spec'];
  annotations?: Record<string, string | null>;
  labels?: Record<string, string | null>;
  /** Replaces the list; removing the last one from a resource that is being deleted removes it. */
  finalizers?: string[];
  /** Replaces the whole status. */
  status?: R['status'];
}

export type NewResource<R extends Resource = Library> = Pick<R, 'spec'> & {
  metadata: Partial<ObjectMeta> & { name: string };
};

/**
 * Where Libraries and ManifestSyncs live: Kubernetes custom resources, or a table of each kind. Keys are names, or
 * namespace/name on Kubernetes (see `keyOf`). All methods throw LecternError('library_not_found' | 'duplicate_repo').
 */
export interface Registry<R extends Resource = Library> {
  list(): Promise<R[]>;
  /** One resource, by one cheap read; undefined where there is none. */
  get(key: string): Promise<R | undefined>;
  /**
   * Yields every existing resource as 'added', then changes, until the signal aborts. `onSynced` is called once, when the
   * watcher has taken in what was there.
   */
  watch(signal: AbortSignal, onSynced?: () => void): AsyncIterable<RegistryEvent<R>>;
  create(resource: NewResource<R>): Promise<R>;
  patch(key: string, patch: ResourcePatch<R>): Promise<R>;
  /** Removes it at once, or marks it with a deletionTimestamp while finalizers remain. */
  delete(key: string): Promise<void>;
}
