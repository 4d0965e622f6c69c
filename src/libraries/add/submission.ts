import { aboutField } from '../../base/about-field.ts';
import { specMistake } from '../library/validate.ts';
import { LecternError, RunError } from '../../base/errors.ts';
import { isPlainText } from '../../resources/plain-text.ts';
import type { LibrarySource, LibrarySpec, Library } from '../../resources/library.ts';
import { libraryId } from '../../indexing/sources/library-id.ts';
import type { SecretValues } from '../../store/secrets.ts';
import { readersOf, teamspaceOf } from '../../identity/access/credential-policy.ts';

/** A parsed request to add a source. */
export interface Submission {
  spec: LibrarySpec;
  /** Credentials for the source's server. They are stored in a Secret, never in the spec. */
  credentials?: SecretValues;
  /** Only the members of its teamspace can read the library. */
  isPrivate: boolean;
  /** If the library exists, index it again instead of refusing the request. */
  force: boolean;
}

/** Fields of every request to add a source. */
export interface CommonBody {
  title?: string;
  description?: string;
  /** Project of the teamspace. */
  projectId?: string;
  force?: boolean;
}

/**
 * Returns the Library of a source. It has the same id as from `lectern add` and manifests. Throws LecternError('validation_error')
 * if the spec would be invalid.
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

/** Rewrites a spec's mistake so that it names the field of the request. */
function asInRequest(mistake: string): string {
  const said = mistake.replace(/^source\.\w+\./, '');
  const field = /^\w+(?:\.\d+)?(?= )/.exec(said)?.[0];
  return field === undefined ? said : aboutField(field, said);
}

/** Runs `read`, and adds the field to its error. Throws LecternError('validation_error'). */
export function inField<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RunError) throw invalid(`Field "${field}": ${error.message}.`);
    throw error;
  }
}

/** Returns the error for a mistake in the request. */
export function invalid(message: string): LecternError {
  return new LecternError('validation_error', message);
}

/** Returns whether a URL contains a user name or password, which everyone who reads the Library would see. */
export function hasUserinfo(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  // The user name of an ssh URL is not secret.
  return parsed.password !== '' || (parsed.username !== '' && !/^ssh:$/.test(parsed.protocol));
}

/**
 * Adds the teamspace to the id of a wiki space or pages if another teamspace has already added the same. So each teamspace has
 * its own library. The same teamspace always gets the same id. Returns other specs unchanged. Pure, except for `find`.
 */
export async function withOwnId(
  spec: LibrarySpec,
  find: (id: string) => Promise<Library | undefined>,
): Promise<LibrarySpec> {
  const { wiki, pages } = spec.source;
  if (!wiki && !pages) return spec;
  const teamspace = teamspaceOf(spec);
  // A space key never has a tilde in the middle; the keys of personal spaces begin with one.
  const own = { ...spec, id: `${spec.id}~${teamspace}` };
  if (await find(own.id)) return own;
  const held = await find(spec.id);
  return held && readersOf(held).teamspace !== teamspace ? own : spec;
}
