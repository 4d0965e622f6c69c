import type { PagesSource, WikiSource } from '../../../resources/library.ts';
import { canonicalPageId } from '../pages/page-id.ts';
import { Notion } from '../pages/notion.ts';
import { notionUrl, pagesToken } from '../pages/open-pages.ts';
import { openConfluence } from '../wiki/open-wiki.ts';
import { firstOf, listOf } from './listed.ts';
import type { Preview, PreviewOptions } from './preview.ts';
import { withClient } from './preview-client.ts';

/** Number of pages that one request of either wiki API lists. */
const maxWikiPages = 200;
/** Maximum number of pages that are requested one by one. */
const maxAsked = 10;

/** Previews a wiki space, or the first of the chosen pages, with the integration's account. Throws RunError. */
export async function previewWiki(source: WikiSource, options: PreviewOptions): Promise<Preview> {
  return withClient(options, async (client) => {
    const { confluence, site } = openConfluence(source, { ...options, client });
    const space = await confluence.space();
    const { pageIds = [] } = source;
    const refs =
      pageIds.length === 0 ? confluence.spacePages() : confluence.pages(pageIds.slice(0, maxAsked));
    async function* titles(): AsyncGenerator<string> {
      for await (const { title, id } of refs) yield title || id;
    }
    const pages = await firstOf(titles(), maxWikiPages - 1);
    const title = source.spaceName || space.name;
    const description = space.description.trim().slice(0, 500);
    const more = pages.more || pageIds.length > maxAsked;
    return {
      found: {
        url: site,
        ...(title && { title }),
        ...(description && { description }),
        pages: { ...pages, more },
      },
    };
  });
}

/** Previews the first of the chosen pages of a workspace. Throws RunError. */
export async function previewPages(
  source: PagesSource,
  options: PreviewOptions,
  baseUrl: string = notionUrl,
): Promise<Preview> {
  const token = pagesToken(options.credentials);
  return withClient(options, async (http) => {
    const notion = new Notion({ http, token, baseUrl, signal: options.signal });
    const ids = [...new Set(source.pageIds.map(canonicalPageId))];
    const titles: string[] = [];
    for (const id of ids.slice(0, maxAsked)) {
      const page = await notion.page(id);
      if (page && !page.gone) titles.push(page.title || id);
    }
    const title = source.workspaceName || titles[0];
    const pages = { ...listOf(titles), more: ids.length > maxAsked };
    return { found: { ...(title && { title }), pages } };
  });
}
