import { createPrivateKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SignJWT } from 'jose';
import { Agent, request } from 'undici';
import { RunError } from '../../base/errors.ts';
import {
  assertPublicLiteral,
  guardedLookup,
  systemResolve,
} from '../../base/http/address-guard.ts';
import { readBounded } from '../../base/http/bounded-body.ts';
import { networkError } from '../../base/http/http-errors.ts';
import { fieldAt, objects, textOf } from '../../base/json-fields.ts';

/** A GitHub App from the fields of an integration. */
export interface GithubApp {
  appId: string;
  /** PEM, PKCS#1 or PKCS#8. */
  privateKey: string;
  /** Default: requested from GitHub by the name of the repository. */
  installationId?: string;
  /** Base URL of the REST API, without a trailing slash. */
  apiUrl: string;
}

/** Bounds of the requests to GitHub's API. */
export interface InstallationTokensOptions {
  /** CIDR ranges of private addresses that requests may go to. */
  allowedRanges: readonly string[];
  /** Default: the system's clock. */
  now?: () => Date;
}

/** The API and the credential of a request. */
interface Asking {
  apiUrl: string;
  jwt: string;
}

interface Token {
  token: string;
  expiresAt: number;
}

/** A request to the API; a POST if it has a body. */
interface ApiRequest {
  path: string;
  body?: object;
}

const requestMs = 15_000;
/** Maximum number of tokens in the cache. */
const maxTokens = 10_000;
const maxBytes = 500_000;
/** Minimum time until a token's expiry, so that a run can still fetch its repository. */
const spareMs = 15 * 60_000;
/** Lifetime of a JWT around now. It starts earlier because clocks differ. GitHub accepts ten minutes at most. */
const jwtSeconds = { before: 60, after: 540 };

/**
 * Caches installation access tokens of GitHub Apps until 15 minutes before they expire. GitHub lets them expire after an hour.
 * Each token can read the contents of one repository, because the run that gets it parses what strangers wrote. Sources:
 * docs.github.com "Generating an installation access token for a GitHub App" and "Generating a JSON Web Token".
 */
export class InstallationTokens {
  private readonly options: InstallationTokensOptions;
  private readonly tokens = new LRUCache<string, Token>({ max: maxTokens });

  constructor(options: InstallationTokensOptions) {
    this.options = options;
  }

  /** Returns a token for the repository (`owner/name`). Throws RunError('AccessDenied' | 'Unreachable' ...). */
  async tokenFor(app: GithubApp, repository: string, signal: AbortSignal): Promise<string> {
    const now = this.now();
    // The rights of a repository apply to its wiki.
    const full = repository.replace(/\.wiki$/i, '');
    const [, name = ''] = full.split('/');
    const key = JSON.stringify([app.apiUrl, app.appId, app.installationId, full.toLowerCase()]);
    const held = this.tokens.get(key);
    if (held && held.expiresAt - spareMs > now) return held.token;
    const asking = { apiUrl: app.apiUrl, jwt: await signed(app, now) };
    const id =
      app.installationId ??
      textOf(
        fieldAt(await this.ask(asking, { path: `/repos/${full}/installation` }, signal), 'id'),
      );
    const made = await this.mint(asking, { id, repositories: [name] }, signal);
    this.tokens.set(key, { ...made, expiresAt: made.expiresAt ?? now });
    return made.token;
  }

  /**
   * Requests a token for an installation of the app: the configured one, or else the first. Returns the app's name and the
   * installation's account. Throws the same errors as `tokenFor`. Sources: docs.github.com "Get the authenticated app" and "List
   * installations for the authenticated app".
   */
  async installed(app: GithubApp, signal: AbortSignal): Promise<{ slug: string; account: string }> {
    const asking = { apiUrl: app.apiUrl, jwt: await signed(app, this.now()) };
    const self = await this.ask(asking, { path: '/app' }, signal);
    const { installationId } = app;
    const found =
      installationId === undefined
        ? objects(await this.ask(asking, { path: '/app/installations?per_page=1' }, signal))[0]
        : await this.ask(
            asking,
            { path: `/app/installations/${encodeURIComponent(installationId)}` },
            signal,
          );
    if (!found) throw refused(app.apiUrl, 'the app is not installed anywhere');
    await this.mint(asking, { id: textOf(fieldAt(found, 'id')) }, signal);
    return {
      slug: textOf(fieldAt(self, 'slug')),
      account: textOf(fieldAt(found, 'account', 'login')),
    };
  }

  private now(): number {
    return (this.options.now ?? (() => new Date()))().getTime();
  }

  /** Requests a new token of an installation, for all of its repositories or for some. */
  private async mint(
    asking: Asking,
    { id, repositories }: { id: string; repositories?: string[] },
    signal: AbortSignal,
  ): Promise<Partial<Token> & Pick<Token, 'token'>> {
    const path = `/app/installations/${encodeURIComponent(id)}/access_tokens`;
    const body = { ...(repositories && { repositories }), permissions: { contents: 'read' } };
    const made = await this.ask(asking, { path, body }, signal);
    const token = fieldAt(made, 'token');
    if (typeof token !== 'string' || token === '')
      throw refused(asking.apiUrl, 'the response contains no token');
    const expiresAt = Date.parse(textOf(fieldAt(made, 'expires_at')));
    return { token, ...(!Number.isNaN(expiresAt) && { expiresAt }) };
  }

  private async ask(
    { apiUrl, jwt }: Asking,
    { path, body: sent }: ApiRequest,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { allowedRanges } = this.options;
    const address = new URL(apiUrl + path);
    assertPublicLiteral(address.hostname, allowedRanges);
    const lookup = guardedLookup(allowedRanges, systemResolve);
    const dispatcher = new Agent({ connections: 1, allowH2: false, connect: { lookup } });
    try {
      const answer = await request(address, {
        dispatcher,
        ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
        headers: {
          authorization: `Bearer ${jwt}`,
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'Lectern',
          ...(sent && { 'content-type': 'application/json' }),
        },
      });
      const body = await readBounded(answer.body, maxBytes, tooLarge);
      if (answer.statusCode >= 300) throw refused(address.origin, meaning(answer.statusCode));
      return parseAnswer(body.toString('utf8'), address.origin);
    } catch (error) {
      signal.throwIfAborted();
      throw networkError(error, address);
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

function parseAnswer(text: string, origin: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${origin} does not answer in JSON: check the URL of the GitHub API`;
    throw new RunError('Malformed', message, { retry: 'backoff', cause });
  }
}

function tooLarge(): RunError {
  return new RunError('TooLarge', 'the answer of the GitHub API is too large');
}

function meaning(status: number): string {
  if (status === 301) return 'the repository has another name now; name its new URL';
  if (status === 422)
    return 'the repository has another name now, the app may not read it, or the app may not read contents';
  if (status === 401) return 'app id and private key do not match';
  if (status === 404)
    return 'the app is not installed for the repository, or the repository does not exist';
  if (status === 403) return 'the app may not read the repository, or was suspended';
  return `it answered ${status}`;
}

function refused(origin: string, why: string): RunError {
  return new RunError('AccessDenied', `${origin} denied access to the GitHub App: ${why}`, {
    retry: 'backoff',
  });
}
