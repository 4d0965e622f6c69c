// Compares the quantizations of Elasticsearch: int8_hnsw, bbq_hnsw and bbq_disk. Prints recall@10 and recall@40 against an exact
// comparison, p50, disk, and the memory for quantized vectors and graphs.
//
// `npm run bench quantization -- 200000` compares them on generated vectors in the libraries of scale/content.ts.
// `npm run bench quantization -- <data directory>` compares them on the vectors of a laptop's libraries, which it only reads;
// each library is asked alone, and then all of them as one library. Searches are the product's, with its candidates and its
// oversampling, and with more oversampling for the binary quantizations.
//
// Takes the Elasticsearch of ELASTICSEARCH_URL, or starts one. bbq_disk needs an Enterprise license or a trial, and a module
// that the started server lacks. If a server refuses a quantization, the benchmark prints that and goes on.
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { estypes } from '@elastic/elasticsearch';
import Database from 'better-sqlite3';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { createElasticsearchClient } from '../src/store/snippets/elasticsearch/client.ts';
import { ensureModel, indexNames } from '../src/store/snippets/elasticsearch/indices.ts';
import { newPointer } from '../src/store/snippets/elasticsearch/pointers.ts';
import { denseSearch } from '../src/store/snippets/elasticsearch/search.ts';
import { encodeVector } from '../src/store/snippets/elasticsearch/vectors.ts';
import { shownSince } from '../src/store/snippets/elasticsearch/visibility.ts';
import { removeIndices } from '../test/support/elasticsearch.ts';
import { blockSizes, blockSnippets, loadContent } from './scale/content.ts';
import { hotBytes } from './scale/snippets.ts';
import { openElasticsearch, untilMerged } from './support/elasticsearch.ts';
import { percentile } from './support/measure.ts';
import { dot } from './support/vectors.ts';

const kinds = [
  { type: 'int8_hnsw', m: 16, ef_construction: 100 },
  { type: 'bbq_hnsw', m: 16, ef_construction: 100 },
  { type: 'bbq_disk' },
] as const;
type Kind = (typeof kinds)[number];
/** As docs/guides/sizing.md advises. */
const vectorsOfShard = 250_000;
const oversamplings = [2, 4];
const questionsOfGroup = 150;
/** A question's time is the best of these, because the machine may have other work. */
const rounds = 3;
const listLength = 50;
const slot = 1;
/** Name of the library that contains all vectors of the libraries of a data directory. */
const everything = 'all as one library';

type Vectors = { vector: Float32Array }[];

interface Question {
  library: string;
  vector: Float32Array;
}

/** Vectors by library, and questions in groups. */
interface Material {
  libraries: Map<string, Vectors>;
  questions: Map<string, Question[]>;
  dimensions: number;
}

const [from = '200000'] = process.argv.slice(2);
const server = await openElasticsearch({ heap: '2g' });
const client = await createElasticsearchClient({ url: server.url, requestTimeoutMs: 600_000 });
const prefix = `quantization-${randomUUID().slice(0, 8)}`;
try {
  const materials = /^\d+$/.test(from) ? [await generated(Number(from))] : await stored(from);
  for (const material of materials) await run(material);
} finally {
  await removeIndices(client, prefix);
  await client.close();
  await server.close();
}

async function run(material: Material): Promise<void> {
  const count = [...material.libraries.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(`${count} vectors of ${material.dimensions} dimensions`);
  const nearest = new Map<Question, string[]>();
  for (const question of [...material.questions.values()].flat())
    nearest.set(question, exact(question, material.libraries.get(question.library)!));
  for (const options of kinds) {
    const index = `${prefix}-${options.type}`;
    const started = performance.now();
    try {
      const shards = Math.ceil(count / vectorsOfShard);
      await create(index, { options, dimensions: material.dimensions, shards });
      await write(index, material);
    } catch (error) {
      console.log(`${options.type}: ${String(error).slice(0, 200)}`);
      await client.indices.delete({ index, ignore_unavailable: true });
      continue;
    }
    const seconds = (performance.now() - started) / 1_000;
    const { _all: stats } = await client.indices.stats({
      index,
      metric: ['store', 'dense_vector'],
    });
    const disk = stats.total?.store?.size_in_bytes ?? 0;
    const hot = hotBytes(stats.primaries);
    console.log(
      `${options.type}: written in ${seconds.toFixed(0)} s; for a million vectors ${(disk / count).toFixed(0)} MB of disk, ${(hot / count).toFixed(0)} MB of quantized vectors and graphs`,
    );
    for (const [group, questions] of material.questions) {
      for (const oversample of options.type === 'int8_hnsw' ? [2] : oversamplings)
        await measure({ index, group, oversample, material }, questions, nearest);
    }
    await client.indices.delete({ index });
  }
}

async function measure(
  {
    index,
    group,
    oversample,
    material,
  }: { index: string; group: string; oversample: number; material: Material },
  questions: Question[],
  nearest: Map<Question, string[]>,
): Promise<void> {
  const times = questions.map(() => Infinity);
  const found = { 10: 0, 40: 0 };
  const wanted = { 10: 0, 40: 0 };
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, question] of questions.entries()) {
      const { library, vector } = question;
      const snippets = material.libraries.get(library)!.length;
      const { dimensions } = material;
      const pointer = { ...newPointer(library, ''), slot, generation: 1, snippets, dimensions };
      const asked = { libraryId: library, version: '', question: '', embedding: vector };
      const body = denseSearch(pointer, { ...asked, limit: listLength })!;
      const knn = { ...(body.knn as estypes.KnnSearch), rescore_vector: { oversample } };
      const start = performance.now();
      const answer = await client.search({ index, routing: library, ...body, knn, _source: false });
      times[at] = Math.min(times[at]!, performance.now() - start);
      if (round > 0) continue;
      const ids = answer.hits.hits.map(({ _id }) => _id);
      for (const depth of [10, 40] as const) {
        const best = nearest.get(question)!.slice(0, depth);
        const got = new Set(ids.slice(0, depth));
        found[depth] += best.filter((id) => got.has(id)).length;
        wanted[depth] += best.length;
      }
    }
  }
  const recall = ([10, 40] as const).map((at) => (found[at] / wanted[at]).toFixed(3)).join(', ');
  console.log(
    `  ${group.padEnd(26)} oversampling ${oversample}: recall@10, @40 ${recall}; p50 ${percentile(times, 0.5).toFixed(1)} ms`,
  );
}

/** Creates an index with the product's mapping, except for the quantization. */
async function create(
  index: string,
  { options, dimensions, shards }: { options: Kind; dimensions: number; shards: number },
): Promise<void> {
  const embedderId = `bench/${dimensions}`;
  const names = indexNames(prefix);
  await ensureModel(client, names, { embedderId, dimensions });
  const found = await client.indices.get({ index: names.model(embedderId) });
  const [{ mappings, settings } = {}] = Object.values(found);
  const { parts } = mappings!.properties as { parts: estypes.MappingNestedProperty };
  const vector = parts.properties!['vector'] as estypes.MappingDenseVectorProperty;
  await client.indices.create({
    index,
    settings: {
      refresh_interval: '-1',
      number_of_shards: shards,
      analysis: settings!.index!.analysis!,
    },
    mappings: {
      ...mappings,
      properties: {
        ...mappings!.properties,
        parts: { ...parts, properties: { vector: { ...vector, index_options: options } } },
      },
    },
  });
}

async function write(index: string, { libraries }: Material): Promise<void> {
  const operations = function* (): Generator<{
    library: string;
    id: string;
    vector: Float32Array;
  }> {
    for (const [library, vectors] of libraries) {
      for (const [n, { vector }] of vectors.entries()) yield { library, id: String(n), vector };
    }
  };
  await client.helpers.bulk<{ library: string; id: string; vector: Float32Array }>({
    datasource: Readable.from(operations()),
    concurrency: 3,
    flushBytes: 4_000_000,
    onDocument: ({ library, id, vector }) => [
      { index: { _index: index, _id: idOf(library, id), routing: library } },
      {
        library,
        visible: [shownSince(slot, 1)],
        parts: [{ vector: encodeVector(vector) }],
      } as object,
    ],
    onDrop: ({ error }) => {
      throw new Error(`Elasticsearch refused a document: ${error?.reason}`);
    },
  });
  await client.indices.refresh({ index });
  await client.indices.flush({ index });
  await untilMerged(client, index);
}

function idOf(library: string, id: string): string {
  return `${library} ${id}`;
}

/** Returns the ids of the nearest vectors of a library, nearest first. */
function exact({ library, vector }: Question, vectors: Vectors): string[] {
  const scored = vectors.map((other, n) => ({ n, score: dot(vector, other.vector) }));
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, listLength)
    .map(({ n }) => idOf(library, String(n)));
}

async function generated(count: number): Promise<Material> {
  const embedder = await createBuiltInEmbedder();
  const content = await loadContent(embedder);
  await embedder.close();
  const libraries = new Map<string, Vectors>();
  const questions = new Map<string, Question[]>();
  const blocks = Math.ceil(count / blockSnippets);
  for (let number = 0; number < blocks * blockSizes.length; number += 1) {
    const library = content.library(number);
    const vectors = [...library.documents()].flatMap(({ snippets }) =>
      snippets.map(({ vectors: [vector] = [] }) => ({ vector: vector! })),
    );
    libraries.set(library.id, vectors);
    const group = `libraries of ${library.size}`;
    const asked = questions.get(group) ?? [];
    for (let n = 0; n < 15 && asked.length < questionsOfGroup; n += 1)
      asked.push({ library: library.id, vector: library.question(n).vector });
    if (library.size > 100) questions.set(group, asked);
  }
  return { libraries, questions, dimensions: content.dimensions };
}

/** Reads the vectors of the libraries in a data directory, and asks for their titles. */
async function stored(data: string): Promise<Material[]> {
  const embedder = await createBuiltInEmbedder();
  const libraries = new Map<string, Vectors>();
  const asked: Question[] = [];
  for (const file of globSync(`${data}/snippets/*.db`).sort()) {
    const db = new Database(file, { readonly: true });
    const rows = db.prepare<[], { vector: Buffer }>('select vector from vectors').all();
    const titles = db
      .prepare<[], { json: string }>('select json from snippets order by random() limit 20')
      .all();
    db.close();
    const vectors = rows.map(({ vector }) => ({
      vector: new Float32Array(new Uint8Array(vector).buffer),
    }));
    if (vectors[0]?.vector.length !== embedder.dimensions) continue;
    libraries.set(file, vectors);
    const texts = titles.map(({ json }) => {
      const { title, pageTitle } = JSON.parse(json) as { title: string; pageTitle: string };
      return `how to ${title} in ${pageTitle}`;
    });
    for (const vector of await embedder.embed(texts, 'query'))
      asked.push({ library: file, vector });
  }
  await embedder.close();
  const { dimensions } = embedder;
  const together = asked.map(({ vector }) => ({ library: everything, vector }));
  return [
    { libraries, questions: new Map([['each library alone', asked]]), dimensions },
    {
      libraries: new Map([[everything, [...libraries.values()].flat()]]),
      questions: new Map([[everything, together]]),
      dimensions,
    },
  ];
}
