import { RunError } from '../errors.ts';
import type { LibrarySource, WikiSource } from '../resources/library.ts';
import { gitAddress } from './git-address.ts';
import { pageIdIn } from './pages/address.ts';
import { hostName, joinName } from './source-name.ts';
import { wikiAddress } from './wiki/address.ts';

export type SourceType = keyof LibrarySource;

/** What a URL or path given by a person means. */
export interface Recognised {
  /** The library id, /owner/name. */
  id: string;
  source: LibrarySource;
}

const llmsFile = /^llms([-_.]\w+)?\.txt$/i;
const descriptionFile = /\.(json|ya?ml)$/i;
const descriptionPath = /\/(v\d\/)?(api-docs|openapi|swagger)\/?$/i;

/**
 * Guesses what a URL or local path is, unless the type is given:
 *
 * 1. git: a local path (`/x`, `./x`, `../x`, `~/x`, `.`, `file://`), `git@host:owner/repo`, `ssh://`, `git://`, anything
 *    ending in `.git`, a repository on a known Git host (a `/tree/<branch>/<folder>` behind it names the branch and folder
 *    to read), or `owner/repo` alone, which means GitHub;
 * 2. llmstxt: a file called `llms.txt`, `llms-full.txt` or alike;
 * 3. openapi: a `.json`, `.yaml` or `.yml` file, or a path ending in `/openapi`, `/swagger` or `/api-docs`;
 * 4. website: everything else. A host without a scheme means https.
 *
 * A wiki or pages source is never guessed: pages that anybody may read are a website too.
 *
 * Throws RunError('InvalidSource') for what is none of them.
 */
export function recognise(input: string, type?: SourceType): Recognised {
  const text = input.trim();
  const git = gitAddress(text);
  const found = type ?? (git ? 'git' : guess(webUrl(text)));
  const source = sourceOf(found, text);
  return { id: libraryId(source), source };
}

/**
 * The id a source gets when nobody names one. Lower case, one to one with the address as far as two path segments can:
 *
 * - git: `/owner/repo`; folders in between (GitLab's subgroups) join the owner with `_`; a local path is `/local/<folder name>`;
 * - website: `/websites/<site>`: the host without a leading `www.` or `docs.` and without an ending `.com`, `.org` or `.net`,
 *   then the path, with `.` and `/` turned to `_` (`react.dev` is `/websites/react_dev`, `docs.python.org/3` is
 *   `/websites/python_3`);
 * - llmstxt: `/llmstxt/<site>`: as for a website, the file's name included (`/llmstxt/mistral_ai_llms-full_txt`);
 * - openapi: `/openapi/<site>`: as for a website, without the file's ending and without segments that every description's
 *   address has (`api`, `openapi`, `swagger`, `v1`, ...), if anything is left without them;
 * - wiki: `/wiki/<site>_<space key>`, or the first page's id in place of the key;
 * - pages: `/pages/<workspace name>`, or the first page's id.
 */
export function libraryId(source: LibrarySource): string {
  if (source.git) return gitId(source.git.url);
  if (source.website) {
    const { baseUrl, url } = source.website;
    return `/websites/${siteName(parseUrl(baseUrl ?? url))}`;
  }
  if (source.llmstxt) return `/llmstxt/${siteName(parseUrl(source.llmstxt.url))}`;
  if (source.openapi?.url !== undefined) {
    return `/openapi/${descriptionName(parseUrl(source.openapi.url))}`;
  }
  if (source.wiki) return `/wiki/${wikiName(source.wiki)}`;
  if (source.pages) {
    const { workspaceName = '', pageIds } = source.pages;
    return `/pages/${joinName([workspaceName]) || joinName(pageIds.slice(0, 1)) || 'workspace'}`;
  }
  throw new RunError(
    'InvalidSource',
    'the source is empty; expected git, website, llmstxt, openapi, wiki or pages',
  );
}

function wikiName({ siteUrl, spaceKey, pageIds = [] }: WikiSource): string {
  const url = parseUrl(siteUrl);
  const parts = [hostName(url), ...url.pathname.split('/'), spaceKey ?? pageIds[0] ?? ''];
  return joinName(parts).replaceAll('.', '_');
}

function guess(url: URL): SourceType {
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  if (llmsFile.test(file)) return 'llmstxt';
  if (descriptionFile.test(file) || descriptionPath.test(url.pathname)) return 'openapi';
  return 'website';
}

function sourceOf(type: SourceType, text: string): LibrarySource {
  if (type === 'wiki') return { wiki: wikiOf(webUrl(text)) };
  if (type === 'pages') return { pages: { pageIds: [pageIdIn(text)] } };
  if (type !== 'git') return { [type]: { url: webUrl(text).href } };
  const address = gitAddress(text);
  if (!address) return { git: { url: text } };
  const { url, branch, folder } = address;
  return { git: { url, ...(branch && { branch }), ...(folder && { folders: [folder] }) } };
}

function wikiOf(url: URL): WikiSource {
  const { siteUrl, spaceKey, pageId } = wikiAddress(url.href);
  if (spaceKey === undefined && pageId === undefined) {
    throw new RunError(
      'InvalidSource',
      `${url.host}${url.pathname} names neither a space nor a page; expected a URL such as https://example.atlassian.net/wiki/spaces/DOC`,
    );
  }
  return { siteUrl, ...(spaceKey && { spaceKey }), ...(pageId && { pageIds: [pageId] }) };
}

function gitId(url: string): string {
  const address = gitAddress(url);
  const parts = (address?.path ?? URL.parse(url)?.pathname ?? url)
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.');
  const repository = joinName(parts.slice(-1)) || 'repository';
  if (address?.local) return `/local/${repository}`;
  return `/${joinName(parts.slice(0, -1)) || 'git'}/${repository}`;
}

function siteName(url: URL): string {
  const path = url.pathname.replace(/\/(index|default)\.(html?|php|aspx?)$/i, '/');
  return joinName([hostName(url), ...path.split('/')]).replaceAll('.', '_') || 'site';
}

const everywhere =
  /^(api|apis|rest|openapi|swagger|api-docs|v\d+(\.\d+)*|spec\d?|docs|raw|main|master)$/i;

function descriptionName(url: URL): string {
  const segments = url.pathname.replace(descriptionFile, '').split('/');
  const telling = segments.filter((segment) => !everywhere.test(segment));
  const host = hostName(url).replace(/^api\./, '');
  return joinName([host, ...telling]).replaceAll('.', '_') || 'api';
}

function webUrl(text: string): URL {
  return parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.hostname && /^https?:$/.test(url.protocol)) return url;
  throw new RunError(
    'InvalidSource',
    `${JSON.stringify(text.slice(0, 100))} is neither a URL nor a path; expected one such as https://docs.example.org/ or ./docs`,
  );
}
