import type { Library, ObjectMeta, Resource } from '../resources/library.ts';

/** What a watch reports. A slow watcher may see only the last of several changes. */
export interface RegistryEvent<R extends Resource = Library> {
  type: 'added' | 'modified' | 'deleted';
  /** The current resource; for a deletion, its last known state. */
  object: R;
}

/** Changes to a resource. A new spec increases the generation; metadata and status do not. */
export interface ResourcePatch<R extends Resource = Library> {
  /** Replaces the whole spec. */
  spec?: R['spec'];
  annotations?: Record<string, string | null>;
  labels?: Record<string, string | null>;
  /** Replaces the list, which other controllers change too. Without finalizers, a resource that is being deleted disappears. */
  finalizers?: string[];
  /** Replaces the whole status. */
  status?: R['status'];
  /** The resource that the status is about. Throws library_not_found if it has been created again with the key. */
  uid?: string;
}

/** Returns metadata with the changes of a patch, in which null removes a key. */
export function patchedMetadata(
  metadata: ObjectMeta,
  { annotations, labels, finalizers }: Pick<ResourcePatch, 'annotations' | 'labels' | 'finalizers'>,
): ObjectMeta {
  return {
    ...metadata,
    ...(finalizers && { finalizers }),
    ...(annotations && { annotations: changed(metadata.annotations, annotations) }),
    ...(labels && { labels: changed(metadata.labels, labels) }),
  };
}

function changed(
  current: Record<string, string> = {},
  changes: Record<string, string | null>,
): Record<string, string> {
  const entries = Object.entries({ ...current, ...changes });
  return Object.fromEntries(entries.filter((entry) => entry[1] !== null)) as Record<string, string>;
}

/** Returns a copy as a registry returns it: without undefined values. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/**
 * Returns the change of the current resource. A registry may call it several times, until nobody else has changed the resource
 * meanwhile. Status has one writer, so it needs no such change.
 */
export type ResourceChange<R extends Resource = Library> = (
  current: R,
) => Omit<ResourcePatch<R>, 'status' | 'uid'>;

/** A resource to create. The registry sets the uid, the generation, the version and the time. */
export type NewResource<R extends Resource = Library> = Pick<R, 'spec'> & {
  metadata: Partial<ObjectMeta> & { name: string };
};

/**
 * Receives the namespaces whose resources the watch could not read; absent if there are none. A namespace leaves the set after
 * the watcher has received its resources.
 */
export type OnSynced = (unread?: ReadonlySet<string>) => void;

/**
 * Stores the resources of one kind: Libraries or ManifestSyncs. Adapters: kubernetes/registry.ts (custom resources) and
 * metadata/registry.ts (SQL). Keys are names, or namespace/name on Kubernetes (see `keyOf`). All methods throw
 * LecternError('library_not_found' | 'duplicate_repo').
 */
export interface Registry<R extends Resource = Library> {
  /** Calls back with each namespace whose resources are left out, because it cannot be read. */
  list(onUnread?: (namespace: string) => void): Promise<R[]>;
  /** Returns one resource with one cheap read; undefined if it does not exist. */
  get(key: string): Promise<R | undefined>;
  /**
   * Yields every existing resource as 'added', then changes, until the signal aborts. Calls `onSynced` once, after the
   * watcher has received every existing resource.
   */
  watch(signal: AbortSignal, onSynced?: OnSynced): AsyncIterable<RegistryEvent<R>>;
  create(resource: NewResource<R>): Promise<R>;
  /** Applies a patch. A change that depends on the current resource needs a function: a spec or a list from an earlier read undoes others' changes. */
  patch(key: string, patch: ResourcePatch<R> | ResourceChange<R>): Promise<R>;
  /**
   * Deletes the resource, or sets its deletionTimestamp while finalizers remain. With a uid, it spares a resource that has been
   * created again with the key.
   */
  delete(key: string, uid?: string): Promise<void>;
}
