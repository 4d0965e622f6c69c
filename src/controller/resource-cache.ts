import { keyOf, type Resource } from '../resources/library.ts';
import type { Registry } from '../store/registry.ts';

/**
 * A controller's view of all resources of a kind, fed by one watch. `update` puts in what a write returned, so that a
 * reconciler never decides on the state before its own write.
 */
export class ResourceCache<R extends Resource> {
  private readonly resources = new Map<string, R>();
  private readonly registry: Pick<Registry<R>, 'watch'>;

  constructor(registry: Pick<Registry<R>, 'watch'>) {
    this.registry = registry;
  }

  get(key: string): R | undefined {
    return this.resources.get(key);
  }

  list(): R[] {
    return [...this.resources.values()];
  }

  update(resource: R): R {
    const key = keyOf(resource.metadata);
    const held = this.resources.get(key);
    if (!held || isNewer(resource, held)) this.resources.set(key, resource);
    return resource;
  }

  /** Follows the registry until the signal aborts, telling the key of each resource that was added, changed or removed. */
  async follow(onChange: (key: string, last: R) => void, signal: AbortSignal): Promise<void> {
    for await (const { type, object } of this.registry.watch(signal)) {
      const key = keyOf(object.metadata);
      if (type === 'deleted') this.resources.delete(key);
      else this.update(object);
      onChange(key, object);
    }
  }
}

function isNewer(a: Resource, b: Resource): boolean {
  if (a.metadata.uid !== b.metadata.uid) return true;
  return Number(a.metadata.resourceVersion) >= Number(b.metadata.resourceVersion);
}
