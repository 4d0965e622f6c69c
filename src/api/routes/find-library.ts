import { mayAct, type Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { LecternError } from '../../base/errors.ts';
import { resourceName, type Library, type LibrarySource } from '../../resources/library.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { Registry } from '../../store/registry.ts';
import { derivedIds, type IdHolder } from '../../indexing/sources/library-id.ts';
import { candidateIds, chooseLibraryId } from '../../indexing/sources/library-id.ts';

/** What knows which ids are taken. */
export interface IdPorts {
  registry: Pick<Registry, 'get' | 'list'>;
  catalog: Pick<Catalog, 'get'>;
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
  for (const id of candidateIds(source, author)) {
    const holder = await holderOf(ports, id, caller).catch((error: unknown) => {
      if (derived.includes(id) || !isDuplicate(error)) throw error;
    });
    held.set(id, holder?.spec.source);
  }
  return chooseLibraryId(source, author, (id) => held.get(id));
}

function isDuplicate(error: unknown): boolean {
  return error instanceof LecternError && error.code === 'duplicate_repo';
}

/** The error of an id that no Library has. */
export function notFound(id: string): LecternError {
  const message = `Library ${JSON.stringify(id)} not found. GET /api/v1/libraries lists the ids there are.`;
  return new LecternError('library_not_found', 404, message);
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
