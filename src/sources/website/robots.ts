import robotsModule from 'robots-parser';
import { messageOf, RunError } from '../../errors.ts';
import { robotName, type HttpClient } from '../http/client.ts';
import { HttpStatusError } from '../http/status-error.ts';

// The package's types describe an ES module, its code is CommonJS that exports the function itself.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

const maxRobotsBytes = 1_000_000;
const maxCrawlDelayMs = 10_000;

/** What a site asks of crawlers. */
export interface Robots {
  allows(url: URL): boolean;
  /** Milliseconds to leave between two requests; 0 when the site asks for none, at most ten seconds. */
  delayMs: number;
  sitemaps: string[];
}

/**
 * Reads `/robots.txt` of a URL's site. A site without one (any 4xx) allows everything, as RFC 9309 2.3.1.3 says; one whose
 * rules cannot be read is left alone: RunError.
 */
export async function loadRobots(
  client: HttpClient,
  site: URL,
  signal: AbortSignal,
): Promise<Robots> {
  const address = new URL('/robots.txt', site);
  try {
    const response = await client.get(address, { signal, maxBytes: maxRobotsBytes });
    return parseRobots(response.url, response.text());
  } catch (error) {
    if (isAbsent(error)) return parseRobots(address, '');
    if (!(error instanceof HttpStatusError)) throw error;
    throw new RunError(
      'Unreachable',
      `${messageOf(error)}; a site whose rules cannot be read is not read either`,
      { cause: error },
    );
  }
}

/** The rules of a robots.txt for this program. Lines that mean nothing are passed over. */
export function parseRobots(address: URL, text: string): Robots {
  const rules = robotsParser(address.href, text);
  const delay = rules.getCrawlDelay(robotName) ?? 0;
  return {
    allows: (url) => {
      // The parser leaves URLs of other hosts undecided; rules reached by a redirect still speak for the site asked.
      const local = new URL(address);
      local.pathname = url.pathname;
      local.search = url.search;
      return rules.isAllowed(local.href, robotName) ?? true;
    },
    delayMs: Number.isFinite(delay) ? Math.min(Math.max(delay, 0) * 1000, maxCrawlDelayMs) : 0,
    sitemaps: rules.getSitemaps(),
  };
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof HttpStatusError)) return false;
  return error.httpStatus >= 400 && error.httpStatus < 500 && error.httpStatus !== 429;
}
