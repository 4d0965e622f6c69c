import { RunError } from '../../../base/errors.ts';
import { type HttpClient, maxParallelRequests } from '../../../base/http/client.ts';
import { inOrder } from '../../../base/http/in-order.ts';
import { HttpStatusError } from '../../../base/http/http-errors.ts';
import type { WikiSource } from '../../../resources/library.ts';
import { contentHash } from '../content-hash.ts';
import { openOverHttp, type HttpEnvironment } from '../http-environment.ts';
import type { SourceFacts } from '../source-facts.ts';
import { unreadable } from '../skipped-item.ts';
import type { Known, Snapshot, SourceOptions, SourceItem, SourceLimits } from '../source.ts';
import { wikiAccess } from './access.ts';
import { createCloud } from './cloud.ts';
import type { Confluence, PageRef, WikiSpace } from './confluence.ts';
import { createDataCenter } from './data-center.ts';
import { WikiRequests } from './requests.ts';

/**
 * Opens a Confluence space or some of its pages. Lists pages and their versions first: they are the revision, and only pages
 * with a new version are read. Leaves out pages that are archived, in the trash or not readable for the account. Throws
 * RunError.
 */
export async function openWiki(
  source: WikiSource,
  options: SourceOptions,
  environment: HttpEnvironment = {},
): Promise<Snapshot> {
  return openOverHttp(options, environment, async (client) => {
    const { confluence, site } = openConfluence(source, { ...options, client });
    const space = source.spaceKey || source.spaceId ? await confluence.space() : undefined;
    const { refs, more } = await collect(pagesOf(confluence, source), options.limits.maxDocuments);
    const found = new Set(refs.map(({ id }) => id));
    const missing = (source.pageIds ?? []).filter((id) => !found.has(id));
    const pages = new ReadPages({
      confluence,
      limits: options.limits,
      refs,
      more,
      missing: more ? [] : missing.map((id) => `${site}/pages/viewpage.action?pageId=${id}`),
    });
    const revision = contentHash(JSON.stringify([more, missing, refs]));
    return {
      // After a failed page, the next run must read again, even if no page changes.
      get revision() {
        return pages.complete ? revision : '';
      },
      facts: factsOf(source, space, refs),
      total: refs.length,
      documents: (known, signal) => pages.items(known, signal),
    };
  });
}

/** Returns the API of the wiki integration's site. Throws RunError if that is not the source's site. */
export function openConfluence(
  source: WikiSource,
  {
    credentials,
    client,
    signal,
  }: Pick<SourceOptions, 'credentials' | 'signal'> & {
    client: HttpClient;
  },
): { confluence: Confluence; site: string } {
  const access = wikiAccess(source, credentials);
  const requests = new WikiRequests(client, access, signal);
  const create = access.kind === 'cloud' ? createCloud : createDataCenter;
  return { confluence: create(requests, source, access.site), site: access.site };
}

async function* pagesOf(confluence: Confluence, source: WikiSource): AsyncGenerator<PageRef> {
  const { pageIds = [], includeSubPages } = source;
  if (pageIds.length === 0) {
    yield* confluence.spacePages();
    return;
  }
  const found: string[] = [];
  for await (const page of confluence.pages(pageIds)) {
    found.push(page.id);
    yield page;
  }
  if (!includeSubPages) return;
  // The server answers 404 for the pages below a page that it does not return.
  for (const id of found) yield* confluence.below(id);
}

/**
 * Collects the pages, each once. Sorts them by id, so that another order of the list does not count
 * as a change.
 */
async function collect(
  pages: AsyncIterable<PageRef>,
  most: number,
): Promise<{ refs: PageRef[]; more: boolean }> {
  const refs = new Map<string, PageRef>();
  let more = false;
  for await (const page of pages) {
    if (!refs.has(page.id) && refs.size >= most) {
      more = true;
      break;
    }
    refs.set(page.id, page);
  }
  const inOrder = [...refs.values()].sort(
    (a, b) => a.id.length - b.id.length || compare(a.id, b.id),
  );
  return { refs: inOrder, more };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function factsOf(
  { spaceName }: WikiSource,
  space: WikiSpace | undefined,
  refs: readonly PageRef[],
): SourceFacts {
  const title = spaceName || space?.name || refs[0]?.title;
  const description = space?.description.trim();
  return { ...(title && { title }), ...(description && { description }) };
}

interface ReadPagesOptions {
  confluence: Confluence;
  limits: SourceLimits;
  refs: readonly PageRef[];
  /** Whether the wiki has more pages than a run reads. */
  more: boolean;
  /** URLs of chosen pages that do not exist. */
  missing: readonly string[];
}

/** Reads the pages of one run. Does not request pages whose version the index has. */
export class ReadPages {
  /** False if the next run must read pages that this run could not. */
  complete = true;
  private readonly options: ReadPagesOptions;
  private bytes = 0;

  constructor(options: ReadPagesOptions) {
    this.options = options;
  }

  async *items(known: Known, signal: AbortSignal): AsyncGenerator<SourceItem> {
    const { refs, limits, more, missing } = this.options;
    let next = 0;
    const start = (either: AbortSignal): Promise<SourceItem> | undefined => {
      const ref = this.bytes < limits.maxTotalBytes ? refs[next] : undefined;
      if (!ref) return undefined;
      next += 1;
      return this.read(ref, known, either);
    };
    yield* inOrder(maxParallelRequests, signal, start);
    for (const ref of refs.slice(next)) yield this.beyond(ref, known);
    const reason = 'there is no such page, or the account of the wiki integration may not read it';
    for (const path of missing) yield { type: 'skipped', path, reason };
    const last = refs.at(-1);
    if (more && last) {
      const path = `${last.url}#more`;
      const left = `a run reads ${limits.maxDocuments} pages at most`;
      yield { type: 'skipped', path, reason: left, limit: 'count' };
    }
  }

  /** Rejects when the signal aborts, and on a fault of this program. */
  private async read(ref: PageRef, known: Known, signal: AbortSignal): Promise<SourceItem> {
    const { confluence, limits } = this.options;
    const { url: path } = ref;
    const hash = hashOf(ref.version);
    if (known(path, hash)) return { type: 'unchanged', path, hash };
    try {
      // JSON escapes make a text longer, and a response has other fields too.
      const maxBytes = 2 * limits.maxDocumentBytes + 100_000;
      const { storage, version, title } = await confluence.body(ref, { maxBytes, signal });
      const size = Buffer.byteLength(storage);
      this.bytes += size;
      if (size > limits.maxDocumentBytes) {
        const reason = `the page is larger than ${limits.maxDocumentBytes} bytes`;
        return { type: 'skipped', path, reason, limit: 'size' };
      }
      if (storage.trim() === '') return { type: 'skipped', path, reason: 'the page is empty' };
      const document = { path, format: 'wiki', content: storage, title } as const;
      return { type: 'document', document: { ...document, hash: hashOf(version) } };
    } catch (error) {
      signal.throwIfAborted();
      return this.failed(path, error);
    }
  }

  private failed(path: string, error: unknown): SourceItem {
    if (error instanceof HttpStatusError && error.httpStatus === 404) {
      return { type: 'skipped', path, reason: 'the page is gone' };
    }
    if (!(error instanceof RunError)) throw error;
    const item = unreadable(path, error);
    if (item.keep) this.complete = false;
    return item;
  }

  /** Keeps the served content of a page beyond the run's limit. The next run continues here. */
  private beyond({ url: path, version }: PageRef, known: Known): SourceItem {
    const hash = hashOf(version);
    if (known(path, hash)) return { type: 'unchanged', path, hash };
    this.complete = false;
    const reason = `not read: a run reads ${this.options.limits.maxTotalBytes} bytes at most`;
    return { type: 'skipped', path, reason, keep: true, limit: 'size' };
  }
}

function hashOf(version: string): string {
  return `version ${version}`;
}
