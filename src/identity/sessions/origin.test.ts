import { expect, test } from 'vitest';
import { cookiePlace, isForeign } from './origin.ts';

const publicUrl = 'https://docs.example.com/lectern';

test.each<[string, Record<string, string>, boolean]>([
  ['a program', { host: 'docs.example.com' }, false],
  [
    'a page of the server',
    {
      host: 'docs.example.com',
      origin: 'https://docs.example.com',
      'sec-fetch-site': 'same-origin',
    },
    false,
  ],
  [
    'a page of the public address, behind a proxy that renames the host',
    { host: '10.0.0.1:7700', origin: 'https://docs.example.com' },
    false,
  ],
  [
    'a page of the server under another name',
    { host: '127.0.0.1:7700', origin: 'http://127.0.0.1:7700' },
    false,
  ],
  ['an address that was typed', { host: 'docs.example.com', 'sec-fetch-site': 'none' }, false],
  ['another site', { host: 'docs.example.com', 'sec-fetch-site': 'cross-site' }, true],
  [
    'a sister site',
    { host: 'docs.example.com', origin: 'https://www.example.com', 'sec-fetch-site': 'same-site' },
    true,
  ],
  ['another port', { host: 'docs.example.com', origin: 'https://docs.example.com:8443' }, true],
  ['no origin that can be named', { host: 'docs.example.com', origin: 'null' }, true],
  ['what is no origin', { host: 'docs.example.com', origin: 'docs.example.com' }, true],
])('a request of %s: foreign is %#', (_case, headers, foreign) => {
  expect(isForeign({ headers, publicUrl })).toBe(foreign);
});

test('cookies have the path of the public address if the request uses it, otherwise the root', () => {
  const place = (headers: Record<string, string>, protocol = 'http') =>
    cookiePlace({ headers, protocol, publicUrl });
  const base = '/lectern';
  const below = { path: '/lectern', secure: true, base };
  expect(place({ host: 'docs.example.com' })).toEqual(below);
  expect(place({ host: 'inner:7700', origin: 'https://docs.example.com' })).toEqual(below);
  expect(place({ host: '127.0.0.1:7700' })).toEqual({ path: '/', secure: false, base });
  expect(place({ host: 'other.example' }, 'https')).toEqual({ path: '/', secure: true, base });
  const bare = cookiePlace({ headers: {}, protocol: 'https', publicUrl: undefined });
  expect(bare).toEqual({ path: '/', secure: true, base: '/' });
});
