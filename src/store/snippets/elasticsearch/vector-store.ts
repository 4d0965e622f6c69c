import type { Client, estypes } from '@elastic/elasticsearch';
import type { VectorShare, VectorWriter } from '../../snippet-index.ts';
import { isAnswer, storageFailed } from './failures.ts';
import { type IndexNames, indexNames } from './indices.ts';
import { type Pointer, Pointers } from './pointers.ts';
import type { EncodedVectors, Refused, RunPlace } from './run-store.ts';
import { shownIn } from './visibility.ts';

/** What a stored snippet lacks: `none` has no vector yet, `head` only that of its first text. */
export interface WaitingState {
  stage: 'none' | 'head';
  /** Length of `texts`. */
  count: number;
  /** Texts without vectors. */
  texts: string[];
}

/** A stored snippet whose texts wait for vectors. */
export interface WaitingSnippet {
  id: string;
  embeddingHash: string;
  stage: WaitingState['stage'];
  /** The texts to embed next. */
  texts: string[];
  /** True if no text waits after these. */
  isLast: boolean;
}

/** The snippets of a version that a store gives out: all that wait, or one share of them. */
export interface VectorPlace extends RunPlace {
  share?: VectorShare;
}

/** Vectors of a snippet. They have no effect unless the snippet is in the stage `stage`, so a write can be repeated. */
export interface VectorWrite extends EncodedVectors {
  id: string;
  stage: WaitingState['stage'];
}

/**
 * The snippets of one served version that wait for vectors. Each call is complete in itself, and can be repeated if its
 * response was lost. Throws RunError StorageFailed.
 */
export interface VectorStore {
  /** Returns what waits; undefined if the version is not served, or serves another model's vectors. */
  count(): Promise<VectorWriter['waiting'] | undefined>;
  /** Returns at most `limit` snippets: first those without any vector; equal texts follow each other. */
  next(limit: number): Promise<WaitingSnippet[]>;
  /** Stores vectors; searches see them when this resolves. Ignores snippets that are gone. */
  store(writes: VectorWrite[]): Promise<Refused>;
}

/** Returns the state of a new snippet without vectors. */
export function newWaiting(texts: string[]): WaitingState {
  return { stage: 'none', count: texts.length, texts };
}

/** Adds vectors, unless an earlier request did or the document is another library's. */
const addScript = `
  if (ctx._source.library != params.library) { ctx.op = 'none'; return; }
  def waiting = ctx._source.waiting;
  if (waiting == null || waiting.stage != params.stage) { ctx.op = 'none'; return; }
  if (ctx._source.parts == null) { ctx._source.parts = []; }
  for (def vector : params.vectors) { ctx._source.parts.add(['vector': vector]); }
  if (params.tokenCodes != null) { ctx._source.tokenCodes = params.tokenCodes; }
  if (params.stage == 'none' && waiting.texts.size() > 1) {
    waiting.texts.remove(0);
    waiting.stage = 'head';
    waiting.count = waiting.texts.size();
  } else { ctx._source.remove('waiting'); }`;

/** Retries of an update if another client changes the document at the same time. */
const CONFLICT_RETRIES = 3;

/** Stores the vectors of one version of a library in Elasticsearch. */
export class ElasticsearchVectorStore implements VectorStore {
  private readonly client: Client;
  private readonly names: IndexNames;
  private readonly place: VectorPlace & { library: string };
  private readonly pointers: Pointers;

  constructor(
    { client, names }: { client: Client; names: IndexNames },
    place: VectorPlace & { library: string },
  ) {
    this.client = client;
    this.names = names;
    this.place = place;
    this.pointers = new Pointers(client, names.versions);
  }

  async count(): Promise<VectorWriter['waiting'] | undefined> {
    return this.attempt(async () => {
      const pointer = await this.served();
      if (!pointer) return undefined;
      const found = await this.client.search<never, { texts: estypes.AggregationsSumAggregate }>({
        ...this.target(),
        size: 0,
        track_total_hits: true,
        query: this.waitingIn(pointer),
        aggs: { texts: { sum: { field: 'waiting.count' } } },
      });
      const { total } = found.hits;
      const snippets = typeof total === 'number' ? total : (total?.value ?? 0);
      return { snippets, texts: found.aggregations?.texts.value ?? 0 };
    });
  }

  async next(limit: number): Promise<WaitingSnippet[]> {
    return this.attempt(async () => {
      const pointer = await this.served();
      if (!pointer) return [];
      const firsts = await this.find(pointer, { stage: 'none', limit });
      return firsts.length > 0 ? firsts : this.find(pointer, { stage: 'head', limit });
    });
  }

  async store(writes: VectorWrite[]): Promise<Refused> {
    return this.attempt(async () => {
      const { library } = this.place;
      const request: estypes.BulkRequest = {
        ...this.target(),
        require_alias: true,
        refresh: true,
        operations: writes.flatMap(({ id, stage, vectors, tokenCodes = null }) => [
          { update: { _id: id, retry_on_conflict: CONFLICT_RETRIES } },
          { script: { source: addScript, params: { library, stage, vectors, tokenCodes } } },
        ]),
      };
      // An overloaded server refuses the whole request. Each write can be repeated.
      const answer = await this.client.bulk(request).catch((error: unknown) => {
        if (!isAnswer(error, 429)) throw error;
      });
      if (!answer) return { existing: [], busy: writes.map((_, at) => at) };
      const { items } = answer;
      const failed = items.flatMap(({ update }, at) => {
        const { status = 0, error } = update ?? {};
        return error && status !== 404 ? [{ at, status, reason: `${status} ${error.reason}` }] : [];
      });
      const lost = failed.filter(({ status }) => status !== 429);
      return {
        existing: [],
        busy: failed.filter(({ status }) => status === 429).map(({ at }) => at),
        ...(lost[0] && { lost: { count: lost.length, reason: lost[0].reason, missing: false } }),
      };
    });
  }

  private async find(
    pointer: Pointer,
    { stage, limit }: { stage: WaitingState['stage']; limit: number },
  ): Promise<WaitingSnippet[]> {
    const { hits } = await this.client.search<{ embeddingHash: string; waiting: WaitingState }>({
      ...this.target(),
      size: limit,
      track_total_hits: false,
      _source: ['embeddingHash', 'waiting'],
      query: this.waitingIn(pointer, stage),
      sort: [{ embeddingHash: 'asc' }],
    });
    return hits.hits.flatMap(({ _id: id, _source }) => {
      if (!id || !_source) return [];
      const { embeddingHash, waiting } = _source;
      const texts = stage === 'none' ? waiting.texts.slice(0, 1) : waiting.texts;
      const isLast = texts.length === waiting.texts.length;
      return [{ id, embeddingHash, stage, texts, isLast }];
    });
  }

  private waitingIn(
    { library, slot, generation }: Pointer,
    stage?: WaitingState['stage'],
  ): NonNullable<estypes.SearchRequest['query']> {
    const waits = stage ? { term: { 'waiting.stage': stage } } : exists;
    const { share } = this.place;
    const part = share ? [{ range: { embeddingHash: hashesOf(share) } }] : [];
    return { bool: { filter: [{ term: { library } }, shownIn(slot, generation), waits, ...part] } };
  }

  private async served(): Promise<Pointer | undefined> {
    const { library, version, embedderId } = this.place;
    const pointer = (await this.pointers.read(library, version))?.pointer;
    const isOwn = pointer?.model === this.names.model(embedderId) && pointer.generation > 0;
    return isOwn && pointer.snippets > 0 ? pointer : undefined;
  }

  private target(): { index: string; routing: string } {
    const { library, embedderId } = this.place;
    return { index: this.names.model(embedderId), routing: library };
  }

  private async attempt<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      throw storageFailed(error, 'vectors were stored');
    }
  }
}

/** Returns the stores of waiting vectors. */
export function createElasticsearchVectorStores({
  client,
  prefix,
}: {
  /** The caller closes it. */
  client: Client;
  prefix: string;
}): (place: VectorPlace & { library: string }) => VectorStore {
  const names = indexNames(prefix);
  return (place) => new ElasticsearchVectorStore({ client, names }, place);
}

/** Returns the hashes of a share. Hashes are evenly distributed, so shares are about equally large. */
function hashesOf({ number, of }: VectorShare): { gte?: string; lt?: string } {
  const begin = (share: number): string =>
    Math.ceil((share * 0x10000) / of)
      .toString(16)
      .padStart(4, '0');
  return {
    ...(number > 0 && { gte: begin(number) }),
    ...(number < of - 1 && { lt: begin(number + 1) }),
  };
}

const exists = { exists: { field: 'waiting.stage' } };
