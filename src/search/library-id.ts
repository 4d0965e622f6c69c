import { LecternError } from '../base/errors.ts';
import { DEFAULT_VERSION } from '../store/snippet-index.ts';

/** A library and a version; DEFAULT_VERSION if the id names none. */
export interface LibraryRef {
  id: string;
  version: string;
}

const expected =
  'Expected /owner/repo for Git repositories or /<source>/<id> for other sources, optionally with /<version> or @<version> after it';

/**
 * Reads a library id with an optional version, `/owner/repo/v1` or `/owner/repo@v1`. The version starts at the last `@`:
 * `/npm/@scope@1.0` is version 1.0 of `/npm/@scope`. Throws LecternError('invalid_library_id').
 */
export function parseLibraryId(text: string): LibraryRef {
  const parts = text.split('/');
  const [before, owner, name, version] = parts;
  if (text.length > 500 || parts.length > 4 || before !== '' || !owner || !name)
    throw invalid(text);
  if (parts.length === 4) {
    if (!version) throw invalid(text);
    return { id: `/${owner}/${name}`, version };
  }
  const at = name.lastIndexOf('@');
  if (at <= 0) return { id: `/${owner}/${name}`, version: DEFAULT_VERSION };
  if (at === name.length - 1) throw invalid(text);
  return { id: `/${owner}/${name.slice(0, at)}`, version: name.slice(at + 1) };
}

/** Returns the id as callers write it: `/owner/repo` or `/owner/repo/v1`. */
export function formatLibraryId({ id, version }: LibraryRef): string {
  return version === DEFAULT_VERSION ? id : `${id}/${version}`;
}

function invalid(text: string): LecternError {
  const shown = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return new LecternError(
    'invalid_library_id',
    400,
    `Invalid library ID ${JSON.stringify(shown)}. ${expected}.`,
  );
}
