import { pageOf, publicHosts, type HostKind } from '../../indexing/sources/git/hosts.ts';
import type { SecretValues } from '../../store/secrets.ts';

/** Hosts that the API has an endpoint of its own for; `git` is any. */
export type RepositoryHost = 'github' | 'gitlab' | 'bitbucket' | 'git';

/**
 * User names that the hosts want beside an access token. Sources: "Authenticating to the REST API" of GitHub's Apps,
 * GitLab's "Clone using a token", Bitbucket's "Using access tokens". Gitea takes any.
 */
const tokenUsers: Readonly<Record<HostKind, string>> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucket: 'x-token-auth',
  gitea: 'git',
};

/**
 * An access token as a Secret holds credentials. `user:token` names the user itself. Without it the host decides: the one
 * the request names, or else the URL's.
 */
export function tokenCredentials(
  token: string,
  { url, host }: { url: string; host: RepositoryHost },
): SecretValues {
  const [, user, password] = /^([^:]+):(.+)$/.exec(token) ?? [];
  if (user !== undefined && password !== undefined) return { username: user, password };
  const kind = host === 'git' ? knownKind(url) : host;
  return { username: kind ? tokenUsers[kind] : 'git', password: token };
}

/** Whose a URL's host is; undefined for one that is not known by name. */
export function knownKind(url: string): HostKind | undefined {
  const host = pageOf(url)?.host;
  return publicHosts.find((known) => known.host === host)?.kind;
}
