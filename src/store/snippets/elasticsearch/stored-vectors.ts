import { LRUCache } from 'lru-cache';
import type { Client } from '@elastic/elasticsearch';
import type { EncodedVectors, RunStore } from './run-store.ts';
import { encodeVector } from './vectors.ts';

/** Texts whose vectors are held in memory: they come again soon, as the same section on many pages. About 2 kB each. */
const REMEMBERED = 1_000;

interface StoredParts {
  embeddingHash: string;
  parts?: { vector?: number[] }[];
}

/** Hashes asked for at once; one answer holds at most 10,000 documents (index.max_result_window). */
const pageSize = 1_000;

/** The vectors a library has of one model, found by the hash of the texts they were made of. */
export class StoredVectors {
  private readonly store: Pick<RunStore, 'vectors'>;
  /** Nothing but what this run writes is stored. */
  private readonly empty: boolean;
  private readonly written = new Set<string>();
  private readonly remembered = new LRUCache<string, EncodedVectors>({ max: REMEMBERED });

  constructor(store: Pick<RunStore, 'vectors'>, { empty }: { empty: boolean }) {
    this.store = store;
    this.empty = empty;
  }

  /** Takes note that vectors will be written. */
  announce(hash: string): void {
    this.written.add(hash);
  }

  /** Takes note of vectors that are on their way. */
  remember(hash: string, vectors: EncodedVectors): void {
    this.remembered.set(hash, vectors);
  }

  /** Of these hashes, those whose vectors can be had. */
  async embedded(hashes: string[]): Promise<Set<string>> {
    const found = new Set(hashes.filter((hash) => this.written.has(hash)));
    const unknown = this.empty ? [] : hashes.filter((hash) => !found.has(hash));
    for (const hash of (await this.find(unknown, false)).keys()) found.add(hash);
    return found;
  }

  /**
   * The vectors of these hashes; what nobody has is left out. `settle` is called when some are written but may not be found
   * yet; it stores what is on its way.
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
    for (const [hash, vectors] of await this.find(wanted, true)) found.set(hash, vectors);
    return found;
  }

  private async find(hashes: string[], withVectors: boolean): Promise<Map<string, EncodedVectors>> {
    const found = new Map<string, EncodedVectors>();
    for (let at = 0; at < hashes.length; at += pageSize) {
      const page = await this.store.vectors(hashes.slice(at, at + pageSize), withVectors);
      for (const [hash, vectors] of page) found.set(hash, vectors);
    }
    return found;
  }
}

/** The vectors a library has in one model's index, by the hash of the texts they were made of; none when only asked which. */
export async function findVectors(
  client: Client,
  place: { index: string; routing: string },
  { hashes, withVectors }: { hashes: string[]; withVectors: boolean },
): Promise<Map<string, EncodedVectors>> {
  const found = await client.search<StoredParts>({
    ...place,
    ignore_unavailable: true,
    size: hashes.length,
    track_total_hits: false,
    _source: withVectors
      ? { includes: ['embeddingHash', 'parts'], exclude_vectors: false }
      : ['embeddingHash'],
    query: {
      bool: {
        filter: [{ term: { library: place.routing } }, { terms: { embeddingHash: hashes } }],
      },
    },
    collapse: { field: 'embeddingHash' },
  });
  return new Map(
    found.hits.hits.flatMap(({ _source }) => {
      if (!_source) return [];
      const { embeddingHash, parts = [] } = _source;
      const vectors = parts.flatMap(({ vector }) => (vector ? [encodeVector(vector)] : []));
      return [[embeddingHash, vectors] as const];
    }),
  );
}
