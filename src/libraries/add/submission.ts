import { aboutField } from '../../base/about-field.ts';
import { specMistake } from '../library/validate.ts';
import { LecternError, RunError } from '../../base/errors.ts';
import { isPlainText } from '../../resources/plain-text.ts';
import type { LibrarySource, LibrarySpec, Library } from '../../resources/library.ts';
import { libraryId } from '../../indexing/sources/library-id.ts';
import type { SecretValues } from '../../store/secrets.ts';
import { readersOf, teamspaceOf } from '../../identity/access/credential-policy.ts';

/** What a request to add a source comes to. */
export interface Submission {
  spec: LibrarySpec;
  /** What the source's server is shown; kept in a Secret, never in the spec. */
  credentials?: SecretValues;
  /** The library is for its teamspace alone. */
  isPrivate: boolean;
  /** A library that is there already is no mistake: it is read again. */
  force: boolean;
}

/** What every request to add a source may say of the library. */
export interface CommonBody {
  title?: string;
  description?: string;
  /** Project of the teamspace that the library is for. */
  projectId?: string;
  force?: boolean;
}

/**
 * The Library of a source, under the id that `lectern add` and a manifest would give it. Throws
 * LecternError('validation_error') for what a Library cannot hold.
 */
export function submissionOf(
  source: LibrarySource,
  { title, description, versions, projectId, force }: CommonBody & { versions?: string[] },
  more: Partial<Pick<Submission, 'credentials' | 'isPrivate'>> = {},
): Submission {
  const spec: LibrarySpec = {
    id: libraryId(source),
    ...(title && { title }),
    ...(description && { description }),
    ...(versions && versions.length > 0 && { versions }),
    ...(projectId && { projectRef: { name: projectId } }),
    source,
  };
  for (const [field, text] of Object.entries({ title, description })) {
    if (text === undefined || isPlainText(text)) continue;
    throw invalid(`Field "${field}" must not contain control or bidirectional characters.`);
  }
  const mistake = specMistake(spec);
  if (mistake !== undefined) throw invalid(`${asInRequest(mistake)}.`);
  return { spec, isPrivate: false, force: force ?? false, ...more };
}

/** A spec's mistake about the field of the request that it comes from. */
function asInRequest(mistake: string): string {
  const said = mistake.replace(/^source\.\w+\./, '');
  const field = /^\w+(?:\.\d+)?(?= )/.exec(said)?.[0];
  return field === undefined ? said : aboutField(field, said);
}

/** Runs what reads a field; its refusals name the field. Throws LecternError('validation_error'). */
export function inField<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RunError) throw invalid(`Field "${field}": ${error.message}.`);
    throw error;
  }
}

/** A mistake of the request. */
export function invalid(message: string): LecternError {
  return new LecternError('validation_error', 400, message);
}

/** Whether a URL carries a user name or password, which would stand in the Library for all to read. */
export function hasUserinfo(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  // The user of an ssh URL is no secret.
  return parsed.password !== '' || (parsed.username !== '' && !/^ssh:$/.test(parsed.protocol));
}

/**
 * The spec of a wiki space or of pages under an id of its teamspace's own, where another teamspace has added the same: each
 * sees its own library. The id is the same each time. Everything else stays as it is. Pure but for `find`.
 */
export async function withOwnId(
  spec: LibrarySpec,
  find: (id: string) => Promise<Library | undefined>,
): Promise<LibrarySpec> {
  const { wiki, pages } = spec.source;
  if (!wiki && !pages) return spec;
  const teamspace = teamspaceOf(spec);
  // No space key ends with a tilde and a name: keys of personal spaces begin with it.
  const own = { ...spec, id: `${spec.id}~${teamspace}` };
  if (await find(own.id)) return own;
  const held = await find(spec.id);
  return held && readersOf(held).teamspace !== teamspace ? own : spec;
}
