import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { integrationIn, integrationsIn, withIntegration } from './settings.ts';

const now = new Date('2026-03-01T12:00:00Z');
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const set = (name: string, fields: Record<string, string>, held = {}) =>
  withIntegration(held, name, { fields, now });

describe('withIntegration', () => {
  test('keeps integrations of hosts, wiki and pages separate, and shows which fields are set without their values', () => {
    let values = set('git/github.com', { appId: '7', privateKey });
    values = set('git/git.example:8443', { token: 'first-token' }, values);
    values = set('wiki', { siteUrl: 'https://wiki.example', token: 'second-token' }, values);
    values = set('pages', { token: 'third-token' }, values);

    expect(integrationsIn(values)).toEqual([
      { name: 'git/git.example:8443', fields: ['token'], updatedAt: now.toISOString() },
      { name: 'git/github.com', fields: ['appId', 'privateKey'], updatedAt: now.toISOString() },
      { name: 'pages', fields: ['token'], updatedAt: now.toISOString() },
      { name: 'wiki', fields: ['siteUrl', 'token'], updatedAt: now.toISOString() },
    ]);
    expect(integrationIn(values, 'git/git.example:8443')?.['token']).toBe('first-token');
    expect(integrationIn(values, 'git/git.example')).toBeUndefined();
    expect(Object.keys(values).every((key) => /^[-._a-zA-Z0-9]+$/.test(key))).toBe(true);
  });

  test('replaces one whole, and removes it without touching another', () => {
    const held = set(
      'git/a.example',
      { token: 'a', username: 'ada' },
      set('git/example', { token: 'b' }),
    );

    expect(integrationIn(set('git/a.example', { token: 'c' }, held), 'git/a.example')).toEqual({
      token: 'c',
      updatedAt: now.toISOString(),
    });
    const left = withIntegration(held, 'git/example');
    expect(integrationsIn(left).map(({ name }) => name)).toEqual(['git/a.example']);
  });

  test('shows a credential that was not set over HTTP, without a time', () => {
    expect(integrationsIn({ 'git.github.com.token': 'x', unrelated: 'y' })).toEqual([
      { name: 'git/github.com', fields: ['token'], updatedAt: null },
    ]);
  });

  test.each<[name: string, fields: Record<string, string>, message: RegExp]>([
    ['mail', {}, /"mail" is not an integration; use wiki, pages, or git\/<host>/],
    ['git/', {}, /is not an integration/],
    ['git/../wiki', {}, /is not an integration/],
    ['git/github.com', {}, /requires token, or appId and privateKey, or identity and knownHosts/],
    ['git/github.com', { tokens: 'hush' }, /Field "tokens" is unknown; known fields are/],
    ['git/github.com', { token: ' ' }, /Field "token" must not be empty/],
    ['git/github.com', { appId: '7' }, /Field "privateKey" is required with appId, privateKey/],
    [
      'git/github.com',
      { appId: '7', privateKey: 'hush' },
      /"privateKey" must be an RSA key in PEM/,
    ],
    ['git/github.com', { token: 'hush', identity: 'hush' }, /"knownHosts" is required with/],
    ['git/github.com', { token: 'hush', apiUrl: 'file:///etc' }, /Field "apiUrl": /],
    ['wiki', { token: 'hush' }, /Field "siteUrl" is required with siteUrl, token/],
  ])('refuses for %s %j and names the field', (name, fields, message) => {
    expect(() => set(name, fields)).toThrow(message);
    expect(() => set(name, fields)).not.toThrow(/hush/);
  });
});
