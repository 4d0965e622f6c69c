import { pageKey } from './page-url.ts';

/** A page to visit, and its distance from the start page in links. */
export interface Candidate {
  url: URL;
  depth: number;
}

// A calendar or a filtered list links to one path with endless queries.
const maxQueriesPerPath = 50;

interface FrontierOptions {
  maxDepth: number;
  /** Maximum number of URLs to remember, so that an endless site ends. */
  maxUrls: number;
  /** Returns whether to visit a URL. */
  admits: (url: URL) => boolean;
  /** Returns whether the crawl leaves out a URL, by what it has learned so far. */
  leavesOut: (url: URL) => boolean;
  /** Returns whether to visit a URL after all others. */
  isLast: (url: URL) => boolean;
}

/** The queue of pages to visit, each once, first found first, apart from those that come last. */
export class Frontier {
  private readonly options: FrontierOptions;
  private readonly queue: Candidate[] = [];
  private readonly last: Candidate[] = [];
  private readonly seen = new Set<string>();
  private readonly claimed = new Set<string>();
  private readonly queries = new Map<string, number>();
  private head = 0;

  constructor(options: FrontierOptions) {
    this.options = options;
  }

  /** Adds a page unless it is known, too deep or not admitted. Returns whether it was added. */
  offer(url: URL, depth: number): boolean {
    const key = pageKey(url);
    const { maxDepth, maxUrls, isLast } = this.options;
    if (depth > maxDepth || this.seen.size >= maxUrls || this.seen.has(key)) return false;
    if (!this.options.admits(url) || !this.countQuery(url)) return false;
    this.seen.add(key);
    (isLast(url) ? this.last : this.queue).push({ url, depth });
    return true;
  }

  /** Returns the next page that the crawl does not leave out. */
  next(): Candidate | undefined {
    for (;;) {
      const candidate = this.queue[this.head];
      if (!candidate) return undefined;
      this.head += 1;
      if (!this.options.leavesOut(candidate.url)) return candidate;
    }
  }

  /** Removes the waiting pages that the crawl leaves out. Costs as much as there are, so call it once. */
  prune(): void {
    const waiting = this.queue.slice(this.head).filter(({ url }) => !this.options.leavesOut(url));
    this.queue.length = this.head;
    for (const candidate of waiting) this.queue.push(candidate);
  }

  /** Number of pages that wait, with those that `next` passes over. */
  get waiting(): number {
    return this.queue.length - this.head;
  }

  /** Returns the pages that come last. */
  get waitingLast(): URL[] {
    return this.last.map(({ url }) => url);
  }

  /** Moves the pages that come last to the queue, if they are still admitted. */
  release(): void {
    for (const candidate of this.last.splice(0)) {
      if (this.options.admits(candidate.url)) this.queue.push(candidate);
    }
  }

  /** Returns whether the page was ever offered. */
  has(url: URL): boolean {
    return this.seen.has(pageKey(url));
  }

  /** Claims a page for a document. Returns false if another document has claimed it. */
  claim(url: URL): boolean {
    const key = pageKey(url);
    this.seen.add(key);
    if (this.claimed.has(key)) return false;
    this.claimed.add(key);
    return true;
  }

  /** Adds a page that was read, but that has no document. */
  again(candidate: Candidate): void {
    this.claimed.delete(pageKey(candidate.url));
    this.queue.push(candidate);
  }

  private countQuery(url: URL): boolean {
    if (url.search === '') return true;
    const path = `${url.host}${url.pathname}`;
    const count = (this.queries.get(path) ?? 0) + 1;
    this.queries.set(path, count);
    return count <= maxQueriesPerPath;
  }
}
