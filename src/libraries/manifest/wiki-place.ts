import { RunError } from '../../base/errors.ts';
import type { WikiSource } from '../../resources/library.ts';
import { wikiAddress } from '../../indexing/sources/wiki/address.ts';
import type { ManifestEntry } from './parse.ts';

/**
 * The source of a wiki entry: a whole space by its key, or the pages that `pageUrls` names. Throws RunError for an address
 * that says nothing, pages of another site, and fields that do not go together.
 */
export function wikiPlace({ url, fields }: ManifestEntry): WikiSource {
  const { siteUrl } = wikiAddress(url);
  const { spaceKey, spaceId, spaceName, includeSubPages } = fields as Partial<WikiSource>;
  const pageUrls = (fields['pageUrls'] ?? []) as string[];
  const space = { ...(spaceId && { spaceId }), ...(spaceName && { spaceName }) };
  if (spaceKey !== undefined) {
    if (pageUrls.length > 0 || includeSubPages !== undefined) {
      throw mistake(
        '`spaceKey` means the whole space; leave `pageUrls` and `includeSubPages` out, or `spaceKey`',
      );
    }
    return { siteUrl, spaceKey, ...space };
  }
  const pages = pageUrls.map((pageUrl) => pageOf(pageUrl, siteUrl));
  if (pages.length === 0) throw mistake('`pageUrls` names no page');
  const keys = new Set(pages.map((page) => page.spaceKey));
  const [shared] = keys.size === 1 ? keys : [];
  return {
    siteUrl,
    ...(shared && { spaceKey: shared }),
    ...space,
    pageIds: [...new Set(pages.map(({ pageId }) => pageId))],
    ...(includeSubPages !== undefined && { includeSubPages }),
  };
}

function pageOf(pageUrl: string, siteUrl: string): { pageId: string; spaceKey?: string } {
  const { siteUrl: site, pageId, spaceKey } = wikiAddress(pageUrl);
  const shown = JSON.stringify(pageUrl.slice(0, 200));
  if (site !== siteUrl) throw mistake(`\`pageUrls\`: ${shown} is not on ${siteUrl}`);
  if (pageId === undefined) {
    throw mistake(
      `\`pageUrls\`: ${shown} has no page id; expected a URL with /pages/<number> or ?pageId=<number>`,
    );
  }
  return { pageId, ...(spaceKey && { spaceKey }) };
}

function mistake(message: string): RunError {
  return new RunError('InvalidSource', message);
}
