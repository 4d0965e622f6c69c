import { createServer, type RequestListener } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type ClientMetadata, type Configuration, type JWK } from 'oidc-provider';
import { closeServer, listen } from './web-server.ts';

/**
 * Additional claims in tokens. The keys are the sign-in names of people and the client ids of
 * programs.
 */
export type Claims = Record<string, Record<string, unknown>>;

/** The client through which people sign in to a dashboard. */
export interface DashboardClient {
  redirectUri: string;
  /** The secret of the client. Absent for a public client. */
  secret?: string;
  /**
   * True if ID tokens contain the claims of people. Otherwise only the UserInfo endpoint returns
   * them, as OpenID Connect specifies.
   */
  tellsInToken?: boolean;
}

/** A running OpenID Connect provider. */
export interface OidcServer {
  issuer: string;
  /** Paths in the order of the requests. */
  requests: string[];
  /** Returns a token for a program, by the client credentials grant. */
  tokenFor: (clientId: string, request: { resource: string; scope?: string }) => Promise<string>;
  /** Creates new signing keys. They replace the published ones. */
  rotate: () => Promise<void>;
  /** Stops the server until the test ends. */
  stop: () => Promise<void>;
}

/** The address to which the provider sends a person's codes. No server listens there. */
export const redirectUri = 'http://127.0.0.1:9/callback';
/** The secret of every program. */
export const clientSecret = 'the-secret-of-every-program-here';
const scopes = ['lectern:read', 'lectern:write'];

/**
 * Starts a real OpenID Connect provider on a free port. Every person can sign in under any name,
 * clients can register themselves, and `assistant` is a registered client for people. Each name in
 * `claims` is also a program with credentials.
 */
export async function startOidcServer(
  claims: Claims = {},
  dashboard?: DashboardClient,
): Promise<OidcServer> {
  let answer: (...exchange: Parameters<RequestListener>) => Promise<void> | void = () => {};
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    void answer(request, response);
  });
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const rotate = async (): Promise<void> => {
    const provider = new Provider(issuer, configuration(claims, [await newKey()], dashboard));
    answer = provider.callback();
  };
  await rotate();
  return {
    issuer,
    requests,
    rotate,
    async tokenFor(clientId, { resource, scope = 'lectern:read' }) {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
      });
      const body = (await response.json()) as { access_token?: string };
      if (body.access_token === undefined) throw new Error(JSON.stringify(body));
      return body.access_token;
    },
    stop: () => (server.listening ? closeServer(server) : Promise.resolve()),
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' };
}

function configuration(
  claims: Claims,
  keys: JWK[],
  dashboard: DashboardClient | undefined,
): Configuration {
  const assistant: ClientMetadata = {
    client_id: 'assistant',
    redirect_uris: [redirectUri],
    application_type: 'native',
    token_endpoint_auth_method: 'none',
  };
  const programs = Object.keys(claims).map((client_id): ClientMetadata => ({
    client_id,
    client_secret: clientSecret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  }));
  return {
    jwks: { keys },
    cookies: { keys: ['signs the cookies of these tests'] },
    scopes: ['openid', 'offline_access', ...scopes],
    clients: [assistant, ...programs, ...(dashboard ? [clientOf(dashboard)] : [])],
    claims: { openid: ['sub', 'groups', 'team'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: dashboard?.tellsInToken !== true,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...claims[accountId] }),
    }),
    extraTokenClaims(_context, token) {
      const name = 'accountId' in token ? token.accountId : token.clientId;
      return name === undefined ? undefined : claims[name];
    },
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          scope: scopes.join(' '),
          audience: resource,
          accessTokenTTL: 300,
          accessTokenFormat: 'jwt',
        }),
      },
    },
    ttl: { AccessToken: 300, Grant: 3600, IdToken: 300, Interaction: 600, Session: 3600 },
  };
}

function clientOf({ redirectUri: back, secret }: DashboardClient): ClientMetadata {
  const proof: ClientMetadata =
    secret === undefined
      ? { client_id: 'dashboard', token_endpoint_auth_method: 'none' }
      : { client_id: 'dashboard', client_secret: secret };
  return { ...proof, redirect_uris: [back], application_type: 'native' };
}

/**
 * Acts as the browser that a client opens. Signs in under a name, gives consent, and follows
 * redirects to the client's own address, `back`. Returns the parameters in that address.
 */
export async function signIn(
  address: URL,
  name: string,
  back: string = redirectUri,
): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next = address;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(key, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (location !== null) {
      next = new URL(location, next);
      form = undefined;
    } else if (action !== undefined && prompt !== undefined) {
      next = new URL(action, next);
      form = new URLSearchParams({ prompt, login: name, password: 'any' });
    } else {
      throw new Error(`${next.pathname} answered ${response.status}: ${page.slice(0, 500)}`);
    }
    if (next.href.startsWith(back)) {
      if (next.searchParams.has('code')) return next.searchParams;
      throw new Error(`the client is told ${next.search}`);
    }
  }
  throw new Error('the sign-in did not end');
}
