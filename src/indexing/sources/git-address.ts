import { RunError } from '../../base/errors.ts';
import type { GitSource } from '../../resources/library.ts';
import { publicHostNames } from './git/hosts.ts';
import { parseLocation, withoutCredentials } from './git/location.ts';
import { safelyDecoded } from '../../base/http/http-url.ts';

/** A repository, with the branch and folder that its address names. */
export interface GitAddress {
  /** Clone URL. */
  url: string;
  /** Path on the host, or on this machine, without `.git`. */
  path: string;
  local: boolean;
  branch?: string;
  folder?: string;
}

/** Parses an address that is a Git repository by its form; undefined for any other. */
export function gitAddress(text: string): GitAddress | undefined {
  return localPath(text) ?? scpLike(text) ?? remoteUrl(text) ?? shorthand(text);
}

/** Returns whether an address is on a known host and names no repository. */
export function hasNoRepository(text: string): boolean {
  if (localPath(text)) return false;
  const [, host, path = ''] =
    /^(?:(?:git\+)?(?:https?|ssh|git):\/\/)?(?:[^/@]*@)?([^/:]+)(?::\d+)?[:/]*(.*)$/i.exec(text) ??
    [];
  const isKnown = publicHostNames.has((host ?? '').toLowerCase().replace(/^www\./, ''));
  return isKnown && withoutGit(path).split('/').filter(Boolean).length < 2;
}

function localPath(text: string): GitAddress | undefined {
  if (text.startsWith('file://')) {
    const path = URL.parse(text)?.pathname ?? text.slice('file://'.length);
    return { url: text, path: withoutGit(safelyDecoded(path)), local: true };
  }
  const local = /^([/\\~]|\.{1,2}([/\\]|$)|[a-z]:[/\\])/i.test(text);
  return local ? { url: text, path: withoutGit(text), local: true } : undefined;
}

function scpLike(text: string): GitAddress | undefined {
  const path = /^[\w.-]+@[\w.-]+:(?!\/\/)(.+)$/.exec(text)?.[1];
  return path === undefined ? undefined : { url: text, path: withoutGit(path), local: false };
}

function remoteUrl(text: string): GitAddress | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url?.hostname) return undefined;
  const path = withoutGit(url.pathname);
  if (/^(ssh|git|git\+ssh|git\+https?):$/.test(url.protocol))
    return { url: text, path, local: false };
  if (!/^https?:$/.test(url.protocol)) return undefined;
  if (/\.git\/?$/.test(url.pathname)) return { url: url.href, path, local: false };
  // A repository of Azure DevOps. Its pages have the same address, with the file in the query.
  if (/\/_git\/[^/]+\/?$/.test(url.pathname)) {
    return { url: url.href.replace(/[?#].*/, ''), path, local: false };
  }
  return publicHostNames.has(url.hostname.replace(/^www\./, '')) ? onKnownHost(url) : undefined;
}

/** Parses `https://host/group/repo`, with the branch and folder of a host's page. */
function onKnownHost(url: URL): GitAddress | undefined {
  const [repository = '', rest = ''] = url.pathname.split(
    /\/(?:-\/)?(?:tree|src\/branch|src)\//,
    2,
  );
  const segments = repository.split('/').filter(Boolean);
  if (segments.length < 2) return undefined;
  const kept = url.hostname === 'gitlab.com' ? beforeDash(segments) : segments.slice(0, 2);
  const [branch, ...folders] = rest.split('/').filter(Boolean);
  const path = kept.join('/');
  const { username, password } = url;
  const userinfo = username || password ? `${username}:${password}@` : '';
  return {
    url: `${url.protocol}//${userinfo}${url.host}/${path}`,
    path,
    local: false,
    ...(branch && { branch: safelyDecoded(branch) }),
    ...(folders.length > 0 && { folder: safelyDecoded(folders.join('/')) }),
  };
}

/** GitLab's groups can nest. The path after `-` is a page about the repository. */
function beforeDash(segments: string[]): string[] {
  const dash = segments.indexOf('-');
  return dash === -1 ? segments : segments.slice(0, dash);
}

function shorthand(text: string): GitAddress | undefined {
  if (!/^[a-z0-9][a-z0-9-]*\/[\w.-]+$/i.test(text)) return undefined;
  return { url: `https://github.com/${text}`, path: withoutGit(text), local: false };
}

function withoutGit(path: string): string {
  return path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/\/+$/, '');
}

/**
 * Parses the address of a remote repository as people write it: a URL, or `owner/repo` for GitHub. Keeps branch and folder
 * of a page on a known host. Throws RunError('InvalidSource') for local paths and all other texts.
 */
export function remoteGitSource(text: string): GitSource {
  const trimmed = text.trim();
  const address = gitAddress(trimmed);
  if (address?.local) {
    throw refused(
      text,
      "is a local path, which only the operator's own manifest file or command line may name",
    );
  }
  if (hasNoRepository(trimmed)) throw refused(text, 'names an owner or group and no repository');
  if (!address && !trimmed.includes(':')) {
    throw refused(text, 'is neither the URL of a Git repository nor owner/repo', folderHint);
  }
  const { url, branch, folder } = address ?? { url: trimmed };
  parseLocation(url, false);
  return { url, ...(branch && { branch }), ...(folder && { folders: [folder] }) };
}

const folderHint = ' (a folder of the operator begins with ./)';

function refused(text: string, what: string, hint = ''): RunError {
  const shown = JSON.stringify(withoutCredentials(text.slice(0, 200)));
  return new RunError(
    'InvalidSource',
    `${shown} ${what}; expected one such as https://github.com/owner/repo${hint}`,
  );
}
