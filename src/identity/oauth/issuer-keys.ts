import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { LecternError } from '../../base/errors.ts';

/** Reads a JSON document; rejects when it cannot be had, is too large or takes too long. */
export type ReadJson = (url: string) => Promise<unknown>;

export interface IssuerKeysOptions {
  /** As its discovery document has to name it. */
  issuer: string;
  read: ReadJson;
  /** Milliseconds since the last look at the keys after which an unknown one is worth another. */
  cooldownMs?: number;
  /** Milliseconds after which the keys are read anew, while those that are held go on being good. */
  refreshMs?: number;
  /** Milliseconds that an issuer which did not answer is left alone. */
  pauseMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The issuer's keys cannot be had, so nobody knows whether a token is good. */
class IssuerUnreachable extends LecternError {
  constructor(issuer: string, cause: unknown) {
    const message = `The issuer of access tokens, ${issuer}, is unreachable. Try again, or use an API key.`;
    super('issuer_unreachable', 503, message, { cause });
  }
}

const dayMs = 86_400_000;

/**
 * Finds the key that signed a token among those the issuer publishes. Its discovery document is read when the first token
 * comes, the keys anew every ten minutes, and for an unknown key once in half a minute, whatever tokens are made up. While
 * the issuer is away the keys that are held stay good for a day. Rejects with IssuerUnreachable, or with jose's JWKSNoMatchingKey.
 */
export function createIssuerKeys({
  issuer,
  read,
  cooldownMs = 30_000,
  refreshMs = 600_000,
  pauseMs = 5_000,
  now = Date.now,
}: IssuerKeysOptions): JWTVerifyGetKey {
  let failure: { at: number; error: IssuerUnreachable } | undefined;
  let readAt = 0;

  async function readOnce(url: string): Promise<unknown> {
    if (failure && now() < failure.at + pauseMs) throw failure.error;
    try {
      const document = await read(url);
      failure = undefined;
      return document;
    } catch (cause) {
      failure = { at: now(), error: new IssuerUnreachable(issuer, cause) };
      throw failure.error;
    }
  }

  async function openKeySet() {
    const where = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const address = keysAddress(await readOnce(where), issuer);
    return createRemoteJWKSet(address, {
      cooldownDuration: cooldownMs,
      cacheMaxAge: dayMs,
      [customFetch]: async (url) => {
        const keys = await readOnce(url);
        readAt = now();
        return Response.json(keys);
      },
    });
  }

  let opening: ReturnType<typeof openKeySet> | undefined;
  async function keySet() {
    opening ??= openKeySet();
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  return async (header, token) => {
    try {
      const keys = await keySet();
      // In the background: a request with a known key never waits for the issuer.
      if (keys.jwks() && now() >= readAt + refreshMs) keys.reload().catch(() => {});
      return await keys(header, token);
    } catch (error) {
      const unusable = error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout;
      throw unusable ? new IssuerUnreachable(issuer, error) : error;
    }
  };
}

function keysAddress(document: unknown, issuer: string): URL {
  const { issuer: named, jwks_uri: address } = (document ?? {}) as Record<string, unknown>;
  if (named !== issuer) {
    const found = JSON.stringify(named)?.slice(0, 200);
    throw new IssuerUnreachable(
      issuer,
      new Error(
        `its discovery document names the issuer ${found}; oidcIssuer must be the same text`,
      ),
    );
  }
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url || !isSecure(url)) {
    const problem = 'its discovery document has no jwks_uri that is https, or http of this machine';
    throw new IssuerUnreachable(issuer, new Error(problem));
  }
  return url;
}

/** Whether nobody on the way can change what an address answers: https, or http that does not leave the machine. */
export function isSecure({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
