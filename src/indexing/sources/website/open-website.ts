import type { WebsiteSource } from '../../../resources/library.ts';
import { systemClock } from '../../../base/http/clock.ts';
import { openOverHttp, type HttpEnvironment } from '../http-environment.ts';
import type { Snapshot, SourceOptions } from '../source.ts';
import { Crawl, type CrawlOptions } from './crawl.ts';
import { excluder } from './scope.ts';
import { startOf } from './start.ts';

/**
 * Opens a website by its start page. If that page redirects or forwards, even to another host, the crawl begins at the
 * target. It stays within the start page's host and folder (see `scopeOf`), or below `baseUrl`. The revision is unknown
 * before the read. Throws RunError if the start page cannot be read or robots.txt disallows it.
 */
export async function openWebsite(
  source: WebsiteSource,
  options: SourceOptions,
  environment: HttpEnvironment = {},
): Promise<Snapshot> {
  return openOverHttp(options, environment, async (client) => {
    const { response, page, robots, scope, sitemaps } = await startOf(client, source, options);
    const { title, description } = page;
    const maxPages = Math.min(source.maxPages ?? 100, options.limits.maxDocuments);
    const crawl: CrawlOptions = {
      client,
      robots,
      clock: environment.clock ?? systemClock,
      limits: options.limits,
      parser: options.parser,
      start: { response, page },
      scope,
      maxPages,
      maxDepth: source.maxDepth ?? 3,
      excludes: excluder(source.excludePatterns),
      sitemaps,
    };
    return {
      revision: '',
      facts: { ...(title && { title }), ...(description && { description }) },
      documents: (known, signal) => new Crawl(crawl).items(known, signal),
    };
  });
}
