import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import type { Library, LibrarySpec } from '../../resources/library.ts';
import { settleIds } from './settle-ids.ts';

const spec = (id: string, url: string): LibrarySpec => ({ id, source: { git: { url } } });
const library = (id: string, url: string): Library => makeLibrary({ spec: spec(id, url) });

const elsewhere = 'https://git.example/a/b.git';
const github = 'https://github.com/a/b';
const gitlab = 'https://gitlab.com/a/b';

/** Returns the ids of entries that name none, given the manifest's own Libraries and those of others. */
function ids(urls: string[], own: Library[], others: Library[] = []): string[] {
  const specs = urls.map((url, at) => spec(`/derived/${at}`, url));
  const derived = new Set(specs.map(({ id }) => id));
  const isOwn = (one: Library): boolean => own.includes(one);
  return settleIds(specs, [...own, ...others], { derived, isOwn }).map(({ id }) => id);
}

describe('settleIds', () => {
  test('an entry keeps the library that an earlier version made under an id without the host', () => {
    expect(ids([elsewhere], [library('/a/b', elsewhere)])).toEqual(['/a/b']);
    expect(ids([github, elsewhere], [library('/a/b', elsewhere)])).toEqual([
      '/github.com/a_b',
      '/a/b',
    ]);
  });

  test('two hosts with one path keep their ids when the entries change places', () => {
    const both = [library('/a/b', github), library('/gitlab.com/a_b', gitlab)];
    expect(ids([gitlab, github], both)).toEqual(['/gitlab.com/a_b', '/a/b']);
  });

  test("an id that another's library has is left to it, and the entry is not refused", () => {
    expect(ids([github], [], [library('/a/b', elsewhere)])).toEqual(['/github.com/a_b']);
  });

  test('an entry whose repository has moved to another known host changes its library', () => {
    expect(ids([github], [library('/a/b', gitlab)])).toEqual(['/a/b']);
  });

  test('an id that an entry names is never given to another entry', () => {
    const named = spec('/a/b', elsewhere);
    const settled = settleIds([named, spec('/x/x', github)], [], {
      derived: new Set(['/x/x']),
      isOwn: () => true,
    });
    expect(settled.map(({ id }) => id)).toEqual(['/a/b', '/github.com/a_b']);
  });
});
