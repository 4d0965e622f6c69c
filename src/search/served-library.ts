import type { JudgedLibrary } from '../identity/access/policies.ts';
import { LecternError } from '../base/errors.ts';
import { DEFAULT_VERSION, type SnippetIndex } from '../store/snippet-index.ts';
import { formatLibraryId, type LibraryRef } from './library-id.ts';
import { LibraryRedirected } from './redirected.ts';

/** What a question needs of the catalog: the id that a library has now, and what decides who may ask it. */
export interface LibraryIds {
  get(id: string): Promise<JudgedLibrary | undefined>;
}

/**
 * The library of an id. Throws LecternError: library_not_found, also for one that the caller may not see, and
 * library_redirected (a LibraryRedirected) for an id that it had before.
 */
export async function resolveLibrary(
  catalog: LibraryIds,
  asked: LibraryRef,
  sees: (library: JudgedLibrary) => boolean,
): Promise<JudgedLibrary> {
  const record = await catalog.get(asked.id);
  if (!record || !sees(record)) {
    throw new LecternError(
      'library_not_found',
      404,
      `Library ${JSON.stringify(asked.id)} not found. Check the id, or search for it by name.`,
    );
  }
  if (record.id !== asked.id) {
    // The version goes along: whoever follows the redirect gets the content asked for or an error, never another version.
    const redirectUrl = formatLibraryId({ id: record.id, version: asked.version });
    throw new LibraryRedirected(asked.id, redirectUrl);
  }
  return record;
}

/** What explains that a version is not served. */
export interface ServedPorts {
  index: Pick<SnippetIndex, 'versions'>;
  /** Why the last run of a library failed, if it failed and no other one runs or waits; nobody knows when absent. */
  failureOf?: (id: string) => Promise<string | undefined>;
}

/**
 * Why a version is not served: the library's first run failed (library_failed), nothing of the library is served yet
 * (library_not_finalized), or there is no such version (tag_not_found).
 */
export async function notServed(
  { index, failureOf }: ServedPorts,
  { id }: Pick<JudgedLibrary, 'id'>,
  version: string,
): Promise<LecternError> {
  const served = await index.versions(id);
  const tags = served.map((active) => active.version).filter((name) => name !== DEFAULT_VERSION);
  const failure = served.length === 0 ? await failureOf?.(id) : undefined;
  if (failure !== undefined) {
    const reason = failure.replace(/[.\s]*$/, '');
    const message = `Library ${id} could not be indexed: ${reason}. Mend the cause, then refresh the library.`;
    return new LecternError('library_failed', 422, message);
  }
  if (served.length === 0 || version === DEFAULT_VERSION) {
    const message = `Library ${id} not finalized yet. Ask again when its first indexing run has ended.`;
    return new LecternError('library_not_finalized', 202, message);
  }
  const available = tags.length > 0 ? `Available tags: ${tags.join(', ')}` : 'It has no tags';
  return new LecternError(
    'tag_not_found',
    404,
    `Tag ${JSON.stringify(version)} not found for library ${JSON.stringify(id)}. ${available}`,
  );
}
