import { contentHash } from '../content-hash.ts';
import type { SourceDocument } from '../../documents/document.ts';
import type { Parser } from '../../parser.ts';
import type { HttpResponse } from '../../../base/http/client.ts';
import { formatOf } from './page-content.ts';
import type { ReadPageText } from './page-text.ts';
import { cleanUrl } from './page-url.ts';

/** A page of a crawl. */
export interface ReadPage extends Omit<ReadPageText, 'base'> {
  /** URL after redirects. */
  url: URL;
  /** Base URL of its links. */
  base: URL;
  /** The document, without its validator; absent if `skip` has a reason. */
  document?: SourceDocument;
}

/** Parses a response whose media type `formatOf` knows. Throws RunError if parsing exceeds its limits. */
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
