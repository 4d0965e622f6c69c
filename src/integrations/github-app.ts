import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { Agent, request } from 'undici';
import { RunError } from '../errors.ts';
import {
  assertPublicLiteral,
  guardedLookup,
  systemResolve,
} from '../sources/http/address-guard.ts';
import { networkError } from '../sources/http/network-error.ts';

/** A GitHub App, as the settings of its host's integration tell of it. */
export interface GithubApp {
  appId: string;
  /** PEM, PKCS#1 or PKCS#8. */
  privateKey: string;
  /** Asked for by the repository when absent. */
  installationId?: string;
  /** Base of the REST API, without a slash at its end. */
  apiUrl: string;
}

export interface InstallationTokensOptions {
  /** CIDR ranges that may be asked although they are private. */
  allowedRanges: readonly string[];
  now?: () => Date;
}

interface Token {
  token: string;
  expiresAt: number;
}

const requestMs = 15_000;
const maxBytes = 500_000;
/** A run that begins with a token has this long to fetch its repository. */
const spareMs = 15 * 60_000;
/** Clocks differ; GitHub takes a JWT that lasts ten minutes at the most. */
const jwtSeconds = { before: 60, after: 540 };

/**
 * Installation access tokens of GitHub Apps, kept until shortly before they expire (after an hour). Source: docs.github.com
 * "Generating an installation access token for a GitHub App" and "Generating a JSON Web Token".
 */
export class InstallationTokens {
  private readonly options: InstallationTokensOptions;
  private readonly tokens = new Map<string, Token>();

  constructor(options: InstallationTokensOptions) {
    this.options = options;
  }

  /** A token that may read the repository (`owner/name`). Throws RunError('AccessDenied' | 'Unreachable' ...). */
  async tokenFor(app: GithubApp, repository: string, signal: AbortSignal): Promise<string> {
    const now = (this.options.now ?? (() => new Date()))().getTime();
    const [owner = ''] = repository.split('/');
    const key = JSON.stringify([app.apiUrl, app.appId, app.installationId ?? owner.toLowerCase()]);
    const held = this.tokens.get(key);
    if (held && held.expiresAt - spareMs > now) return held.token;
    const jwt = await signed(app, now);
    const ask = (method: 'GET' | 'POST', path: string): Promise<Record<string, unknown>> =>
      this.ask({ method, url: `${app.apiUrl}${path}`, jwt }, signal);
    const id =
      app.installationId ?? String((await ask('GET', `/repos/${repository}/installation`))['id']);
    const made = await ask('POST', `/app/installations/${encodeURIComponent(id)}/access_tokens`);
    const { token, expires_at: expires } = made;
    if (typeof token !== 'string' || token === '') throw refused(app.apiUrl, 'no token was given');
    const expiresAt = typeof expires === 'string' ? Date.parse(expires) : Number.NaN;
    this.tokens.set(key, { token, expiresAt: Number.isNaN(expiresAt) ? now : expiresAt });
    return token;
  }

  private async ask(
    { method, url, jwt }: { method: 'GET' | 'POST'; url: string; jwt: string },
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { allowedRanges } = this.options;
    const address = new URL(url);
    assertPublicLiteral(address.hostname, allowedRanges);
    const lookup = guardedLookup(allowedRanges, systemResolve);
    const dispatcher = new Agent({ connections: 1, allowH2: false, connect: { lookup } });
    try {
      const answer = await request(address, {
        method,
        dispatcher,
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
        headers: {
          authorization: `Bearer ${jwt}`,
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'Lectern',
        },
      });
      const text = await bounded(answer.body);
      if (answer.statusCode >= 300) throw refused(address.origin, meaning(answer.statusCode));
      return JSON.parse(text) as Record<string, unknown>;
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof RunError ? error : networkError(error, address);
    } finally {
      await dispatcher.destroy();
    }
  }
}

function signed({ appId, privateKey }: GithubApp, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuedAt(seconds - jwtSeconds.before)
    .setExpirationTime(seconds + jwtSeconds.after)
    .setIssuer(appId)
    .sign(createPrivateKey(privateKey));
}

async function bounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new RunError('TooLarge', 'the answer of the GitHub API is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function meaning(status: number): string {
  if (status === 401) return 'app id and private key do not fit each other';
  if (status === 404) return 'the app is not installed for the repository, or there is none such';
  if (status === 403) return 'the app may not read the repository, or was suspended';
  return `it answered ${status}`;
}

function refused(origin: string, why: string): RunError {
  return new RunError('AccessDenied', `${origin} gave the GitHub App no access: ${why}`, {
    retry: 'backoff',
  });
}
