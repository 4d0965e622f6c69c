import { RunError } from '../../base/errors.ts';
import type { LibrarySource } from '../../resources/library.ts';
import type { SecretData } from '../../indexing/sources/git/credentials.ts';
import { pageOf } from '../../indexing/sources/git/hosts.ts';
import { parseLocation, type GitLocation } from '../../indexing/sources/git/location.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import {
  InstallationTokens,
  type GithubApp,
  type InstallationTokensOptions,
} from './github-app.ts';
import { canHaveIntegration, readIntegrations, integrationIn } from './settings.ts';

/**
 * Returns the credentials of the integration for a repository's host; undefined if there is none. Throws RunError if it cannot get
 * the token of a GitHub App.
 */
export type GitCredentials = (url: string, signal: AbortSignal) => Promise<SecretData | undefined>;

/** Creates a function that reads the integrations on each call, so that a change takes effect at once. */
export function createGitCredentials(
  secrets: Pick<SecretStore, 'get'>,
  options: InstallationTokensOptions,
): GitCredentials {
  const tokens = new InstallationTokens(options);
  return async (url, signal) => {
    const location = parseLocation(url, true);
    const host = hostOf(location);
    if (host === undefined) return undefined;
    const fields = integrationIn(await readIntegrations(secrets), `git/${host}`);
    if (!fields) return undefined;
    if (location.kind === 'ssh') return sshOf(fields);
    const app = appOf(host, fields);
    if (!app) return basicOf(host, fields);
    const repository = pageOf(url)?.path ?? '';
    const password = await tokens.tokenFor(app, repository, signal);
    return { username: 'x-access-token', password };
  };
}

/** Returns the name of the integration for a source, even if it is not set; undefined if integrations cannot apply. */
export function integrationOf({ git, wiki, pages }: LibrarySource): string | undefined {
  if (wiki) return 'wiki';
  if (pages) return 'pages';
  const host = git && hostOfUrl(git.url);
  return host === undefined ? undefined : `git/${host}`;
}

function hostOfUrl(url: string): string | undefined {
  try {
    return hostOf(parseLocation(url, true));
  } catch (error) {
    // The run reports the invalid URL.
    if (error instanceof RunError) return undefined;
    throw error;
  }
}

/** Returns the host that names the integration. Plain http needs an explicit port, because it sends the password in the clear. */
function hostOf(location: GitLocation): string | undefined {
  const host = hostNameOf(location);
  return host !== undefined && canHaveIntegration(host) ? host : undefined;
}

function hostNameOf(location: GitLocation): string | undefined {
  if (location.kind === 'local') return undefined;
  if (location.kind === 'ssh') return location.hostname.toLowerCase();
  // Credentials in the URL have priority.
  if (location.credentials) return undefined;
  const { host, protocol, port } = new URL(location.url);
  return protocol === 'http:' && port === '' ? undefined : host.toLowerCase();
}

function sshOf({ identity, knownHosts }: SecretValues): SecretData | undefined {
  if (identity === undefined || knownHosts === undefined) return undefined;
  return { identity, known_hosts: knownHosts };
}

/** User names that the hosts require with a token. Other hosts accept any name. */
const tokenUsers: readonly (readonly [host: RegExp, username: string])[] = [
  [/^github\.com$/, 'x-access-token'],
  [/^gitlab\./, 'oauth2'],
  [/^bitbucket\.org$/, 'x-token-auth'],
];

function basicOf(host: string, { token, username }: SecretValues): SecretData | undefined {
  if (token === undefined) return undefined;
  const usual = tokenUsers.find(([pattern]) => pattern.test(host))?.[1] ?? 'git';
  return { username: username ?? usual, password: token };
}

/** Returns the GitHub App of a host's integration; undefined if it has none. */
export function appOf(host: string, fields: SecretValues): GithubApp | undefined {
  const { appId, privateKey } = fields;
  if (appId === undefined || privateKey === undefined) return undefined;
  return { appId, privateKey, ...installationOf(fields), apiUrl: apiOf(host, fields) };
}

function installationOf({ installationId }: SecretValues): { installationId?: string } {
  return installationId === undefined ? {} : { installationId };
}

/** Returns the base URL of the API. GitHub Enterprise Server has it on the host of its pages. */
function apiOf(host: string, { apiUrl }: SecretValues): string {
  const usual = host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`;
  return (apiUrl ?? usual).replace(/\/+$/, '');
}
