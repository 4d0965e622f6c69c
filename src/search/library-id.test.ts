import { assert, pre, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LecternError } from '../base/errors.ts';
import { isRefName } from '../indexing/sources/git/ref-name.ts';
import { formatLibraryId, parseLibraryId, type LibraryRef } from './library-id.ts';

describe('parseLibraryId', () => {
  test.each([
    ['/owner/repo', '/owner/repo', ''],
    ['/owner/repo/v1.2.3', '/owner/repo', 'v1.2.3'],
    ['/owner/repo@v1.2.3', '/owner/repo', 'v1.2.3'],
    ['/vercel/next.js@v15.1.8', '/vercel/next.js', 'v15.1.8'],
    ['/a/b@c@d', '/a/b@c', 'd'],
    ['/npm/@scope', '/npm/@scope', ''],
    ['/npm/@scope@2.0.0', '/npm/@scope', '2.0.0'],
    ['/a/b/v@1', '/a/b', 'v@1'],
    ['/a/b@release/2.x', '/a/b', 'release/2.x'],
    ['/a/b@@scope/pkg@1.0.0', '/a/b', '@scope/pkg@1.0.0'],
    ['/a/b@docs/v2/next', '/a/b', 'docs/v2/next'],
    ['/npm/@scope/2.0.0', '/npm/@scope', '2.0.0'],
    ['/npm/@scope@release/2.x', '/npm/@scope', 'release/2.x'],
    ['/websites/react_dev', '/websites/react_dev', ''],
  ])('%s is library %s at version %j', (text, id, version) => {
    expect(parseLibraryId(text)).toEqual({ id, version });
  });

  test.each([
    '',
    '/',
    'a/b',
    '/a',
    '/a/',
    '//b',
    '/a/b/',
    '/a/b/c/d',
    '/a/b@',
    '/a/b@/c',
    '/a/b@c/',
    '/a/b@c//d',
    `/a/${'b'.repeat(498)}`,
  ])('%j is refused with the form that is expected', (text) => {
    expect(() => parseLibraryId(text)).toThrow(/Expected \/owner\/repo/);
    expect(() => parseLibraryId(text)).toThrow(expect.objectContaining({ status: 400 }));
  });

  test('any text gives an id that parses to itself, or invalid_library_id', () => {
    assert(
      property(string(), (text) => {
        for (const given of [text, `/${text}`, `/a/${text}`]) {
          const outcome = parsed(given);
          const again = typeof outcome === 'string' ? outcome : parsed(formatLibraryId(outcome));
          expect(again).toEqual(outcome);
          expect(['object', 'invalid_library_id']).toContain(
            typeof outcome === 'string' ? outcome : typeof outcome,
          );
        }
      }),
    );
  });

  test('the written form of every tag or branch leads back to it', () => {
    const segment = stringMatching(/^[^/@\s]{1,20}$/);
    assert(
      property(
        segment,
        segment,
        string({ minLength: 1, maxLength: 100 }),
        (owner, name, version) => {
          pre(isRefName(version));
          const wanted = { id: `/${owner}/${name}`, version };
          expect(parseLibraryId(formatLibraryId(wanted))).toEqual(wanted);
        },
      ),
    );
  });

  test('every id takes every version in both forms', () => {
    const segment = stringMatching(/^[^/@\s]{1,20}$/);
    assert(
      property(segment, segment, segment, (owner, name, version) => {
        const wanted = { id: `/${owner}/${name}`, version };
        expect(parseLibraryId(`${wanted.id}/${version}`)).toEqual(wanted);
        expect(parseLibraryId(`${wanted.id}@${version}`)).toEqual(wanted);
      }),
    );
  });
});

/** The reference, or the code of the error. */
function parsed(text: string): LibraryRef | string {
  try {
    return parseLibraryId(text);
  } catch (error) {
    return error instanceof LecternError ? error.code : String(error);
  }
}
