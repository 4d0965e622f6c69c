import { describe, expect, test } from 'vitest';
import type { WebhookHost } from './host.ts';
import { isGenuine, proofOf } from './signature.ts';

const body = Buffer.from('Hello, World!');
const secret = "It's a Secret to Everybody";
/** The example from docs.github.com, "Validating webhook deliveries". */
const published = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

const genuine = (host: WebhookHost, headers: Record<string, string>, secrets = [secret]): boolean =>
  isGenuine(host, { proof: proofOf(host, headers), body }, secrets);

describe('isGenuine', () => {
  test.each<[host: WebhookHost, headers: Record<string, string>]>([
    ['github', { 'x-hub-signature-256': `sha256=${published}` }],
    ['github', { 'x-hub-signature-256': `sha256=${published.toUpperCase()}` }],
    ['gitea', { 'x-gitea-signature': published }],
    ['bitbucket', { 'x-hub-signature': `sha256=${published}` }],
    ['gitlab', { 'x-gitlab-token': secret }],
  ])('takes what %s sends: %j', (host, headers) => {
    expect(genuine(host, headers)).toBe(true);
    expect(genuine(host, headers, ['another one', secret])).toBe(true);
    expect(genuine(host, headers, ['another one'])).toBe(false);
    expect(genuine(host, headers, [])).toBe(false);
  });

  test.each<[host: WebhookHost, headers: Record<string, string>]>([
    ['github', {}],
    ['github', { 'x-hub-signature-256': '' }],
    ['github', { 'x-hub-signature-256': published }],
    ['github', { 'x-hub-signature-256': `sha256=${published.slice(1)}` }],
    ['github', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }],
    ['github', { 'x-hub-signature': `sha1=${published.slice(0, 40)}` }],
    ['github', { 'x-gitlab-token': secret }],
    ['gitea', {}],
    ['bitbucket', { 'x-hub-signature': 'sha256=' }],
    ['gitlab', {}],
    ['gitlab', { 'x-gitlab-token': '' }],
    ['gitlab', { 'x-gitlab-token': `${secret} ` }],
  ])('refuses from %s: %j', (host, headers) => {
    expect(genuine(host, headers)).toBe(false);
    expect(genuine(host, headers, ['', secret])).toBe(false);
  });
});
