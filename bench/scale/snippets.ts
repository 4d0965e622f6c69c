import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import type { Embedder } from '../../src/models/embedder.ts';
import { createContextSearch } from '../../src/search/context.ts';
import type { SnippetToWrite } from '../../src/store/snippet-index.ts';
import { indexNames } from '../../src/store/snippets/elasticsearch/indices.ts';
import { Pointers } from '../../src/store/snippets/elasticsearch/pointers.ts';
import { denseSearch, lexicalSearch } from '../../src/store/snippets/elasticsearch/search.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { libraryRecord } from '../support/library-record.ts';
import { percentile } from '../support/measure.ts';
import { blockSizes, type Content, type MadeLibrary } from './content.ts';
import { hashOf } from './fill.ts';

/** Questions to each size of library, to the product and to the bare search. */
const pairs = 60;
const refreshes = 10;
const listLength = 50;

/** What one size of the index costs. */
export interface SnippetFigures {
  snippets: number;
  /** Milliseconds. */
  answer: { p50: number; p99: number };
  bare: { p50: number; p99: number };
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

export interface SnippetOptions {
  client: Client;
  prefix: string;
  content: Content;
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
  for (;;) {
    const { _all: all } = await client.indices.stats({ index, metric: 'merge' });
    if (!all.total?.merges?.current) return;
    await sleep(500);
  }
}

async function measureAnswers(
  options: SnippetOptions,
): Promise<Pick<SnippetFigures, 'answer' | 'bare'>> {
  const { client, prefix, content, embedderId } = options;
  const vectors = new Map<string, Float32Array>();
  const embedder: Embedder = {
    id: embedderId,
    dimensions: content.dimensions,
    window: 256,
    embed: async (texts) => texts.map((text) => vectors.get(text)!),
    close: async () => undefined,
  };
  const search = createContextSearch({
    catalog: { get: async (id) => libraryRecord(id) },
    index: createElasticsearchSnippetIndex({ client, prefix }),
    embedder,
    log: { warn: (...about: unknown[]) => console.error(about) },
  });
  const { signal } = new AbortController();
  const pointers = new Pointers(client, indexNames(prefix).versions);
  const timeAnswer = async (library: MadeLibrary, n: number): Promise<number> => {
    const { text, vector } = library.question(n);
    const query = `${text} (${n})`;
    vectors.set(query, vector);
    const start = performance.now();
    await search.answer({ libraryId: library.id, query, fast: true, sees: () => true }, signal);
    return performance.now() - start;
  };
  const timeBare = async (library: MadeLibrary, n: number): Promise<number> => {
    const { text: question, vector: embedding } = library.question(n);
    const { pointer } = (await pointers.read(library.id, ''))!;
    const asked = { libraryId: library.id, version: '', question, embedding, limit: listLength };
    const header = { index: pointer.model, routing: library.id };
    const searches = [header, lexicalSearch(pointer, asked)!, header, denseSearch(pointer, asked)!];
    const start = performance.now();
    await client.msearch({ searches });
    return performance.now() - start;
  };
  const [own, bare]: [number[], number[]] = [[], []];
  for (const [size, some] of askedLibraries(options)) {
    for (let n = 0; n < 20; n += 1) {
      await timeAnswer(some[n % some.length]!, 10_000 + n);
      await timeBare(some[n % some.length]!, 20_000 + n);
    }
    const [ownOfSize, bareOfSize]: [number[], number[]] = [[], []];
    for (let n = 0; n < pairs; n += 1) {
      // The two sides ask different questions, so that neither warms the caches for the other.
      const library = some[n % some.length]!;
      ownOfSize.push(await timeAnswer(library, 2 * n));
      bareOfSize.push(await timeBare(library, 2 * n + 1));
    }
    console.error(
      `  libraries of ${size}: answer p50 ${ms(percentile(ownOfSize, 0.5))}, bare p50 ${ms(percentile(bareOfSize, 0.5))}`,
    );
    own.push(...ownOfSize);
    bare.push(...bareOfSize);
  }
  return { answer: both(own), bare: both(bare) };
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

function both(times: number[]): { p50: number; p99: number } {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
