import { LRUCache } from 'lru-cache';
import type { Client } from '@elastic/elasticsearch';
import type { EncodedVectors, RunStore } from './run-store.ts';
import { encodeVector } from './vectors.ts';

/** Texts whose vectors stay in memory, because the same section often follows on many pages. About 2 kB each. */
const REMEMBERED = 1_000;

interface StoredParts {
  embeddingHash: string;
  parts?: { vector?: number[] }[];
  tokenCodes?: string;
}

/** Hashes in one request; one response holds at most 10,000 documents (index.max_result_window). */
const pageSize = 1_000;

/** The vectors of a library for one model, by the hash of the embedded text. */
export class StoredVectors {
  private readonly store: Pick<RunStore, 'vectors'>;
  /** True if the library had no vectors before this run. */
  private readonly empty: boolean;
  private readonly written = new Set<string>();
  private readonly remembered = new LRUCache<string, EncodedVectors>({ max: REMEMBERED });

  constructor(store: Pick<RunStore, 'vectors'>, { empty }: { empty: boolean }) {
    this.store = store;
    this.empty = empty;
  }

  /** Records that the run will write vectors for this hash. */
  announce(hash: string): void {
    this.written.add(hash);
  }

  /** Keeps vectors that are being written. */
  remember(hash: string, vectors: EncodedVectors): void {
    this.remembered.set(hash, vectors);
  }

  /**
   * Returns the vectors of these hashes; unknown hashes are missing. Calls `settle` if some vectors were written but may not be
   * searchable yet; `settle` stores pending writes.
   */
  async read(hashes: string[], settle: () => Promise<void>): Promise<Map<string, EncodedVectors>> {
    const found = new Map<string, EncodedVectors>();
    const wanted: string[] = [];
    for (const hash of new Set(hashes)) {
      const held = this.remembered.peek(hash);
      if (held) found.set(hash, held);
      else wanted.push(hash);
    }
    if (wanted.some((hash) => this.written.has(hash))) await settle();
    const stored = this.empty ? wanted.filter((hash) => this.written.has(hash)) : wanted;
    for (const [hash, vectors] of await this.find(stored)) found.set(hash, vectors);
    return found;
  }

  private async find(hashes: string[]): Promise<Map<string, EncodedVectors>> {
    const found = new Map<string, EncodedVectors>();
    for (let at = 0; at < hashes.length; at += pageSize) {
      const page = await this.store.vectors(hashes.slice(at, at + pageSize));
      for (const [hash, vectors] of page) found.set(hash, vectors);
    }
    return found;
  }
}

/** Returns complete vectors from one model's index, by the hash of the embedded texts. */
export async function findVectors(
  client: Client,
  place: { index: string; routing: string },
  hashes: string[],
): Promise<Map<string, EncodedVectors>> {
  const found = await client.search<StoredParts>({
    ...place,
    ignore_unavailable: true,
    size: hashes.length,
    track_total_hits: false,
    _source: { includes: ['embeddingHash', 'parts', 'tokenCodes'], exclude_vectors: false },
    query: {
      bool: {
        filter: [{ term: { library: place.routing } }, { terms: { embeddingHash: hashes } }],
        must_not: { exists: { field: 'waiting.stage' } },
      },
    },
    collapse: { field: 'embeddingHash' },
  });
  return new Map(
    found.hits.hits.flatMap(({ _source }) => {
      if (!_source) return [];
      const { embeddingHash, parts = [], tokenCodes } = _source;
      const vectors = parts.flatMap(({ vector }) => (vector ? [encodeVector(vector)] : []));
      return [[embeddingHash, { vectors, ...(tokenCodes && { tokenCodes }) }] as const];
    }),
  );
}
