import { describe, expect, test } from 'vitest';
import type { LibrarySource } from '../../resources/library.ts';
import { sourceAddress } from './source-address.ts';

const addressOf = (source: LibrarySource) => sourceAddress({ spec: { id: '/acme/anvil', source } });

describe('the address of a source', () => {
  test.each<[string, LibrarySource, string]>([
    [
      'a repository',
      { git: { url: 'https://git.example/a/b.git' } },
      'https://git.example/a/b.git',
    ],
    ['one of ssh', { git: { url: 'git@git.example:a/b.git' } }, 'git@git.example:a/b.git'],
    ['a website', { website: { url: 'https://docs.example/start' } }, 'https://docs.example/start'],
    [
      'a wiki',
      { wiki: { siteUrl: 'https://wiki.example', spaceKey: 'DOC' } },
      'https://wiki.example/',
    ],
    ['a workspace', { pages: { pageIds: ['1'], workspaceName: 'Handbook' } }, 'Handbook'],
    [
      'a file',
      { openapi: { upload: { name: 'x', sha256: 'y', fileName: 'pets.yaml' } } },
      'pets.yaml',
    ],
    [
      'an import',
      { import: { upload: 'x', docsRepoUrl: 'https://github.com/acme/anvil' } },
      'https://github.com/acme/anvil',
    ],
  ])('of %s is shown unchanged', (_name, source, text) => {
    expect(addressOf(source)).toEqual({ text, isLocal: false });
  });

  test.each<LibrarySource>([
    { git: { url: 'https://me:pa55word@git.example/a/b.git' } },
    { git: { url: 'ssh://me:pa55word@git.example/a/b.git' } },
    { website: { url: 'https://me:pa55word@docs.example/' } },
    { openapi: { url: 'https://docs.example/api.json?key=pa55word' } },
    { llmstxt: { url: 'https://docs.example/llms.txt#pa55word' } },
    { import: { upload: 'x', docsSiteUrl: 'https://me:pa55word@docs.example/' } },
  ])('never shows credentials: %j', (source) => {
    expect(addressOf(source)?.text).toMatch(/example/);
    expect(addressOf(source)?.text).not.toContain('pa55word');
  });

  test.each(['/srv/docs', 'file:///srv/docs', './docs', 'docs'])(
    'of %s is on the machine itself',
    (url) => {
      expect(addressOf({ git: { url } })).toMatchObject({ isLocal: true });
    },
  );

  test.each<LibrarySource>([
    { git: { url: 'ext::sh -c id' } },
    { website: { url: 'file:///etc/passwd' } },
    { import: { upload: 'x' } },
  ])('is undefined for %j', (source) => {
    expect(addressOf(source)).toBeUndefined();
  });
});
