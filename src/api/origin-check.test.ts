import { expect, test } from 'vitest';
import { hostAllowed, pageOf, type ServerNames } from './origin-check.ts';

const local: ServerNames = { host: '127.0.0.1', machine: 'laptop.example.com' };
const proxied: ServerNames = { ...local, publicUrl: 'https://docs.example.com' };
const everywhere: ServerNames = { ...proxied, host: '0.0.0.0' };

test.each([
  ['127.0.0.1:7700', true],
  ['localhost', true],
  ['[::1]:7700', true],
  ['laptop.example.com', true],
  // Only programs leave the header out.
  [undefined, true],
  ['', false],
  ['docs.example.com', false],
  ['127.0.0.1.evil.example', false],
  ['10.0.0.1', false],
  ['nas', false],
])('a server on loopback accepts the Host %s: %s', (header, allowed) => {
  expect(hostAllowed(header, local)).toBe(allowed);
});

test.each([
  ['docs.example.com', true],
  ['Docs.Example.com:8443', true],
  ['127.0.0.1', true],
  ['docs.example.com.evil.example', false],
  ['evil.example', false],
])('behind a proxy on its machine it accepts the Host %s: %s', (header, allowed) => {
  expect(hostAllowed(header, proxied)).toBe(allowed);
});

test.each([
  ['10.42.0.7:7700', true],
  ['[2001:db8::1]', true],
  ['lectern-api', true],
  ['lectern-api.docs.svc:7700', true],
  ['laptop.example.com', true],
  ['docs.example.com', true],
  ['lectern-api.docs', false],
  ['evil.example', false],
  ['local', true],
  ['evil-local', true],
  ['evil.local.example', false],
  // Absolute names end with a dot.
  ['lectern-api.docs.svc.cluster.local.:7700', true],
  ['docs.example.com.', true],
  ['evil.example.', false],
])('a server on another address accepts the Host %s: %s', (header, allowed) => {
  expect(hostAllowed(header, everywhere)).toBe(allowed);
});

test.each([
  ['a.example.com', true],
  ['b.a.example.com', true],
  ['example.com', false],
  ['badexample.com', false],
  ['named.example', true],
  ['NAMED.example', true],
  ['named.example.', true],
  ['absolute.example', true],
  ['absolute.example.', true],
])('names in a setting are accepted, others are not: %s: %s', (header, allowed) => {
  const names = { ...local, allowedHosts: ['*.example.com', 'Named.example', 'absolute.example.'] };
  expect(hostAllowed(header, names)).toBe(allowed);
});

const at = { host: '127.0.0.1:7700' };
test.each<[string, ServerNames, Record<string, string>, ReturnType<typeof pageOf>]>([
  ['a program', local, at, 'none'],
  [
    'a program without a Host header and with a sandboxed origin',
    local,
    { origin: 'null' },
    'refused',
  ],
  ['its own page', local, { ...at, origin: 'http://127.0.0.1:7700' }, 'none'],
  ['its public page', proxied, { ...at, origin: 'https://docs.example.com' }, 'allowed'],
  ['a stranger', proxied, { ...at, origin: 'https://evil.example' }, 'refused'],
  ['a page of the machine', local, { ...at, origin: 'http://localhost:5173' }, 'allowed'],
  ['a page of another machine', everywhere, { ...at, origin: 'http://localhost:5173' }, 'refused'],
  [
    'its own page over plain HTTP, when it is asked over TLS',
    everywhere,
    { host: 'nas', origin: 'http://nas', 'sec-fetch-site': 'cross-site' },
    'refused',
  ],
  ['a browser extension', local, { ...at, origin: 'moz-extension://a1' }, 'refused'],
  [
    'a browser extension that a setting lists',
    { ...local, allowedOrigins: ['moz-extension://A1'] },
    { ...at, origin: 'moz-extension://a1' },
    'allowed',
  ],
])('%s', (_who, names, headers, expected) => {
  expect(pageOf({ method: 'POST', headers }, names)).toBe(expected);
});
