import { describe, expect, test } from 'vitest';
import { trustInputs } from './trust-inputs.ts';

const nothing = { facts: {}, pages: 7, held: undefined };

describe('trustInputs', () => {
  test("takes the facts of a repository's host", () => {
    const source = { git: { url: 'https://user:pass@github.com/acme/anvil.git' } };
    const facts = { stars: 3, license: 'MIT', host: { fork: true, owner: 'user' as const } };

    expect(trustInputs(source, { ...nothing, facts })).toEqual({
      origin: 'https://github.com/acme/anvil',
      stars: 3,
      license: 'MIT',
      fork: true,
      owner: 'user',
    });
  });

  test('keeps the earlier facts of a host that does not respond, unless they are about another repository', () => {
    const held = { origin: 'https://github.com/acme/anvil', stars: 3 };
    const of = (url: string) => trustInputs({ git: { url } }, { ...nothing, held });

    expect(of('git@github.com:acme/anvil.git')).toEqual(held);
    expect(of('https://github.com/acme/pie')).toEqual({ origin: 'https://github.com/acme/pie' });
  });

  test('knows nothing of a local folder or a workspace', () => {
    expect(trustInputs({ git: { url: '/srv/docs' } }, nothing)).toBeUndefined();
    expect(trustInputs({}, nothing)).toBeUndefined();
  });

  test.each([
    ['https://docs.example.org/guide', { tls: true, domain: 'own' }],
    ['http://acme.github.io/anvil/', { tls: false, domain: 'shared' }],
    ['http://10.0.0.1:8080/', { tls: false, domain: 'address' }],
    ['http://[::1]/', { tls: false, domain: 'address' }],
    ['http://wiki/', { tls: false, domain: 'address' }],
  ])('tells %s by its scheme and domain', (url, expected) => {
    const { origin } = new URL(url);

    expect(trustInputs({ website: { url } }, nothing)).toEqual({ origin, ...expected, pages: 7 });
    expect(trustInputs({ openapi: { url } }, nothing)).toEqual({ origin, ...expected });
  });
});
