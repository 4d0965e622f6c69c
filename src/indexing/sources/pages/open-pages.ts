import { RunError } from '../../../base/errors.ts';
import type { PagesSource } from '../../../resources/library.ts';
import { systemClock } from '../../../base/http/clock.ts';
import { openOverHttp, type HttpEnvironment } from '../http-environment.ts';
import type { Snapshot, SourceOptions } from '../source.ts';
import { unsetIntegration } from '../unset-integration.ts';
import { canonicalPageId } from './page-id.ts';
import { Notion, type NotionPage } from './notion.ts';
import { PageTree } from './page-tree.ts';

/** URL of Notion's API. */
export const notionUrl = 'https://api.notion.com';

/** Dependencies that tests replace, among them the server that pages come from. */
export interface PagesEnvironment extends HttpEnvironment {
  /** URL of the API. Default: `notionUrl`. */
  baseUrl?: string;
}

/**
 * Opens pages of a Notion workspace with all their child pages and databases. Only a page itself lists its children, so the
 * revision is unknown before the read. Pages that were not edited are not read again. Throws RunError if there is no pages
 * integration, or if none of the pages can be read.
 */
export async function openPages(
  source: PagesSource,
  options: SourceOptions,
  environment: PagesEnvironment = {},
): Promise<Snapshot> {
  const token = pagesToken(options.credentials);
  const { baseUrl = notionUrl, clock = systemClock } = environment;
  return openOverHttp(options, environment, async (client) => {
    const notion = new Notion({ http: client, token, baseUrl, signal: options.signal });
    const ids = [...new Set(source.pageIds.map(canonicalPageId))];
    const first = await firstOf(ids, notion);
    const title = source.workspaceName || first.title;
    const tree = new PageTree({ notion, clock, limits: options.limits, ids });
    return {
      revision: '',
      facts: title ? { title } : {},
      documents: (known, signal) => tree.items(known, signal),
    };
  });
}

/** Returns the token of the pages integration. Throws RunError('AccessDenied') if it is missing or not usable. */
export function pagesToken(settings: Readonly<Record<string, string>> = {}): string {
  const token = settings['pages.token']?.trim();
  if (!token) {
    // A retry can succeed after an admin sets it.
    throw new RunError('AccessDenied', unsetIntegration('pages'), { retry: 'backoff' });
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new RunError('AccessDenied', 'pages.token holds characters that a header cannot have');
}

/** Returns the first page, or row of a database, that exists. */
async function firstOf(ids: readonly string[], notion: Notion): Promise<NotionPage> {
  for (const id of ids) {
    const page = await notion.page(id);
    if (page && !page.gone) return page;
    for await (const row of notion.rows(id)) return row;
  }
  throw new RunError(
    'NotFound',
    'none of the pages is there, or shared with the pages integration (share them with it under “Connections”)',
  );
}
