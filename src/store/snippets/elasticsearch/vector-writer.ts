import type { EmbeddedSnippet, VectorWriter, WaitingTexts } from '../../snippet-index.ts';
import { BulkWriter } from './bulk-writer.ts';
import type { EncodedVectors } from './run-store.ts';
import type { VectorStore, VectorWrite, WaitingSnippet } from './vector-store.ts';
import { encodeCodes, encodeVector, hasDirection } from './vectors.ts';

/** Snippets of one batch, at most: a bulk request holds their vectors. */
const MAX_SNIPPETS = 500;

/** Opens the snippets of a served version that wait for vectors. */
export async function openVectorWriter(store: VectorStore): Promise<VectorWriter | undefined> {
  const waiting = await store.count();
  return waiting && new ElasticsearchVectorWriter(store, waiting);
}

class ElasticsearchVectorWriter implements VectorWriter {
  readonly waiting: VectorWriter['waiting'];
  private readonly target: VectorStore;
  /** Snippets of the last batch, by key. Equal texts of several snippets are embedded once. */
  private batch = new Map<string, WaitingSnippet[]>();
  /** Vectors of the last texts. More snippets with the same texts may follow in the next batch. */
  private last: { key: string; encoded: EncodedVectors } | undefined;

  constructor(store: VectorStore, waiting: VectorWriter['waiting']) {
    this.target = store;
    this.waiting = waiting;
  }

  async next(limit: number): Promise<WaitingTexts[]> {
    for (;;) {
      const found = await this.target.next(Math.min(limit, MAX_SNIPPETS));
      const rows = Map.groupBy(found, ({ embeddingHash, stage }) => `${embeddingHash} ${stage}`);
      const { last } = this;
      const same = last && rows.get(last.key);
      if (!last || !same) return this.take(rows, limit);
      await this.write(same.map(({ id, stage }) => ({ id, stage, ...last.encoded })));
    }
  }

  async store(embedded: EmbeddedSnippet[]): Promise<void> {
    const writes: VectorWrite[] = [];
    for (const { key, vectors, tokenCodes } of embedded) {
      const encoded = {
        vectors: vectors.filter(hasDirection).map(encodeVector),
        ...(tokenCodes && { tokenCodes: encodeCodes(tokenCodes) }),
      };
      this.last = { key, encoded };
      for (const { id, stage } of this.batch.get(key) ?? []) {
        writes.push({ id, stage, ...encoded });
      }
    }
    await this.write(writes);
  }

  async close(): Promise<void> {}

  private take(rows: Map<string, WaitingSnippet[]>, limit: number): WaitingTexts[] {
    this.batch = rows;
    const texts: WaitingTexts[] = [];
    let size = 0;
    for (const [key, [first]] of rows) {
      if (!first || size >= limit) break;
      const { texts: waiting, isLast } = first;
      texts.push({ key, texts: waiting, isFirst: first.stage === 'none', isLast });
      size += first.texts.length;
    }
    return texts;
  }

  private async write(writes: VectorWrite[]): Promise<void> {
    const bulk = new BulkWriter<VectorWrite>(this.target);
    await bulk.send(writes);
    await bulk.drain();
  }
}
