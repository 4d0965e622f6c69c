import { pageOf, publicHosts, type HostKind } from '../../indexing/sources/git/hosts.ts';
import type { SecretValues } from '../../store/secrets.ts';

/** Hosts with their own endpoint in the API. `git` is any other host. */
export type RepositoryHost = 'github' | 'gitlab' | 'bitbucket' | 'git';

/**
 * User names that the hosts require with an access token. Sources: "Authenticating to the REST API" of GitHub's Apps,
 * GitLab's "Clone using a token", Bitbucket's "Using access tokens". Gitea accepts any name.
 */
const tokenUsers: Readonly<Record<HostKind, string>> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucket: 'x-token-auth',
  gitea: 'git',
};

/**
 * Returns the credentials of an access token as a Secret stores them. `user:token` contains the user name. For a token alone, the
 * user name depends on the host of the request, or else on the host of the URL.
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

/** Returns the kind of a public Git host; undefined for other hosts. */
export function knownKind(url: string): HostKind | undefined {
  const host = pageOf(url)?.host;
  return publicHosts.find((known) => known.host === host)?.kind;
}
