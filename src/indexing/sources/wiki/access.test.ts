import { describe, expect, test } from 'vitest';
import { wikiAccess } from './access.ts';

const basic = `Basic ${Buffer.from('reader@example.org:t0ken').toString('base64')}`;

describe('wikiAccess', () => {
  test.each([
    [
      {
        siteUrl: 'https://acme.atlassian.net/wiki/',
        email: 'reader@example.org',
        token: 't0ken\n',
      },
      { kind: 'cloud', api: 'https://acme.atlassian.net/wiki', authorization: basic },
    ],
    [
      {
        siteUrl: 'https://acme.atlassian.net',
        email: 'reader@example.org',
        token: 't0ken',
        cloudId: '1324a887-45db',
      },
      {
        kind: 'cloud',
        api: 'https://api.atlassian.com/ex/confluence/1324a887-45db/wiki',
        authorization: basic,
      },
    ],
    [
      { siteUrl: 'https://acme.atlassian.net/confluence', token: 't0ken' },
      { kind: 'data-center', authorization: 'Bearer t0ken' },
    ],
  ])('asks %j', (settings, expected) => {
    const keys = Object.entries(settings).map(([field, value]) => [`wiki.${field}`, value]);

    expect(
      wikiAccess(
        { siteUrl: 'https://acme.atlassian.net', spaceKey: 'DOC' },
        Object.fromEntries(keys),
      ),
    ).toMatchObject(expected);
  });

  test('asks no other site of Cloud than the one the source means', () => {
    const settings = {
      'wiki.siteUrl': 'https://acme.atlassian.net',
      'wiki.email': 'reader@example.org',
      'wiki.token': 't0ken',
      'wiki.cloudId': 'one',
    };
    const source = { siteUrl: 'https://acme.atlassian.net', spaceKey: 'DOC', cloudId: 'two' };

    expect(() => wikiAccess(source, settings)).toThrow(
      'the wiki integration reads the site with the cloudId one, not two',
    );
  });

  test('refuses a site that is no URL of a site', () => {
    const source = { siteUrl: 'https://acme.atlassian.net', spaceKey: 'DOC' };
    const settings = { 'wiki.siteUrl': 'acme', 'wiki.token': 't0ken' };

    expect(() => wikiAccess(source, settings)).toThrow(/"acme" is no address of a wiki/);
  });
});
