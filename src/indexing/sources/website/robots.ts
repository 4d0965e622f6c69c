import { messageOf, RunError } from '../../../base/errors.ts';
import type { Parser } from '../../parser.ts';
import type { HttpClient } from '../../../base/http/client.ts';
import { describeUrl } from '../../../base/http/http-url.ts';
import { HttpStatusError } from '../../../base/http/http-errors.ts';
import { allowsPath, type RobotsRules } from './robots-rules.ts';

const maxRobotsBytes = 1_000_000;
const maxCrawlDelayMs = 10_000;

/** A site's rules for crawlers. */
export interface Robots {
  allows(url: URL): boolean;
  /** Milliseconds between two requests, 0 to 10,000. */
  delayMs: number;
  sitemaps: string[];
}

/** Throws RunError('AccessDenied') if a site disallows a URL. */
export function assertAllowed(robots: Robots, url: URL): void {
  if (robots.allows(url)) return;
  throw new RunError('AccessDenied', `the robots.txt of ${url.host} disallows ${describeUrl(url)}`);
}

/**
 * Reads `/robots.txt` of a URL's site. A site without one (any 4xx) allows everything (RFC 9309 2.3.1.3). Throws RunError
 * if the rules cannot be read.
 */
export async function loadRobots(
  client: HttpClient,
  site: URL,
  { parser, signal }: { parser: Parser; signal: AbortSignal },
): Promise<Robots> {
  const address = new URL('/robots.txt', site);
  try {
    const response = await client.get(address, { signal, maxBytes: maxRobotsBytes });
    return robotsOf(await parser.run('robots', response.text(), { signal }));
  } catch (error) {
    if (isAbsent(error)) return robotsOf({ rules: [], delay: 0, sitemaps: [] });
    if (!(error instanceof HttpStatusError)) throw error;
    throw new RunError(
      'Unreachable',
      `${messageOf(error)}; a site whose rules cannot be read is not read either`,
      { cause: error },
    );
  }
}

/** Returns the rules as functions. Rules after a redirect apply to the site that was requested. */
export function robotsOf({ rules, delay, sitemaps }: RobotsRules): Robots {
  return {
    allows: (url) => allowsPath(rules, url),
    delayMs: Number.isFinite(delay) ? Math.min(Math.max(delay, 0) * 1000, maxCrawlDelayMs) : 0,
    sitemaps,
  };
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof HttpStatusError)) return false;
  return error.httpStatus >= 400 && error.httpStatus < 500 && error.httpStatus !== 429;
}
