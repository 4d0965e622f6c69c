import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type ServerMetadata,
  type CustomFetch,
} from 'openid-client';
import { readBounded } from '../../base/http/bounded-body.ts';
import { createCachedLookup } from '../access/cached-lookup.ts';
import { isSecure, type ReadJson } from '../oauth/issuer-keys.ts';

/** Milliseconds for a whole response of the issuer: a person waits for it. */
const timeoutMs = 5_000;
/** Maximum bytes of a response. */
const maxBytes = 262_144;

/** The issuer is unreachable, or its response is unusable. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** A fetch for an issuer's endpoints: over https or within the machine, without redirects, limited in time and size. Rejects with IssuerUnavailable. */
const boundedFetch: CustomFetch = async (url, { body, headers, method, signal }) => {
  const { origin, pathname } = new URL(url);
  if (!isSecure(new URL(url))) throw new IssuerUnavailable(`${origin}${pathname} is not https`);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && body !== null && { body }),
    });
    const { status } = response;
    const text = response.body && (await readBounded(response.body, maxBytes, tooLarge));
    const bare = [204, 205, 304].includes(status);
    return new Response(bare ? null : text, { status, headers: response.headers });
  } catch (cause) {
    throw new IssuerUnavailable(`${origin}${pathname} is unreachable or its response is unusable`, {
      cause,
    });
  }
};

function tooLarge(): Error {
  return new Error(`it answered more than ${maxBytes} bytes`);
}

/** This server as a client of the issuer. */
export interface OidcClient {
  issuer: string;
  clientId: string;
  /** Absent for a public client, which uses only PKCE. */
  clientSecret?: string;
}

/** Milliseconds for which the discovery document is cached. */
const believedMs = 3_600_000;
/** Allowed difference in seconds between the clocks of issuer and server. */
const toleranceSeconds = 30;
/** Endpoints of a sign-in; each must use https or be on this machine. */
const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * Returns a function that loads the configuration of openid-client from the issuer's discovery document, at the first sign-in.
 * ID tokens are verified with the issuer's keys. The function rejects with IssuerUnavailable.
 */
export function createOidcClient(
  client: OidcClient,
  { read }: { read: ReadJson },
): () => Promise<Configuration> {
  const { issuer } = client;
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const memory = createCachedLookup({
    async load() {
      const document = await read(address).catch((cause: unknown) => {
        throw new IssuerUnavailable(`${address} cannot be read now`, { cause });
      });
      return configurationOf(checked(document, issuer), client);
    },
    believedMs,
  });
  return () => memory.get(issuer);
}

function configurationOf(metadata: ServerMetadata, client: OidcClient): Configuration {
  const { clientId, clientSecret } = client;
  const own = {
    [clockTolerance]: toleranceSeconds,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  };
  const configuration = new Configuration(metadata, clientId, own, proofOf(clientSecret, metadata));
  configuration[customFetch] = boundedFetch;
  enableNonRepudiationChecks(configuration);
  // Settings allow http only within this machine, and boundedFetch checks that for every endpoint.
  if (new URL(client.issuer).protocol === 'http:') allowInsecureRequests(configuration);
  return configuration;
}

/** Sends the secret in the header, unless the issuer only accepts it in the body. */
function proofOf(secret: string | undefined, metadata: ServerMetadata): ClientAuth {
  if (secret === undefined) return None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret);
}

function checked(document: unknown, issuer: string): ServerMetadata {
  const metadata = (document ?? {}) as ServerMetadata;
  if (metadata.issuer !== issuer) {
    const named = JSON.stringify(metadata.issuer)?.slice(0, 200);
    throw new IssuerUnavailable(
      `the discovery document of ${issuer} names the issuer ${named}; oidcIssuer must be the same text`,
    );
  }
  for (const name of endpoints) {
    const url = URL.parse(String(metadata[name]));
    if (!url || !isSecure(url)) {
      throw new IssuerUnavailable(
        `the discovery document of ${issuer} has no ${name} that is https, or http of this machine`,
      );
    }
  }
  return metadata;
}
