import { resourceName, type Library } from '../../resources/library.ts';
import type { Registry } from '../../store/registry.ts';
import type { LibraryView } from './library-view.ts';

/** What the API does with the registry of Libraries. */
export type ApiRegistry = Pick<Registry, 'get' | 'list' | 'watch' | 'create' | 'patch' | 'delete'>;

/** The registry as routes use it: it publishes its writes to the live view, and the view answers its lookups. */
export interface LiveRegistry extends ApiRegistry {
  /** Returns the Library that holds this id, by one or two cheap reads. */
  find(id: string): Promise<Library | undefined>;
  /** Returns all Libraries in the form of `librarySnapshot`, usually without a read. */
  snapshots(): Promise<Library[]>;
}

/** Adds lookups to a registry, and publishes its writes to the view that answers them. */
export function liveRegistry(
  registry: ApiRegistry,
  view: Pick<LibraryView, 'recordWrite' | 'recordDeletion' | 'keyOf' | 'snapshots'>,
): LiveRegistry {
  const withId = async (key: string | undefined, id: string): Promise<Library | undefined> => {
    const found = key === undefined ? undefined : await registry.get(key);
    return found?.spec.id === id ? found : undefined;
  };
  return {
    get: (key) => registry.get(key),
    list: () => registry.list(),
    watch: (signal, onSynced) => registry.watch(signal, onSynced),
    // Lectern derives a Library's name from its id. The view may not have one yet that kubectl has just applied.
    find: async (id) =>
      (await withId(await view.keyOf(id), id)) ?? (await withId(resourceName(id), id)),
    snapshots: () => view.snapshots(),
    async create(resource) {
      const created = await registry.create(resource);
      await view.recordWrite(created);
      return created;
    },
    async patch(key, patch) {
      const patched = await registry.patch(key, patch);
      await view.recordWrite(patched);
      return patched;
    },
    async delete(key, uid) {
      const before = await registry.get(key);
      await registry.delete(key, uid);
      // Finalizers may keep the resource for a while.
      const left = await registry.get(key).catch(() => undefined);
      if (left) await view.recordWrite(left);
      else if (before) await view.recordDeletion(before);
    },
  };
}
