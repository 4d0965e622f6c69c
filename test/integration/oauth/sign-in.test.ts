import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { decodeJwt } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { clientSecret, redirectUri, signIn } from '../../support/oidc-server.ts';
import { startInstall, type OauthInstall } from './install.ts';

let shared: OauthInstall;
beforeAll(async () => {
  shared = await startInstall();
  return shared.close;
});

const question = { libraryId: '/acme/web', query: 'How do I declare a route?' };

/** The memory of the MCP SDK's own client, and the person who signs in where it opens a browser. */
class Person implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = {
    client_name: 'test',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  /** What the authorization server was asked for, each time. */
  readonly asked: URL[] = [];
  code = '';
  private client: OAuthClientInformationMixed | undefined;
  private held: OAuthTokens | undefined;
  private verifier = '';

  constructor(client?: OAuthClientInformationMixed) {
    this.client = client;
  }
  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.client;
  }
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }
  tokens(): OAuthTokens | undefined {
    return this.held;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.held = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
  async redirectToAuthorization(address: URL): Promise<void> {
    this.asked.push(address);
    this.code = await signIn(address, 'ann');
  }
}

/** Carries out what a client's user wants; whenever a sign-in is needed it is finished, and the same is done again. */
async function signedIn<Result>(
  resource: string,
  person: Person,
  act: (client: Client) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const transport = new StreamableHTTPClientTransport(new URL(resource), {
      authProvider: person,
    });
    const client = new Client({ name: 'test', version: '1' });
    try {
      await client.connect(transport);
      return await act(client);
    } catch (error) {
      if (attempt === 3 || String(error) !== 'Error: Unauthorized') throw error;
      await transport.finishAuth(person.code);
    } finally {
      await client.close();
    }
  }
}

const call = (name: string, args: object) => async (client: Client) => {
  const { content } = await client.callTool({ name, arguments: { ...args } });
  return (content as { text: string }[])[0]!.text;
};

test('a client that knows only the address registers itself, has its person sign in, and asks', async () => {
  const { resource, oidc } = shared;
  const person = new Person();
  const answer = await signedIn(resource, person, call('query-docs', question));
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

test('a client that may only read asks its person once more when it is to change something', async () => {
  const { resource } = shared;
  const person = new Person({ client_id: 'assistant' });
  const refresh = call('refresh-library', { libraryId: '/acme/web' });
  expect(await signedIn(resource, person, refresh)).toContain('started successfully');
  const scopes = person.asked.map((address) => address.searchParams.get('scope'));
  expect(scopes).toEqual(['lectern:read', 'lectern:read lectern:write']);
  // The wider token is good for reading too.
  expect(await signedIn(resource, person, call('query-docs', question))).toContain('route');
  expect(person.asked).toHaveLength(2);
});

test('a client signs its person in at /mcp/oauth too', async () => {
  const { resource } = shared;
  const person = new Person();
  const answer = await signedIn(`${resource}/oauth`, person, call('query-docs', question));
  expect(answer).toContain('Declare a route');
  expect(person.asked[0]!.searchParams.get('resource')).toBe(resource);
});

test('a program that acts for nobody gets its token by itself', async () => {
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
