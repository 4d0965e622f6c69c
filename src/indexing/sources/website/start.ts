import { RunError } from '../../../base/errors.ts';
import type { WebsiteSource } from '../../../resources/library.ts';
import type { HttpClient, HttpResponse } from '../../../base/http/client.ts';
import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import type { SourceOptions } from '../source.ts';
import { cleanUrl } from './page-url.ts';
import { readPage, type ReadPage } from './read-page.ts';
import { assertAllowed, loadRobots, type Robots } from './robots.ts';
import { scopeOfBase, scopeOfTarget, type Scope } from './scope.ts';
import { resolveSitemaps } from './sitemap.ts';
import { acceptPages, assertReadable } from './visit.ts';

const maxForwards = 3;

/** The start page of a crawl, with the crawl's scope. */
export interface WebsiteStart {
  response: HttpResponse;
  page: ReadPage;
  robots: Robots;
  scope: Scope;
  /** URLs of the site's sitemaps. */
  sitemaps: string[];
}

interface Start {
  response: HttpResponse;
  robots: Robots;
}

interface ReadStart extends Start {
  page: ReadPage;
}

type StartOptions = { limits: Pick<SourceOptions['limits'], 'maxDocumentBytes'> } & Pick<
  SourceOptions,
  'parser' | 'signal'
>;

/** Reads the start page of a website. Throws RunError if it cannot be read or robots.txt disallows it. */
export async function startOf(
  client: HttpClient,
  source: WebsiteSource,
  options: StartOptions,
): Promise<WebsiteStart> {
  const address = parseHttpUrl(source.url);
  const { response, robots, page } = await fetchStart(client, address, options);
  const { url } = page;
  const scope = source.baseUrl
    ? baseScope(parseHttpUrl(source.baseUrl), url)
    : scopeOfTarget(address, url, page);
  const named = robots.sitemaps.length > 0 ? robots.sitemaps : ['sitemap.xml'];
  const sitemaps = resolveSitemaps(named, new URL('/robots.txt', url).href);
  return { response, page, robots, scope, sitemaps };
}

/** Returns the scope of `baseUrl`. Throws RunError('InvalidSource') if the start page is outside of it. */
function baseScope(base: URL, start: URL): Scope {
  const scope = scopeOfBase(base);
  if (scope.contains(start)) return scope;
  throw new RunError(
    'InvalidSource',
    `the start page is ${describeUrl(start)}, which is not below baseUrl ${describeUrl(base)}; choose a baseUrl that it is below`,
  );
}

async function fetchStart(
  client: HttpClient,
  first: URL,
  options: StartOptions,
): Promise<ReadStart> {
  let url = first;
  for (let forwards = 0; ; forwards += 1) {
    const start = await fetchAllowed(client, url, options);
    const page = await readPage(start.response, options);
    const { forward } = page;
    const target = forward === undefined ? undefined : cleanUrl(forward, start.response.url);
    if (!target || forwards >= maxForwards) return { ...start, page };
    url = target;
  }
}

/** Fetches a page, with the robots.txt of the site after redirects. */
async function fetchAllowed(
  client: HttpClient,
  url: URL,
  { limits, parser, signal }: StartOptions,
): Promise<Start> {
  let site = url.origin;
  let robots = await loadRobots(client, url, { parser, signal });
  assertAllowed(robots, url);
  const response = await client.get(url, {
    signal,
    maxBytes: limits.maxDocumentBytes,
    accept: acceptPages,
    onContent: assertReadable,
    onRedirect: async (to) => {
      if (to.origin !== site) robots = await loadRobots(client, to, { parser, signal });
      site = to.origin;
      assertAllowed(robots, to);
    },
  });
  return { response, robots };
}
