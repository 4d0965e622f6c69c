import { describe, expect, test } from 'vitest';
import { accessFor, authorization, type SecretData } from './credentials.ts';
import { parseLocation } from './location.ts';

const https = parseLocation('https://git.example/a/b', false);
const ssh = parseLocation('git@git.example:a/b', false);

describe('accessFor', () => {
  test.each<[what: string, secret: SecretData, header: string]>([
    [
      'a name and a password',
      { username: 'ada', password: 'p:w\n' },
      `Basic ${Buffer.from('ada:p:w').toString('base64')}`,
    ],
    ['a bearer token before them', { bearerToken: 't0ken\n', username: 'ada' }, 'Bearer t0ken'],
  ])('shows an HTTP server %s', (_, secret, header) => {
    expect(authorization(accessFor(https, secret)!)).toBe(header);
  });

  test('takes those in the URL when no others are given', () => {
    const location = parseLocation('https://ada:in%40url@git.example/a/b', false);
    const shown = (secret?: SecretData) =>
      Buffer.from(authorization(accessFor(location, secret)!)!.slice(6), 'base64').toString();

    expect(shown()).toBe('ada:in@url');
    expect(shown({ username: 'eve', password: 'given' })).toBe('eve:given');
  });

  test('has nothing to show where nothing is given, nor for a local path', () => {
    expect(accessFor(https)).toBeUndefined();
    expect(accessFor(ssh)).toBeUndefined();
    expect(accessFor({ kind: 'local', path: '/srv' }, { username: 'ada' })).toBeUndefined();
  });

  test.each<[secret: SecretData, url: 'https' | 'ssh', message: RegExp]>([
    [{}, 'https', /an http or https URL needs username and password, or bearerToken/],
    [{ identity: 'k', known_hosts: 'h' }, 'https', /an http or https URL needs username/],
    [{ username: 'ada' }, 'https', /username is there, but password is missing/],
    [{ password: 'secret' }, 'https', /password is there, but username is missing/],
    [{ bearerToken: 'a\nX-Other: b' }, 'https', /bearerToken holds characters/],
    [{ username: 'ada', password: 'secret' }, 'ssh', /an ssh URL needs identity .* known_hosts/],
    [{ identity: 'secret' }, 'ssh', /known_hosts with the server's host key is missing/],
  ])('says which keys are missing in %j for %s', (secret, url, message) => {
    const look = () => accessFor(url === 'ssh' ? ssh : https, secret);

    expect(look).toThrow(expect.objectContaining({ reason: 'AccessDenied', retry: 'never' }));
    expect(look).toThrow(message);
    expect(look).not.toThrow(/secret|X-Other/);
  });
});
