import { mayAct, type Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { LecternError } from '../../base/errors.ts';
import type { Library, LibrarySource } from '../../resources/library.ts';
import type { Catalog } from '../../store/catalog.ts';
import { findById } from '../../search/library-id.ts';
import type { LiveRegistry } from '../live/live-registry.ts';
import {
  candidateIds,
  chooseLibraryId,
  derivedIds,
  type IdHolder,
} from '../../indexing/sources/library-id.ts';

/** The stores that know which ids are taken. */
export interface IdPorts {
  registry: Pick<LiveRegistry, 'find'>;
  catalog: Pick<Catalog, 'get'>;
}

/** Returns the Library with this id, in which capitals need not be right. Throws LecternError('library_not_found'), also if the caller may not see it. */
export async function findLibrary(
  registry: Pick<LiveRegistry, 'find'>,
  id: string,
  caller: Caller,
): Promise<Library> {
  const found = await findById((one) => registry.find(one), id);
  if (!found || !maySee(caller, found)) throw notFound(id);
  return found;
}

/**
 * Returns the Library that already has an id, for a caller who is about to add one. Throws LecternError('duplicate_repo')
 * if another library had the id before it moved.
 */
export async function holderOf(
  { registry, catalog }: IdPorts,
  id: string,
  caller: Caller,
): Promise<Library | undefined> {
  const holder = await registry.find(id);
  if (holder) return holder;
  const known = await catalog.get(id);
  if (!known || known.id === id) return undefined;
  // The message does not name a library that the caller may not see.
  const message = maySee(caller, known)
    ? `Library ${known.id} had the id ${id} before. Choose another one.`
    : `The id ${id} is taken. Choose another one.`;
  throw new LecternError('duplicate_repo', message);
}

/**
 * Returns an id for a source without one. Only admins get short ids that another address could also have. Throws
 * RunError('InvalidSource') for a source without an address, and LecternError('duplicate_repo') if another library had the id
 * before it moved.
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

/** Returns whether an error says that an id is taken. */
export function isDuplicate(error: unknown): error is LecternError {
  return error instanceof LecternError && error.code === 'duplicate_repo';
}

/** Returns the error for an unknown library id. */
export function notFound(id: string): LecternError {
  const message = `Library ${JSON.stringify(id)} not found. GET /api/v1/libraries lists the ids.`;
  return new LecternError('library_not_found', message);
}
