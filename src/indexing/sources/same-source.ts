import type { LibrarySource } from '../../resources/library.ts';
import { pageOf } from './git/hosts.ts';

/** Returns whether two sources read the same repository, site, file, space or pages, whatever their settings. */
export function isSameSource(a: LibrarySource, b: LibrarySource): boolean {
  return placeOf(a) === placeOf(b);
}

function placeOf({ git, website, llmstxt, openapi, ...workspaces }: LibrarySource): string {
  if (git) return `git ${repositoryOf(git.url)}`;
  if (website) return `website ${canonical(website.baseUrl ?? website.url)}`;
  if (llmstxt) return `llmstxt ${canonical(llmstxt.url)}`;
  if (openapi) return `openapi ${canonical(openapi.url) ?? openapi.upload?.name}`;
  return workspaceOf(workspaces);
}

/** A repository is the same by https, http and ssh. */
function repositoryOf(url: string): string {
  const page = pageOf(url);
  return page ? `${page.host}/${page.path}`.toLowerCase() : url;
}

function canonical(url: string | undefined): string | undefined {
  return URL.parse(url ?? '')?.href ?? url;
}

function workspaceOf({ wiki, pages }: LibrarySource): string {
  if (wiki) return JSON.stringify([wiki.siteUrl, wiki.spaceKey, wiki.pageIds]);
  return JSON.stringify(pages?.pageIds ?? 'none');
}
