import { RunError } from '../../../base/errors.ts';
import type { Parser } from '../../parser.ts';
import { maxParallelRequests, type HttpClient } from '../../../base/http/client.ts';
import type { Clock } from '../../../base/http/clock.ts';
import { describeUrl } from '../../../base/http/http-url.ts';
import { inOrder } from '../../../base/http/in-order.ts';
import type { SourceItem, SourceLimits } from '../source.ts';
import type { KnownDocument } from '../../../store/snippet-index.ts';
import { cleanUrl, pageKey } from '../website/page-url.ts';
import { readPage } from '../website/read-page.ts';
import { loadRobots, type Robots } from '../website/robots.ts';
import { assertReadable } from '../website/visit.ts';
import type { IndexEntry } from './read-index.ts';

const accept = 'text/markdown, text/plain;q=0.9, text/html;q=0.8, */*;q=0.1';

export interface LinkedPagesOptions {
  client: HttpClient;
  parser: Parser;
  clock: Clock;
  limits: SourceLimits;
  file: URL;
  entries: readonly IndexEntry[];
  maxPages: number;
}

interface LinkedPage {
  url: URL;
  title: string;
}

/**
 * The pages an llms.txt lists, in its order. They may be on any public host: authors list their API's and their forge's
 * pages beside their own, and no rule tells a stranger's host from a sister's. What bounds it is `maxPages`, the address
 * guard and the robots.txt of each host.
 */
export class LinkedPages {
  private readonly options: LinkedPagesOptions;
  private readonly sites = new Map<string, Promise<Robots>>();
  /** When the last request to a site that asks for pauses may be sent. */
  private readonly turns = new Map<string, Promise<void>>();
  private bytes = 0;

  constructor(options: LinkedPagesOptions) {
    this.options = options;
  }

  async *items(
    known: (path: string) => KnownDocument | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<SourceItem> {
    const { maxPages, limits, file } = this.options;
    const pages = uniquePages(this.options.entries, file);
    let next = 0;
    let last = maxPages;
    const start = (either: AbortSignal): Promise<SourceItem> | undefined => {
      if (this.bytes >= limits.maxTotalBytes) last = Math.min(last, next);
      const page = next < last ? pages[next] : undefined;
      if (!page) return undefined;
      next += 1;
      return this.read(page, known(page.url.href), either);
    };
    yield* inOrder(maxParallelRequests, signal, start);
    const unread = pages[next];
    if (!unread) return;
    const limit =
      next < maxPages
        ? `a run reads ${limits.maxTotalBytes} bytes at most`
        : `maxPages is ${maxPages}`;
    const reason = `this and ${pages.length - next - 1} more pages are listed but not read: ${limit}`;
    yield { type: 'skipped', path: unread.url.href, reason };
  }

  /** Rejects only when the signal aborts. */
  private async read(
    { url, title }: LinkedPage,
    held: KnownDocument | undefined,
    signal: AbortSignal,
  ): Promise<SourceItem> {
    const { client, parser, limits } = this.options;
    try {
      await this.assertAllowed(url, signal);
      const response = await client.get(url, {
        signal,
        accept,
        maxBytes: limits.maxDocumentBytes,
        validator: held?.validator,
        onRedirect: (to) => this.assertAllowed(to, signal),
        onContent: assertReadable,
      });
      if (held && response.notModified) {
        return { type: 'unchanged', path: url.href, hash: held.hash };
      }
      this.bytes += response.body.length;
      const { document, skip } = await readPage(response, { parser, signal });
      if (!document)
        return { type: 'skipped', path: url.href, reason: skip ?? 'it has no content' };
      const { validator } = response;
      return {
        type: 'document',
        document: { ...document, title, ...(validator && { validator }) },
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RunError)) throw error;
      const keep = error.retry === 'backoff';
      return { type: 'skipped', path: url.href, reason: error.message, keep };
    }
  }

  private async assertAllowed(url: URL, signal: AbortSignal): Promise<void> {
    const { client, parser, clock } = this.options;
    const site = this.sites.get(url.origin) ?? loadRobots(client, url, { parser, signal });
    this.sites.set(url.origin, site);
    const robots = await site;
    if (!robots.allows(url)) {
      throw new RunError(
        'AccessDenied',
        `the robots.txt of ${url.host} disallows ${describeUrl(url)}`,
      );
    }
    if (robots.delayMs === 0) return;
    const before = this.turns.get(url.origin) ?? Promise.resolve();
    const turn = before.then(() => clock.sleep(robots.delayMs, signal));
    this.turns.set(url.origin, turn);
    await turn;
  }
}

function uniquePages(entries: readonly IndexEntry[], file: URL): LinkedPage[] {
  const seen = new Set([pageKey(file)]);
  return entries.flatMap(({ title, href }) => {
    const url = cleanUrl(href, file);
    if (!url || seen.has(pageKey(url))) return [];
    seen.add(pageKey(url));
    return [{ url, title }];
  });
}
