import { publicHostNames } from '../indexing/sources/git/hosts.ts';
import { remoteGitSource } from '../indexing/sources/git-address.ts';

/** A Git repository, and the folder of a package in it. */
export interface RepositoryAddress {
  /** Clone URL; https for every known host. */
  url: string;
  /** Folder in the repository, with forward slashes; absent at the root. */
  directory?: string;
}

/** Maximum characters of an address. */
export const longestAddress = 1000;

/**
 * Parses the address of a repository as packages write it: a URL with or without `git+`, an address of ssh, a shorthand
 * such as `github:owner/repo`, or an SCM connection of Maven. Returns undefined for all other texts, for pages that are no
 * repository, and for addresses with credentials.
 */
export function repositoryAddress(text: string): RepositoryAddress | undefined {
  if (text.length > longestAddress) return undefined;
  const written = withoutScm(text.trim());
  if (!written || /[\p{Cc}\s]|^-/u.test(written)) return undefined;
  const url = URL.parse(asUrl(written));
  if (!url || !/^https?:$/.test(url.protocol) || hasCredentials(url)) return undefined;
  url.username = '';
  return accepted(isKnown(url) ? onKnownHost(url) : elsewhere(url));
}

/** Parses a homepage as `repositoryAddress` does, and returns undefined unless a known host serves it. */
export function homepageRepository(text: string): RepositoryAddress | undefined {
  const url = URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) && isKnown(url)
    ? repositoryAddress(text)
    : undefined;
}

/** Returns the repository of a Go module whose path contains it; undefined for a path that only its host explains. */
export function goModuleRepository(path: string): RepositoryAddress | undefined {
  const module = path.replace(/\/v\d+$/, '');
  const [host = '', ...parts] = module.split('/');
  if (host === 'golang.org' && parts[0] === 'x' && parts[1]) {
    return accepted({
      url: `https://go.googlesource.com/${parts[1]}`,
      ...folder(parts.slice(2).join('/')),
    });
  }
  if (host === 'gopkg.in') return gopkg(parts);
  if (!publicHostNames.has(host) || parts.length < 2) return undefined;
  const [owner, name, ...rest] = parts;
  // A group of gitlab.com can have groups, so a longer path does not say where the repository ends.
  if (host === 'gitlab.com' && rest.length > 0) return undefined;
  return accepted({ url: `https://${host}/${owner}/${name}`, ...folder(rest.join('/')) });
}

/** Parses `gopkg.in/name.v3` and `gopkg.in/owner/name.v3`. */
function gopkg(parts: string[]): RepositoryAddress | undefined {
  const [first = '', second] = parts;
  const name = (second ?? first).replace(/\.v\d+(-unstable)?$/, '');
  return accepted({
    url: `https://github.com/${second === undefined ? `go-${name}` : first}/${name}`,
  });
}

const shorthandHosts: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

function withoutScm(text: string): string {
  const scm = /^scm:(?:git[:|])?(?<rest>.*)$/i.exec(text)?.groups?.['rest'];
  const address = (scm ?? text).replace(/^\[fetch=\](.*?)(?:\[push=\].*)?$/, '$1');
  return /^(?:svn|hg|cvs|bzr|perforce|clearcase)[:|+]/i.test(address) ? '' : address;
}

/** Returns the https form of an address; unchanged if it has none. */
function asUrl(text: string): string {
  const short = /^(github|gitlab|bitbucket):(?!\/\/)(.+)$/.exec(text);
  if (short) return `https://${shorthandHosts[short[1] ?? '']}/${short[2]}`;
  if (/^[a-z\d][a-z\d-]*\/[\w.-]+(?:#.*)?$/i.test(text)) return `https://github.com/${text}`;
  const scp = /^[\w.-]+@([a-z\d][\w.-]*)[:/](?!\/)(.+)$/i.exec(text);
  if (scp) return `https://${scp[1]}/${scp[2]}`;
  const ssh = /^(?:git\+)?(?:ssh|git):\/\/(?:[\w.-]+@)?([a-z\d][\w.-]*)(?::\d+)?[:/]+(.+)$/i.exec(
    text,
  );
  if (ssh) return `https://${ssh[1]}/${ssh[2]}`;
  const bare = /^(?:\/\/)?((?:www\.)?[a-z\d-]+\.[a-z.]+\/.+)$/i.exec(text);
  return bare ? `https://${bare[1]}` : text.replace(/^git\+(?=https?:)/i, '');
}

/** The user `git` is part of many published addresses and is no credential. */
function hasCredentials({ username, password }: URL): boolean {
  return password !== '' || (username !== '' && username !== 'git');
}

function isKnown({ hostname }: URL): boolean {
  return publicHostNames.has(hostname.replace(/^www\./, ''));
}

// First segments of a host's own pages.
const noOwners =
  /^(?:sponsors|orgs|users|apps|marketplace|features|topics|collections|login|settings|about|explore|search|groups|account)$/i;

/** Accepts a repository's first page and the pages of its folders and files; an issue tracker is not a repository. */
function onKnownHost(url: URL): RepositoryAddress | undefined {
  const host = url.hostname.replace(/^www\./, '');
  const [repository, page] = splitOnce(url.pathname, /\/(?:-\/)?(?:tree|blob|src\/branch|src)\//);
  const segments = repository.split('/').filter(Boolean);
  const [owner = '', ...names] = segments;
  if (!isRepositoryPath(host, segments)) return undefined;
  const path = [owner, ...names].join('/').replace(/\.git$/, '');
  const inPage = page?.split('/').slice(1).join('/');
  const isFile = /\/(?:-\/)?blob\//.test(url.pathname);
  const directory = isFile ? inPage?.split('/').slice(0, -1).join('/') : inPage;
  return { url: `https://${host}/${path}`, ...folder(directory || folderOf(url.hash)) };
}

function isRepositoryPath(host: string, segments: string[]): boolean {
  const [owner = '', ...names] = segments;
  const isNested = host === 'gitlab.com' && !segments.includes('-');
  const isTracker = /^(?:issues|pulls|merge_requests)$/.test(names.at(-1) ?? '');
  return (
    names.length > 0 && (names.length === 1 || isNested) && !noOwners.test(owner) && !isTracker
  );
}

function elsewhere(url: URL): RepositoryAddress | undefined {
  const directory = folderOf(url.hash);
  url.hash = '';
  // Apache's host names the repository in the query of its page.
  const project = /^\?p=([\w.-]+\.git)\b/.exec(url.search)?.[1];
  if (project && url.hostname === 'gitbox.apache.org') {
    return { url: `https://gitbox.apache.org/repos/asf/${project}` };
  }
  const segments = url.pathname.split('/').filter(Boolean);
  const isPage = /^(?:issues|pulls|wiki|sponsors|bugs)$/.test(segments.at(-1) ?? '');
  const isOther = /^(?:svn|hg|cvs)\./.test(url.hostname);
  if (url.search || segments.length === 0 || isPage || isOther) return undefined;
  return { url: url.href.replace(/\/+$/, ''), ...folder(directory) };
}

/** Returns the folder that a fragment names. A fragment without a slash is a branch or a heading. */
function folderOf(hash: string): string {
  const text = hash.slice(1);
  const named = /^(?:subdirectory=|path:\/?)([^&]+)/.exec(text)?.[1];
  return named ?? (text.includes('/') ? text : '');
}

/** Returns the field for a folder of a repository; none for its root and for a path that leaves it. */
export function folder(path: unknown): { directory?: string } {
  if (typeof path !== 'string' || path.length > 500 || /[\p{Cc}\\]/u.test(path)) return {};
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const isBad = parts.length === 0 || parts.includes('..') || parts[0]?.startsWith('-');
  return isBad ? {} : { directory: parts.join('/') };
}

/** Returns an address only if a library can have it as its source. */
function accepted(address: RepositoryAddress | undefined): RepositoryAddress | undefined {
  if (!address) return undefined;
  try {
    remoteGitSource(address.url);
    return address;
  } catch {
    return undefined;
  }
}

function splitOnce(text: string, separator: RegExp): [string, string?] {
  const found = separator.exec(text);
  if (!found) return [text];
  return [text.slice(0, found.index), text.slice(found.index + found[0].length)];
}
