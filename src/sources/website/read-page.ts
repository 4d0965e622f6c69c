import { contentHash } from '../content-hash.ts';
import type { SourceDocument } from '../../documents/document.ts';
import { pageFacts } from '../../documents/html/page-facts.ts';
import type { HttpResponse } from '../http/client.ts';
import { formatOf, isScriptShell, markdownLinks, metaRefresh } from './page-content.ts';
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
}

/** Reads a response whose media type `formatOf` knows. */
export function readPage(response: HttpResponse): ReadPage {
  const url = cleanUrl(response.url.href) ?? response.url;
  const format = formatOf(response.mediaType, url) ?? 'text';
  const content = response.text();
  const document: SourceDocument = {
    path: url.href,
    format,
    content,
    hash: contentHash(response.body),
  };
  if (format === 'html') return readHtml(url, document, response.headers('x-robots-tag'));
  return {
    url,
    base: url,
    document,
    links: format === 'markdown' || format === 'mdx' ? markdownLinks(content) : [],
  };
}

function readHtml(url: URL, document: SourceDocument, robotsTag: string): ReadPage {
  const facts = pageFacts(document.content);
  const { title, description, canonical } = facts;
  const forward = metaRefresh(document.content);
  const nofollow = facts.nofollow || /\b(nofollow|none)\b/i.test(robotsTag);
  const skip = reasonToSkip(document.content, {
    noindex: facts.noindex || /\b(noindex|none)\b/i.test(robotsTag),
    forward,
  });
  return {
    url,
    base: (facts.base && URL.parse(facts.base, url.href)) || url,
    ...(skip === undefined ? { document: { ...document, ...(title && { title }) } } : { skip }),
    links: [...(forward ? [forward] : []), ...(nofollow ? [] : facts.links)],
    ...(canonical && { canonical }),
    ...(title && { title }),
    ...(description && { description }),
  };
}

function reasonToSkip(
  html: string,
  { noindex, forward }: { noindex: boolean; forward: string | undefined },
): string | undefined {
  if (noindex) return 'the page asks not to be indexed (noindex)';
  if (forward) return `the page forwards to ${forward.slice(0, 200)}`;
  if (isScriptShell(html)) {
    return 'the page has almost no text without JavaScript; index its repository or its llms.txt instead';
  }
  return undefined;
}
