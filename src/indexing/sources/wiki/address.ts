import { RunError } from '../../../base/errors.ts';
import { safelyDecoded } from '../../../base/http/http-url.ts';
import { webUrl } from '../web-url.ts';

/** A Confluence site, and the space or page that its address names. */
export interface WikiAddress {
  /** The site without a final slash, such as https://example.atlassian.net or https://wiki.example.org/confluence. */
  siteUrl: string;
  spaceKey?: string;
  pageId?: string;
}

// Where the site's path ends, in the URLs of Cloud and Data Center.
const beyondSite = /\/(?:spaces|display|pages|plugins|dosearchsite\.action|rest|x)(?:\/|$)/;
const key = String.raw`(?<key>(?!\w+\.action)~?[\w.@-]+)`;
const inPath = [
  new RegExp(String.raw`^/spaces/${key}(?:/pages/(?<page>\d+))?(?:/|$)`),
  new RegExp(String.raw`^/display/${key}(?:/|$)`),
];

/**
 * Parses an address from a browser: `/wiki/spaces/KEY/pages/1/Title` of Cloud,
 * `/display/KEY/Title`, `/pages/viewpage.action?pageId=1` and similar paths of Data Center, or the
 * site alone. Removes credentials. Throws RunError('InvalidSource') for a text that is no web
 * address.
 */
export function wikiAddress(text: string): WikiAddress {
  const url = siteUrlIn(text);
  const end = beyondSite.exec(url.pathname)?.index ?? url.pathname.length;
  const context = url.pathname.slice(0, end).replace(/\/+$/, '');
  return {
    siteUrl: url.origin + (isCloudHost(url) ? '' : context),
    ...placeIn(safelyDecoded(url.pathname.slice(end)), url.searchParams),
  };
}

function siteUrlIn(text: string): URL {
  const bare = text.replace(/(^\s*|\/\/)[^/?#\s]*@/, '$1');
  try {
    return webUrl(bare);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    throw new RunError(
      'InvalidSource',
      `${JSON.stringify(bare.slice(0, 100))} is no address of a wiki; expected one such as https://example.atlassian.net/wiki/spaces/DOC`,
    );
  }
}

function placeIn(rest: string, query: URLSearchParams): Omit<WikiAddress, 'siteUrl'> {
  const groups = inPath.map((pattern) => pattern.exec(rest)?.groups).find(Boolean);
  const spaceKey = groups?.['key'] ?? query.get('key') ?? query.get('spaceKey');
  const pageId = groups?.['page'] ?? query.get('pageId') ?? '';
  return { ...(spaceKey && { spaceKey }), ...(/^\d{1,20}$/.test(pageId) && { pageId }) };
}

/** Returns whether a URL is on Cloud, which serves every wiki under /wiki. Its siteUrl omits that. */
function isCloudHost({ hostname }: URL): boolean {
  return hostname.endsWith('.atlassian.net');
}
