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
import { readIntegrations, integrationIn } from './settings.ts';

/**
 * The credentials that the integration of a repository's host gives to whoever reads it; undefined where there is none
 * for it. Throws RunError where an app's token cannot be had.
 */
export type GitCredentials = (url: string, signal: AbortSignal) => Promise<SecretData | undefined>;

/** Reads the integrations anew each time, so that a change counts at once. */
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

/** Name of the integration that a source may be read with, whether it is set or not; undefined where there can be none. */
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
    // The run says what is wrong with it.
    if (error instanceof RunError) return undefined;
    throw error;
  }
}

/** A password is sent in the clear by http only to a host that was named with its port. */
function hostOf(location: GitLocation): string | undefined {
  const host = hostNameOf(location);
  // An address of IPv6 is no name of an integration.
  return host === undefined || /:.*:/.test(host) ? undefined : host;
}

function hostNameOf(location: GitLocation): string | undefined {
  if (location.kind === 'local') return undefined;
  if (location.kind === 'ssh') return location.hostname.toLowerCase();
  // Who brings credentials wants those.
  if (location.credentials) return undefined;
  const { host, protocol, port } = new URL(location.url);
  return protocol === 'http:' && port === '' ? undefined : host.toLowerCase();
}

function sshOf({ identity, knownHosts }: SecretValues): SecretData | undefined {
  if (identity === undefined || knownHosts === undefined) return undefined;
  return { identity, known_hosts: knownHosts };
}

/** What the hosts want as the name of a token's user, where it is not any name. */
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

/** The GitHub App of a host's integration; undefined where it has none. */
export function appOf(host: string, fields: SecretValues): GithubApp | undefined {
  const { appId, privateKey } = fields;
  if (appId === undefined || privateKey === undefined) return undefined;
  return { appId, privateKey, ...installationOf(fields), apiUrl: apiOf(host, fields) };
}

function installationOf({ installationId }: SecretValues): { installationId?: string } {
  return installationId === undefined ? {} : { installationId };
}

/** GitHub Enterprise Server has its API beside its pages. */
function apiOf(host: string, { apiUrl }: SecretValues): string {
  const usual = host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`;
  return (apiUrl ?? usual).replace(/\/+$/, '');
}
