import { publicHostNames } from '../indexing/sources/git/hosts.ts';

/** A repository that a package names, and the folder of the package in it. */
export interface RepositoryAddress {
  /** https URL, without credentials and without `.git` on known hosts. */
  url: string;
  directory?: string;
}

/** Hosts of shorthands such as `github:owner/name`. */
const shorthands: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  codeberg: 'codeberg.org',
};

/** Go modules whose path is not the address of their repository. */
const goHosts: readonly [pattern: RegExp, address: string][] = [
  [/^golang\.org\/x\/([\w-]+)/, 'https://github.com/golang/$1'],
  [/^google\.golang\.org\/grpc(?=\/|$)/, 'https://github.com/grpc/grpc-go'],
  [/^google\.golang\.org\/protobuf(?=\/|$)/, 'https://github.com/protocolbuffers/protobuf-go'],
  [/^go\.uber\.org\/([\w-]+)/, 'https://github.com/uber-go/$1'],
  [/^k8s\.io\/([\w-]+)/, 'https://github.com/kubernetes/$1'],
  [/^sigs\.k8s\.io\/([\w-]+)/, 'https://github.com/kubernetes-sigs/$1'],
  [/^gopkg\.in\/([\w-]+)\/([\w-]+)\.v\d+/, 'https://github.com/$1/$2'],
  [/^gopkg\.in\/([\w-]+)\.v\d+/, 'https://github.com/go-$1/$1'],
];

/** First segments of pages of a host that are no owner. */
const noOwners = new Set([
  'sponsors',
  'orgs',
  'topics',
  'features',
  'apps',
  'marketplace',
  'users',
]);
const maxLength = 2_000;

/**
 * Returns the https address of the repository that a package names: a URL of any protocol of Git, `owner/name`,
 * `github:owner/name`, an SCM connection string of Maven, the page of a folder or of the README. Undefined if the text names no
 * repository, or has an option or a control character. Pure.
 */
export function repositoryAddress(text: string): RepositoryAddress | undefined {
  const given = text.trim().replace(/^scm:git:|^scm:/i, '');
  if (given.length > maxLength || /^[-<]|[\p{C}\s]|^ext::|^fd::/u.test(given)) return undefined;
  return fromShorthand(given) ?? fromScp(given) ?? fromUrl(given);
}

/** Returns the repository of a Go module by its path, and the folder of the module. Pure. */
export function goRepository(modulePath: string): RepositoryAddress | undefined {
  for (const [pattern, address] of goHosts) {
    const found = pattern.exec(modulePath);
    if (!found) continue;
    const url = address.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '');
    return inFolder(url, moduleFolder(modulePath.slice(found[0].length)));
  }
  const [host = '', owner, name, ...rest] = modulePath.split('/');
  if (!publicHostNames.has(host) || !owner || !name) return undefined;
  return inFolder(`https://${host}/${owner}/${name}`, moduleFolder(rest.join('/')));
}

/** Removes the major version, which is no folder, from the rest of a module path. */
function moduleFolder(rest: string): string {
  return rest.replace(/(?:^|\/)v\d+$/, '').replace(/^\/+/, '');
}

function fromShorthand(text: string): RepositoryAddress | undefined {
  const [, host = 'github', owner, name] =
    /^(?:([a-z]+):)?([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:#.*)?$/i.exec(text) ?? [];
  const domain = shorthands[host.toLowerCase()];
  if (!owner || !name || !domain || /\.[a-z]{2,}$/i.test(owner)) return undefined;
  return { url: `https://${domain}/${owner}/${name}` };
}

function fromScp(text: string): RepositoryAddress | undefined {
  const [, host, path] =
    /^(?:ssh:\/\/)?(?:[\w.-]+@)([\w.-]+):(?!\d+\/)\/?([^\s]+)$/.exec(text) ?? [];
  return host && path ? fromUrl(`https://${host}/${path}`) : undefined;
}

function fromUrl(text: string): RepositoryAddress | undefined {
  const parsed = URL.parse(text.replace(/^git\+/i, '').replace(/^(?:git|ssh):\/\//i, 'https://'));
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  const host = parsed.hostname.replace(/^www\./, '');
  const port = parsed.protocol === 'https:' || parsed.port !== '' ? parsed.port : '';
  const path = parsed.pathname.replace(/\/+$/, '');
  if (publicHostNames.has(host)) return onKnownHost(host, path.split('/').filter(Boolean));
  const isRepository = path.endsWith('.git') || /^git\+|^git:|^ssh:/i.test(text);
  if (!isRepository || path === '') return undefined;
  return { url: `https://${host}${port === '' ? '' : `:${port}`}${path}` };
}

function onKnownHost(host: string, segments: string[]): RepositoryAddress | undefined {
  const marker = segments.findIndex((segment, at) => at >= 2 && isView(segment));
  const path = marker === -1 ? segments : segments.slice(0, marker);
  // Only GitLab has groups within groups.
  const own = host === 'gitlab.com' ? path : path.slice(0, 2);
  const [owner, name] = own;
  if (!owner || !name || noOwners.has(owner)) return undefined;
  const url = `https://${host}/${own.join('/').replace(/\.git$/, '')}`;
  const view = marker === -1 ? [] : segments.slice(marker).filter((segment) => segment !== '-');
  // After the marker come the branch and the folder. A branch with a slash gives a wrong folder, which only costs its rank.
  const folder = view[0] === 'tree' || view[0] === 'src' ? view.slice(2).join('/') : '';
  return inFolder(url, safelyDecoded(folder));
}

function isView(segment: string): boolean {
  return ['-', 'tree', 'blob', 'src', 'issues', 'wiki', 'releases', 'pulls'].includes(segment);
}

function inFolder(url: string, folder: string): RepositoryAddress {
  const directory = packageFolder(folder);
  return directory === undefined ? { url } : { url, directory };
}

/** Returns a folder of a repository with forward slashes; undefined for the root and for a path that leaves it. Pure. */
export function packageFolder(text: string): string | undefined {
  const parts = text.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..') || /\p{C}/u.test(text)) return undefined;
  return parts.join('/').slice(0, 500);
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
