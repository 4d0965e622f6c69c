import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { parseManifest } from './parse.ts';
import { librariesOf } from './to-library.ts';

const read = (lines: string[], baseDir?: string) => {
  const text = ['repos:', ...lines.map((line) => `  - ${line}`)].join('\n');
  return librariesOf(parseManifest(text), {
    name: 'repos.yaml',
    ...(baseDir !== undefined && { baseDir }),
  });
};

describe('librariesOf', () => {
  it('makes a library of each entry, in its type, and names those it cannot serve', () => {
    const { specs, unserved } = read([
      '{ url: "https://x.example/a/b", branch: dev, id: /a/c, aliases: [b] }',
      '{ type: website, url: "https://x.example", maxPages: 7, title: X }',
      '{ type: wiki, url: w, spaceKey: DOC }',
    ]);

    expect(specs).toEqual([
      {
        id: '/a/c',
        aliases: ['b'],
        source: { git: { url: 'https://x.example/a/b', branch: 'dev' } },
      },
      {
        id: '/websites/x_example',
        title: 'X',
        source: { website: { url: 'https://x.example', maxPages: 7 } },
      },
    ]);
    expect(unserved).toEqual([{ url: 'w', reason: 'the wiki integration is not configured' }]);
  });

  it.each([
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

  it('takes branch and folder out of the address of a page', () => {
    const { specs } = read(['url: https://github.com/owner/repo/tree/v2/docs']);

    expect(specs[0]).toEqual({
      id: '/owner/repo',
      source: {
        git: { url: 'https://github.com/owner/repo', branch: 'v2', folders: ['docs'] },
      },
    });
  });

  it.each<[what: string, lines: string[], message: RegExp]>([
    [
      'two entries of one library',
      ['url: https://x.example/a/b', 'url: https://x.example/a/b.git'],
      /^repos\.yaml:3: \/a\/b stands twice, first on line 2; remove one/,
    ],
    [
      'a URL that is none',
      ['url: https://x.example/a/b', '{ type: website, url: not a url }'],
      /^repos\.yaml:3: "not a url" is neither a URL nor a path/,
    ],
    ['a bare word', ['url: docs'], /^repos\.yaml:2: "docs" is neither .* or \.\/docs for a folder/],
    ['a command', ['url: "ext::sh -c x"'], /^repos\.yaml:2: .* is not a Git URL that can be read/],
    ['a local path', ['url: ../docs'], /^repos\.yaml:2: "\.\.\/docs" is a local path, which only/],
    ['a file URL', ['url: "file:///etc"'], /^repos\.yaml:2: "file:\/\/\/etc" is a local path/],
    [
      'a URL of another scheme under an id of its own',
      ['{ type: website, url: "ftp://x/y", id: /x/y }'],
      /^repos\.yaml:2: source\.website\.url: url must begin with http/,
    ],
    [
      'a number out of bounds',
      ['{ type: website, url: "https://x.example", maxPages: 0 }'],
      /^repos\.yaml:2: source\.website\.maxPages must be >= 1/,
    ],
    [
      'several mistakes',
      ['{ type: website, url: not a url }', '{ url: "https://x.example/a/b", id: nope }'],
      /^repos\.yaml:2: .*\nrepos\.yaml:3: id must match/,
    ],
  ])('names the line of %s', (_, lines, message) => {
    expect(() => read(lines)).toThrow(message);
  });
});
