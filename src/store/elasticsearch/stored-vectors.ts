import type { Client } from '@elastic/elasticsearch';
import { encodeVector } from './vectors.ts';

/** Vectors of one text, one a part, as they are sent. */
export type EncodedVectors = string[];

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
  private readonly client: Client;
  private readonly place: { index: string; routing: string };
  /** Nothing but what this run writes is stored. */
  private readonly empty: boolean;
  private readonly written = new Set<string>();
  private readonly remembered = new Map<string, EncodedVectors>();

  constructor(
    client: Client,
    { empty, ...place }: { index: string; routing: string; empty: boolean },
  ) {
    this.client = client;
    this.place = place;
    this.empty = empty;
  }

  /** Takes note that vectors will be written. */
  announce(hash: string): void {
    this.written.add(hash);
  }

  /** Takes note of vectors that are on their way. */
  remember(hash: string, vectors: EncodedVectors): void {
    // A Map keeps the order of insertion: the first entry is the one unused for longest.
    this.remembered.delete(hash);
    this.remembered.set(hash, vectors);
    const [oldest] = this.remembered.keys();
    if (oldest !== undefined && this.remembered.size > REMEMBERED) this.remembered.delete(oldest);
  }

  /** Of these hashes, those whose vectors can be had. */
  async embedded(hashes: string[]): Promise<Set<string>> {
    const found = new Set(hashes.filter((hash) => this.written.has(hash)));
    const unknown = this.empty ? [] : hashes.filter((hash) => !found.has(hash));
    for (const { embeddingHash } of await this.find(unknown, false)) found.add(embeddingHash);
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
      const held = this.remembered.get(hash);
      if (held) found.set(hash, held);
      else wanted.push(hash);
    }
    if (wanted.some((hash) => this.written.has(hash))) await settle();
    for (const { embeddingHash, parts = [] } of await this.find(wanted, true)) {
      const vectors = parts.flatMap(({ vector }) => (vector ? [encodeVector(vector)] : []));
      found.set(embeddingHash, vectors);
    }
    return found;
  }

  private async find(hashes: string[], vectors: boolean): Promise<StoredParts[]> {
    const found: StoredParts[] = [];
    for (let at = 0; at < hashes.length; at += pageSize) {
      found.push(...(await this.findPage(hashes.slice(at, at + pageSize), vectors)));
    }
    return found;
  }

  private async findPage(hashes: string[], vectors: boolean): Promise<StoredParts[]> {
    const found = await this.client.search<StoredParts>({
      ...this.place,
      ignore_unavailable: true,
      size: hashes.length,
      track_total_hits: false,
      _source: vectors
        ? { includes: ['embeddingHash', 'parts'], exclude_vectors: false }
        : ['embeddingHash'],
      query: {
        bool: {
          filter: [{ term: { library: this.place.routing } }, { terms: { embeddingHash: hashes } }],
        },
      },
      collapse: { field: 'embeddingHash' },
    });
    return found.hits.hits.flatMap(({ _source }) => _source ?? []);
  }
}
