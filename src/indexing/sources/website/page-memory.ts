import { parsedJson } from '../../../base/json.ts';
/**
 * A crawl's facts about a page, stored in the validator of its document. A response "not modified"
 * has no links, so a refresh would end at that page. Therefore each page also stores its links that
 * no other page has stored. This needs about one entry for each page, while all links of all
 * pages would grow with the square of the pages.
 */
export interface PageMemory {
  /** ETag or Last-Modified; '' if the server sent neither. */
  validator: string;
  /** URLs that this page links to, without those that another page has stored. */
  links: URL[];
  /** Redirects from a link to the page that the index has. The start page of a crawl stores those of the whole site. */
  redirects: Redirect[];
}

/** A link, and the URL that it redirects to. */
export type Redirect = [link: URL, page: URL];

/** Returns the text to store. URLs within the page's origin omit the origin. */
export function writeMemory(page: URL, { validator, links, redirects }: PageMemory): string {
  const short = (url: URL): string =>
    url.origin === page.origin && !url.pathname.startsWith('//')
      ? url.pathname + url.search
      : url.href;
  return JSON.stringify([
    validator,
    ...links.map(short),
    ...redirects.map((redirect) => redirect.map(short)),
  ]);
}

/** Parses the text of `writeMemory`; empty for any other text. */
export function readMemory(page: URL, text: string | undefined): PageMemory {
  const [validator, ...parts] = parse(text);
  const urlsOf = (texts: unknown[]): URL[] =>
    texts
      .map((part) => (typeof part === 'string' ? URL.parse(part, page.origin) : null))
      .filter((url) => url !== null);
  return {
    validator: typeof validator === 'string' ? validator : '',
    links: urlsOf(parts),
    redirects: parts
      .map((part) => (Array.isArray(part) ? urlsOf(part) : []))
      .filter((pair): pair is Redirect => pair.length === 2),
  };
}

function parse(text: string | undefined): unknown[] {
  if (!text?.startsWith('[')) return [];
  const parts = parsedJson(text);
  return Array.isArray(parts) ? parts : [];
}
