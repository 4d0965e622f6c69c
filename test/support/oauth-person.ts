import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { redirectUri, signIn } from './oidc-server.ts';

/** A client of the MCP SDK with its memory, and the person who signs in when it opens a browser. */
export class Person implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = {
    client_name: 'test',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  /** Addresses of the authorization server that the client opened. */
  readonly asked: URL[] = [];
  /** Parameters of the last call to the client's own address. */
  callback = new URLSearchParams();
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
    this.callback = await signIn(address, 'ann');
  }
}

/** A client, its transport, and a function that finishes a sign-in. */
export interface SigningIn {
  client: Client;
  transport: Transport;
  finish: (callback: URLSearchParams) => Promise<void>;
}

/** Returns the official MCP client, for the revisions with a handshake. */
export function sdkSigningIn(resource: string, person: Person): SigningIn {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: person });
  return {
    client: new Client({ name: 'test', version: '1' }),
    transport,
    finish: (callback) => transport.finishAuth(callback.get('code') ?? ''),
  };
}

/** Runs a user's request. If it needs a sign-in, signs in and repeats the request. */
export async function signedIn<Result>(
  person: Person,
  start: (person: Person) => SigningIn,
  act: (client: Client) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const { client, transport, finish } = start(person);
    try {
      await client.connect(transport);
      return await act(client);
    } catch (error) {
      if (attempt === 3 || !String(error).endsWith('Error: Unauthorized')) throw error;
      await finish(person.callback);
    } finally {
      await client.close();
    }
  }
}

/** Calls a tool. Returns the text of its answer. */
export function call(name: string, args: object): (client: Client) => Promise<string> {
  return async (client) => {
    const { content } = await client.callTool({ name, arguments: { ...args } });
    return (content as { text: string }[])[0]!.text;
  };
}
