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

test('over https at the root of a host, a session counts only in the cookie that no other host can set', () => {
  const root = { path: '/', secure: true };
  const others = [
    { path: '/', secure: false },
    { path: '/docs', secure: true },
  ];
  expect(sessionCookieAt(root)).toBe('__Host-lectern_session');
  expect(others.map(sessionCookieAt)).toEqual(['lectern_session', 'lectern_session']);

  const both = 'lectern_session=planted; __Host-lectern_session=own';
  expect([root, ...others].map((place) => sessionTokenOf(both, place))).toEqual([
    'own',
    'own',
    'own',
  ]);
  const plain = 'lectern_session=a';
  expect(sessionTokenOf(plain, root)).toBeUndefined();
  expect(others.map((place) => sessionTokenOf(plain, place))).toEqual(['a', 'a']);
});

test('a cookie is only for the server', () => {
  const place = { path: '/docs', secure: true };
  expect(setCookie(['a', 'b'], place, 9.7)).toBe(
    'a=b; Path=/docs; Max-Age=9; HttpOnly; SameSite=Lax; Secure',
  );
  expect(dropCookie('a', { path: '/', secure: false })).toBe(
    'a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  );
});
