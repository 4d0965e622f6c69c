import { expect, test } from 'vitest';
import { cookieOf, dropCookie, sessionCookieAt, sessionTokenOf, setCookie } from './cookies.ts';
import {
  csrfMatches,
  csrfTokenOf,
  isSessionToken,
  newSessionToken,
  operatorProof,
  sessionHash,
} from './session-token.ts';

test('a token is 256 bits in base64url, and each is another', () => {
  const tokens = Array.from({ length: 50 }, newSessionToken);
  expect(new Set(tokens).size).toBe(50);
  for (const token of tokens) {
    expect(isSessionToken(token)).toBe(true);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  }
});

test('the hash, the CSRF token and the proof of the operator differ from each other and for each token', () => {
  const [one, other] = [newSessionToken(), newSessionToken()];
  const made = [one, other].flatMap((token) => [
    sessionHash(token),
    csrfTokenOf(token),
    operatorProof(token),
  ]);
  expect(new Set(made).size).toBe(6);
  expect(csrfMatches(one, csrfTokenOf(one))).toBe(true);
  for (const bad of [undefined, '', one, csrfTokenOf(other), `${csrfTokenOf(one)}x`])
    expect(csrfMatches(one, bad)).toBe(false);
});

test('a cookie is found by its whole name, the first of two', () => {
  const header = 'xlectern_session=1; lectern_session=a; lectern_session=b; flag; =c';
  expect(cookieOf(header, 'lectern_session')).toBe('a');
  expect(cookieOf('lectern_session=', 'lectern_session')).toBe('');
  expect(cookieOf('lectern_sessions=1', 'lectern_session')).toBeUndefined();
  expect(cookieOf(undefined, 'lectern_session')).toBeUndefined();
});

test('over https, a session counts only in the cookie that no other host can set', () => {
  const root = { path: '/', secure: true, base: '/' };
  const below = { path: '/docs', secure: true, base: '/docs' };
  const open = { path: '/docs', secure: false, base: '/docs' };
  const names = [root, below, open].map((place) => sessionCookieAt(place).name);
  expect(names).toEqual([
    '__Host-lectern_session',
    expect.stringMatching(/^__Host-lectern_session-[0-9a-f]{16}$/),
    'lectern_session',
  ]);
  // Browsers accept the prefix only with this path.
  expect(sessionCookieAt(below)).toMatchObject({ path: '/', secure: true });

  const all = `lectern_session=planted; ${names[1]}=below; ${names[0]}=own`;
  expect([root, below, open].map((place) => sessionTokenOf(all, place))).toEqual([
    'own',
    'below',
    'below',
  ]);
  const plain = 'lectern_session=a';
  expect([root, below, open].map((place) => sessionTokenOf(plain, place))).toEqual([
    undefined,
    undefined,
    'a',
  ]);
});

test('servers below paths of one host do not use the sessions of each other', () => {
  const bases = ['/', '/docs', '/docs/new', '/wiki'];
  const places = bases.map((base) => ({ path: base, secure: true, base }));
  const header = places.map((place) => `${sessionCookieAt(place).name}=${place.base}`).join('; ');

  expect(places.map((place) => sessionTokenOf(header, place))).toEqual(bases);
});

test('a cookie is only for the server', () => {
  expect(setCookie({ name: 'a', path: '/docs', secure: true }, 'b', 9.7)).toBe(
    'a=b; Path=/docs; Max-Age=9; HttpOnly; SameSite=Lax; Secure',
  );
  expect(dropCookie({ name: 'a', path: '/', secure: false })).toBe(
    'a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  );
});
