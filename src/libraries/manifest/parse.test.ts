import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseManifest } from './parse.ts';

function mistakesOf(text: string): string[] {
  return parseManifest(text).mistakes.map(({ line, message }) => `${line}: ${message}`);
}

describe('parseManifest', () => {
  test('treats an entry without a type as a Git repository, under either name of its url', () => {
    const { entries } = parseManifest(
      'repos:\n  - url: https://x/a/b\n  - repoUrl: https://x/c/d\n',
    );

    expect(entries.map(({ type, url, line }) => ({ type, url, line }))).toEqual([
      { type: 'git', url: 'https://x/a/b', line: 2 },
      { type: 'git', url: 'https://x/c/d', line: 3 },
    ]);
  });

  test('refuses brackets that nest deeper than anybody writes', () => {
    expect(mistakesOf('['.repeat(10_000) + ']'.repeat(10_000))).toEqual([
      '1: the file nests deeper than 200 levels; write it flatter',
    ]);
  });

  test('says how to write a version that YAML reads as a number', () => {
    const entry = '- { url: https://x/a/b, branch: 1.10, versions: [v1, 5.10] }';
    expect(mistakesOf(`repos:\n  ${entry}\n`)).toEqual([
      '2: `branch` must be text, not 1.1; put numbers in quotes',
      '2: `versions` must be a list of texts, not ["v1",5.1]; put numbers in quotes',
    ]);
  });

  test('refuses a second document, whose entries would be missing', () => {
    const one = '---\nrepos:\n  - url: https://x/a/b\n---\n';
    expect(mistakesOf(`${one}# The end.\n`)).toEqual([]);
    expect(mistakesOf(`${one}repos:\n  - url: https://x/c/d\n`)).toEqual([
      '4: a second YAML document begins here; join it with the first, and remove the ---',
    ]);
  });

  test('applies defaults to Git entries that do not override them', () => {
    const { entries } = parseManifest(
      'defaults: { branch: main, indexSourceCode: true }\nrepos:\n  - url: https://x/a/b\n    branch: dev\n    locales: [en, ja]\n  - { type: website, url: https://y }\n',
    );

    expect(entries.map(({ fields }) => fields)).toEqual([
      { branch: 'dev', indexSourceCode: true, locales: ['en', 'ja'] },
      {},
    ]);
  });

  test('knows confluence as another name of wiki', () => {
    const { entries } = parseManifest(
      'repos:\n  - { type: confluence, url: https://w, spaceKey: DOC }\n',
    );

    expect(entries).toMatchObject([{ type: 'wiki', fields: { spaceKey: 'DOC' } }]);
  });

  test('names every mistake with its line and changes nothing', () => {
    const mistakes = mistakesOf(
      [
        'repos:',
        '  - url: https://x/a/b',
        '    maxPages: 3',
        '  - type: gopher',
        '    url: gopher://x',
        '  - type: website',
        '    url: https://y',
        '    maxPages: many',
        '  - branch: main',
        '  - { type: wiki, url: https://w }',
      ].join('\n'),
    );

    expect(mistakes).toEqual([
      expect.stringMatching(/^3: `maxPages` does not belong to an entry of type git/),
      expect.stringMatching(/^4: unknown type "gopher"; known are git, website/),
      expect.stringMatching(/^8: `maxPages` must be a whole number of 0 or more, not "many"/),
      expect.stringMatching(/^9: `url` is missing/),
      expect.stringMatching(
        /^10: `spaceKey` and `pageUrls` are missing; an entry of type wiki needs one of them/,
      ),
    ]);
  });

  test.each([
    ['an empty file', '', /must be a mapping/],
    ['a list', '- url: x', /must be a mapping/],
    ['an unknown key at the top', 'repositories: []', /unknown key `repositories`/],
    ['no list', 'repos: {}', /`repos` must be a list/],
    [
      'an unknown default',
      'defaults: { depth: 1 }\nrepos: []',
      /`depth` does not belong to `defaults`/,
    ],
    ['both names of the url', 'repos: [{ url: a, repoUrl: b }]', /another name of `url`/],
    ['a key twice', 'repos:\n  - url: a\n    url: b\n', /^3: .*unique/],
    ['broken YAML', 'repos: [', /^\d+: /],
    [
      'a YAML bomb',
      `a: &a [x,x]\n${'b: [*a,*a]\n'.repeat(1)}repos: [${'*a,'.repeat(200)}]`,
      /YAML aliases/,
    ],
  ])('rejects %s', (_, text, message) => {
    expect(mistakesOf(text).join('\n')).toMatch(message);
  });

  test('never throws', () => {
    const yaml = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify({ repos: [value] })),
      fc.jsonValue().map((value) => JSON.stringify({ repos: [{ url: 'x', folders: value }] })),
    );
    fc.assert(
      fc.property(yaml, (text) => {
        expect(Array.isArray(mistakesOf(text))).toBe(true);
      }),
    );
  });
});
