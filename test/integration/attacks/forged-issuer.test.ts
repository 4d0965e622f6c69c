import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { browserAt } from '../../support/signed-in-browser.ts';
import { closeServer, listen } from '../../support/web-server.ts';
import { apiServer } from '../api/api-server.ts';

/** Faults of an issuer. */
interface Mischief {
  claims?: Record<string, unknown>;
  /** Signs tokens with a key that it does not publish. */
  otherKey?: boolean;
  /** Changes the ID token before the issuer sends it. */
  token?: (signed: string) => string;
  discovery?: Record<string, unknown>;
  /** Replaces the response of the token endpoint. */
  answer?: (response: ServerResponse) => void;
}

/** Signs a person in with a faulty issuer. Returns the address of the page afterwards. */
async function signedInWith(mischief: Mischief): Promise<string> {
  const [published, other] = await Promise.all(
    [1, 2].map(async () => generateKeyPair('ES256', { extractable: true })),
  );
  const keys = [{ ...(await exportJWK(published!.publicKey)), kid: 'k', alg: 'ES256' }];
  let nonce = '';
  const send = (response: ServerResponse, body: unknown): void => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    if (path.startsWith('/.well-known')) {
      return send(response, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
        ...mischief.discovery,
      });
    }
    if (path === '/keys') return send(response, { keys });
    if (mischief.answer) return mischief.answer(response);
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'dashboard', sub: 'eve', nonce, name: 'Eve' };
    const signed = await new SignJWT({
      ...claims,
      iat: seconds,
      exp: seconds + 60,
      ...mischief.claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .sign((mischief.otherKey ? other : published)!.privateKey);
    const id_token = mischief.token?.(signed) ?? signed;
    return send(response, { access_token: 'a', token_type: 'bearer', id_token });
  };
  const server = createServer((request, response) => void serve(request, response));
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => closeServer(server));
  const publicUrl = 'http://127.0.0.1:7700';
  const lectern = await apiServer({
    parts: { publicUrl },
    settings: { publicUrl, oidcIssuer: issuer, oidcClientId: 'dashboard' },
  });
  const browser = browserAt(lectern.url);
  const begun = await browser.open('/api/v1/session/oidc');
  const location = new URL(begun.headers.get('location')!);
  nonce = location.searchParams.get('nonce') ?? '';
  if (location.origin === publicUrl) return location.hash;
  const state = location.searchParams.get('state')!;
  const back = await browser.open(`/api/v1/session/callback?code=c&state=${state}`);
  return new URL(back.headers.get('location')!).hash;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('an issuer that behaves signs in', async () => {
  expect(await signedInWith({})).toBe('#/');
});

test.each<[string, Mischief]>([
  ['signed with a key that is not published', { otherKey: true }],
  ['signed by nobody', { token: (t) => `${part({ alg: 'none' })}.${t.split('.')[1]}.` }],
  [
    'changed after it was signed',
    { token: (t) => t.replace(/\.[^.]+\./, `.${part({ sub: 'root' })}.`) },
  ],
  ['for another client', { claims: { aud: 'mail' } }],
  ['of another issuer', { claims: { iss: 'https://login.example.com' } }],
  ['of another sign-in', { claims: { nonce: 'x'.repeat(43) } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['that has expired', { claims: { exp: 1 } }],
  ['that is no token', { token: () => 'nothing' }],
])('an ID token %s does not sign in', async (_case, mischief) => {
  expect(await signedInWith(mischief)).toBe('#/sign-in?error=failed');
});

test.each<[string, Mischief]>([
  ['names another issuer', { discovery: { issuer: 'https://login.example.com' } }],
  [
    'has people sign in over plain HTTP',
    { discovery: { authorization_endpoint: 'http://login.example.com/auth' } },
  ],
  ['has people sent to a script', { discovery: { authorization_endpoint: 'javascript:alert(1)' } }],
  [
    'has codes sent over plain HTTP',
    { discovery: { token_endpoint: 'http://login.example.com/token' } },
  ],
  ['has no keys', { discovery: { jwks_uri: undefined } }],
  [
    'leads the code elsewhere',
    { answer: (r) => void r.writeHead(307, { location: 'http://127.0.0.1:9/' }).end() },
  ],
  ['answers without end', { answer: (r) => void r.end('x'.repeat(300_000)) }],
  ['hangs up', { answer: (r) => void r.destroy() }],
])('an issuer that %s does not sign in', async (_case, mischief) => {
  expect(await signedInWith(mischief)).toMatch(/^#\/sign-in\?error=(unreachable|failed)$/);
});
