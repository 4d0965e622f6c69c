import { describe, expect, test } from 'vitest';
import { conflictKeys } from './conflict-keys.ts';

describe('conflictKeys', () => {
  test.each([
    ['https://github.com/acme/widgets', 'github.com'],
    ['https://www.github.com/acme/widgets.git', 'github.com'],
    ['acme/widgets', 'github.com'],
    ['git@GitHub.com:acme/widgets.git', 'github.com'],
    ['https://git.example.org/acme/widgets', 'git.example.org'],
    ['ssh://git@git.example.org:2222/acme/widgets.git', 'git.example.org'],
  ])('names the host of the repository %s', (url, host) => {
    expect(conflictKeys({ git: { url } })).toEqual([`source host ${host}`]);
  });

  test('names the host of a source that is read over HTTP', () => {
    const url = 'https://docs.example.org/start';

    const keys = [{ website: { url } }, { llmstxt: { url } }, { openapi: { url } }].map((source) =>
      conflictKeys(source),
    );

    expect(keys).toEqual(Array.from({ length: 3 }, () => ['source host docs.example.org']));
  });

  test('names the host of a wiki, and the one all workspaces of pages share', () => {
    const siteUrl = 'https://acme.atlassian.net';

    expect(conflictKeys({ wiki: { siteUrl, spaceKey: 'DOC' } })).toEqual([
      'source host acme.atlassian.net',
    ]);
    expect(conflictKeys({ pages: { pageIds: [] } })).toEqual(['source host api.notion.com']);
  });

  test('names the embedding endpoint as a host of its own', () => {
    const keys = conflictKeys({ git: { url: 'acme/widgets' } }, 'https://api.example.com/v1');

    expect(keys).toEqual(['source host github.com', 'embedding host api.example.com']);
  });

  test.each(['/srv/docs', 'file:///srv/docs', 'not a url'])('has no host for %s', (url) => {
    expect(conflictKeys({ git: { url } })).toEqual([]);
  });
});
