import { describe, expect, test } from 'vitest';
import { wikiAddress } from './address.ts';

describe('wikiAddress', () => {
  test.each([
    ['https://acme.atlassian.net', { siteUrl: 'https://acme.atlassian.net' }],
    ['https://acme.atlassian.net/wiki/', { siteUrl: 'https://acme.atlassian.net' }],
    [
      'https://acme.atlassian.net/wiki/spaces/DOC/overview?homepageId=1',
      { siteUrl: 'https://acme.atlassian.net', spaceKey: 'DOC' },
    ],
    [
      'https://acme.atlassian.net/wiki/spaces/DOC/pages/65701/Install+it',
      { siteUrl: 'https://acme.atlassian.net', spaceKey: 'DOC', pageId: '65701' },
    ],
    [
      'https://acme.atlassian.net/wiki/spaces/~7012/pages/3',
      { siteUrl: 'https://acme.atlassian.net', spaceKey: '~7012', pageId: '3' },
    ],
    ['https://wiki.example.org/', { siteUrl: 'https://wiki.example.org' }],
    [
      'https://wiki.example.org/confluence/display/DOC/Install+it',
      { siteUrl: 'https://wiki.example.org/confluence', spaceKey: 'DOC' },
    ],
    [
      'https://wiki.example.org/confluence/pages/viewpage.action?pageId=42',
      { siteUrl: 'https://wiki.example.org/confluence', pageId: '42' },
    ],
    [
      'https://wiki.example.org/spaces/viewspace.action?key=DOC',
      { siteUrl: 'https://wiki.example.org', spaceKey: 'DOC' },
    ],
    [
      'https://me:secret@wiki.example.org/display/~anna',
      { siteUrl: 'https://wiki.example.org', spaceKey: '~anna' },
    ],
  ])('reads %s', (text, expected) => {
    expect(wikiAddress(text)).toEqual(expected);
  });

  test.each(['wiki', 'ftp://wiki.example.org', ''])('refuses %j', (text) => {
    expect(() => wikiAddress(text)).toThrow(/is no address of a wiki; expected one such as/);
  });
});
