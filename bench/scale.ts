// Measures 2,000,000 snippets in 20,000 libraries of one Elasticsearch, and 100,000 Libraries in the SQL registry over
// Postgres, against a tenth of both. The sizes, and the minutes after which it stops to write, are arguments:
// `npm run bench scale -- 200000 10000 30`.
//
// Figures to reach: a `fast` answer in 1.3 times the bare _msearch of its two lists; answers that grow by less than 1.5 from
// a tenth; a controller under 1 GB that writes nothing in its second pass. A new question is compared with its embedding and the
// bare _msearch, one after the other. A question whose vector is known is compared with the bare _msearch alone.
//
// Each size has its own index, with one shard for every 250,000 snippets, as docs/guides/sizing.md advises. A fourth argument sets
// another number of snippets for a shard.
//
// A generated snippet has one vector. A snippet of real documentation has 3.5 on average (docs/guides/sizing.md).
//
// ELASTICSEARCH_URL and DATABASE_URL name servers to use. Otherwise the benchmark starts its own. Texts and vectors: see
// scale/content.ts. The vectors of questions are given. The model computes for a new question, but its vector is not used.
import { randomUUID } from 'node:crypto';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { createElasticsearchClient } from '../src/store/snippets/elasticsearch/client.ts';
import { guardedStack } from '../test/stack/guarded-stack.ts';
import { removeIndices } from '../test/support/elasticsearch.ts';
import { startElasticsearch } from '../test/stack/elasticsearch.ts';
import { startPostgres } from '../test/stack/postgres.ts';
import { blockSizes, blockSnippets, loadContent } from './scale/content.ts';
import { fill } from './scale/fill.ts';
import { measureRegistry, type RegistryFigures } from './scale/registry.ts';
import { measureSnippets, type SnippetFigures } from './scale/snippets.ts';

const [snippets = 2_000_000, libraries = 100_000, minutes = 240, snippetsPerShard = 250_000] =
  process.argv.slice(2).map(Number);
const until = performance.now() + minutes * 60_000;

const { stack, close } = await guardedStack([], async (made) => {
  const { folder, processes } = made;
  if (snippets > 0 && !process.env['ELASTICSEARCH_URL']) {
    const options = { folder, processes, measured: true, heap: '2g' };
    made.add({ elasticsearchUrl: await startElasticsearch(options) });
  }
  if (libraries > 0 && !process.env['DATABASE_URL'])
    made.add({ databaseUrl: await startPostgres({ folder, processes }) });
});
try {
  process.env['DATABASE_URL'] ??= stack.state.databaseUrl;
  if (libraries > 0) await registryAtBothSizes();
  if (snippets > 0) await snippetsAtBothSizes();
} finally {
  await close();
}

async function registryAtBothSizes(): Promise<void> {
  const tenth = await measureRegistry(Math.ceil(libraries / 10));
  const whole = await measureRegistry(libraries);
  const row = (name: string, of: (figures: RegistryFigures) => number, unit: string): void =>
    line(name, [of(tenth), of(whole)], unit);
  console.log(`${tenth.libraries} and ${whole.libraries} Libraries in the SQL registry`);
  row('library search by name, p50', ({ byName }) => byName, 'ms');
  row('library search by topic, p50', ({ byTopic }) => byTopic, 'ms');
  row('memory of an API process for the search', ({ searchMb }) => searchMb, 'MB');
  row('first search of a process', ({ firstSearch }) => firstSearch, 'ms');
  row('disk of Postgres', ({ diskMb }) => diskMb, 'MB');
  row('controller: synced', ({ synced }) => synced, 's');
  row('controller: second pass', ({ pass }) => pass, 's');
  row('controller: peak memory (under 1000)', ({ peakMb }) => peakMb, 'MB');
  console.log(`controller: writes of the second pass (0)     ${tenth.writes}, ${whole.writes}`);
}

async function snippetsAtBothSizes(): Promise<void> {
  const url = process.env['ELASTICSEARCH_URL'] ?? stack.state.elasticsearchUrl!;
  const client = await createElasticsearchClient({ url, requestTimeoutMs: 120_000 });
  const embedder = await createBuiltInEmbedder();
  const content = await loadContent(embedder);
  const embedderId = 'bench/scale';
  const wanted = Math.ceil(snippets / blockSnippets) * blockSizes.length;
  const first = Math.max(Math.ceil(wanted / 10), Math.min(wanted, blockSizes.length));
  /** Fills an index with this many libraries, and measures the first ones of it. */
  const measure = async (count: number): Promise<[SnippetFigures, written: number]> => {
    const prefix = `scale-${randomUUID().slice(0, 8)}`;
    const common = { client, prefix, content, embedder, embedderId, until };
    const size = (count / blockSizes.length) * blockSnippets;
    const template = { name: prefix, index_patterns: [`${prefix}-snippets-*`] };
    const settings = { number_of_shards: Math.ceil(size / snippetsPerShard) };
    try {
      await client.indices.putIndexTemplate({ ...template, template: { settings } });
      const { next } = await fill({ ...common, from: 0, to: count });
      return [await measureSnippets({ ...common, libraries: first }), next];
    } finally {
      await removeIndices(client, prefix);
      await client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] });
    }
  };
  try {
    const [tenth] = await measure(first);
    const [whole, written] = await measure(wanted);
    report(tenth, whole, written);
  } finally {
    await embedder.close();
    await client.close();
  }
}

function report(tenth: SnippetFigures, whole: SnippetFigures, count: number): void {
  const row = (name: string, of: (figures: SnippetFigures) => number, unit: string): void =>
    line(name, [of(tenth), of(whole)], unit);
  console.log(`${tenth.snippets} and ${whole.snippets} snippets, the latter in ${count} libraries`);
  row('fast answer to a new question, p50', ({ fresh }) => fresh.p50, 'ms');
  row('fast answer to a new question, p99', ({ fresh }) => fresh.p99, 'ms');
  row('embedding and bare _msearch, p50', ({ embedded }) => embedded.p50, 'ms');
  row('answer / embedding and bare (at most 1.3)', (one) => one.fresh.p50 / one.embedded.p50, '');
  row('fast answer, known vector, p50', ({ answer }) => answer.p50, 'ms');
  row('fast answer, known vector, p99', ({ answer }) => answer.p99, 'ms');
  row('bare _msearch, p50', ({ bare }) => bare.p50, 'ms');
  row('bare _msearch, p99', ({ bare }) => bare.p99, 'ms');
  row('answer, known vector / bare (at most 1.3)', ({ answer, bare }) => answer.p50 / bare.p50, '');
  row('refresh without changes, p50', ({ unchanged }) => unchanged, 'ms');
  row('refresh with 1 of 40 documents changed, p50', ({ changed }) => changed, 'ms');
  row('disk for a million snippets', ({ disk }) => disk, 'MB');
  row('vectors and graph in memory for a million', ({ hot }) => hot, 'MB');
  row('Java heap in use', ({ heap }) => heap, 'MB');
}

function line(name: string, [tenth, whole]: [number, number], unit: string): void {
  const figures = [tenth, whole].map((value) => `${value.toFixed(2)} ${unit}`.padStart(14));
  const growth = (whole / tenth).toFixed(2);
  console.log(`${name.padEnd(46)}${figures.join('')}   growth ${growth}`);
}
