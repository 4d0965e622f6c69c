import { specMistake } from '../../controller/library/validate.ts';
import { LecternError } from '../../errors.ts';
import {
  annotations,
  keyOf,
  resourceName,
  type Library,
  type LibrarySpec,
} from '../../resources/library.ts';
import type { Registry } from '../../store/registry.ts';
import { summaryOf } from '../library-status.ts';
import type { Route } from '../route.ts';

/** GET /api/v1/libraries. */
export function listLibraries(registry: Pick<Registry, 'list'>): Route {
  return {
    async handle() {
      const libraries = (await registry.list()).map(summaryOf);
      return { json: { libraries: libraries.sort((a, b) => (a.id < b.id ? -1 : 1)) } };
    },
  };
}

/** GET /api/v1/library?id=. */
export function getLibrary(registry: Pick<Registry, 'list'>): Route {
  return {
    handle: async ({ query }) => ({ json: summaryOf(await findLibrary(registry, query('id'))) }),
  };
}

/** POST /api/v1/libraries. Whoever has the operator token can read the machine's files, so a Git source may be a local path. */
export function addLibrary(registry: Pick<Registry, 'list' | 'create'>): Route {
  return {
    async handle(call) {
      const spec: LibrarySpec = call.body;
      const mistake = specMistake(spec);
      if (mistake !== undefined) throw new LecternError('validation_error', 400, `${mistake}.`);
      await refuseTaken(registry, spec);
      const local = call.caller.role === 'operator';
      await registry.create({
        metadata: {
          name: resourceName(spec.id),
          ...(local && { annotations: { [annotations.allowLocal]: 'true' } }),
        },
        spec,
      });
      const message = `Library ${spec.id} was added and is queued for indexing.`;
      return { status: 201, json: { libraryName: spec.id, message } };
    },
  };
}

/** DELETE /api/v1/library?id=. */
export function deleteLibrary(registry: Pick<Registry, 'list' | 'delete'>): Route {
  return {
    async handle({ query }) {
      const { metadata, spec } = await findLibrary(registry, query('id'));
      await registry.delete(keyOf(metadata));
      const message = `Library ${spec.id} is deleted; its snippets go with it.`;
      return { json: { libraryName: spec.id, message } };
    },
  };
}

/** The Library of an id. Throws LecternError('library_not_found'). */
export async function findLibrary(registry: Pick<Registry, 'list'>, id: string): Promise<Library> {
  const found = (await registry.list()).find(({ spec }) => spec.id === id);
  if (!found) throw notFound(id);
  return found;
}

/** The error of an id that no Library has. */
export function notFound(id: string): LecternError {
  const message = `Library ${JSON.stringify(id)} not found. GET /api/v1/libraries lists the ids there are.`;
  return new LecternError('library_not_found', 404, message);
}

async function refuseTaken(
  registry: Pick<Registry, 'list'>,
  { id, formerIds = [] }: LibrarySpec,
): Promise<void> {
  const taken = new Map<string, string>();
  for (const { spec } of await registry.list()) {
    for (const name of [spec.id, ...(spec.formerIds ?? [])]) taken.set(name, spec.id);
  }
  const wanted = [id, ...formerIds].find((name) => taken.has(name));
  if (wanted === undefined) return;
  const owner = taken.get(wanted);
  const message =
    owner === wanted
      ? `Library ${wanted} is there already; refresh it, or delete it first.`
      : `Library ${owner} had the id ${wanted} before; choose another one.`;
  throw new LecternError('duplicate_repo', 409, message);
}
