import type { Library } from '../resources/library.ts';
import type { Registry } from '../store/registry.ts';

/**
 * The controller's view of all Libraries, fed by one watch. `update` puts in what a write returned, so that a reconciler
 * never decides on the state before its own write.
 */
export class LibraryCache {
  private readonly libraries = new Map<string, Library>();
  private readonly registry: Registry;

  constructor(registry: Registry) {
    this.registry = registry;
  }

  get(name: string): Library | undefined {
    return this.libraries.get(name);
  }

  list(): Library[] {
    return [...this.libraries.values()];
  }

  update(library: Library): Library {
    const held = this.libraries.get(library.metadata.name);
    if (!held || isNewer(library, held)) this.libraries.set(library.metadata.name, library);
    return library;
  }

  /** Follows the registry until the signal aborts, telling the name of each Library that was added, changed or removed. */
  async follow(onChange: (name: string) => void, signal: AbortSignal): Promise<void> {
    for await (const { type, object: library } of this.registry.watch(signal)) {
      if (type === 'deleted') this.libraries.delete(library.metadata.name);
      else this.update(library);
      onChange(library.metadata.name);
    }
  }
}

function isNewer(a: Library, b: Library): boolean {
  return Number(a.metadata.resourceVersion) >= Number(b.metadata.resourceVersion);
}
