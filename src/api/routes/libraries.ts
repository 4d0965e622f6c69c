import { mayAct, type Caller } from '../../identity/access/caller.ts';
import { makerOfCaller } from '../../identity/access/credential-policy.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { specMistake } from '../../libraries/library/validate.ts';
import { LecternError, RunError } from '../../base/errors.ts';
import {
  annotations,
  keyOf,
  resourceName,
  type Library,
  type LibrarySource,
  type LibrarySpec,
  type LibraryState,
} from '../../resources/library.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { Registry } from '../../store/registry.ts';
import { sorts, type LibrarySort } from '../live/library-order.ts';
import type { LibraryView } from '../live/library-view.ts';
import type { ListQuery } from '../live/library-list.ts';
import { derivedIds } from '../../indexing/sources/library-id.ts';
import { idsInQuestion, settledId, type IdHolder } from '../../indexing/sources/settled-id.ts';
import { summaryOf, type Showing } from '../library-status.ts';
import type { Call, Route } from '../route.ts';

/** What knows which ids are taken. */
export interface IdPorts {
  registry: Pick<Registry, 'get' | 'list'>;
  catalog: Pick<Catalog, 'get'>;
}

/** GET /api/v1/libraries. */
export function listLibraries(view: Pick<LibraryView, 'list'>, showing: Showing): Route {
  return {
    async handle({ query, caller }) {
      const { libraries, total } = await view.list(listQuery(query), caller);
      const shown = libraries.map((one) => summaryOf(one, caller, showing));
      return { json: { libraries: shown, total } };
    },
  };
}

function listQuery(query: Call['query']): ListQuery {
  const [search, state, sourceType] = [query('search'), query('state'), query('source')];
  const [limit, offset] = [query('limit'), query('offset')];
  const sort = sorts.find((one): one is LibrarySort => one === query('sort'));
  return {
    search,
    ...(state !== '' && { states: new Set(state.split(',') as LibraryState[]) }),
    ...(sourceType !== '' && { sourceType }),
    active: query('active') === 'true',
    ...(sort && { sort }),
    direction: query('order') === 'desc' ? 'desc' : 'asc',
    offset: Number(offset),
    ...(limit !== '' && { limit: Number(limit) }),
  };
}

/** GET /api/v1/library?id=. */
export function getLibrary(registry: Pick<Registry, 'get' | 'list'>, showing: Showing): Route {
  return {
    async handle({ query, caller }) {
      const library = await findLibrary(registry, query('id'), caller);
      return { json: { ...summaryOf(library, caller, showing), runs: library.status.runs ?? [] } };
    },
  };
}

/** POST /api/v1/libraries. Whoever has the operator token can read the machine's files, so a Git source may be a local path. */
export function addLibrary(ports: IdPorts & { registry: Pick<Registry, 'create'> }): Route {
  return {
    async handle(call) {
      const spec = await specOf(ports, call);
      const mistake = specMistake(spec);
      if (mistake !== undefined) throw new LecternError('validation_error', 400, `${mistake}.`);
      for (const id of [spec.id, ...(spec.formerIds ?? [])])
        await refuseTaken(ports, id, call.caller);
      const local = call.caller.role === 'operator';
      await ports.registry.create({
        metadata: {
          name: resourceName(spec.id),
          annotations: {
            [annotations.addedBy]: makerOfCaller(call.caller),
            ...(local && { [annotations.allowLocal]: 'true' }),
          },
        },
        spec,
      });
      const message = `Library ${spec.id} was added and is queued for indexing.`;
      return { status: 201, json: { libraryName: spec.id, message } };
    },
  };
}

/** The spec of a request, with the id of its source where it names none. */
async function specOf(ports: IdPorts, { body, caller }: Call): Promise<LibrarySpec> {
  const given: Omit<LibrarySpec, 'id'> & { id?: string } = body;
  if (given.id !== undefined) return { ...given, id: given.id };
  try {
    return { ...given, id: await idFor(ports, given.source, caller) };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    throw new LecternError('validation_error', 400, `Field "source": ${error.message}.`);
  }
}

/** DELETE /api/v1/library?id=. */
export function deleteLibrary(registry: Pick<Registry, 'get' | 'list' | 'delete'>): Route {
  return {
    async handle({ query, caller }) {
      const { metadata, spec } = await findLibrary(registry, query('id'), caller);
      await registry.delete(keyOf(metadata));
      const message = `Library ${spec.id} is deleted; its snippets go with it.`;
      return { json: { libraryName: spec.id, message } };
    },
  };
}

/** The Library of an id. Throws LecternError('library_not_found'), also for one that the caller may not see. */
export async function findLibrary(
  registry: IdPorts['registry'],
  id: string,
  caller: Caller,
): Promise<Library> {
  const found = await libraryOf(registry, id);
  if (!found || !maySee(caller, found)) throw notFound(id);
  return found;
}

/** The Library of an id, whoever asks. */
export async function libraryOf(
  registry: IdPorts['registry'],
  id: string,
): Promise<Library | undefined> {
  return (await namedLibrary(registry, id)) ?? (await listedLibrary(registry, id));
}

/**
 * The Library that has an id already, for whoever is about to add it. The list is read only where the catalog knows the
 * id and the name that Lectern gives is not its. Throws LecternError('duplicate_repo') for an id that another library had
 * before it moved.
 */
export async function holderOf(
  { registry, catalog }: IdPorts,
  id: string,
  caller: Caller,
): Promise<Library | undefined> {
  const named = await namedLibrary(registry, id);
  if (named) return named;
  const known = await catalog.get(id);
  if (!known) return undefined;
  if (known.id === id) return listedLibrary(registry, id);
  // What the caller may not see is not named.
  const message = maySee(caller, known)
    ? `Library ${known.id} had the id ${id} before; choose another one.`
    : `The id ${id} is not free; choose another one.`;
  throw new LecternError('duplicate_repo', 409, message);
}

/**
 * The id that a source gets from a caller who names none. Only admins get short ids that another address could mean too.
 * Throws RunError('InvalidSource') for a source without an address, and LecternError('duplicate_repo') where another
 * library had the id before it moved.
 */
export async function idFor(
  ports: IdPorts,
  source: LibrarySource,
  caller: Caller,
): Promise<string> {
  const author = mayAct(caller, 'admin') ? 'author' : 'stranger';
  const derived = derivedIds(source, author);
  const held = new Map<string, IdHolder>();
  for (const id of idsInQuestion(source, author)) {
    const holder = await holderOf(ports, id, caller).catch((error: unknown) => {
      if (derived.includes(id) || !isDuplicate(error)) throw error;
    });
    held.set(id, holder?.spec.source);
  }
  return settledId(source, author, (id) => held.get(id));
}

function isDuplicate(error: unknown): boolean {
  return error instanceof LecternError && error.code === 'duplicate_repo';
}

/** The error of an id that no Library has. */
export function notFound(id: string): LecternError {
  const message = `Library ${JSON.stringify(id)} not found. GET /api/v1/libraries lists the ids there are.`;
  return new LecternError('library_not_found', 404, message);
}

async function refuseTaken(ports: IdPorts, id: string, caller: Caller): Promise<void> {
  if (!(await holderOf(ports, id, caller))) return;
  const message = `Library ${id} is there already; refresh it, or delete it first.`;
  throw new LecternError('duplicate_repo', 409, message);
}

/** By the name that Lectern gives to a library of this id. */
async function namedLibrary(
  registry: Pick<Registry, 'get'>,
  id: string,
): Promise<Library | undefined> {
  const named = await registry.get(resourceName(id));
  return named?.spec.id === id ? named : undefined;
}

/** By the id itself: who applies a Library by kubectl names it as they like. */
async function listedLibrary(
  registry: Pick<Registry, 'list'>,
  id: string,
): Promise<Library | undefined> {
  return (await registry.list()).find(({ spec }) => spec.id === id);
}
