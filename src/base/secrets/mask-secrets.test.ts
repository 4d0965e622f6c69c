import { describe, expect, test } from 'vitest';
import { checksum } from './secret-formats.ts';
import { maskSecrets } from './mask-secrets.ts';

const now = new Date('2026-01-01T00:00:00Z');
const mask = (text: string): string => maskSecrets(text, now).text;

// Made here of parts, so that no scanner takes this file for a leak.
const letters = 'h7Rq2LmZx9TbVk4WnYc8DpGs3FjUe6AoBi5KtNyXzQ1wMvCu0rHdEfJgPlSaIO';
const stripe = (body: string): string => ['sk', 'live', body].join('_');
const github = (body: string): string => `ghp_${body}${checksum(body)}`;
const jwt = (claims: object): string =>
  [{ alg: 'RS256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(letters.slice(0, 43))
    .join('.');
const key = (type: string, body: string): string =>
  [`-----BEGIN ${type}`, `-----\n${body}\n-----END ${type}`, '-----'].join('');

describe('maskSecrets', () => {
  test.each([
    ['AWS', 'AKIA', 'QX3ZT7LMWB2KDV5P'],
    ['GitHub', 'github_pat_', `${letters.slice(0, 22)}_${(letters + letters).slice(3, 62)}`],
    ['GitLab', 'glpat-', letters.slice(5, 25)],
    ['Slack', 'xoxb-', `274910385162-839502716493-${letters.slice(2, 26)}`],
    ['Slack', 'hooks.slack.com/services/', `T7QX2KMZP/B4WNRVJ8L/${letters.slice(8, 32)}`],
    ['Stripe', 'sk_live_', letters.slice(0, 40)],
    ['Google', 'AIza', letters.slice(0, 35)],
    ['OpenAI', 'sk-proj-', `${letters.slice(0, 30)}T3BlbkFJ${letters.slice(30, 60)}`],
    ['Anthropic', 'sk-ant-api03-', (letters + letters).slice(0, 95)],
  ])('masks a %s credential that begins with %s and leaves its prefix', (_, prefix, body) => {
    const { text, masked } = maskSecrets(`export KEY="${prefix}${body}" # done`, now);

    expect(text).toBe(`export KEY="${prefix}[masked]" # done`);
    expect(masked).toBe(1);
  });

  test('distinguishes a GitHub token from a similar text by its checksum', () => {
    const real = github(letters.slice(0, 30));

    expect(mask(`token ${real}`)).toBe('token ghp_[masked]');
    expect(mask(`token ${real.slice(0, -1)}~`)).toContain('~');
    expect(mask(`token ghp_${letters.slice(0, 36)}`)).toBe(`token ghp_${letters.slice(0, 36)}`);
  });

  test.each([
    'AKIAIOSFODNN7EXAMPLE',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'OPENAI_API_KEY=sk-...',
    'api_key: YOUR_API_KEY',
    stripe('x'.repeat(28)),
    stripe('abcdefghijklmnopqrstuvwx'),
    'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'AIzaSyYOUR_KEY_HERE_0000000000000000000',
    'task-management, disk-usage, a SG.Something, hf_hub_download',
    key('RSA PRIVATE KEY', '...'),
    key('PRIVATE KEY', '<your key>'),
  ])('leaves what is documentation: %s', (text) => {
    expect(maskSecrets(text, now)).toEqual({ text, masked: 0 });
  });

  test('masks a secret access key by its name', () => {
    const secret = `${letters.slice(0, 20)}/${letters.slice(20, 39)}`;

    expect(mask(`aws_secret_access_key = ${secret}`)).toBe('aws_secret_access_key = [masked]');
    expect(mask(`"SecretAccessKey of": "${secret}"`)).toContain(secret);
  });

  test('masks a token that has not expired, and no other', () => {
    const live = jwt({ sub: 'robot', exp: 4_000_000_000 });
    const expired = jwt({ sub: 'robot', exp: 1_600_000_000 });
    const shown = jwt({ sub: '1234567890', name: 'John Doe', exp: 4_000_000_000 });
    const account = jwt({ iss: 'kubernetes/serviceaccount' });

    expect(mask(`Authorization: Bearer ${live}`)).toBe('Authorization: Bearer eyJ[masked]');
    expect(mask(account)).toBe('eyJ[masked]');
    expect(mask(expired)).toBe(expired);
    expect(mask(shown)).toBe(shown);
  });

  test('masks the lines of a private key, of one in a string, and of one that is cut off', () => {
    const lines = `${letters}\n${letters.split('').reverse().join('')}`;
    const whole = key('RSA PRIVATE KEY', lines);
    const escaped = JSON.stringify({ key: key('PRIVATE KEY', lines) });

    expect(mask(`a\n${whole}\nb`)).toBe(`a\n${key('RSA PRIVATE KEY', '[masked]')}\nb`);
    expect(JSON.parse(mask(escaped))).toEqual({ key: key('PRIVATE KEY', '[masked]') });
    expect(mask(whole.slice(0, 120))).not.toContain(letters.slice(0, 20));
  });

  test('counts each of several', () => {
    const both = `${stripe(letters.slice(0, 40))} ${github(letters.slice(9, 39))}`;

    expect(maskSecrets(both, now).masked).toBe(2);
  });

  test('takes time in proportion to the length of hostile text', () => {
    const begins = '-----BEGIN PRIVATE KEY-----'.repeat(20_000);
    const dots = `eyJ${'a'.repeat(300_000)}.eyJ${'b'.repeat(300_000)}`;

    expect(maskSecrets(begins + dots, now).masked).toBe(0);
  });
});
