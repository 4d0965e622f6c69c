import type { PagesSource, WikiSource } from '../../../resources/library.ts';
import { HttpClient } from '../../../base/http/client.ts';
import { canonicalPageId } from '../pages/address.ts';
import { Notion } from '../pages/notion.ts';
import { notionUrl, pagesToken } from '../pages/open-pages.ts';
import { openConfluence } from '../wiki/open-wiki.ts';
import { firstOf, idleMs, listOf, type Look, type LookOptions } from './found.ts';

/** Pages of a wiki that one request of either API lists. */
const maxWikiPages = 200;
/** Pages that are asked for one by one. */
const maxAsked = 10;

/** Looks at a wiki space, or at the first of the pages that are chosen, as the integration's account. Throws RunError. */
export async function lookAtWiki(source: WikiSource, options: LookOptions): Promise<Look> {
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

/** Looks at the first of the pages that are chosen of a workspace. Throws RunError. */
export async function lookAtPages(
  source: PagesSource,
  options: LookOptions,
  baseUrl: string = notionUrl,
): Promise<Look> {
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

async function withClient(
  { allowedRanges }: LookOptions,
  work: (client: HttpClient) => Promise<Look>,
): Promise<Look> {
  const client = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
