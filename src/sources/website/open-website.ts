import type { WebsiteSource } from '../../resources/library.ts';
import { RunError } from '../../errors.ts';
import type { HttpClient, HttpResponse } from '../http/client.ts';
import { systemClock } from '../http/clock.ts';
import { httpClientFor, type HttpEnvironment } from '../http/environment.ts';
import { describeUrl, parseHttpUrl } from '../http/http-url.ts';
import type { Snapshot, SourceOptions } from '../source.ts';
import { Crawl, type CrawlOptions } from './crawl.ts';
import { excluder } from './exclude.ts';
import { metaRefresh } from './page-content.ts';
import { cleanUrl } from './page-url.ts';
import { readPage } from './read-page.ts';
import { loadRobots, type Robots } from './robots.ts';
import { scopeOf, scopeOfBase, type Scope } from './scope.ts';
import { acceptPages, assertReadable } from './visit.ts';

const maxForwards = 3;

interface Start {
  response: HttpResponse;
  robots: Robots;
}

/**
 * Opens a website by its start page. Where that page redirects or forwards to is where the crawl happens, even on another
 * host; from there on it stays within that page's host and folder (see `scopeOf`), or below `baseUrl`. The revision cannot be known before
 * the pages are read. Throws RunError when the start page cannot be read or robots.txt does not let it be.
 */
export async function openWebsite(
  source: WebsiteSource,
  options: SourceOptions,
  environment: HttpEnvironment = {},
): Promise<Snapshot> {
  const client = httpClientFor(options, environment);
  try {
    const { response, robots } = await fetchStart(client, parseHttpUrl(source.url), options);
    const { url, base, links, title, description } = readPage(response);
    const scope = source.baseUrl
      ? baseScope(parseHttpUrl(source.baseUrl), url)
      : scopeOf(url, { links, base });
    const maxPages = Math.min(source.maxPages ?? 100, options.limits.maxDocuments);
    const crawl: CrawlOptions = {
      client,
      robots,
      clock: environment.clock ?? systemClock,
      limits: options.limits,
      start: response,
      scope,
      maxPages,
      maxDepth: source.maxDepth ?? 3,
      excludes: excluder(source.excludePatterns),
      sitemaps: robots.sitemaps.length > 0 ? robots.sitemaps : [new URL('/sitemap.xml', url).href],
    };
    return {
      revision: '',
      facts: { ...(title && { title }), ...(description && { description }) },
      linkTemplate: '{path}',
      documents: (known, signal) => new Crawl(crawl).items(known, signal),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Throws RunError('InvalidSource') when the start page is none of those to read. */
function baseScope(base: URL, start: URL): Scope {
  const scope = scopeOfBase(base);
  if (scope.contains(start)) return scope;
  throw new RunError(
    'InvalidSource',
    `the start page is ${describeUrl(start)}, which is not below baseUrl ${describeUrl(base)}; choose a baseUrl that it is below`,
  );
}

async function fetchStart(client: HttpClient, first: URL, options: SourceOptions): Promise<Start> {
  let url = first;
  for (let forwards = 0; ; forwards += 1) {
    const start = await fetchAllowed(client, url, options);
    const forward = start.response.mediaType.includes('html')
      ? metaRefresh(start.response.text())
      : undefined;
    const target = forward === undefined ? undefined : cleanUrl(forward, start.response.url);
    if (!target || forwards >= maxForwards) return start;
    url = target;
  }
}

/** Gets a page with the rules of the site it turns out to be on. */
async function fetchAllowed(
  client: HttpClient,
  url: URL,
  { limits, signal }: SourceOptions,
): Promise<Start> {
  let site = url.origin;
  let robots = await loadRobots(client, url, signal);
  assertAllowed(robots, url);
  const response = await client.get(url, {
    signal,
    maxBytes: limits.maxDocumentBytes,
    accept: acceptPages,
    onContent: assertReadable,
    onRedirect: async (to) => {
      if (to.origin !== site) robots = await loadRobots(client, to, signal);
      site = to.origin;
      assertAllowed(robots, to);
    },
  });
  return { response, robots };
}

function assertAllowed(robots: Robots, url: URL): void {
  if (robots.allows(url)) return;
  throw new RunError('AccessDenied', `the robots.txt of ${url.host} disallows ${describeUrl(url)}`);
}
