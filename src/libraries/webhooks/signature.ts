import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../base/secrets/same-secret.ts';
import { headerOf, type Headers, type WebhookHost } from './host.ts';

/**
 * Returns the proof of a delivery's origin; '' if there is none. GitHub, Gitea and Bitbucket sign the raw body (HMAC-SHA256,
 * hexadecimal). GitLab sends the secret itself. Sources: docs.github.com "Validating webhook deliveries", docs.gitea.com
 * "Webhooks", Atlassian's "Manage webhooks" and "Event payload", docs.gitlab.com "Webhooks".
 */
export function proofOf(host: WebhookHost, headers: Headers): string {
  switch (host) {
    case 'github':
      return hexOf(headerOf(headers, 'x-hub-signature-256'));
    case 'bitbucket':
      return hexOf(headerOf(headers, 'x-hub-signature'));
    case 'gitea':
      return hexOf(`sha256=${headerOf(headers, 'x-gitea-signature')}`);
    case 'gitlab':
      return headerOf(headers, 'x-gitlab-token');
  }
}

function hexOf(header: string): string {
  return /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1]?.toLowerCase() ?? '';
}

/** Returns whether the proof matches one of the secrets. Compares in constant time. */
export function isGenuine(
  host: WebhookHost,
  { proof, body }: { proof: string; body: Buffer },
  secrets: readonly string[],
): boolean {
  const expected = secrets
    .filter((secret) => secret !== '')
    .map((secret) => (host === 'gitlab' ? secret : hmac(secret, body)));
  const matches = expected.map((one) => isSameSecret(one, proof));
  return proof !== '' && matches.includes(true);
}

function hmac(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
