import { pathToFileURL } from 'node:url';
import { parseLocation } from './location.ts';

/** The software of a host, which determines its pages and API. */
export type HostKind = 'github' | 'gitlab' | 'bitbucket' | 'gitea';

/** A host with a known API. */
export interface GitHost {
  /** Host name, with a port that is not the default. */
  host: string;
  kind: HostKind;
  apiUrl: string;
  /** Milliseconds for a response of the API. Default: 3,000. */
  timeoutMs?: number;
}

/** Public hosts. */
export const publicHosts: readonly GitHost[] = [
  { host: 'github.com', kind: 'github', apiUrl: 'https://api.github.com' },
  { host: 'gitlab.com', kind: 'gitlab', apiUrl: 'https://gitlab.com/api/v4' },
  { host: 'bitbucket.org', kind: 'bitbucket', apiUrl: 'https://api.bitbucket.org/2.0' },
  { host: 'codeberg.org', kind: 'gitea', apiUrl: 'https://codeberg.org/api/v1' },
  { host: 'gitea.com', kind: 'gitea', apiUrl: 'https://gitea.com/api/v1' },
];

/** Host names of `publicHosts`. */
export const publicHostNames: ReadonlySet<string> = new Set(publicHosts.map(({ host }) => host));

/** A repository's web page. */
export interface RepositoryPage {
  url: string;
  host: string;
  /** `owner/name`, percent-encoded. */
  path: string;
  /** Clone URL without a user. */
  address: string;
}

/** Returns the page of a repository by its clone URL, without credentials; undefined for a local path. */
export function pageOf(cloneUrl: string): RepositoryPage | undefined {
  const url = asHttp(cloneUrl);
  if (!url) return undefined;
  const path = url.pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  const given = URL.parse(cloneUrl);
  const origin =
    given?.protocol === 'ssh:' || !given?.host ? `ssh://${given?.host || url.host}` : url.origin;
  const address = origin + url.pathname.replace(/\/+$/, '');
  return { url: `${url.protocol}//${url.host}/${path}`, host: url.host, path, address };
}

function asHttp(cloneUrl: string): URL | undefined {
  const scp = /^[^@/:]+@(?<host>[^/:]+):(?<path>.+)$/.exec(cloneUrl);
  if (scp) return URL.parse(`https://${scp.groups?.['host']}/${scp.groups?.['path']}`) ?? undefined;
  const url = URL.parse(cloneUrl);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  // The port of ssh is not the port of the pages.
  const isSsh = url?.protocol === 'ssh:';
  return isSsh ? (URL.parse(`https://${url.hostname}${url.pathname}`) ?? undefined) : undefined;
}

const viewPaths: Record<HostKind, (commit: string) => string> = {
  github: (commit) => `blob/${commit}`,
  gitlab: (commit) => `-/blob/${commit}`,
  bitbucket: (commit) => `src/${commit}`,
  gitea: (commit) => `src/commit/${commit}`,
};

/**
 * Digits of a commit in links. An answer repeats them for each snippet, so all 40 digits would take 16 more o200k tokens a snippet. GitHub, GitLab,
 * Bitbucket and Gitea find a commit by its first digits. Linux, with over a million commits, refers to each by 12.
 */
const commitDigits = 12;

/**
 * Returns the URL template of a commit's files, with `{path}` for the file's path. For a host of an unknown kind it is the
 * repository's URL with the file in the fragment, because no file URL is certain to work.
 */
export function linkTemplate(page: RepositoryPage, commit: string): string {
  const kind = kindOf(page.host);
  return kind
    ? `${page.url}/${viewPaths[kind](commit.slice(0, commitDigits))}/{path}`
    : `${page.address}#{path}`;
}

/** Returns the URL template of the files of a local folder. */
export function fileTemplate(path: string): string {
  return `${pathToFileURL(path).href.replace(/\/+$/, '')}/{path}`;
}

/** Returns the URL template of a pushed commit of a local repository; undefined if its host is unknown. */
export function publishedTemplate(originUrl: string, commit: string): string | undefined {
  const page = pageOf(originUrl);
  if (!page || !isCloneUrl(originUrl)) return undefined;
  const isKnown = publicHosts.some(({ host }) => host === page.host);
  return isKnown ? linkTemplate(page, commit) : undefined;
}

function isCloneUrl(url: string): boolean {
  try {
    return parseLocation(url, false).kind !== 'local';
  } catch {
    return false;
  }
}

/** Returns the kind of a public host, or of a host whose name begins with it; undefined for others. */
export function kindOf(host: string): HostKind | undefined {
  const known = publicHosts.find((candidate) => candidate.host === host);
  if (known) return known.kind;
  if (host.startsWith('gitlab.')) return 'gitlab';
  if (host.startsWith('github.')) return 'github';
  return /^(?:gitea|forgejo|codeberg)\./.test(host) ? 'gitea' : undefined;
}
