import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexedSnippet } from '../../snippet.ts';
import type { EmbeddedQuery, Hit, SearchHits, SnippetQuery } from '../../snippet-index.ts';
import { questionTerms } from '../../terms.ts';
import { isSame, type Pointer, type Pointers, readOptions, toActiveVersion } from './pointers.ts';
import type { WaitingState } from './vector-store.ts';
import { decodeCodes } from './vectors.ts';
import { shownIn } from './visibility.ts';

/** Weights of the full-text fields, as in the SQLite adapter. */
const weights = { title: 10, trail: 5, code: 2, body: 1 } as const;
const weighted = Object.entries(weights).map(([field, weight]) => `${field}^${weight}`);

/**
 * Candidates of the graph search. The graph contains all libraries, so a search in one library needs many. With 300, recall@10
 * was .949 for 42,641 real vectors among as many of other libraries, and .968 for 8,000 snippets among 160,000; with 3,000, it is
 * .994 and 1.000. If a library has fewer vectors, Elasticsearch compares all of them.
 */
const CANDIDATES = 3_000;
/** `limit` times this many quantized neighbors are compared by their full vectors. */
const OVERSAMPLE = 2;
/** Elasticsearch's own limit on hits and on candidates. */
const MAX_HITS = 10_000;
/** Attempts to search; an activation between the searches makes the result stale. */
const ATTEMPTS = 5;
const REMEMBERED = 10_000;

interface StoredSnippet {
  snippet: IndexedSnippet;
  waiting?: Pick<WaitingState, 'stage'>;
  tokenCodes?: string;
}

type Body = estypes.SearchSearchRequestBody;

/** The answers to the searches of a question, and the pointer as it was after both. */
interface Lists {
  byWords?: Answer | undefined;
  byMeaning?: Answer | undefined;
  now?: Pointer | undefined;
}

/**
 * Searches a version: both lists and the version's record in one request. If the question is being embedded, the search by words
 * starts at once, in a request of its own. The searcher uses the record that it remembers, and compares it with the record that
 * Elasticsearch reads after both lists. So a result shows one generation.
 */
export class Searcher {
  private readonly client: Client;
  private readonly pointers: Pointers;
  private readonly remembered = new LRUCache<string, Pointer>({ max: REMEMBERED });

  constructor(client: Client, pointers: Pointers) {
    this.client = client;
    this.pointers = pointers;
  }

  async search(query: SnippetQuery, signal?: AbortSignal): Promise<SearchHits | undefined> {
    const { libraryId, version } = query;
    const key = `${libraryId} ${version}`;
    let pointer =
      this.remembered.get(key) ?? (await this.pointers.read(libraryId, version, signal))?.pointer;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!pointer || pointer.generation === 0) break;
      const { found, now } = await this.ask(pointer, query, signal);
      if (now && found && isSame(pointer, now)) {
        this.remembered.set(key, now);
        return { ...found, active: toActiveVersion(now) };
      }
      pointer = now;
    }
    this.remembered.delete(key);
    if (!pointer || pointer.generation === 0) return undefined;
    throw new Error('another run activated the library during each attempt to search it');
  }

  private async ask(
    pointer: Pointer,
    query: SnippetQuery,
    signal: AbortSignal | undefined,
  ): Promise<{ found?: Omit<SearchHits, 'active'>; now?: Pointer }> {
    const { byWords, byMeaning, now } = await this.listsOf(pointer, query, signal);
    // If the index was deleted, its searches fail; the pointer has moved then, so their errors do not matter.
    if (!now || !isSame(pointer, now)) return { ...(now && { now }) };
    return { now, found: foundIn(hitsOf(byWords), hitsOf(byMeaning)) };
  }

  private async listsOf(
    pointer: Pointer,
    query: SnippetQuery,
    signal: AbortSignal | undefined,
  ): Promise<Lists> {
    const { library, version, model } = pointer;
    const header = { index: model, routing: library, preference: library };
    const lexical = lexicalSearch(pointer, query);
    const early = query.embedding instanceof Promise ? lexical : undefined;
    let isRead = false;

    /** `isLate`: the pointer was read before this search ended. */
    const searchEarly = async (): Promise<{ byWords?: Answer | undefined; isLate: boolean }> => {
      if (!early) return { isLate: false };
      const [byWords] = await this.inSequence([header, early], signal);
      const isLate = isRead;
      await announce(byWords, query.onWords);
      return { byWords, isLate };
    };
    const searchRest = async (): Promise<Lists> => {
      const dense = denseSearch(pointer, { ...query, embedding: await query.embedding });
      const answers = await this.inSequence(
        [
          ...(lexical && !early ? [header, lexical] : []),
          ...(dense ? [header, dense] : []),
          ...this.pointers.asSearch(library, version),
        ],
        signal,
      );
      isRead = true;
      const [{ _source: now } = {}] = hitsOf(answers.pop());
      return { now, byMeaning: dense && answers.pop(), byWords: answers.pop() };
    };

    const [{ byWords, isLate }, rest] = await Promise.all([searchEarly(), searchRest()]);
    if (!early) return rest;
    const now = isLate ? await this.pointers.readShown(library, version, signal) : rest.now;
    return { ...rest, byWords, now };
  }

  /** Runs searches in one request, one after the other. */
  private async inSequence(
    searches: estypes.MsearchRequestItem[],
    signal: AbortSignal | undefined,
  ): Promise<Answer[]> {
    const request = { max_concurrent_searches: 1, searches };
    const { responses } = await this.client.msearch<StoredSnippet & Pointer>(
      request,
      readOptions(signal),
    );
    return responses;
  }
}

type StoredHit = estypes.SearchHit<StoredSnippet>;
type Answer = estypes.MsearchResponseItem<StoredSnippet & Pointer>;

/** Calls `onWords` after this turn of the event loop, in which a vector may arrive that the next request needs. */
async function announce(
  byWords: Answer | undefined,
  onWords: SnippetQuery['onWords'],
): Promise<void> {
  if (!byWords || 'error' in byWords || !onWords) return;
  await nextTurn();
  for (const { _source } of byWords.hits.hits) if (_source) onWords(_source.snippet);
}

function foundIn(byWords: StoredHit[], byMeaning: StoredHit[]): Omit<SearchHits, 'active'> {
  const snippets = new Map<string, IndexedSnippet>();
  const toHits = (hits: StoredHit[]): Hit[] => hits.flatMap((hit) => toHit(hit, snippets));
  const tokenCodes = codesIn([...byWords, ...byMeaning]);
  const waiting = byMeaning.length > 0 ? waitingIn(byWords) : [];
  return {
    lexical: toHits(byWords),
    dense: toHits(byMeaning).map(toCosine),
    ...(waiting.length > 0 && { waiting: new Set(waiting) }),
    ...(tokenCodes.size > 0 && { tokenCodes }),
    snippets,
  };
}

function hitsOf(answer: Answer | undefined): estypes.SearchHit<StoredSnippet & Pointer>[] {
  if (!answer) return [];
  if ('error' in answer) throw new Error(answer.error.reason ?? answer.error.type);
  return answer.hits.hits;
}

function toHit(
  { _score, _source }: estypes.SearchHit<StoredSnippet>,
  snippets: Map<string, IndexedSnippet>,
): Hit[] {
  if (!_source) return [];
  const { snippet } = _source;
  // Keeps the object that was announced.
  if (!snippets.has(snippet.id)) snippets.set(snippet.id, snippet);
  return [{ id: snippet.id, score: _score ?? 0 }];
}

/** Returns the snippets that have no vector yet. */
function waitingIn(hits: estypes.SearchHit<StoredSnippet>[]): string[] {
  return hits.flatMap(({ _source }) =>
    _source?.waiting?.stage === 'none' ? [_source.snippet.id] : [],
  );
}

/** Returns the codes of the snippets that have them. */
function codesIn(hits: estypes.SearchHit<StoredSnippet>[]): Map<string, Uint8Array> {
  const codes = new Map<string, Uint8Array>();
  for (const { _source } of hits) {
    if (_source?.tokenCodes === undefined || codes.has(_source.snippet.id)) continue;
    codes.set(_source.snippet.id, decodeCodes(_source.tokenCodes));
  }
  return codes;
}

/** Elasticsearch returns (1 + cosine) / 2. */
function toCosine({ id, score }: Hit): Hit {
  return { id, score: 2 * score - 1 };
}

function visible({ library, slot, generation }: Pointer): estypes.QueryDslQueryContainer[] {
  return [{ term: { library } }, shownIn(slot, generation)];
}

/** Returns the full-text search of a question; undefined if there are no terms or no snippets. */
export function lexicalSearch(
  pointer: Pointer,
  { question, embedding, limit }: SnippetQuery,
): Body | undefined {
  const terms = questionTerms(question);
  if (terms.length === 0 || pointer.snippets === 0) return undefined;
  const whole = terms.filter(({ prefix }) => !prefix).map(({ text }) => text);
  const should: estypes.QueryDslQueryContainer[] = terms
    .filter(({ prefix }) => prefix)
    .flatMap(({ text }) =>
      Object.entries(weights).map(([field, boost]) => ({
        prefix: { [field]: { value: text, boost } },
      })),
    );
  if (whole.length > 0) {
    should.push({ combined_fields: { query: whole.join(' '), fields: weighted } });
  }
  return {
    size: Math.min(limit, MAX_HITS),
    track_total_hits: false,
    _source: embedding ? ['snippet', 'waiting.stage', 'tokenCodes'] : ['snippet', 'waiting.stage'],
    query: { bool: { filter: visible(pointer), should, minimum_should_match: 1 } },
  };
}

/** Returns the nearest-neighbor search of an embedding; undefined if it does not fit the index or the version is empty. */
export function denseSearch(
  pointer: Pointer,
  { embedding, limit }: EmbeddedQuery,
): Body | undefined {
  const { snippets, dimensions } = pointer;
  if (!embedding || snippets === 0 || embedding.length !== dimensions) return undefined;
  const k = Math.min(limit, MAX_HITS);
  return {
    size: k,
    track_total_hits: false,
    _source: ['snippet', 'tokenCodes'],
    knn: {
      field: 'parts.vector',
      query_vector: Array.from(embedding),
      k,
      num_candidates: Math.min(MAX_HITS, Math.max(CANDIDATES, OVERSAMPLE * k)),
      rescore_vector: { oversample: OVERSAMPLE },
      filter: visible(pointer),
    },
  };
}
