import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { parseManifest } from './parse.ts';
import { librariesOf } from './to-library.ts';

const read = (lines: string[], baseDir?: string, wikiSite?: string) => {
  const text = ['repos:', ...lines.map((line) => `  - ${line}`)].join('\n');
  return librariesOf(parseManifest(text), {
    name: 'repos.yaml',
    ...(baseDir !== undefined && { baseDir }),
    wikiSite,
  });
};

describe('librariesOf', () => {
  test('names mistakes of fields and mistakes of addresses at once, in the order of the lines', () => {
    const entries = [
      '{ url: saw }',
      '{ url: "https://x.example/a/b", brnch: dev }',
      '{ url: "https://x.example/a/b" }',
      '{ url: "https://x.example/a/b.git" }',
    ];

    expect(() => read(entries)).toThrow(
      /^repos\.yaml:2: "saw" .*\nrepos\.yaml:3: `brnch` .*\nrepos\.yaml:5: duplicate library \S+, first on line 4;.*$/,
    );
  });

  test('names a default with a mistake once, and not in each entry', () => {
    const text = 'defaults: { branch: 1.10 }\nrepos:\n  - url: https://x.example/a/b\n';

    expect(() => librariesOf(parseManifest(text), { name: 'repos.yaml' })).toThrow(
      /^repos\.yaml:1: `branch` must be text, not 1\.1; put numbers in quotes$/,
    );
  });

  test('makes a library of each entry, in its type, and names those it cannot serve', () => {
    const { specs, unserved } = read([
      '{ url: "https://x.example/a/b", branch: dev, id: /a/c, aliases: [b], ownerRules: allow }',
      '{ type: website, url: "https://x.example", maxPages: 7, title: X }',
      '{ type: wiki, url: "https://w.example/wiki", spaceKey: DOC }',
    ]);

    expect(specs).toEqual([
      {
        id: '/a/c',
        aliases: ['b'],
        ownerRules: 'allow',
        source: { git: { url: 'https://x.example/a/b', branch: 'dev' } },
      },
      {
        id: '/websites/x_example',
        title: 'X',
        source: { website: { url: 'https://x.example', maxPages: 7 } },
      },
    ]);
    expect(unserved).toEqual([
      {
        url: 'https://w.example/wiki',
        spec: expect.objectContaining({ id: '/wiki/w_example_wiki_doc' }),
        reason: expect.stringMatching(
          /^the wiki integration is not configured; an admin can set it/,
        ),
      },
    ]);
  });

  test('makes a library of a wiki entry: a whole space, or the pages that it names', () => {
    const page = 'https://acme.atlassian.net/wiki/spaces/DOC/pages';
    const { specs, unserved } = read(
      [
        '{ type: confluence, url: "https://acme.atlassian.net", spaceKey: DOC, spaceName: Docs, title: T }',
        `{ type: wiki, id: /acme/some, url: "https://acme.atlassian.net/wiki", pageUrls: ["${page}/7/A", "${page}/8"], includeSubPages: true }`,
        '{ type: wiki, url: "https://other.atlassian.net", spaceKey: DOC }',
      ],
      undefined,
      'https://acme.atlassian.net',
    );

    const siteUrl = 'https://acme.atlassian.net';
    expect(specs).toEqual([
      {
        id: '/wiki/acme_atlassian_doc',
        title: 'T',
        source: { wiki: { siteUrl, spaceKey: 'DOC', spaceName: 'Docs' } },
      },
      {
        id: '/acme/some',
        source: {
          wiki: { siteUrl, spaceKey: 'DOC', pageIds: ['7', '8'], includeSubPages: true },
        },
      },
    ]);
    expect(unserved).toMatchObject([
      {
        url: 'https://other.atlassian.net',
        reason:
          'the wiki integration reads https://acme.atlassian.net, not https://other.atlassian.net',
      },
    ]);
  });

  test.each([
    ['spaceKey: D, pageUrls: ["https://w.example/pages/1"]', /means the whole space/],
    ['spaceKey: D, includeSubPages: true', /means the whole space/],
    ['pageUrls: []', /names no page/],
    ['pageUrls: ["https://w.example/display/D/Start"]', /has no page id; expected a URL with/],
    [
      'pageUrls: ["https://x.example/pages/viewpage.action?pageId=1"]',
      /is not on https:\/\/w.example/,
    ],
    ['spaceKey: "a b"', /spaceKey must be the key of a space such as DOC/],
  ])('refuses a wiki entry with %s', (fields, message) => {
    expect(() => read([`{ type: wiki, url: "https://w.example", ${fields} }`])).toThrow(message);
  });

  test.each([
    ['owner/repo', 'https://github.com/owner/repo'],
    ['github.com/owner/repo', 'https://github.com/owner/repo'],
    ['git@host.example:owner/repo.git', 'git@host.example:owner/repo.git'],
    ['https://git.example/owner/repo', 'https://git.example/owner/repo'],
    ['https://me:pw@github.com/owner/repo', 'https://me:pw@github.com/owner/repo'],
    ['./docs', '/srv/manifest/docs'],
    ['..', '/srv'],
    ['/srv/docs', '/srv/docs'],
    ['~/docs', `${homedir()}/docs`],
    ['file:///srv/docs', 'file:///srv/docs'],
  ])('reads %s as %s', (url, expected) => {
    const { specs } = read([`{ url: ${JSON.stringify(url)}, id: /a/b }`], '/srv/manifest');

    expect(specs[0]?.source.git?.url).toBe(expected);
  });

  test('takes branch and folder out of the address of a page', () => {
    const { specs } = read(['url: https://github.com/owner/repo/tree/v2/docs']);

    expect(specs[0]).toEqual({
      id: '/owner/repo',
      source: {
        git: { url: 'https://github.com/owner/repo', branch: 'v2', folders: ['docs'] },
      },
    });
  });

  test('gives two repositories of one name on two hosts ids of their own', () => {
    const { specs, derived } = read([
      'url: https://github.com/a/b',
      'url: https://gitlab.com/a/b',
      'url: https://git.example/a/b',
      '{ url: https://git.example/a/c, id: /a/c }',
    ]);

    const ids = ['/a/b', '/gitlab.com/a_b', '/git.example/a_b', '/a/c'];
    expect(specs.map(({ id }) => id)).toEqual(ids);
    expect([...derived]).toEqual(ids.slice(0, 3));
  });

  test.each<[what: string, lines: string[], message: RegExp]>([
    [
      'two entries of one library',
      ['url: https://x.example/a/b', 'url: https://x.example/a/b.git'],
      /^repos\.yaml:3: duplicate library \/x\.example\/a_b, first on line 2; remove one/,
    ],
    [
      'a URL that is none',
      ['url: https://x.example/a/b', '{ type: website, url: not a url }'],
      /^repos\.yaml:3: "not a url" is not a URL/,
    ],
    [
      'a bare word',
      ['url: docs'],
      /^repos\.yaml:2: "docs" is neither .*a folder of the operator begins with/,
    ],
    ['a command', ['url: "ext::sh -c x"'], /^repos\.yaml:2: .* is not a Git URL that can be read/],
    ['a local path', ['url: ../docs'], /^repos\.yaml:2: "\.\.\/docs" is a local path, which only/],
    ['a file URL', ['url: "file:///etc"'], /^repos\.yaml:2: "file:\/\/\/etc" is a local path/],
    [
      'a URL of another scheme under an id of its own',
      ['{ type: website, url: "ftp://x/y", id: /x/y }'],
      /^repos\.yaml:2: "ftp:\/\/x\/y" is not a URL/,
    ],
    [
      'a number out of bounds',
      ['{ type: website, url: "https://x.example", maxPages: 0 }'],
      /^repos\.yaml:2: source\.website\.maxPages must be 1 or more/,
    ],
    [
      'several mistakes',
      ['{ type: website, url: not a url }', '{ url: "https://x.example/a/b", id: nope }'],
      /^repos\.yaml:2: .*\nrepos\.yaml:3: id must be \/owner\/name/,
    ],
  ])('names the line of %s', (_, lines, message) => {
    expect(() => read(lines)).toThrow(message);
  });
});
