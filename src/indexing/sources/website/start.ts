import { RunError } from '../../../base/errors.ts';
import type { WebsiteSource } from '../../../resources/library.ts';
import type { HttpClient, HttpResponse } from '../../../base/http/client.ts';
import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import type { SourceOptions } from '../source.ts';
import { cleanUrl } from './page-url.ts';
import { readPage, type ReadPage } from './read-page.ts';
import { loadRobots, type Robots } from './robots.ts';
import { scopeOf, scopeOfBase, type Scope } from './scope.ts';
import { acceptPages, assertReadable } from './visit.ts';

const maxForwards = 3;

/** Where a crawl begins, and what it stays in. */
export interface WebsiteStart {
  response: HttpResponse;
  page: ReadPage;
  robots: Robots;
  scope: Scope;
  /** Addresses of the site's sitemaps, as robots.txt tells them. */
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

/** Reads the start page of a website. Throws RunError when it cannot be read or robots.txt does not let it be. */
export async function startOf(
  client: HttpClient,
  source: WebsiteSource,
  options: StartOptions,
): Promise<WebsiteStart> {
  const { response, robots, page } = await fetchStart(client, parseHttpUrl(source.url), options);
  const { url, base, links } = page;
  const scope = source.baseUrl
    ? baseScope(parseHttpUrl(source.baseUrl), url)
    : scopeOf(url, { links, base });
  const sitemaps =
    robots.sitemaps.length > 0 ? robots.sitemaps : [new URL('/sitemap.xml', url).href];
  return { response, page, robots, scope, sitemaps };
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

/** Gets a page with the rules of the site it turns out to be on. */
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

function assertAllowed(robots: Robots, url: URL): void {
  if (robots.allows(url)) return;
  throw new RunError('AccessDenied', `the robots.txt of ${url.host} disallows ${describeUrl(url)}`);
}
