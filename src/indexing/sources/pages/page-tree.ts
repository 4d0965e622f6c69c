import { RunError } from '../../../base/errors.ts';
import { parserFault } from '../../../base/parsing/parse-child.ts';
import type { Clock } from '../../../base/http/clock.ts';
import { inOrder } from '../../../base/http/in-order.ts';
import type { KnownDocument } from '../../../store/snippet-index.ts';
import { unreadable } from '../skipped-item.ts';
import type { Known, SourceItem, SourceLimits } from '../source.ts';
import type { Notion, NotionPage } from './notion.ts';
import { parsedJson } from '../../../base/json.ts';

/** Number of parallel pages. Notion allows three requests a second. */
const parallel = 2;
/** Edit times have whole minutes, so another edit can have the same time. After this time no edit can. */
const settledMs = 120_000;

interface PageTreeOptions {
  notion: Notion;
  clock: Clock;
  limits: SourceLimits;
  /** Ids of the first pages or databases. */
  ids: readonly string[];
}

/** The result of one page or database. */
interface Visit {
  items: SourceItem[];
  children: ChildPages;
}

/** A page or a database to visit; `page` if it was already read. */
interface Place {
  id: string;
  kind: 'page' | 'database' | 'either';
  page?: NotionPage;
}

/** Reads pages and their child pages, breadth first, each once. */
export class PageTree {
  private readonly options: PageTreeOptions;
  private readonly ahead: Place[] = [];
  private readonly seen = new Set<string>();
  private pages = 0;
  private bytes = 0;

  constructor(options: PageTreeOptions) {
    this.options = options;
    for (const id of options.ids) this.offer({ id, kind: 'either' });
  }

  async *items(known: Known, signal: AbortSignal): AsyncGenerator<SourceItem> {
    const { limits } = this.options;
    const start = (): Promise<Visit> | undefined => {
      const within = this.pages < limits.maxDocuments && this.bytes < limits.maxTotalBytes;
      const place = within ? this.ahead.shift() : undefined;
      if (!place) return undefined;
      if (place.kind !== 'database') this.pages += 1;
      return this.visit(place, known, signal);
    };
    for await (const { items, children } of inOrder(parallel, signal, start)) {
      for (const id of children.pages) this.offer({ id, kind: 'page' });
      for (const id of children.databases) this.offer({ id, kind: 'database' });
      yield* items;
    }
    const [left] = this.ahead;
    if (!left) return;
    const reason = `this and ${this.ahead.length - 1} more pages were found but not read: a run reads ${limits.maxDocuments} pages and ${limits.maxTotalBytes} bytes at most`;
    const limit = this.bytes < limits.maxTotalBytes ? 'count' : 'size';
    yield { type: 'skipped', path: pathOf(left.id), reason, limit };
  }

  private offer(place: Place): void {
    if (this.seen.has(place.id)) return;
    this.seen.add(place.id);
    this.ahead.push(place);
  }

  /** Rejects when the signal aborts, and when a database cannot be read this time. */
  private async visit(place: Place, known: Known, signal: AbortSignal): Promise<Visit> {
    const path = pathOf(place.id);
    let isPage = place.kind === 'page';
    try {
      if (place.kind === 'database') return await this.visitRows(place.id);
      const page = place.page ?? (await this.options.notion.page(place.id));
      isPage ||= page !== undefined;
      if (page) return await this.visitPage(page, known);
      if (place.kind === 'either') return await this.visitRows(place.id, missing);
      return left(path, missing);
    } catch (error) {
      signal.throwIfAborted();
      return unreadVisit(path, error, { isPage, held: known(path) });
    }
  }

  /** Visits the rows of a database, which are pages. `none` is the reason if there must be rows and are none. */
  private async visitRows(id: string, none?: string): Promise<Visit> {
    let found = false;
    for await (const page of this.options.notion.rows(id)) {
      found = true;
      if (!page.gone) this.offer({ id: page.id, kind: 'page', page });
      if (this.seen.size > 2 * this.options.limits.maxDocuments) break;
    }
    return !found && none !== undefined ? left(pathOf(id), none) : { items: [], children: nothing };
  }

  private async visitPage(page: NotionPage, known: Known): Promise<Visit> {
    const { notion, limits, clock } = this.options;
    const path = pathOf(page.id);
    if (page.gone) return left(path, 'the page is in the trash or archived');
    const held = known(path, page.edited);
    if (held) {
      const { hash } = held;
      return {
        items: [{ type: 'unchanged', path, hash }],
        children: decodeChildren(held.validator),
      };
    }
    const { blocks, ...children } = await notion.content(page.id, limits.maxDocumentBytes);
    const content = JSON.stringify([...page.facts, ...blocks]);
    this.bytes += Buffer.byteLength(content);
    const isSettled = clock.now() - Date.parse(page.edited) > settledMs;
    const hash = isSettled ? page.edited : `${page.edited} and on`;
    const document = { path, format: 'pages', content, hash, title: page.title } as const;
    return {
      items: [{ type: 'document', document: { ...document, validator: encodeChildren(children) } }],
      children,
    };
  }
}

const nothing: ChildPages = { pages: [], databases: [] };
const missing = 'there is no such page, or it is not shared with the pages integration';

/**
 * Returns the visit of a place that cannot be read. Throws the error if another run can read the place, and it may be a
 * database: nothing is stored for databases, so their rows would be removed.
 */
function unreadVisit(
  path: string,
  error: unknown,
  { isPage, held }: { isPage: boolean; held: KnownDocument | undefined },
): Visit {
  if (!(error instanceof RunError)) return failedToRead(path, error);
  const item = unreadable(path, error);
  if (item.keep && !isPage && !held) throw error;
  // A page that cannot be read this time keeps its child pages.
  return { items: [item], children: decodeChildren(item.keep ? held?.validator : undefined) };
}

/** Skips one page whose answer has a shape that this program does not expect, so that the others are still read. */
function failedToRead(path: string, error: unknown): Visit {
  const stack = (error instanceof Error && error.stack) || '';
  const reason = parserFault({ message: String(error), stack }).message;
  return { items: [{ type: 'skipped', path, reason, fault: true }], children: nothing };
}

function left(path: string, reason: string): Visit {
  return { items: [{ type: 'skipped', path, reason }], children: nothing };
}

/** Returns a page's URL without its title, which can change. */
function pathOf(id: string): string {
  return `https://www.notion.so/${id.replaceAll('-', '')}`;
}

/** Ids of the child pages and databases of a page. */
interface ChildPages {
  pages: string[];
  databases: string[];
}

/** Encodes child pages as the validator of a page's document, for runs that do not read the page again. */
function encodeChildren({ pages, databases }: ChildPages): string {
  return JSON.stringify([...pages, ...databases.map((id) => `database ${id}`)]);
}

/** Decodes the text of `encodeChildren`. Returns no children for any other text. */
function decodeChildren(text: string | undefined): ChildPages {
  const ids = parse(text);
  const prefix = 'database ';
  return {
    pages: ids.filter((id) => !id.startsWith(prefix)),
    databases: ids.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length)),
  };
}

function parse(text: string | undefined): string[] {
  const ids = parsedJson(text);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
