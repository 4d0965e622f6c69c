import { RunError } from '../../../base/errors.ts';
import type {
  KnownDocument,
  ActiveVersion,
  GenerationWriter,
  SnippetToWrite,
} from '../../snippet-index.ts';
import { BulkWriter } from './bulk-writer.ts';
import { storageFailed } from './failures.ts';
import { Generation, type Pending } from './generation.ts';
import type { Run } from './run.ts';
import { contentKey } from './stored-documents.ts';
import { StoredVectors } from './stored-vectors.ts';

/** One bulk request holds about this many snippets or documents. */
const FLUSH_SNIPPETS = 384;
const FLUSH_DOCUMENTS = 1_000;

type Facts = Parameters<GenerationWriter['activate']>[0];

/** Writes generation G+1 of one version; see openRun. */
export class ElasticsearchGenerationWriter implements GenerationWriter {
  private readonly run: Run;
  private readonly bulk: BulkWriter;
  private readonly vectors: StoredVectors;
  private readonly generation: Generation;
  private readonly written = new Set<string>();
  private pending: Pending[] = [];
  private pendingSnippets = 0;
  /** Batches are stored one after the other, while later documents are still embedded. */
  private storing: Promise<unknown> = Promise.resolve();
  private closed = false;
  private ended = false;

  constructor(run: Run) {
    const { store, hasVectors } = run;
    this.run = run;
    this.bulk = new BulkWriter(store);
    this.vectors = new StoredVectors(store, { empty: !hasVectors });
    this.generation = new Generation(run, this.bulk, this.vectors);
  }

  known(path: string, hash?: string): KnownDocument | undefined {
    this.checkOpen();
    const { placed, contents } = this.run.known;
    const shown = placed.get(path);
    if (shown && (hash === undefined || hash === shown.hash)) {
      const { validator } = shown;
      return { hash: shown.hash, ...(validator !== undefined && { validator }) };
    }
    return hash !== undefined && contents.has(contentKey(path, hash)) ? { hash } : undefined;
  }

  async write(
    document: Pending['document'],
    snippets: SnippetToWrite[] | 'unchanged',
  ): Promise<void> {
    this.checkOpen();
    if (snippets === 'unchanged' && this.stays(document)) return;
    this.written.add(document.path);
    this.pending.push({ document, snippets });
    if (snippets !== 'unchanged') {
      this.pendingSnippets += snippets.length;
      for (const { embeddingHash, vectors } of snippets) {
        if (vectors) this.vectors.announce(embeddingHash);
      }
    }
    const full = this.pendingSnippets >= FLUSH_SNIPPETS || this.pending.length >= FLUSH_DOCUMENTS;
    if (full) await this.flush();
  }

  async activate(facts: Facts): Promise<ActiveVersion> {
    this.checkOpen();
    await this.flush();
    this.closed = true;
    const active = await this.attempt('a generation was activated', () => this.movePointer(facts));
    this.ended = true;
    // The next run clears leftovers of a failed cleanup; queries do not see them.
    await this.run.store.cleanUp(this.run.before).catch(() => undefined);
    return active;
  }

  async discard(): Promise<void> {
    if (this.ended) return;
    this.closed = true;
    this.ended = true;
    // The next run clears what a failed discard leaves; queries do not see it.
    await this.takeBack().catch(() => undefined);
  }

  private async movePointer(facts: Facts): Promise<ActiveVersion> {
    const { run, generation } = this;
    await generation.endOthers(this.written);
    await this.bulk.drain();
    const { changed, growth } = generation;
    return run.store.activate({ facts, changed, growth });
  }

  private async takeBack(): Promise<void> {
    await this.storing;
    await this.bulk.drain().catch(() => undefined);
    await this.run.store.discard(this.bulk.foundLoss);
  }

  private async flush(): Promise<void> {
    const batch = this.pending;
    this.pending = [];
    this.pendingSnippets = 0;
    const before = this.storing;
    const stored = (async () => {
      await before;
      if (batch.length > 0 && !this.closed) await this.generation.place(batch);
    })();
    this.storing = stored.catch(() => undefined);
    await this.attempt('documents were written', () => stored);
  }

  /** Runs a step. After a failure, documents are lost and only `discard` is allowed. */
  private async attempt<Value>(doing: string, work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      this.closed = true;
      throw storageFailed(error, doing);
    }
  }

  /** Returns true if G shows this document unchanged, so that no write is necessary. */
  private stays({ path, hash, validator }: Pending['document']): boolean {
    if (this.written.has(path)) return false;
    const shown = this.run.known.placed.get(path);
    if (shown?.hash !== hash || shown.validator !== validator) return false;
    this.written.add(path);
    return true;
  }

  private checkOpen(): void {
    if (!this.closed) return;
    throw new RunError('StorageFailed', 'This generation was activated, discarded or has failed');
  }
}
