import { RunError } from '../../../base/errors.ts';
import {
  type HttpClient,
  type HttpResponse,
  maxParallelRequests,
} from '../../../base/http/client.ts';
import { systemClock, type Clock } from '../../../base/http/clock.ts';
import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import { inOrder } from '../../../base/http/in-order.ts';
import type { LlmstxtSource } from '../../../resources/library.ts';
import type { KnownDocument } from '../../../store/snippet-index.ts';
import type { SourceDocument } from '../../documents/document.ts';
import type { Parser } from '../../parser.ts';
import { contentHash } from '../content-hash.ts';
import { openOverHttp, type HttpEnvironment } from '../http-environment.ts';
import type { SourceFacts } from '../source-facts.ts';
import { readAlready, unreadable } from '../skipped-item.ts';
import type { Snapshot, SourceItem, SourceOptions, SourceLimits } from '../source.ts';
import { cleanUrl, pageKey } from '../website/page-url.ts';
import { readMemory, writeMemory } from '../website/page-memory.ts';
import { readPage } from '../website/read-page.ts';
import { assertAllowed, loadRobots, type Robots } from '../website/robots.ts';
import { assertReadable, requestKnown } from '../website/visit.ts';
import type { LlmsFile } from './read-file.ts';
import type { IndexEntry } from './read-index.ts';

// Such a file can hold a whole site's documentation.
const maxFileBytes = 50_000_000;
/** Time limit for parsing the file. */
const limitMs = 60_000;

/**
 * Opens an llms.txt: the pages that it lists, with their titles in the list. Splits a file that
 * contains its pages (llms-full.txt, llms-small.txt). The revision of such a file is its hash. The
 * revision of a list is unknown, because its pages change independently. Throws RunError if the
 * file cannot be read or is a web page.
 */
export async function openLlmstxt(
  source: LlmstxtSource,
  options: SourceOptions,
  environment: HttpEnvironment = {},
): Promise<Snapshot> {
  return openOverHttp(options, environment, async (client) => {
    const maxPages = Math.min(source.maxPages ?? 100, options.limits.maxDocuments);
    const whole = maxPages === 0;
    const { response, file } = await fetchLlmstxt(client, source.url, { ...options, whole });
    const { title, description, listed } = file;
    const facts: SourceFacts = { ...(title && { title }), ...(description && { description }) };
    if (!listed) {
      const documents = file.documents.slice(0, options.limits.maxDocuments);
      const revision = contentHash(response.body);
      return { facts, revision, total: documents.length, documents: () => itemsOf(documents) };
    }
    const pages = new LinkedPages({
      client,
      parser: options.parser,
      clock: environment.clock ?? systemClock,
      limits: options.limits,
      file: response.url,
      entries: listed,
      maxPages,
    });
    return {
      facts,
      revision: '',
      documents: async function* (known, signal) {
        yield* itemsOf(file.documents);
        yield* pages.items(known, signal);
      },
    };
  });
}

type FetchOptions = {
  /** Read the file itself, not the pages that it lists. */
  whole?: boolean;
  limits: Pick<SourceOptions['limits'], 'maxTotalBytes'>;
} & Pick<SourceOptions, 'parser' | 'signal'>;

/** Fetches and parses an llms.txt. Throws RunError. */
export async function fetchLlmstxt(
  client: HttpClient,
  url: string,
  options: FetchOptions,
): Promise<{ response: HttpResponse; file: LlmsFile }> {
  const response = await fetchFile(client, parseHttpUrl(url), options);
  const { whole = false, parser, signal } = options;
  const input = { url: response.url.href, text: response.text(), whole };
  return { response, file: await parser.run('llmstxt', input, { signal, limitMs }) };
}

async function fetchFile(
  client: HttpClient,
  url: URL,
  { limits, signal }: FetchOptions,
): Promise<HttpResponse> {
  const response = await client.get(url, {
    signal,
    maxBytes: Math.min(maxFileBytes, limits.maxTotalBytes),
    accept: 'text/plain, text/markdown;q=0.9, */*;q=0.5',
    onContent: (mediaType, at) => {
      if (mediaType.includes('html')) throw notText(at, 'an HTML page');
    },
  });
  const start = response.text().slice(0, 1000);
  if (/^\s*<(!doctype|html)\b/i.test(start)) throw notText(response.url, 'an HTML page');
  if (start.includes('\0')) throw notText(response.url, 'a binary file');
  return response;
}

function notText(url: URL, found: string): RunError {
  return new RunError(
    'Malformed',
    `${describeUrl(url)} is ${found}; expected the Markdown of an llms.txt, llms-full.txt or llms-small.txt`,
  );
}

async function* itemsOf(documents: SourceDocument[]): AsyncGenerator<SourceItem> {
  for (const document of documents) yield { type: 'document', document };
}

const accept = 'text/markdown, text/plain;q=0.9, text/html;q=0.8, */*;q=0.1';

interface LinkedPagesOptions {
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

/** The result of one page; `page` is its URL after redirects, if it is a document. */
interface Visit {
  item: SourceItem;
  page?: URL;
}

/**
 * Reads the pages that an llms.txt lists, in its order. They can be on other hosts: authors also list pages of their
 * API and their Git host, and no rule distinguishes these from other hosts. `maxPages`, the address guard and the
 * robots.txt of each host limit the requests.
 */
export class LinkedPages {
  private readonly options: LinkedPagesOptions;
  private readonly sites = new Map<string, Promise<Robots>>();
  /** Earliest time of the next request to a site with a crawl delay, by origin. */
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
    const start = (either: AbortSignal): Promise<Visit> | undefined => {
      if (this.bytes >= limits.maxTotalBytes) last = Math.min(last, next);
      const page = next < last ? pages[next] : undefined;
      if (!page) return undefined;
      next += 1;
      return this.read(page, known(page.url.href), either);
    };
    const claimed = new Set<string>();
    for await (const { item, page } of inOrder(maxParallelRequests, signal, start)) {
      const { path } = item.type === 'document' ? item.document : item;
      yield page && claimed.has(pageKey(page)) ? readAlready(path) : item;
      if (page) claimed.add(pageKey(page));
    }
    const unread = pages[next];
    if (!unread) return;
    const limit = next < maxPages ? 'size' : 'count';
    const why =
      limit === 'size'
        ? `a run reads ${limits.maxTotalBytes} bytes at most`
        : `maxPages is ${maxPages}`;
    const reason = `this and ${pages.length - next - 1} more pages are listed but not read: ${why}`;
    yield { type: 'skipped', path: unread.url.href, reason, limit };
  }

  /**
   * Reads a page. Its path is the URL in the list, so that the index has the page under this URL even if it redirects.
   * Rejects when the signal aborts, and on a fault of this program.
   */
  private async read(
    { url, title }: LinkedPage,
    known: KnownDocument | undefined,
    signal: AbortSignal,
  ): Promise<Visit> {
    const { parser } = this.options;
    const path = url.href;
    const ending = hashEnding(title);
    const held = withEnding(known, ending);
    try {
      await this.takeTurn(url, signal);
      const response = await this.request(url, held, signal);
      const page = cleanUrl(response.url.href) ?? response.url;
      if (held && response.notModified) {
        return { item: { type: 'unchanged', path, hash: held.hash }, page };
      }
      this.bytes += response.body.length;
      const { document, skip } = await readPage(response, { parser, signal });
      if (!document)
        return { item: { type: 'skipped', path, reason: skip ?? 'it has no content' } };
      const validator = writeMemory(url, {
        validator: response.validator ?? '',
        links: [],
        redirects: page.href === path ? [] : [[url, page]],
      });
      const hash = document.hash + ending;
      const titled = { ...document, path, ...(title && { title }), hash, validator };
      return { item: { type: 'document', document: titled }, page };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RunError)) throw error;
      return { item: unreadable(path, error) };
    }
  }

  private request(
    url: URL,
    held: KnownDocument | undefined,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const { client, limits } = this.options;
    const { validator, redirects } = readMemory(url, held?.validator);
    return requestKnown({ validator, page: redirects[0]?.[1] ?? url }, (known) =>
      client.get(url, {
        signal,
        accept,
        maxBytes: limits.maxDocumentBytes,
        ...known,
        onRedirect: (to) => this.takeTurn(to, signal),
        onContent: assertReadable,
      }),
    );
  }

  private async takeTurn(url: URL, signal: AbortSignal): Promise<void> {
    const { client, parser, clock } = this.options;
    const site = this.sites.get(url.origin) ?? loadRobots(client, url, { parser, signal });
    this.sites.set(url.origin, site);
    const robots = await site;
    assertAllowed(robots, url);
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

/** Returns what the hash of a page ends with. It differs if the list gives an unchanged page another title. */
function hashEnding(title: string): string {
  return ` ${contentHash(title).slice(0, 16)}`;
}

function withEnding(known: KnownDocument | undefined, ending: string): KnownDocument | undefined {
  return known?.hash.endsWith(ending) ? known : undefined;
}
