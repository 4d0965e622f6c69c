import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { LecternError } from '../../base/errors.ts';

/** Reads a JSON document. Rejects if it is unavailable, too large or too slow. */
export type ReadJson = (url: string) => Promise<unknown>;

interface IssuerKeysOptions {
  /** The issuer exactly as its discovery document names it. */
  issuer: string;
  read: ReadJson;
}

/** Minimum milliseconds between two reads for unknown keys. */
const cooldownMs = 30_000;
/** Milliseconds after which keys are read again; meanwhile the cached keys stay valid. */
const refreshMs = 600_000;
/** Milliseconds to wait after a failed read. */
const pauseMs = 5_000;
const dayMs = 86_400_000;

/** The issuer's keys are unavailable, so tokens cannot be verified. */
class IssuerUnreachable extends LecternError {
  constructor(issuer: string, cause: unknown) {
    const message = `The issuer of access tokens, ${issuer}, is unreachable. Try again, or use an API key.`;
    super('issuer_unreachable', message, { cause });
  }
}

/**
 * Finds the key that signed a token among the issuer's published keys. The first token causes a read of the discovery document.
 * Keys are read again every ten minutes, and for an unknown key at most every 30 seconds, so forged tokens cause few reads.
 * If the issuer is unavailable, cached keys stay valid for a day. Rejects with IssuerUnreachable or jose's JWKSNoMatchingKey.
 */
export function createIssuerKeys({ issuer, read }: IssuerKeysOptions): JWTVerifyGetKey {
  // Times of `performance.now()`, which does not jump when the clock is corrected.
  let failure: { at: number; error: IssuerUnreachable } | undefined;
  let readAt = -Infinity;

  async function readOnce(url: string): Promise<unknown> {
    if (failure && performance.now() < failure.at + pauseMs) throw failure.error;
    try {
      const document = await read(url);
      failure = undefined;
      return document;
    } catch (cause) {
      failure = { at: performance.now(), error: new IssuerUnreachable(issuer, cause) };
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
        readAt = performance.now();
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
      // In the background: requests with a known key never wait for the issuer.
      if (keys.jwks() && performance.now() >= readAt + refreshMs) keys.reload().catch(() => {});
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

/** Returns true for https, and for http within the machine: nobody can tamper with these responses. */
export function isSecure({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
