import { expect, test } from 'vitest';
import { createSignInLinks, signInAddress } from './sign-in-links.ts';

test('a link works once, and a wrong token does not use it up', () => {
  const links = createSignInLinks();
  const { token } = links.make();
  expect(links.use(`${token.slice(1)}x`)).toBe(false);
  expect(links.use('')).toBe(false);
  expect(links.use(token)).toBe(true);
  expect(links.use(token)).toBe(false);
});

test('a link expires after ten minutes, and when another one is created', () => {
  let now = 1_000;
  const links = createSignInLinks(() => now);
  const first = links.make();
  expect(first.expiresAt).toBe(601_000);
  now = first.expiresAt;
  expect(links.use(first.token)).toBe(false);
  const second = links.make();
  const third = links.make();
  expect(links.use(second.token)).toBe(false);
  expect(links.use(third.token)).toBe(true);
});

test('the token is after the # of the URL, which browsers do not send', () => {
  const address = new URL(signInAddress('http://127.0.0.1:7700', { token: 'abc' }));
  expect(address.href.replace(address.hash, '')).not.toContain('abc');
  expect(address.hash).toBe('#/sign-in?link=abc');
});
