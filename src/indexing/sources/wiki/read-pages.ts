import { messageOf, RunError } from '../../../base/errors.ts';
import { maxParallelRequests } from '../../../base/http/client.ts';
import { HttpStatusError } from '../../../base/http/status-error.ts';
import { inOrder } from '../../../base/http/in-order.ts';
import type { SourceItem, SourceLimits } from '../source.ts';
import type { KnownDocument } from '../../../store/snippet-index.ts';
import type { Confluence, PageRef } from './confluence.ts';

export interface ReadPagesOptions {
  confluence: Confluence;
  limits: SourceLimits;
  refs: readonly PageRef[];
  /** There are more pages than a run reads. */
  more: boolean;
  /** Addresses of pages that were asked for and are not there. */
  missing: readonly string[];
}

type Known = (path: string, hash?: string) => KnownDocument | undefined;

/** The pages of one run: those of a version that is held are not asked for. */
export class ReadPages {
  /** Every page was read, or left out for a reason that time does not mend. */
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
      yield { type: 'skipped', path, reason: `a run reads ${limits.maxDocuments} pages at most` };
    }
  }

  /** Rejects only when the signal aborts. */
  private async read(ref: PageRef, known: Known, signal: AbortSignal): Promise<SourceItem> {
    const { confluence, limits } = this.options;
    const { url: path } = ref;
    const hash = hashOf(ref.version);
    if (known(path, hash)) return { type: 'unchanged', path, hash };
    try {
      // Quotation marks and what is not ASCII are longer in JSON, and there is more in an answer than the text.
      const maxBytes = 2 * limits.maxDocumentBytes + 100_000;
      const { storage, version, title } = await confluence.body(ref, { maxBytes, signal });
      const size = Buffer.byteLength(storage);
      this.bytes += size;
      if (size > limits.maxDocumentBytes) {
        const reason = `the page is larger than ${limits.maxDocumentBytes} bytes`;
        return { type: 'skipped', path, reason };
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
    const keep = error instanceof RunError && error.retry === 'backoff';
    if (keep) this.complete = false;
    return { type: 'skipped', path, reason: messageOf(error), keep };
  }

  /** What is held of a page stays where the run may read no more; the next run goes on from here. */
  private beyond({ url: path, version }: PageRef, known: Known): SourceItem {
    const hash = hashOf(version);
    if (known(path, hash)) return { type: 'unchanged', path, hash };
    this.complete = false;
    const reason = `not read: a run reads ${this.options.limits.maxTotalBytes} bytes at most`;
    return { type: 'skipped', path, reason, keep: true };
  }
}

function hashOf(version: string): string {
  return `version ${version}`;
}
