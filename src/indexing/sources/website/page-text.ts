import type { DocumentFormat } from '../../documents/document.ts';
import { pageFacts, type Alternate } from '../../documents/html/page-facts.ts';
import { listsPages } from './list-pages.ts';
import {
  apiDescriptionOf,
  docsifyPages,
  forwardOf,
  isScriptShell,
  markdownLinks,
} from './page-content.ts';

/** The text of a page, and facts from its response. */
export interface PageText {
  url: string;
  format: DocumentFormat;
  content: string;
  /** The header x-robots-tag. */
  robotsTag: string;
}

/** Facts from a page's text. */
export interface ReadPageText {
  /** Base URL of its links. */
  base: string;
  /** Targets of its links, as written. */
  links: string[];
  canonical?: string;
  /** Language of the page, as a BCP 47 name. */
  language?: string;
  /** Addresses of the page in all its languages, as written. */
  alternates?: Alternate[];
  title?: string;
  description?: string;
  /** Why the page must not be indexed. */
  skip?: string;
  /** Target of an immediate redirect within the page. */
  forward?: string;
}

/** Reads the facts in a page's text. Pure. */
export function readPageText({ url, format, content, robotsTag }: PageText): ReadPageText {
  if (format === 'html') return readHtml(url, content, robotsTag);
  const links = format === 'markdown' || format === 'mdx' ? markdownLinks(content) : [];
  return { base: url, links };
}

function readHtml(url: string, html: string, robotsTag: string): ReadPageText {
  const facts = pageFacts(html);
  const { title, description, canonical, language, alternates } = facts;
  const forward = forwardOf(html);
  const nofollow = facts.nofollow || /\b(nofollow|none)\b/i.test(robotsTag);
  const skip = reasonToSkip(html, {
    noindex: facts.noindex || /\b(noindex|none)\b/i.test(robotsTag),
    forward,
    isList: listsPages(url, facts),
  });
  return {
    base: baseOf(facts.base, url),
    links: [
      ...(forward ? [forward] : []),
      ...(nofollow ? [] : [...facts.links, ...docsifyPages(html)]),
    ],
    ...(skip !== undefined && { skip }),
    ...(forward !== undefined && { forward }),
    ...(canonical && { canonical }),
    ...(language && { language }),
    ...(alternates.length > 0 && { alternates }),
    ...(title && { title }),
    ...(description && { description }),
  };
}

function baseOf(base: string | undefined, url: string): string {
  return (base && URL.parse(base, url)?.href) || url;
}

function reasonToSkip(
  html: string,
  { noindex, forward, isList }: { noindex: boolean; forward: string | undefined; isList: boolean },
): string | undefined {
  if (noindex) return 'the page asks not to be indexed (noindex)';
  if (forward) return `the page forwards to ${forward.slice(0, 200)}`;
  if (isList) return 'the page only lists other pages';
  return isScriptShell(html) ? shellReason(apiDescriptionOf(html)) : undefined;
}

function shellReason(description: string | undefined): string {
  const instead =
    description === undefined
      ? 'its repository or its llms.txt'
      : `the API description ${description}`;
  return `the page has almost no text without JavaScript; index ${instead} instead`;
}
