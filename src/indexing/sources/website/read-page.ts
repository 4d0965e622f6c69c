import { contentHash } from '../content-hash.ts';
import type { SourceDocument } from '../../documents/document.ts';
import type { Parser } from '../../parser.ts';
import type { HttpResponse } from '../../../base/http/client.ts';
import { formatOf } from './page-content.ts';
import { cleanUrl } from './page-url.ts';

/** A page as the crawl sees it. */
export interface ReadPage {
  /** Where the page is, after redirects. */
  url: URL;
  /** What to index, without its validator; absent with a reason in `skip`. */
  document?: SourceDocument;
  skip?: string;
  /** What its links are relative to. */
  base: URL;
  /** Targets of its links as they are written. */
  links: string[];
  canonical?: string;
  title?: string;
  description?: string;
  /** Where it forwards to at once. */
  forward?: string;
}

/** Reads a response whose media type `formatOf` knows. Throws RunError for a page that cannot be read in time or memory. */
export async function readPage(
  response: HttpResponse,
  { parser, signal }: { parser: Parser; signal: AbortSignal },
): Promise<ReadPage> {
  const url = cleanUrl(response.url.href) ?? response.url;
  const format = formatOf(response.mediaType, url) ?? 'text';
  const content = response.text();
  const robotsTag = response.headers('x-robots-tag');
  const input = { url: url.href, format, content, robotsTag };
  const { base, skip, ...page } = await parser.run('page', input, { signal });
  const { title } = page;
  const hash = contentHash(response.body);
  const document = { path: url.href, format, content, hash, ...(title && { title }) };
  return {
    ...page,
    url,
    base: new URL(base),
    ...(skip === undefined ? { document } : { skip }),
  };
}
