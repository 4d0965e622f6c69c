import type { Client } from '@elastic/elasticsearch';
import type { Embedder } from '../../src/models/embedder.ts';
import { createContextSearch } from '../../src/search/context.ts';
import type { SnippetToWrite } from '../../src/store/snippet-index.ts';
import { indexNames } from '../../src/store/snippets/elasticsearch/indices.ts';
import { Pointers } from '../../src/store/snippets/elasticsearch/pointers.ts';
import { denseSearch, lexicalSearch } from '../../src/store/snippets/elasticsearch/search.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { untilMerged } from '../support/elasticsearch.ts';
import { libraryRecord } from '../support/library-record.ts';
import { ms, percentile } from '../support/measure.ts';
import { blockSizes, type Content, type MadeLibrary } from './content.ts';
import { hashOf } from './fill.ts';

/** Questions to each size of library, to the product and to the bare search. */
const pairs = 60;
const warmUps = 20;
const refreshes = 10;
const listLength = 50;

interface Milliseconds {
  p50: number;
  p99: number;
}

/** What one size of the index costs. */
export interface SnippetFigures {
  snippets: number;
  /** A new question, which the model embeds. */
  fresh: Milliseconds;
  /** The embedding of a question, and then the bare search. */
  embedded: Milliseconds;
  /** A question whose vector is known. */
  answer: Milliseconds;
  bare: Milliseconds;
  /** Milliseconds of a run that finds nothing changed, and of one that changes one document of 40. */
  unchanged: number;
  changed: number;
  /** MB for a million snippets. */
  disk: number;
  /** Quantized vectors and graphs, which must stay in the page cache. */
  hot: number;
  /** Java heap in use, MB. */
  heap: number;
}

/** The index to measure, and the libraries in it. */
export interface SnippetOptions {
  client: Client;
  prefix: string;
  content: Content;
  embedder: Embedder;
  /** Name of the model in the index. */
  embedderId: string;
  /** Libraries to ask: the numbers below this one. */
  libraries: number;
}

/** Measures answers and refreshes of the libraries that fill() wrote. */
export async function measureSnippets(options: SnippetOptions): Promise<SnippetFigures> {
  await settle(options);
  const answers = await measureAnswers(options);
  return { ...answers, ...(await measureRefresh(options)), ...(await measureSpace(options)) };
}

/** Makes all writes visible. Waits until Elasticsearch merges no segments. */
async function settle({ client, prefix }: SnippetOptions): Promise<void> {
  const index = `${prefix}-*`;
  await client.indices.refresh({ index }, { requestTimeout: 600_000 });
  await client.indices.flush({ index }, { requestTimeout: 600_000 });
  await untilMerged(client, index);
}

type Answers = Pick<SnippetFigures, 'fresh' | 'embedded' | 'answer' | 'bare'>;
/** Milliseconds of one question of each kind. */
type Sample = Record<keyof Answers, number>;

async function measureAnswers(options: SnippetOptions): Promise<Answers> {
  const { embedder } = options;
  const timeFresh = answering(options, (text) => embedder.embed([text], 'query'));
  const timeKnown = answering(options);
  const timeBare = bareSearch(options);
  const samples: Sample[] = [];
  for (const [size, some] of askedLibraries(options)) {
    const ofSize: Sample[] = [];
    for (let n = 0; n < warmUps + pairs; n += 1) {
      // No two searches ask the same question: the first would warm the caches for the second.
      const library = some[n % some.length]!;
      const fresh = await timeFresh(library, 3 * n);
      const answer = await timeKnown(library, 3 * n + 1);
      ofSize.push({ fresh, answer, ...(await timeBare(library, 3 * n + 2)) });
    }
    samples.push(...ofSize.slice(warmUps));
    const { fresh, embedded, answer, bare } = percentiles(ofSize.slice(warmUps));
    console.error(
      `  libraries of ${size}: new question p50 ${ms(fresh.p50)}, embedding and bare ${ms(embedded.p50)}; known vector ${ms(answer.p50)}, bare ${ms(bare.p50)}`,
    );
  }
  return percentiles(samples);
}

/** Returns a function that times an answer. The vectors are given; `embed` only takes its time. */
function answering(
  { client, prefix, content, embedderId }: SnippetOptions,
  embed?: (text: string) => Promise<unknown>,
): (library: MadeLibrary, n: number) => Promise<number> {
  const vectors = new Map<string, Float32Array>();
  const embedder: Embedder = {
    id: embedderId,
    dimensions: content.dimensions,
    window: 256,
    embed: async ([text = '']) => {
      await embed?.(text);
      return [vectors.get(text)!];
    },
    close: async () => undefined,
  };
  const search = createContextSearch({
    catalog: { get: async (id) => libraryRecord(id) },
    index: createElasticsearchSnippetIndex({ client, prefix }),
    embedder,
    log: { warn: (...about: unknown[]) => console.error(about) },
  });
  const { signal } = new AbortController();
  return async (library, n) => {
    const { text, vector } = library.question(n);
    const query = `${text} (${n})`;
    vectors.set(query, vector);
    const start = performance.now();
    await search.answer({ libraryId: library.id, query, fast: true, sees: () => true }, signal);
    return performance.now() - start;
  };
}

/** Returns a function that times the embedding of a question with the bare search of both lists, and the search alone. */
function bareSearch({
  client,
  prefix,
  embedder,
}: SnippetOptions): (
  library: MadeLibrary,
  n: number,
) => Promise<Pick<Sample, 'bare' | 'embedded'>> {
  const pointers = new Pointers(client, indexNames(prefix).versions);
  return async (library, n) => {
    const { text: question, vector: embedding } = library.question(n);
    const { pointer } = (await pointers.read(library.id, ''))!;
    const asked = { libraryId: library.id, version: '', question, embedding, limit: listLength };
    const header = { index: pointer.model, routing: library.id };
    const searches = [header, lexicalSearch(pointer, asked)!, header, denseSearch(pointer, asked)!];
    const start = performance.now();
    await embedder.embed([question], 'query');
    const middle = performance.now();
    await client.msearch({ searches });
    const end = performance.now();
    return { bare: end - middle, embedded: end - start };
  };
}

/** Returns the libraries to ask, by size: the same ones whatever the size of the index. */
function askedLibraries({ content, libraries }: SnippetOptions): Map<number, MadeLibrary[]> {
  const bySize = new Map<number, MadeLibrary[]>();
  for (let number = 0; number < libraries; number += 1) {
    const size = blockSizes[number % blockSizes.length]!;
    const some = bySize.get(size) ?? [];
    if (size !== 22 && some.length < 10) bySize.set(size, [...some, content.library(number)]);
  }
  return bySize;
}

/** Times runs of libraries of 400 snippets: without changes, then with one changed document. */
async function measureRefresh(
  options: SnippetOptions,
): Promise<Pick<SnippetFigures, 'unchanged' | 'changed'>> {
  const { client, prefix, embedderId } = options;
  const index = createElasticsearchSnippetIndex({ client, prefix });
  const timeRun = async (library: MadeLibrary, edit?: string): Promise<number> => {
    const start = performance.now();
    const writer = await index.open(library.id, '', embedderId);
    let isFirst = true;
    for (const { path, snippets } of library.documents()) {
      const hash = writer.known(path)?.hash ?? hashOf(path);
      if (isFirst && edit !== undefined)
        await writer.write({ path, hash: edit }, edited(snippets, edit));
      else await writer.write({ path, hash }, 'unchanged');
      isFirst = false;
    }
    await writer.activate({ revision: 'r', fingerprint: 'f', linkTemplate: '{path}' });
    return performance.now() - start;
  };
  const [unchanged, changed]: [number[], number[]] = [[], []];
  const round = String(performance.now());
  for (const library of (askedLibraries(options).get(400) ?? []).slice(0, refreshes)) {
    unchanged.push(await timeRun(library));
    changed.push(await timeRun(library, round));
  }
  return { unchanged: percentile(unchanged, 0.5), changed: percentile(changed, 0.5) };
}

function edited(snippets: SnippetToWrite[], edit: string): SnippetToWrite[] {
  return snippets.map((entry) => ({
    ...entry,
    embeddingHash: `${entry.embeddingHash} ${edit}`,
    snippet: { ...entry.snippet, title: `${entry.snippet.title} ${edit}` },
  }));
}

async function measureSpace({
  client,
  prefix,
}: SnippetOptions): Promise<Pick<SnippetFigures, 'snippets' | 'disk' | 'hot' | 'heap'>> {
  const index = `${prefix}-*`;
  const { _all: all } = await client.indices.stats({ index, metric: ['store', 'dense_vector'] });
  const { count } = await client.count({ index: `${prefix}-snippets` });
  const { nodes } = await client.nodes.stats({ metric: ['jvm'] });
  const [node] = Object.values(nodes);
  const hot = hotBytes(all.primaries);
  const perMillion = (bytes: number): number => bytes / 1e6 / (count / 1e6);
  return {
    snippets: count,
    disk: perMillion(all.total?.store?.size_in_bytes ?? 0),
    hot: perMillion(hot),
    heap: (node?.jvm?.mem?.heap_used_in_bytes ?? 0) / 1e6,
  };
}

/** Returns the bytes of quantized vectors and graphs in the statistics of an index; the client's types lack them. */
export function hotBytes(stats: unknown): number {
  const { dense_vector: { off_heap: sizes = {} } = {} } = (stats ?? {}) as {
    dense_vector?: { off_heap?: Record<string, number> };
  };
  const { total_veq_size_bytes = 0, total_veb_size_bytes = 0, total_vex_size_bytes = 0 } = sizes;
  return total_veq_size_bytes + total_veb_size_bytes + total_vex_size_bytes;
}

function percentiles(samples: Sample[]): Answers {
  const of = (name: keyof Answers): Milliseconds => {
    const times = samples.map((sample) => sample[name]);
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
  };
  return { fresh: of('fresh'), embedded: of('embedded'), answer: of('answer'), bare: of('bare') };
}
