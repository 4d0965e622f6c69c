import { describe, expect, test } from 'vitest';
import { trustScore, type TrustInputs } from './trust.ts';

const now = new Date('2026-01-01T00:00:00Z');
const origin = 'https://example.org/acme/anvil';
const score = (parts: Partial<TrustInputs>): number => trustScore({ origin, ...parts }, now);
const active = '2025-12-01T00:00:00Z';
const old = '2015-01-01T00:00:00Z';

describe('trustScore', () => {
  test.each<[string, number, Partial<TrustInputs>]>([
    ['a private host that tells nothing', 5, {}],
    ['a new repository of nobody', 2, { stars: 0, createdAt: active, activeAt: active }],
    [
      'a small library that is kept up',
      6,
      { stars: 10, createdAt: old, activeAt: active, license: 'MIT', owner: 'user' },
    ],
    [
      'a well-known one',
      9,
      { stars: 3_000, createdAt: old, activeAt: active, license: 'MIT', owner: 'organization' },
    ],
    [
      'a famous one of a verified organization',
      10,
      { stars: 60_000, createdAt: old, activeAt: active, license: 'MIT', verified: true },
    ],
    ['an archived one', 6, { stars: 900, createdAt: old, archived: true, license: 'MIT' }],
    ['a fork', 4, { stars: 5, createdAt: old, activeAt: active, license: 'MIT', fork: true }],
    ['a host that tells no stars', 7, { createdAt: old, activeAt: active }],
    ['documentation on a domain of its own', 7, { tls: true, domain: 'own', pages: 400 }],
    ['a page on a domain of everybody', 5, { tls: true, domain: 'shared', pages: 3 }],
    ['a site without TLS', 3, { tls: false, domain: 'own', pages: 20 }],
    ['an address', 0, { tls: false, domain: 'address', pages: 1 }],
  ])('gives %s %i', (_, expected, inputs) => {
    expect(score(inputs)).toBe(expected);
  });

  test('gives 5 to what only the operator knows', () => {
    expect(trustScore(undefined, now)).toBe(5);
  });

  test('is between 0 and 10, whatever a host says', () => {
    expect(score({ stars: Number.MAX_SAFE_INTEGER, verified: true, license: 'MIT' })).toBe(9);
    expect(score({ stars: 0, fork: true, archived: true, createdAt: 'never' })).toBe(0);
  });

  test('never falls with stars', () => {
    const scores = [0, 1, 10, 100, 1_000, 10_000, 100_000].map((stars) => score({ stars }));

    expect(scores).toEqual([...scores].sort((a, b) => a - b));
  });
});
