import type { JudgedLibrary } from '../identity/access/policies.ts';
import { LecternError } from '../base/errors.ts';
import { DEFAULT_VERSION, type SnippetIndex } from '../store/snippet-index.ts';
import { findById, formatLibraryId, type LibraryRef } from './library-id.ts';

/** The part of the catalog that a question needs: a library's current id, and what decides who may read it. */
export interface LibraryIds {
  get(id: string): Promise<JudgedLibrary | undefined>;
}

/**
 * Returns the library of an id, in which capitals need not be right. Throws LecternError: library_not_found, also if the caller may not see the library;
 * library_redirected (a LibraryRedirected) if the id is a former one.
 */
export async function resolveLibrary(
  catalog: LibraryIds,
  asked: LibraryRef,
  sees: (library: JudgedLibrary) => boolean,
): Promise<JudgedLibrary> {
  const record = await findById((id) => catalog.get(id), asked.id);
  if (!record || !sees(record)) {
    throw new LecternError(
      'library_not_found',
      `Library ${JSON.stringify(asked.id)} not found. Check the id, or search for it by name.`,
    );
  }
  if (![asked.id, asked.id.toLowerCase()].includes(record.id)) {
    // The redirect keeps the version, so that it never leads to the content of another version.
    const redirectUrl = formatLibraryId({ id: record.id, version: asked.version });
    throw new LibraryRedirected(asked.id, redirectUrl);
  }
  return record;
}

/**
 * Returns the version of the index that has the content of a tag or branch. The default version has it if the library's own
 * branch is this one.
 */
export function indexedVersion({ branch, versions }: JudgedLibrary, wanted: string): string {
  return versions?.includes(wanted) !== true && branch === wanted ? DEFAULT_VERSION : wanted;
}

/** The ports that explain why a version is not served. */
export interface ServedPorts {
  index: Pick<SnippetIndex, 'versions'>;
  /** Returns why the last run of a library failed, or undefined if it did not fail or another run is active or waiting. */
  failureOf?: (id: string) => Promise<string | undefined>;
}

/**
 * Returns the error for a version that is not served: library_failed if the first run failed, library_not_finalized if no
 * run has ended yet, tag_not_found if the library has other versions.
 */
export async function notServed(
  { index, failureOf }: ServedPorts,
  { id }: Pick<JudgedLibrary, 'id'>,
  version: string,
): Promise<LecternError> {
  const served = await index.versions(id);
  const tags = served.map((active) => active.version).filter((name) => name !== DEFAULT_VERSION);
  const failure = served.length === 0 ? await failureOf?.(id) : undefined;
  if (failure !== undefined) return libraryFailed(`Library ${id}`, failure);
  if (served.length === 0 || version === DEFAULT_VERSION) {
    const message = `Library ${id} not finalized yet. Ask again when its first indexing run has ended.`;
    return new LecternError('library_not_finalized', message);
  }
  const available = tags.length > 0 ? `Available tags: ${tags.join(', ')}` : 'It has no tags';
  return new LecternError(
    'tag_not_found',
    `Tag ${JSON.stringify(version)} not found for library ${JSON.stringify(id)}. ${available}`,
  );
}

/** Returns library_failed for a library or version whose run failed. */
export function libraryFailed(what: string, failure: string): LecternError {
  const reason = failure.replace(/[.\s]*$/, '');
  const message = `${what} could not be indexed: ${reason}. Fix the cause, then refresh the library.`;
  return new LecternError('library_failed', message);
}

/** A library that has another id now: 301 with the new id. */
export class LibraryRedirected extends LecternError {
  readonly redirectUrl: string;

  constructor(from: string, redirectUrl: string) {
    super(
      'library_redirected',
      `Library ${from} has been redirected to this library: ${redirectUrl}.`,
    );
    this.redirectUrl = redirectUrl;
  }
}
