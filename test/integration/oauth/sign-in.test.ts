import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { decodeJwt } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { call, Person, sdkSigningIn, signedIn } from '../../support/oauth-person.ts';
import { clientSecret } from '../../support/oidc-server.ts';
import { startInstall, type OauthInstall } from './install.ts';

let shared: OauthInstall;
beforeAll(async () => {
  shared = await startInstall();
  return shared.close;
});

const question = { libraryId: '/acme/web', query: 'How do I declare a route?' };

const asPerson = (person: Person, resource: string, act: (client: Client) => Promise<string>) =>
  signedIn(person, (who) => sdkSigningIn(resource, who), act);

test('a client that knows only the address registers, lets its user sign in, and calls tools', async () => {
  const { resource, oidc } = shared;
  const person = new Person();
  const answer = await asPerson(person, resource, call('query-docs', question));
  expect(answer).toContain('Declare a route');
  const [asked] = person.asked;
  expect(person.asked).toHaveLength(1);
  expect(Object.fromEntries(asked!.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    resource,
    scope: 'lectern:read',
  });
  expect(decodeJwt(person.tokens()!.access_token)).toMatchObject({
    iss: oidc.issuer,
    sub: 'ann',
    aud: resource,
    scope: 'lectern:read',
  });
});

test('a client with the read scope asks its user again before a change', async () => {
  const { resource } = shared;
  const person = new Person({ client_id: 'assistant' });
  const refresh = call('refresh-library', { libraryId: '/acme/web' });
  expect(await asPerson(person, resource, refresh)).toContain('started successfully');
  const scopes = person.asked.map((address) => address.searchParams.get('scope'));
  expect(scopes).toEqual(['lectern:read', 'lectern:read lectern:write']);
  // The token with the wider scope can also read.
  expect(await asPerson(person, resource, call('query-docs', question))).toContain('route');
  expect(person.asked).toHaveLength(2);
});

test('a client can also sign its user in at /mcp/oauth', async () => {
  const { resource } = shared;
  const person = new Person();
  const answer = await asPerson(person, `${resource}/oauth`, call('query-docs', question));
  expect(answer).toContain('Declare a route');
  expect(person.asked[0]!.searchParams.get('resource')).toBe(resource);
});

test('a program without a user gets a token with its own credentials', async () => {
  const { resource, oidc } = shared;
  const transport = new StreamableHTTPClientTransport(new URL(resource), {
    authProvider: new ClientCredentialsProvider({
      clientId: 'robot',
      clientSecret,
      scope: 'lectern:read',
      expectedIssuer: oidc.issuer,
    }),
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    expect(await call('query-docs', question)(client)).toContain('Declare a route');
  } finally {
    await client.close();
  }
});
