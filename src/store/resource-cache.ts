import { orAbort } from '../base/abort.ts';
import { keyOf, type Resource } from '../resources/library.ts';
import type { OnSynced, Registry } from './registry.ts';

/**
 * A cache of all resources of a kind, filled by one watch. `update` adds the result of a write, so that a reconciler never
 * decides on the state before its own write.
 */
export class ResourceCache<R extends Resource> {
  private readonly resources = new Map<string, R>();
  private readonly groups = new Map<string, Set<string>>();
  private readonly synced = Promise.withResolvers<void>();
  private unread: ReadonlySet<string> = new Set();
  private readonly registry: Pick<Registry<R>, 'watch'>;
  private readonly groupOf: (resource: R) => string;

  /** `groupOf` returns the group of a resource. `group` lists one group without a scan. */
  constructor(registry: Pick<Registry<R>, 'watch'>, groupOf: (resource: R) => string) {
    this.registry = registry;
    this.groupOf = groupOf;
  }

  /** Resolves when the cache has every resource that existed at the start of `follow`, or the signal aborts. */
  async whenSynced(signal: AbortSignal): Promise<void> {
    await orAbort(this.synced.promise, signal).catch(() => undefined);
  }

  /** True if there are namespaces whose resources are not known, because the registry may not read them. */
  get lacksNamespaces(): boolean {
    return this.unread.size > 0;
  }

  /** Returns whether the registry may not read the namespace of a key. A resource that is not in the cache may exist then. */
  isUnread(key: string): boolean {
    return this.unread.has(key.slice(0, Math.max(0, key.indexOf('/'))));
  }

  get(key: string): R | undefined {
    return this.resources.get(key);
  }

  list(): R[] {
    return [...this.resources.values()];
  }

  group(name: string): R[] {
    return [...(this.groups.get(name) ?? [])].map((key) => this.resources.get(key)!);
  }

  /** Adds the result of a write. A resource that the watch reported as deleted or replaced stays so. */
  update(resource: R): R {
    const held = this.resources.get(keyOf(resource.metadata));
    return held?.metadata.uid === resource.metadata.uid ? this.put(resource) : resource;
  }

  /** Applies an event of the watch. */
  put(resource: R): R {
    const key = keyOf(resource.metadata);
    const held = this.resources.get(key);
    if (held && !isNewer(resource, held)) return resource;
    if (held) this.forget(key, held);
    this.resources.set(key, resource);
    const name = this.groupOf(resource);
    this.groups.set(name, (this.groups.get(name) ?? new Set()).add(key));
    return resource;
  }

  /** Watches the registry until the signal aborts. Calls back with the key of each added, changed or deleted resource. */
  async follow(onChange: (key: string, last: R) => void, signal: AbortSignal): Promise<void> {
    const onSynced: OnSynced = (unread = this.unread) => {
      this.unread = unread;
      this.synced.resolve();
    };
    for await (const { type, object } of this.registry.watch(signal, onSynced)) {
      const key = keyOf(object.metadata);
      if (type === 'deleted') this.forget(key, this.resources.get(key));
      else this.put(object);
      onChange(key, object);
    }
  }

  private forget(key: string, held: R | undefined): void {
    this.resources.delete(key);
    if (!held) return;
    const group = this.groups.get(this.groupOf(held));
    group?.delete(key);
    if (group?.size === 0) this.groups.delete(this.groupOf(held));
  }
}

function isNewer(a: Resource, b: Resource): boolean {
  if (a.metadata.uid !== b.metadata.uid) return true;
  return Number(a.metadata.resourceVersion) >= Number(b.metadata.resourceVersion);
}
