import { RunError } from '../../../base/errors.ts';
import type { Parser } from '../../parser.ts';
import { isLeftOutPage } from '../filter.ts';
import { isLlmsFile } from '../llms-file.ts';
import { limitOf, readAlready } from '../skipped-item.ts';
import type { SourceItem } from '../source.ts';
import type { KnownDocument } from '../../../store/snippet-index.ts';
import { maxParallelRequests, type HttpResponse } from '../../../base/http/client.ts';
import type { Clock } from '../../../base/http/clock.ts';
import { inOrder } from '../../../base/http/in-order.ts';
import { Frontier, type Candidate } from './frontier.ts';
import { readMemory, writeMemory, type Redirect } from './page-memory.ts';
import { cleanUrl, looksUnreadable, pageKey, pagesOfMarkdown } from './page-url.ts';
import { readPage, type ReadPage } from './read-page.ts';
import { sitemapPages } from './sitemap.ts';
import { SiteLanguage } from './site-language.ts';
import { SiteVersions } from './site-versions.ts';
import { visit, type StoredPage, type Visit, type VisitOptions } from './visit.ts';

type PageVisit = Visit & { outcome: 'read' };
type Known = (path: string) => KnownDocument | undefined;

/** Maximum number of redirects to remember. Further pages behind a redirect are not kept when their server fails. */
const maxRedirects = 10_000;

/** Number of pages beside which a text of all pages for language models is a repetition, as in a repository. */
const enoughPages = 5;

/** The start of a crawl and its bounds. `openWebsite` takes them from the source, the limits of the run and robots.txt. */
export interface CrawlOptions extends Omit<VisitOptions, 'frontier'> {
  clock: Clock;
  parser: Parser;
  /** The start page, already read. */
  start: { response: HttpResponse; page: ReadPage };
  maxPages: number;
  /** Maximum number of links from the start page to a page. 0 reads the start page alone. */
  maxDepth: number;
  /** Returns whether the source's settings exclude a page. */
  excludes: (url: URL) => boolean;
  /** URLs of the sitemaps. */
  sitemaps: readonly string[];
}

/**
 * Crawls a site breadth first: the start page, then its links, then the pages of the sitemap, and so on. Requests pages in
 * parallel, but handles them in the order in which they were found. Two crawls of a site give the same pages in the same
 * order, even if `maxPages` cuts them off.
 */
export class Crawl {
  private readonly options: CrawlOptions;
  private readonly frontier: Frontier;
  private readonly language: SiteLanguage;
  private readonly versions: SiteVersions;
  private readonly startKey: string;
  /** Pages that were replaced by their canonical page. */
  private readonly deferred = new Set<string>();
  /** The same pages by the key of their canonical page. */
  private readonly replaced = new Map<string, Candidate[]>();
  /** Keys of the links that a stored page remembers. */
  private readonly remembered = new Set<string>();
  /** Links that pages of the last crawl remembered. Those that no page remembers now are read as long as they exist. */
  private readonly former: (readonly URL[])[] = [];
  private readonly gone = new Set<string>();
  /** Keys of pages that are read by themselves, by the key of a page that redirects to them. */
  private readonly targets = new Map<string, string>();
  /** Redirects of the last crawl and of this one, by the link. */
  private formerRedirects = new Map<string, URL>();
  private readonly redirects: Redirect[] = [];
  private flying = 0;
  /** Keys of the pages that are documents. */
  private readonly pages = new Set<string>();
  /** Addresses of the pages that were read, by their text and their address without an ending. */
  private readonly texts = new Map<string, string>();
  private requests = 0;
  private bytes = 0;

  constructor(options: CrawlOptions) {
    this.options = options;
    this.startKey = pageKey(options.start.response.url);
    const { maxPages, maxDepth, excludes, scope } = options;
    const language = new SiteLanguage(options.start.page);
    this.language = language;
    const versions = new SiteVersions(scope.prefix);
    this.versions = versions;
    const leavesOut = (url: URL): boolean => language.leavesOut(url) || versions.leavesOut(url);
    this.frontier = new Frontier({
      maxDepth,
      maxUrls: 10 * maxPages + 1000,
      // The slow check of names comes last: pages of sites with many translations repeat their links to these.
      admits: (url) =>
        !excludes(url) &&
        !looksUnreadable(url) &&
        !this.repeats(url) &&
        !leavesOut(url) &&
        !isLeftOutPage(url.pathname.slice(scope.prefix.length)),
      leavesOut,
      isLast: (url) => versions.has(url) || isText(url),
    });
  }

  /** Yields the start page last, because it must store what no other page remembers. */
  async *items(known: Known, signal: AbortSignal): AsyncGenerator<SourceItem> {
    const first = this.startVisit(known);
    this.formerRedirects = new Map(first.memory.redirects.map(([link, page]) => [link.href, page]));
    let start = this.settlePage(first, this.options.start.page);
    await this.offerSitemaps(signal);
    const parallel = this.options.robots.delayMs > 0 ? 1 : maxParallelRequests;
    const visits = inOrder(parallel, signal, (either) => this.launch(known, either));
    for await (const landed of visits) {
      this.flying -= 1;
      const item = await this.settle(landed, signal);
      const { url } = landed.candidate;
      // The start page comes again only if its canonical page cannot be read.
      if (pageKey(url) === this.startKey) start = item;
      else if (!this.language.leavesOut(url)) yield item;
    }
    this.releaseVersions();
    this.frontier.prune();
    for (const leftOut of [this.language.leftOut(), this.versions.leftOut()]) {
      if (leftOut) yield { type: 'skipped', ...leftOut };
    }
    yield* this.leftOver();
    yield this.adopt(start);
  }

  /** Returns whether a text for language models repeats a page that was read, or all of them. */
  private repeats(url: URL): boolean {
    if (isLlmsFile(url.pathname)) return this.pages.size >= enoughPages;
    return pagesOfMarkdown(url).some((page) => this.pages.has(pageKey(page)));
  }

  private startVisit(known: Known): PageVisit {
    const { response } = this.options.start;
    const url = cleanUrl(response.url.href) ?? response.url;
    const memory = readMemory(url, known(url.href)?.validator);
    return { candidate: { url, depth: 0 }, stored: url, memory, outcome: 'read', response };
  }

  private launch(known: Known, signal: AbortSignal): Promise<Visit> | undefined {
    const candidate = this.withinLimits() ? this.nextCandidate() : undefined;
    if (!candidate) return undefined;
    this.flying += 1;
    return this.visit(candidate, known, signal);
  }

  /** Returns the next page. Pages of versions and texts come when all others are read, so that two crawls leave out the same ones. */
  private nextCandidate(): Candidate | undefined {
    const candidate = this.frontier.next();
    if (candidate || this.flying > 0) return candidate;
    this.releaseVersions();
    return this.frontier.next();
  }

  private releaseVersions(): void {
    const { waitingLast } = this.frontier;
    if (waitingLast.length === 0) return;
    this.versions.learn(waitingLast.filter((url) => this.versions.has(url)));
    this.frontier.release();
  }

  private withinLimits(): boolean {
    const { maxPages, limits } = this.options;
    return (
      this.pages.size + this.flying < maxPages &&
      // Pages that are not documents cost requests too.
      this.requests < 4 * maxPages + 50 &&
      this.bytes < limits.maxTotalBytes
    );
  }

  private async visit(candidate: Candidate, known: Known, signal: AbortSignal): Promise<Visit> {
    const { clock, robots } = this.options;
    this.requests += 1;
    if (robots.delayMs > 0) await clock.sleep(robots.delayMs, signal);
    const stored = this.storedOf(candidate, known);
    return visit(candidate, stored, { ...this.options, frontier: this.frontier }, signal);
  }

  /** Finds a page in the index: under its URL, or under the URL that it redirected to in the last crawl. */
  private storedOf({ url }: Candidate, known: Known): StoredPage {
    const page = this.formerRedirects.get(url.href);
    const held = page && known(page.href);
    return held ? { url: page, known: held } : { url, known: known(url.href) };
  }

  private async settle(landed: Visit, signal: AbortSignal): Promise<SourceItem> {
    const { candidate, memory, stored } = landed;
    const path = candidate.url.href;
    if (this.language.leavesOut(candidate.url)) return translation(path);
    if (landed.outcome === 'read') {
      try {
        const { parser } = this.options;
        return this.settlePage(landed, await readPage(landed.response, { parser, signal }));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof RunError)) throw error;
        const limit = limitOf(error);
        return { type: 'skipped', path, reason: error.message, ...(limit && { limit }) };
      }
    }
    this.offerAll(memory.links, candidate.depth + 1);
    if (landed.outcome === 'failed' && !landed.item.keep) {
      const { item, target } = landed;
      // The links of the page may still exist, and no other page remembers them.
      this.former.push(memory.links);
      const key = pageKey(candidate.url);
      this.gone.add(key);
      if (target && this.frontier.has(target)) this.targets.set(key, pageKey(target));
      this.readReplaced(candidate.url);
      return item;
    }
    if (!this.claim(candidate, stored)) return readAlready(path);
    if (landed.outcome === 'unchanged') {
      return this.settleUnchanged(stored, landed.hash, memory.links);
    }
    this.remember(memory.links);
    return landed.item;
  }

  private settleUnchanged(page: URL, hash: string, links: readonly URL[]): SourceItem {
    const repeated = this.repeatOf(page, hash);
    if (repeated) {
      this.former.push(links);
      return repeated;
    }
    this.remember(links);
    this.count(page);
    return { type: 'unchanged', path: page.href, hash };
  }

  /** Claims a page for a document, and remembers the redirect that led to it. Returns false if the page has one already. */
  private claim({ url }: Candidate, page: URL): boolean {
    if (!this.frontier.claim(page)) return false;
    if (url.href !== page.href && this.redirects.length < maxRedirects) {
      this.redirects.push([url, page]);
    }
    return true;
  }

  private settlePage({ candidate, memory, response }: PageVisit, page: ReadPage): SourceItem {
    const path = page.url.href;
    this.bytes += response.body.length;
    if (!this.claim(candidate, page.url)) return readAlready(path);
    this.language.learn(page, (url) => this.frontier.has(url));
    if (this.language.leavesOut(page.url)) return translation(path);
    const canonical = this.canonicalOf(page, candidate);
    const links = this.resolveAll(page);
    this.offerAll([...links, ...memory.links], candidate.depth + 1);
    this.former.push(memory.links);
    if (canonical) {
      this.replace({ url: page.url, depth: candidate.depth }, canonical);
      return { type: 'skipped', path, reason: `its canonical page is ${canonical.href}` };
    }
    if (!page.document) return { type: 'skipped', path, reason: page.skip ?? 'it has no content' };
    const repeated = this.repeatOf(page.url, page.document.hash);
    if (repeated) return repeated;
    this.count(page.url);
    const validator = writeMemory(page.url, {
      validator: response.validator ?? '',
      links: this.remember(links),
      redirects: [],
    });
    return { type: 'document', document: { ...page.document, validator } };
  }

  /** Returns that a page is a repetition, if its server shows it at `/saw` and at `/saw.html`, as GitHub Pages does. */
  private repeatOf(page: URL, hash: string): SourceItem | undefined {
    const key = `${hash} ${pageKey(page).replace(/\.html$/, '')}`;
    const original = this.texts.get(key);
    if (original !== undefined) {
      return { type: 'skipped', path: page.href, reason: `it repeats ${original}` };
    }
    this.texts.set(key, page.href);
    return undefined;
  }

  /** Counts a page that is a document. */
  private count(page: URL): void {
    this.pages.add(pageKey(page));
    this.versions.note(page);
  }

  /** Returns the canonical page to read instead of this one, if it is within the scope. */
  private canonicalOf(page: ReadPage, candidate: Candidate): URL | undefined {
    const { scope } = this.options;
    const url = page.canonical === undefined ? undefined : scope.resolve(page.canonical, page.base);
    if (!url) return undefined;
    const key = this.readKeyOf(url);
    // A canonical page can redirect to this one.
    if ([page.url, candidate.url].some((own) => pageKey(own) === key)) return undefined;
    // Some sites declare the start page as canonical on all pages. Ignore that, and circles.
    const elsewhere = key === this.startKey && url.pathname !== page.url.pathname;
    if (elsewhere || this.deferred.has(key) || this.gone.has(key)) return undefined;
    return this.frontier.offer(url, candidate.depth) || this.frontier.has(url) ? url : undefined;
  }

  /** Notes that the canonical page of a page is read instead. */
  private replace(page: Candidate, canonical: URL): void {
    this.deferred.add(pageKey(page.url));
    const key = pageKey(canonical);
    const others = this.replaced.get(key);
    if (others) others.push(page);
    else this.replaced.set(key, [page]);
  }

  /** Returns the key of the page that is read for a link. */
  private readKeyOf(url: URL): string {
    const key = pageKey(url);
    return this.targets.get(key) ?? key;
  }

  /** Reads the pages that a canonical page should have replaced, if nothing is read for it. */
  private readReplaced(canonical: URL): void {
    const key = this.readKeyOf(canonical);
    if (!this.gone.has(key) && !this.deferred.has(key)) return;
    for (const page of this.replaced.get(pageKey(canonical)) ?? []) this.frontier.again(page);
  }

  private resolveAll(page: ReadPage): URL[] {
    const links = page.links.map((href) => this.options.scope.resolve(href, page.base));
    return links.filter((url) => url !== undefined);
  }

  /** Adds links to the frontier. */
  private offerAll(links: readonly URL[], depth: number): void {
    for (const url of links) {
      if (this.options.scope.contains(url)) this.frontier.offer(url, depth);
    }
  }

  /** Returns the links of a stored page that no other one remembers. Pages that are not stored are requested each time, so they remember none. */
  private remember(links: readonly URL[]): URL[] {
    return links.filter((url) => {
      const key = pageKey(url);
      if (this.remembered.has(key) || !this.frontier.has(url)) return false;
      this.remembered.add(key);
      return true;
    });
  }

  private async offerSitemaps(signal: AbortSignal): Promise<void> {
    const { client, parser, sitemaps, maxDepth, maxPages, scope, start } = this.options;
    if (maxDepth === 0) return;
    for await (const page of sitemapPages(client, sitemaps, { parser, signal })) {
      const url = scope.resolve(page, start.response.url);
      if (url) this.frontier.offer(url, 1);
      if (this.frontier.waiting >= 4 * maxPages) return;
    }
  }

  private *leftOver(): Generator<SourceItem> {
    const count = this.frontier.waiting;
    const next = this.frontier.next();
    if (!next) return;
    const { maxPages, limits } = this.options;
    const limit = this.bytes < limits.maxTotalBytes ? 'count' : 'size';
    const why =
      limit === 'count'
        ? `maxPages is ${maxPages}`
        : `a run reads ${limits.maxTotalBytes} bytes at most`;
    const reason = `this and ${count - 1} more pages were found but not read: ${why}`;
    yield { type: 'skipped', path: next.url.href, reason, limit };
  }

  /** Stores the redirects, and the links that no page remembers, with the start page, which every crawl reads and writes again. */
  private adopt(item: SourceItem): SourceItem {
    if (item.type !== 'document') return item;
    const url = new URL(item.document.path);
    const { validator, links } = readMemory(url, item.document.validator);
    const alive = this.former.flat().filter((link) => !this.gone.has(pageKey(link)));
    const all = [...links, ...this.remember(alive)];
    const memory = writeMemory(url, { validator, links: all, redirects: this.redirects });
    return { type: 'document', document: { ...item.document, validator: memory } };
  }
}

function translation(path: string): SourceItem {
  return { type: 'skipped', path, reason: 'it is a translation' };
}

/** Returns whether a page is text that can repeat other pages. */
function isText(url: URL): boolean {
  return isLlmsFile(url.pathname) || pagesOfMarkdown(url).length > 0;
}
