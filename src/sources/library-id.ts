import { RunError } from '../errors.ts';
import type { LibrarySource, WikiSource } from '../resources/library.ts';
import { gitAddress } from './git-address.ts';
import { hostName, joinName } from './source-name.ts';
import { parseUrl } from './web-url.ts';

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

const descriptionFile = /\.(json|ya?ml)$/i;
const everywhere =
  /^(api|apis|rest|openapi|swagger|api-docs|v\d+(\.\d+)*|spec\d?|docs|raw|main|master)$/i;

function descriptionName(url: URL): string {
  const segments = url.pathname.replace(descriptionFile, '').split('/');
  const telling = segments.filter((segment) => !everywhere.test(segment));
  const host = hostName(url).replace(/^api\./, '');
  return joinName([host, ...telling]).replaceAll('.', '_') || 'api';
}
