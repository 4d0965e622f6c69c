import type { LibrarySource } from '../resources/library.ts';
import { pageOf } from '../sources/git/hosts.ts';

/** Whether two sources are one place, whatever their settings: the same repository, site, file, space or workspace. */
export function isSamePlace(a: LibrarySource, b: LibrarySource): boolean {
  return placeOf(a) === placeOf(b);
}

function placeOf({ git, website, llmstxt, openapi, wiki, pages }: LibrarySource): string {
  if (git) return `git ${pageOf(git.url)?.url.toLowerCase() ?? git.url}`;
  if (website) return `website ${website.baseUrl ?? website.url}`;
  if (llmstxt) return `llmstxt ${llmstxt.url}`;
  if (openapi) return `openapi ${openapi.url}`;
  if (wiki) return `wiki ${wiki.siteUrl} ${wiki.spaceKey ?? ''} ${wiki.pageIds?.join() ?? ''}`;
  return `pages ${pages?.pageIds.join() ?? ''}`;
}
