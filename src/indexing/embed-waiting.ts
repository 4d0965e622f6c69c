import { type Embedder, embedTexts } from '../models/embedder.ts';
import { encodeTokens } from '../models/token-codes.ts';
import {
  DEFAULT_VERSION,
  type EmbeddedSnippet,
  type RunIndex,
  type VectorShare,
  type VectorWriter,
  type WaitingTexts,
} from '../store/snippet-index.ts';
import { RunError } from '../base/errors.ts';

/** Texts of one batch. Questions find the snippets of a batch by meaning as soon as it is stored. */
const batchTexts = 128;

/** The snippets of a library that wait for vectors. */
export interface WaitingVectors {
  /** Percentage of the served content that has vectors: 100 only if nothing waits. */
  readonly percent: number;
  /**
   * Gives the snippets their vectors, batch by batch, the default version first. Calls `onBatch` with the number of snippets
   * that have all their vectors since the last call, and waits for it. Throws RunError; what is stored stays, and another call goes on with the
   * rest.
   */
  embed(onBatch: (snippets: number) => void | Promise<void>, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Finds what waits for vectors in all served versions of a library: all of it, or one share. */
export async function openWaiting(
  index: Pick<RunIndex, 'versions' | 'openVectors'>,
  embedder: Embedder,
  libraryId: string,
  share?: VectorShare,
): Promise<WaitingVectors> {
  const served = (await index.versions(libraryId)).toSorted(
    (a, b) => Number(b.version === DEFAULT_VERSION) - Number(a.version === DEFAULT_VERSION),
  );
  const writers: VectorWriter[] = [];
  for (const { version } of served) {
    const writer = await index.openVectors(libraryId, version, embedder.id, share);
    if (writer) writers.push(writer);
  }
  const all = served.reduce((sum, { snippets }) => sum + snippets, 0);
  return new Waiting(embedder, writers, all);
}

class Waiting implements WaitingVectors {
  private readonly embedder: Embedder;
  private readonly writers: VectorWriter[];
  /** Share of the served snippets that waited at first. */
  private readonly share: number;
  private readonly texts: number;
  private done = 0;
  private isDone: boolean;

  constructor(embedder: Embedder, writers: VectorWriter[], all: number) {
    this.embedder = embedder;
    this.writers = writers;
    const waiting = writers.reduce((sum, writer) => sum + writer.waiting.snippets, 0);
    this.texts = writers.reduce((sum, writer) => sum + writer.waiting.texts, 0);
    this.isDone = this.texts === 0;
    this.share = all === 0 ? 0 : Math.min(1, waiting / all);
  }

  get percent(): number {
    if (this.isDone) return 100;
    const left = Math.max(0, 1 - this.done / this.texts);
    return Math.min(99, Math.floor(100 * (1 - this.share * left)));
  }

  async embed(
    onBatch: (snippets: number) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    for (const writer of this.writers) {
      let last: string | undefined;
      for (;;) {
        signal.throwIfAborted();
        const batch = await writer.next(batchTexts);
        if (batch.length === 0) break;
        const at = `${batch[0]!.key} ${batch[0]!.isLast}`;
        if (at === last) throw new RunError('StorageFailed', 'The index did not store vectors');
        last = at;
        await writer.store(await this.embedBatch(batch, signal));
        this.done += batch.reduce((sum, { texts }) => sum + texts.length, 0);
        await onBatch(batch.filter(({ isLast }) => isLast).length);
      }
    }
    this.isDone = true;
  }

  async close(): Promise<void> {
    for (const writer of this.writers) await writer.close();
  }

  private async embedBatch(batch: WaitingTexts[], signal: AbortSignal): Promise<EmbeddedSnippet[]> {
    const texts = batch.flatMap((waiting) => waiting.texts);
    const withTokens = batch.some(({ isFirst }) => isFirst);
    const embedded = await embedTexts(
      this.embedder,
      { texts, purpose: 'document', withTokens },
      signal,
    );
    let from = 0;
    return batch.map(({ key, texts: { length }, isFirst }) => {
      const own = embedded.slice(from, (from += length));
      const tokens = isFirst ? own[0]?.tokens : undefined;
      return {
        key,
        vectors: own.map(({ vector }) => vector),
        ...(tokens && { tokenCodes: encodeTokens(tokens) }),
      };
    });
  }
}
