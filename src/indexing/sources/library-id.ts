import { createHash } from 'node:crypto';
import { RunError } from '../../base/errors.ts';
import type { LibrarySource, PagesSource, WikiSource } from '../../resources/library.ts';
import { hostName, joinName } from '../../resources/source-name.ts';
import { descriptionEnding } from '../documents/openapi/description-ending.ts';
import { gitAddress } from './git-address.ts';
import { isSameSource } from './same-source.ts';
import { parseUrl } from './web-url.ts';
import { indexFile } from './website/page-url.ts';

/**
 * Who adds a source. An author (admin, operator, manifest) may get a short id that other addresses could derive too. A
 * stranger, such as a member over HTTP, may not.
 */
export type Author = 'author' | 'stranger';

/**
 * Hosts whose repositories have ids without the host, `/owner/repo`. Not `publicHostNames`: a new host there must not
 * change the ids of existing libraries.
 */
const bareHosts: ReadonlySet<string> = new Set([
  'github.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'gitea.com',
]);

/** First segments of the ids of other sources. An owner with such a name gets the id with the host. */
const otherSources: ReadonlySet<string> = new Set([
  'websites',
  'llmstxt',
  'openapi',
  'wiki',
  'pages',
  'docs',
  'packages',
  'local',
]);

/**
 * Returns the id of a source if nobody names one and no other library has it:
 *
 * - git: `/owner/repo` on github.com, gitlab.com, bitbucket.org, codeberg.org and gitea.com. Elsewhere, and for repositories in
 *   subgroups, `/<host>/<path>` with `_` for `/`. A local path is `/local/<folder name>`.
 * - website: `/websites/<site>`, the host and the path with `_` for `.` and `/`. The host has no leading `www.` or `docs.`, and no
 *   ending `.com`, `.org` or `.net`: `docs.python.org/3` is `/websites/python_3`.
 * - llmstxt: `/llmstxt/<site>`, as for a website, with the file's name (`/llmstxt/mistral_ai_llms-full_txt`).
 * - openapi: `/openapi/<site>`, as for a website, without the file's ending. Segments that every description's address has (`api`,
 *   `openapi`, `swagger`, `v1`, ...) are left out if anything is left without them.
 * - wiki: `/wiki/<site>_<space key>`, or the first page's id in place of the key.
 * - pages: `/pages/<workspace name>`, or the first page's id.
 */
export function libraryId(source: LibrarySource): string {
  return derivedIds(source, 'author')[0]!;
}

/**
 * Returns the ids that a source can get, best first. No other address derives the last one (except local paths, which only
 * operators name). The others are short names that several addresses can derive. The first source gets them, and a
 * stranger gets only unambiguous ones. Throws RunError('InvalidSource') for a source without an address. Pure.
 */
export function derivedIds(source: LibrarySource, author: Author): string[] {
  const { git, website, llmstxt, openapi, wiki, pages } = source;
  if (git) return gitIds(git.url);
  if (website) return siteIds('websites', website.baseUrl ?? website.url, author);
  if (llmstxt) return siteIds('llmstxt', llmstxt.url, author);
  if (openapi?.url !== undefined) return siteIds('openapi', openapi.url, author);
  if (wiki) {
    const { siteUrl, cloudId, spaceKey, pageIds } = wiki;
    return workspaceIds(`/wiki/${wikiName(wiki)}`, [siteUrl, cloudId, spaceKey, pageIds]);
  }
  if (pages) {
    return workspaceIds(`/pages/${pagesName(pages)}`, [pages.workspaceId, pages.pageIds]);
  }
  throw new RunError(
    'InvalidSource',
    'the source is empty; expected git, website, llmstxt, openapi, wiki or pages',
  );
}

/**
 * Returns the id that versions before 0.2 gave a source. It has no host, so several repositories can derive it. A library
 * that has it keeps it. Pure.
 */
export function earlierId(source: LibrarySource): string {
  if (!source.git) return libraryId(source);
  const { url } = source.git;
  const address = gitAddress(url);
  const parts = segmentsOf(address?.path ?? URL.parse(url)?.pathname ?? url);
  const repository = joinName(parts.slice(-1)) || 'repository';
  if (address?.local) return `/local/${repository}`;
  return `/${joinName(parts.slice(0, -1)) || 'git'}/${repository}`;
}

function gitIds(url: string): string[] {
  const address = gitAddress(url);
  if (address?.local) return [earlierId({ git: { url } })];
  const { host, port, path } = remotePlace(address?.url ?? url);
  const isBare = bareHosts.has(host) && port === '';
  // Known hosts ignore case.
  const segments = segmentsOf(
    isBare ? path.replace(/[A-Z]+/g, (text) => text.toLowerCase()) : path,
  );
  const full = hostId(port === '' ? host : `${host}_${port}`, segments);
  return isBare && isOwnerAndName(segments) ? [`/${segments.join('/')}`, full] : [full];
}

/** Returns host in lower case, port ('' if none) and path of a repository. */
function remotePlace(url: string): { host: string; port: string; path: string } {
  const [, scpHost, scpPath] = /^[\w.-]+@([\w.-]+):(.+)$/.exec(url) ?? [];
  const parsed = URL.parse(url.replace(/^git\+/i, ''));
  const host = (scpHost ?? parsed?.hostname ?? '').toLowerCase();
  const path = scpPath ?? parsed?.pathname ?? url;
  const bare = host.replace(/^www\.|\.$/g, '');
  return {
    host: bareHosts.has(bare) ? bare : host.replace(/\.$/, ''),
    port: scpHost === undefined ? (parsed?.port ?? '') : '',
    path: path.replace(/\/+$/, '').replace(/\.git$/, ''),
  };
}

/** Returns whether a path is an owner and a name. An owner with a dot could be a host, or the name of another source. */
function isOwnerAndName([owner = '', name = '', ...more]: string[]): boolean {
  if (more.length > 0 || otherSources.has(owner)) return false;
  return /^[a-z\d][\w-]{0,99}$/.test(owner) && /^(?!\.{1,2}$)[\w.-]{1,100}$/.test(name);
}

/** Returns `/<host>/<path>`, with a hash if its parts are ambiguous. */
function hostId(host: string, segments: string[]): string {
  const name = segments.join('_');
  const isPlain = /^[a-z\d-]+(\.[a-z\d-]+)+(_\d+)?$/.test(host) && isPlainPath(segments);
  if (isPlain && segments.length > 0 && host.length + name.length < 250) return `/${host}/${name}`;
  const shown = joinName([host]).slice(0, 60) || 'host';
  return `/${shown}/${marked(joinName(segments) || 'repository', ['git', host, ...segments])}`;
}

/** Returns whether segments stay unambiguous when `_` joins them. */
function isPlainPath(segments: string[]): boolean {
  return segments.every((segment) => /^(?!\.{1,2}$)[a-z\d.-]+$/.test(segment));
}

function segmentsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
}

/** Returns a name with a hash of its facts. Names without a hash have no `~`. */
function marked(name: string, facts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
  return `${name.slice(0, 150)}~${hash}`;
}

type SiteKind = 'websites' | 'llmstxt' | 'openapi';

function siteIds(kind: SiteKind, address: string, author: Author): string[] {
  const url = parseUrl(address);
  const full = `/${kind}/${fullName(url)}`;
  const isShortForAll = kind === 'websites' && isHostAlone(url);
  if (author === 'stranger' && !isShortForAll) return [full];
  return [`/${kind}/${kind === 'openapi' ? descriptionName(url) : siteName(url)}`, full];
}

/** Returns whether the short name of a site is its whole host, so that no other site derives it. */
function isHostAlone(url: URL): boolean {
  const isWhole = hostName(url) === url.hostname && withoutIndex(url) === '/' && url.search === '';
  return isWhole && isPlainHost(url);
}

function isPlainHost({ hostname }: URL): boolean {
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname);
}

/** Returns the name of a site with the dots of its host, with a hash if its parts are ambiguous. */
function fullName(url: URL): string {
  const segments = withoutIndex(url).split('/').filter(Boolean);
  const name = [url.hostname, ...segments].join('_');
  const isPlain = isPlainHost(url) && url.port === '' && url.search === '';
  if (isPlain && isPlainPath(segments) && name.length < 250) return name;
  const { hostname, port, search } = url;
  const shown = joinName([hostname, port, ...segments]).replaceAll('.', '_');
  return marked(shown || 'site', ['site', hostname, port, segments, search]);
}

function siteName(url: URL): string {
  return joinName([hostName(url), ...withoutIndex(url).split('/')]).replaceAll('.', '_') || 'site';
}

function withoutIndex({ pathname }: URL): string {
  return pathname.replace(indexFile, '/');
}

const everywhere =
  /^(api|apis|rest|openapi|swagger|api-docs|v\d+(\.\d+)*|spec\d?|docs|raw|main|master)$/i;

function descriptionName(url: URL): string {
  const segments = url.pathname.replace(descriptionEnding, '').split('/');
  const distinctive = segments.filter((segment) => !everywhere.test(segment));
  const host = hostName(url).replace(/^api\./, '');
  return joinName([host, ...distinctive]).replaceAll('.', '_') || 'api';
}

/** Workspaces are private, so the first one gets the short name. */
function workspaceIds(short: string, place: readonly unknown[]): string[] {
  return [short, marked(short, place)];
}

function wikiName({ siteUrl, spaceKey, pageIds = [] }: WikiSource): string {
  const url = parseUrl(siteUrl);
  const parts = [hostName(url), ...url.pathname.split('/'), spaceKey ?? pageIds[0] ?? ''];
  return joinName(parts).replaceAll('.', '_');
}

function pagesName({ workspaceName = '', pageIds }: PagesSource): string {
  return joinName([workspaceName]) || joinName(pageIds.slice(0, 1)) || 'workspace';
}

/** The holder of an id: the source of its library, or `reserved` for something else. */
export type IdHolder = LibrarySource | 'reserved' | undefined;

/** Returns the ids whose holders `chooseLibraryId` needs. Pure. */
export function candidateIds(source: LibrarySource, author: Author): string[] {
  return [...new Set([...derivedIds(source, author), earlierId(source)])];
}

/**
 * Returns the id of a source that names none: the id of an existing library with the same source, or else the best free
 * one. No other source can take the last id of a source. Pure.
 */
export function chooseLibraryId(
  source: LibrarySource,
  author: Author,
  holderOf: (id: string) => IdHolder,
): string {
  const own = candidateIds(source, author).find((id) => {
    const holder = holderOf(id);
    return holder !== undefined && holder !== 'reserved' && isSameSource(holder, source);
  });
  if (own !== undefined) return own;
  const ids = derivedIds(source, author);
  return ids.find((id) => holderOf(id) === undefined) ?? ids.at(-1)!;
}
