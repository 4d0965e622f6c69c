import { expect, test } from 'vitest';
import { hostAllowed, originAllowed } from './host-guard.ts';

const local = { host: '127.0.0.1' };
const proxied = { ...local, publicUrl: 'https://docs.example.com' };

test.each([
  ['127.0.0.1:7700', true],
  ['localhost', true],
  ['[::1]:7700', true],
  ['docs.example.com', false],
  ['127.0.0.1.evil.example', false],
  [undefined, false],
])('a server for its own machine may be called %s: %s', (header, allowed) => {
  expect(hostAllowed(header, local)).toBe(allowed);
});

test.each([
  ['docs.example.com', true],
  ['Docs.Example.com', true],
  ['127.0.0.1', true],
  ['docs.example.com:8443', false],
  ['docs.example.com.evil.example', false],
  ['evil.example', false],
])('behind a proxy on its machine it may be called %s: %s', (header, allowed) => {
  expect(hostAllowed(header, proxied)).toBe(allowed);
});

test('pages of its public address may call it, those of others may not', () => {
  expect(originAllowed('https://docs.example.com', proxied)).toBe(true);
  expect(originAllowed('https://docs.example.com', local)).toBe(false);
  expect(originAllowed('https://evil.example', proxied)).toBe(false);
  expect(originAllowed(undefined, local)).toBe(true);
});

test('a server on another address may be called whatever leads to it', () => {
  expect(hostAllowed('anything.example', { host: '0.0.0.0' })).toBe(true);
});
