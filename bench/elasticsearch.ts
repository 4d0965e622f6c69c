// Elasticsearch with 100,000 snippets (or the number given): answers beside the bare searches, writing beside a bare bulk loop, recall.
//
// Takes the Elasticsearch of ELASTICSEARCH_URL, or starts one. Figures to reach: an answer in 1.3 times the embedding of its
// question and a bare _msearch of the two lists, at p50; bulk writing at .8 of the rate of helpers.bulk with the same
// documents and the same mapping; recall@10 of the nearest neighbors .95 of an exact comparison.
//
// Texts: sections of the installed packages' documentation, and variations of them. Vectors: see support/made-library.ts.
import { randomUUID } from 'node:crypto';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { createContextSearch } from '../src/search/context.ts';
import { createElasticsearchClient } from '../src/store/snippets/elasticsearch/client.ts';
import { indexNames } from '../src/store/snippets/elasticsearch/indices.ts';
import type { Pointer } from '../src/store/snippets/elasticsearch/pointers.ts';
import { denseSearch, lexicalSearch } from '../src/store/snippets/elasticsearch/search.ts';
import { createElasticsearchSnippetIndex } from '../src/store/snippets/elasticsearch/snippet-index.ts';
import { encodeVector } from '../src/store/snippets/elasticsearch/vectors.ts';
import type { SnippetIndex, SnippetToWrite } from '../src/store/snippet-index.ts';
import { lexicalFields } from '../src/store/terms.ts';
import { removeIndices } from '../test/support/elasticsearch.ts';
import { openElasticsearch, untilMerged } from './support/elasticsearch.ts';
import { libraryRecord } from './support/library-record.ts';
import { makeLibrary, type MadeLibrary } from './support/made-library.ts';
import { line, ms, percentile } from './support/measure.ts';
import { dot } from './support/vectors.ts';

const library = '/bench/elasticsearch';
const count = Number(process.argv[2] ?? 100_000);
const rounds = 5;
const pairs = 150;
const recallQuestions = 200;
const listLength = 50;
type Document = { path: string; snippets: SnippetToWrite[] };

const server = await openElasticsearch();
const client = await createElasticsearchClient({ url: server.url, requestTimeoutMs: 120_000 });
const embedder = await createBuiltInEmbedder();
const prefix = `bench-${randomUUID().slice(0, 8)}`;
const names = indexNames(prefix);
const bareIndex = `${prefix}-bare`;
try {
  await run();
} finally {
  await removeIndices(client, prefix);
  await client.close();
  await embedder.close();
  await server.close();
}

async function run(): Promise<void> {
  const index = createElasticsearchSnippetIndex({ client, prefix });
  line('snippets', String(count));
  const made = await makeLibrary({ id: library, count, embedder });
  await measureWriting(index, made);
  await client.indices.delete({ index: bareIndex });
  await untilMerged(client, `${prefix}-*`);
  await measureRecall(index, made);
  await measureAnswers(index, made.questions);
}

/**
 * Writes the library in rounds. Each round is a run that keeps the existing snippets and adds its share. Then writes
 * the same share to a bare index, because the speed of a shared machine varies.
 */
async function measureWriting(index: SnippetIndex, made: MadeLibrary): Promise<void> {
  const [own, bare]: [number[], number[]] = [[], []];
  const written: string[] = [];
  for (const share of shares(made)) {
    if (written.length === 0) {
      // Not counted: the first run creates the index, and both sides warm up.
      await writeOwn(index, share, written);
      await makeBareIndex();
      await writeBare(share);
    } else {
      await untilMerged(client, `${prefix}-*`);
      own.push(await writeOwn(index, share, written));
      await untilMerged(client, `${prefix}-*`);
      bare.push(await writeBare(share));
    }
    written.push(...share.map(({ path }) => path));
  }
  const ratios = own.map((seconds, round) => bare[round]! / seconds);
  line('written and activated', rate(own));
  line('bare helpers.bulk, then a refresh', rate(bare));
  line('  rate / bare rate (at least .8)', percentile(ratios, 0.5).toFixed(2));
  line('  in rounds', ratios.map((ratio) => ratio.toFixed(2)).join(' '));
}

async function measureAnswers(index: SnippetIndex, questions: string[]): Promise<void> {
  const search = createContextSearch({
    catalog: { get: async () => libraryRecord(library) },
    index,
    embedder,
    log: { warn: (...about: unknown[]) => console.error(about) },
  });
  const { signal } = new AbortController();
  const answer = async (query: string): Promise<number> => {
    const start = performance.now();
    await search.answer({ libraryId: library, query, fast: true, sees: () => true }, signal);
    return performance.now() - start;
  };
  const pointer = await readPointer();
  const header = { index: pointer.model, routing: library };
  const bare = async (question: string): Promise<number> => {
    const start = performance.now();
    const [embedding] = await embedder.embed([question], 'query');
    const query = {
      libraryId: library,
      version: '',
      question,
      limit: listLength,
      embedding: embedding!,
    };
    const searches = [header, lexicalSearch(pointer, query)!, header, denseSearch(pointer, query)!];
    await client.msearch({ searches });
    return performance.now() - start;
  };
  // Each question is sent once, because the server caches the vectors of questions.
  const next = (): string => questions.splice((questions.length * 7) % 11, 1)[0] ?? '';
  for (let warmUp = 0; warmUp < 60; warmUp += 1) await (warmUp % 2 ? answer(next()) : bare(next()));
  const [answers, references]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < pairs; pair += 1) {
    answers.push(await answer(next()));
    references.push(await bare(next()));
  }
  const [p50, reference] = [percentile(answers, 0.5), percentile(references, 0.5)];
  line('fast answer: p50, p99', `${ms(p50)}, ${ms(percentile(answers, 0.99))}`);
  line(
    'embedding the question, then a bare _msearch',
    `${ms(reference)}, ${ms(percentile(references, 0.99))}`,
  );
  line('  ratio at p50 (at most 1.3)', (p50 / reference).toFixed(2));
}

async function measureRecall(
  index: SnippetIndex,
  { documents, questions }: MadeLibrary,
): Promise<void> {
  const asked = await embedder.embed(questions.slice(-recallQuestions), 'query');
  const nearest = asked.map((): { id: string; score: number }[] => []);
  for (const { snippets } of documents()) {
    for (const { snippet, vectors } of snippets) {
      for (const [at, question] of asked.entries())
        keep(nearest[at]!, snippet.id, dot(question, vectors![0]!));
    }
  }
  let found = 0;
  for (const [at, embedding] of asked.entries()) {
    const query = { libraryId: library, version: '', question: '', embedding, limit: listLength };
    const hits = await index.search(query);
    const ids = new Set(hits?.dense.slice(0, 10).map(({ id }) => id));
    found += nearest[at]!.filter(({ id }) => ids.has(id)).length;
  }
  line(
    'recall@10 (at least .95)',
    `${(found / asked.length / 10).toFixed(3)} of ${asked.length} questions`,
  );
}

/** Inserts an entry into the ten best. */
function keep(best: { id: string; score: number }[], id: string, score: number): void {
  if (best.length === 10 && score <= best[9]!.score) return;
  best.push({ id, score });
  best.sort((a, b) => b.score - a.score);
  best.length = Math.min(best.length, 10);
}

/** Returns the seconds from opening a run until every snippet is served and old ones are removed. */
async function writeOwn(index: SnippetIndex, share: Document[], before: string[]): Promise<number> {
  const start = performance.now();
  const writer = await index.open(library, '', embedder.id);
  for (const path of before) await writer.write({ path, hash: 'h' }, 'unchanged');
  for (const { path, snippets } of share) await writer.write({ path, hash: 'h' }, snippets);
  await writer.activate({ revision: 'r', fingerprint: 'f', linkTemplate: '{path}' });
  return (performance.now() - start) / 1_000;
}

/** Returns the seconds until the same documents are searchable in an index with the same mapping. */
async function writeBare(share: Document[]): Promise<number> {
  const bodies = share.flatMap(({ snippets }) => snippets.map(toBody));
  const start = performance.now();
  await client.helpers.bulk<{ id: string; body: object }>({
    datasource: bodies,
    concurrency: 2,
    onDocument: ({ id, body }) => [
      { create: { _index: bareIndex, _id: id, routing: library } },
      body,
    ],
    onDrop: ({ error }) => {
      throw new Error(`dropped: ${error?.reason}`);
    },
  });
  await client.indices.refresh({ index: bareIndex });
  return (performance.now() - start) / 1_000;
}

function toBody({ snippet, embeddingHash, vectors }: SnippetToWrite): { id: string; body: object } {
  const body = {
    library,
    visible: [{ gte: 1, lte: 2 ** 50 }],
    embeddingHash,
    ...lexicalFields(snippet),
    snippet,
    parts: vectors!.map((vector) => ({ vector: encodeVector(vector) })),
  };
  return { id: snippet.id, body };
}

/** Yields the documents of each round. */
function* shares({ documents }: MadeLibrary): Generator<Document[]> {
  let share: Document[] = [];
  let size = 0;
  for (const document of documents()) {
    share.push(document);
    size += document.snippets.length;
    if (size < count / rounds) continue;
    yield share;
    share = [];
    size = 0;
  }
  if (share.length > 0) yield share;
}

async function makeBareIndex(): Promise<void> {
  const [made] = Object.values(await client.indices.get({ index: names.model(embedder.id) }));
  const analysis = made?.settings?.index?.analysis;
  await client.indices.create({
    index: bareIndex,
    mappings: made?.mappings ?? {},
    settings: { refresh_interval: '-1', number_of_replicas: 0, ...(analysis && { analysis }) },
  });
}

async function readPointer(): Promise<Pointer> {
  const found = await client.search<Pointer>({
    index: names.versions,
    query: { term: { library } },
  });
  const [{ _source: pointer } = {}] = found.hits.hits;
  return pointer!;
}

function rate(seconds: number[]): string {
  const total = seconds.reduce((sum, value) => sum + value, 0);
  const snippets = (count / rounds) * seconds.length;
  return `${total.toFixed(1)} s, ${Math.round(snippets / total)} a second`;
}
