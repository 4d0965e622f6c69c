import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import type { Authenticator } from '../access/authenticator.ts';
import { createIssuerKeys } from './issuer-keys.ts';
import { createTokenAuthenticator } from './token-authenticator.ts';

const issuer = 'https://login.example.com';
const audience = 'https://docs.example.com/mcp';
let privateKey: CryptoKey;
let publicKey: CryptoKey;
let published: JWK;
let authenticator: Authenticator;
beforeAll(async () => {
  ({ privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true }));
  published = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const jwks_uri = `${issuer}/keys`;
  const read = async (url: string) =>
    url === jwks_uri ? { keys: [published] } : { issuer, jwks_uri };
  const keys = createIssuerKeys({ issuer, read });
  authenticator = createTokenAuthenticator({
    issuer,
    audience,
    keys,
    scopePrefix: '',
    groupsClaim: 'groups',
  });
});

const seconds = (): number => Math.floor(Date.now() / 1000);
const good = (): Record<string, unknown> => ({
  iss: issuer,
  aud: audience,
  sub: 'u1',
  scope: 'lectern:read',
  iat: seconds(),
  exp: seconds() + 300,
});
const signed = (claims: object, header: object = {}, key = privateKey): Promise<string> =>
  new SignJWT({ ...good(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k', ...header })
    .sign(key);
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each<[string, object]>([
  ['as it should be', {}],
  ['for several audiences', { aud: ['other', audience] }],
  ['that expired within the difference of clocks', { exp: seconds() - 10 }],
  ['that begins within the difference of clocks', { nbf: seconds() + 10 }],
])('a token %s gives its subject', async (_case, claims) => {
  expect(await authenticator.authenticate(await signed(claims))).toEqual({
    role: 'member',
    userId: 'u1',
    teamspace: 'default',
    scopes: ['lectern:read'],
  });
});

test.each<[string, object, RegExp]>([
  [
    'for another audience',
    { aud: 'https://mail.example.com' },
    /its claim "aud" must name https:\/\/docs/,
  ],
  ['for an audience that begins like it', { aud: `${audience}/other` }, /"aud"/],
  ['for nobody', { aud: undefined }, /"aud"/],
  [
    'of another issuer',
    { iss: 'https://login.example.com.evil.example' },
    /"iss" must be https:\/\/login/,
  ],
  ['of no issuer', { iss: undefined }, /"iss"/],
  ['that expired', { exp: seconds() - 31 }, /has expired/],
  ['that never expires', { exp: undefined }, /"exp"/],
  ['that is not valid yet', { nbf: seconds() + 60 }, /not valid yet/],
  ['of nobody', { sub: undefined }, /"sub"/],
])('a token %s is refused with the reason', async (_case, claims, why) => {
  const token = await signed(claims);
  await expect(authenticator.authenticate(token)).rejects.toMatchObject({
    code: 'invalid_api_key',
    status: 401,
    message: expect.stringMatching(why),
  });
});

test('an unsigned token is refused', async () => {
  const token = `${part({ alg: 'none', typ: 'JWT' })}.${part(good())}.`;
  await expect(authenticator.authenticate(token)).rejects.toThrow(/not signed with a key of/);
});

test('a token signed with the public key as a secret is refused', async () => {
  for (const secret of [await exportSPKI(publicKey), JSON.stringify(published), published.n!]) {
    const body = `${part({ alg: 'HS256', kid: 'k' })}.${part(good())}`;
    const signature = createHmac('sha256', secret).update(body).digest('base64url');
    const token = `${body}.${signature}`;
    await expect(authenticator.authenticate(token)).rejects.toThrow(/not signed with a key of/);
  }
});

test('a token signed with another key under the id of a valid key is refused', async () => {
  const { privateKey: other, publicKey: ours } = await generateKeyPair('RS256', {
    extractable: true,
  });
  const forged = [
    await signed({}, {}, other),
    await signed({}, { kid: 'made-up' }, other),
    // A key within the token is the forger's own.
    await signed({}, { jwk: await exportJWK(ours), jku: 'https://evil.example/keys' }, other),
  ];
  for (const token of forged) {
    await expect(authenticator.authenticate(token)).rejects.toThrow(/not signed with a key of/);
  }
});

test('a token that was changed after it was signed is refused', async () => {
  const [header, , signature] = (await signed({})).split('.');
  const token = `${header}.${part({ ...good(), sub: 'root' })}.${signature}`;
  await expect(authenticator.authenticate(token)).rejects.toThrow(/not signed with a key of/);
});

test.each(['a.b.c', 'e30.e30.e30', `${'x'.repeat(20_000)}.e30.e30`])(
  'text with only the form of a token is refused (%#)',
  async (token) => {
    await expect(authenticator.authenticate(token)).rejects.toMatchObject({ status: 401 });
  },
);

test.each(['lct_0123456789abcdef_secret', '', 'a.b', 'a.b.c.d.e', 'a.b.c d'])(
  '%j is not a token, and goes to other authenticators',
  async (bearer) => {
    expect(await authenticator.authenticate(bearer)).toBeUndefined();
  },
);
