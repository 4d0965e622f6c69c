import { LecternError } from '../base/errors.ts';
import { DEFAULT_VERSION } from '../store/snippet-index.ts';

/** A library and a version; DEFAULT_VERSION if the id names none. */
export interface LibraryRef {
  id: string;
  version: string;
}

const expected =
  'Expected /owner/repo for Git repositories or /<source>/<id> for other sources, optionally with /<version> or @<version> after it; only @ takes a version that contains /';

/**
 * Reads a library id with an optional version, `/owner/repo/v1` or `/owner/repo@v1`. The version starts at the last `@`:
 * `/npm/@scope@1.0` is version 1.0 of `/npm/@scope`. A version that contains `/` starts at the first `@`:
 * `/owner/repo@release/2.x`. No library has an `@` within its name. Throws LecternError('invalid_library_id').
 */
export function parseLibraryId(text: string): LibraryRef {
  const [before, owner, name, ...more] = text.split('/');
  if (text.length > 500 || before !== '' || !owner || !name || more.includes(''))
    throw invalid(text);
  const at = more.length === 0 ? name.lastIndexOf('@') : name.indexOf('@', 1);
  if (at > 0) {
    if (at === name.length - 1) throw invalid(text);
    const version = [name.slice(at + 1), ...more].join('/');
    return { id: `/${owner}/${name.slice(0, at)}`, version };
  }
  if (more.length > 1) throw invalid(text);
  return { id: `/${owner}/${name}`, version: more[0] ?? DEFAULT_VERSION };
}

/** Returns the id as callers write it: `/owner/repo`, `/owner/repo/v1` or `/owner/repo@release/2.x`. */
export function formatLibraryId({ id, version }: LibraryRef): string {
  if (version === DEFAULT_VERSION) return id;
  // An `@` in the name, which no library has, would begin the version in the form with `/`.
  const isAfterAt = version.includes('/') || id.includes('@', id.indexOf('/', 1) + 2);
  return `${id}${isAfterAt ? '@' : '/'}${version}`;
}

/**
 * Finds what has an id: exactly this one, or else the one with small letters, as the ids of known Git hosts and websites have. People and CI
 * write `/Owner/Repo` as the host shows it.
 */
export async function findById<Found>(
  find: (id: string) => Promise<Found | undefined>,
  id: string,
): Promise<Found | undefined> {
  const exact = await find(id);
  const lower = id.toLowerCase();
  return exact ?? (lower === id ? undefined : find(lower));
}

function invalid(text: string): LecternError {
  const shown = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return new LecternError(
    'invalid_library_id',
    `Invalid library ID ${JSON.stringify(shown)}. ${expected}.`,
  );
}
