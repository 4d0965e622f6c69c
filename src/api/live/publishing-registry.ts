import type { Registry } from '../../store/registry.ts';
import type { LibraryView } from './library-view.ts';

/** What the API does with the registry of Libraries. */
export type ApiRegistry = Pick<Registry, 'get' | 'list' | 'watch' | 'create' | 'patch' | 'delete'>;

/** The registry, with a view that is told of every write made through it. */
export function publishingRegistry(
  registry: ApiRegistry,
  view: Pick<LibraryView, 'note' | 'noteGone'>,
): ApiRegistry {
  return {
    get: (key) => registry.get(key),
    list: () => registry.list(),
    watch: (signal, onSynced) => registry.watch(signal, onSynced),
    async create(resource) {
      const created = await registry.create(resource);
      await view.note(created);
      return created;
    },
    async patch(key, patch) {
      const patched = await registry.patch(key, patch);
      await view.note(patched);
      return patched;
    },
    async delete(key) {
      const before = await registry.get(key);
      await registry.delete(key);
      // Finalizers may hold it for a while.
      const left = await registry.get(key).catch(() => undefined);
      if (left) await view.note(left);
      else if (before) await view.noteGone(before);
    },
  };
}
