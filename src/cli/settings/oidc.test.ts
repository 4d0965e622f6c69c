import { expect, test } from 'vitest';
import { oidcOf } from './oidc.ts';

const publicUrl = 'https://docs.example.com/';
const oidcIssuer = 'https://login.example.com/realms/docs';

test('without an issuer there are no tokens', () => {
  expect(oidcOf({ publicUrl })).toBeUndefined();
});

test('with an issuer and a public address all else follows', () => {
  expect(oidcOf({ publicUrl, oidcIssuer })).toEqual({
    issuer: oidcIssuer,
    resource: 'https://docs.example.com/mcp',
    metadataUrl: 'https://docs.example.com/.well-known/oauth-protected-resource',
    audience: 'https://docs.example.com/mcp',
    scopePrefix: '',
    groupsClaim: 'groups',
  });
});

test('an audience of its own leaves what clients ask tokens for as it is', () => {
  const oidc = oidcOf({ publicUrl, oidcIssuer, oidcAudience: 'lectern' });
  expect([oidc?.audience, oidc?.resource]).toEqual(['lectern', 'https://docs.example.com/mcp']);
});

test.each([
  ['http://login.example.com'],
  ['http://127.0.0.1.evil.example'],
  ['login.example.com'],
  ['https://user:secret@login.example.com'],
  ['https://login.example.com/?tenant=1'],
  ['https://login.example.com/#x'],
  ['file:///etc/issuer'],
])('%s is no issuer', (issuer) => {
  expect(() => oidcOf({ publicUrl, oidcIssuer: issuer })).toThrow(
    /^Configuration: oidcIssuer \(LECTERN_OIDC_ISSUER\) must be an address such as https:\/\//,
  );
});

test.each(['http://localhost:8080/realms/docs', 'http://127.0.0.1:9000', 'http://[::1]:9000'])(
  '%s may be one on this machine',
  (issuer) => {
    expect(oidcOf({ publicUrl, oidcIssuer: issuer })?.issuer).toBe(issuer);
  },
);

test('the message about a wrong address does not contain its password', () => {
  const issuer = 'https://user:hunter2secret@login.example.com';
  expect(() => oidcOf({ publicUrl, oidcIssuer: issuer })).not.toThrow(/hunter2secret/);
});

test.each([
  undefined,
  'docs.example.com',
  'ftp://docs.example.com',
  'https://docs.example.com?a=1',
])('the public address %s does not do', (address) => {
  const settings = { oidcIssuer, ...(address !== undefined && { publicUrl: address }) };
  expect(() => oidcOf(settings)).toThrow(/publicUrl \(LECTERN_PUBLIC_URL\)/);
});
