import type { Library, Resource } from '../../src/resources/library.ts';
import type {
  NewResource,
  OnSynced,
  Registry,
  RegistryEvent,
  ResourceChange,
  ResourcePatch,
} from '../../src/store/registry.ts';

/**
 * A registry that counts writes, and refuses those that a test selects. Keys can have a namespace, as on Kubernetes,
 * although the inner registry knows only names.
 */
export class CountingRegistry<R extends Resource = Library> implements Registry<R> {
  writes = 0;
  lists = 0;
  /** Namespaces that lists leave out. */
  unread: string[] = [];
  /** Throws to refuse a write of this resource. */
  refuse: (key: string) => void = () => undefined;
  private readonly inner: Registry<R>;

  constructor(inner: Registry<R>) {
    this.inner = inner;
  }

  list(onUnread?: (namespace: string) => void): Promise<R[]> {
    this.lists += 1;
    for (const namespace of this.unread) onUnread?.(namespace);
    return this.inner.list();
  }

  get(key: string): Promise<R | undefined> {
    return this.inner.get(nameIn(key));
  }

  watch(signal: AbortSignal, onSynced?: OnSynced): AsyncIterable<RegistryEvent<R>> {
    return this.inner.watch(signal, onSynced);
  }

  async create(resource: NewResource<R>): Promise<R> {
    this.count(resource.metadata.name);
    return this.inner.create(resource);
  }

  async patch(key: string, patch: ResourcePatch<R> | ResourceChange<R>): Promise<R> {
    this.count(key);
    return this.inner.patch(nameIn(key), patch);
  }

  async delete(key: string, uid?: string): Promise<void> {
    this.count(key);
    return this.inner.delete(nameIn(key), uid);
  }

  private count(key: string): void {
    this.writes += 1;
    this.refuse(key);
  }
}

function nameIn(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
