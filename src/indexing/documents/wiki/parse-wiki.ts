import type { DocumentParser } from '../document.ts';
import { parseHtmlFragment } from '../html/html.ts';
import { toDocument } from '../text-sections.ts';
import { storageToHtml } from './storage.ts';

/** Longest page read, in characters. */
const longest = 8_000_000;

/**
 * A page in Confluence's storage format: HTML with elements of its own for macros, links, images, tasks and layouts.
 * They become the HTML that says the same, which is read as any page's. Anchors are those that Confluence makes: on Cloud
 * of the heading alone, on Data Center (whose pages are opened by `?pageId=`) with the page's title before it.
 */
export const parseWiki: DocumentParser = (document) => {
  const { path, title = '' } = document;
  const anchorPrefix = /[?&]pageId=/.test(path) ? `${title}-` : undefined;
  const html = storageToHtml(document.content.slice(0, longest), { anchorPrefix });
  return toDocument(parseHtmlFragment(html, document), document, title);
};
