// Measures the time of a whole run against plain chunks of 512 tokens and against the model's time for the same texts,
// with all cores, and the cost of a refresh.
import { benchmark } from '../src/search/benchmark.ts';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexingJob } from '../src/indexing/job.ts';
import { createRunParser } from '../src/indexing/parser.ts';
import { runIndexing } from '../src/indexing/run.ts';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import type { Embedder } from '../src/models/embedder.ts';
import { openSource } from '../src/indexing/sources/open-source.ts';
import { createSqliteSnippetIndex } from '../src/store/snippets/sqlite/snippet-index.ts';
import { fetchCorpora } from './support/corpora.ts';
import { openPlainEmbedder, plainChunks, tokensRead } from './support/plain-chunks.ts';
import { line } from './support/measure.ts';

const questions = new URL('../test/eval/npm-docs.questions.json', import.meta.url).pathname;
const work = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const folder = join(work, 'docs');
for (const { name, folder: from } of await fetchCorpora(questions)) {
  await cp(from, join(folder, name), { recursive: true });
}
const model = await createBuiltInEmbedder();
const texts: string[][] = [];
const recording: Embedder = {
  ...model,
  embedTokens: (batch, purpose, signal) => {
    texts.push(batch);
    return model.embedTokens!(batch, purpose, signal);
  },
  embed: (batch, purpose, signal) => {
    texts.push(batch);
    return model.embed(batch, purpose, signal);
  },
};
const index = createSqliteSnippetIndex({ dataDir: join(work, 'data') });
const parser = createRunParser();
const job: IndexingJob = {
  id: 'bench',
  library: 'bench',
  spec: {
    id: '/bench/npm-docs',
    source: { git: { url: folder, excludeFolders: ['.none'], excludeFiles: ['.none'] } },
  },
  uid: 'uid',
  allowLocal: true,
};
/** Seconds until words found the documents of the last run. */
let byWords = 0;
const run = async (): Promise<number> => {
  const start = performance.now();
  await runIndexing(
    job,
    {
      benchmark,
      openSource,
      index,
      embedder: recording,
      limits: {
        maxDocumentBytes: 5e6,
        maxTotalBytes: 1e9,
        maxDocuments: 1e5,
        requestTimeoutMs: 3e4,
      },
      allowedRanges: [],
      workDir: work,
      parser,
      onSearchable: () => (byWords = (performance.now() - start) / 1000),
    },
    () => undefined,
    new AbortController().signal,
  );
  return (performance.now() - start) / 1000;
};

const files = globSync('**/*.md', { cwd: folder });
const plain = await openPlainEmbedder();
/** Returns the seconds for the plain chunks of all documents. */
const plainChunksAlone = async (): Promise<{ chunks: string[]; seconds: number }> => {
  const start = performance.now();
  const chunks = files.flatMap((file) => plainChunks(readFileSync(join(folder, file), 'utf8')));
  await plain.embed(chunks);
  return { chunks, seconds: (performance.now() - start) / 1000 };
};

await Promise.all(Array.from({ length: 8 }, () => model.embed(['warm up'], 'document')));
const before = await plainChunksAlone();
const first = await run();
const firstByWords = byWords;
const batches = texts.splice(0);
const start = performance.now();
for (const batch of batches) await model.embed(batch, 'document');
const modelAlone = (performance.now() - start) / 1000;
const after = await plainChunksAlone();
// The load of the machine changes, so the reference runs before and after.
const reference = (before.seconds + after.seconds) / 2;
const unchanged = await run();
const embeddedUnchanged = texts.splice(0).flat().length;
for (const file of files.slice(0, Math.ceil(files.length / 100))) {
  await appendFile(
    join(folder, file),
    '\n## Added by the benchmark\n\nOne more section with a few words of its own.\n',
  );
}
const onePercent = await run();
const embeddedOnePercent = texts.splice(0).flat().length;

const embedded = batches.flat();
const tokens = (list: string[], window: number): number =>
  list.reduce((sum, text) => sum + tokensRead(text, window), 0);
const [own, others] = [tokens(embedded, model.window), tokens(before.chunks, plain.window)];
line('documents, texts, tokens embedded', `${files.length}, ${embedded.length}, ${own}`);
line('plain chunks of 512, their tokens', `${before.chunks.length}, ${others}`);
line('tokens / tokens of plain chunks', (own / others).toFixed(2));
line(
  'plain chunks, before and after',
  `${before.seconds.toFixed(1)}, ${after.seconds.toFixed(1)} s`,
);
line('first run', `${first.toFixed(1)} s`);
line('first run / plain chunks (at most 0.7)', (first / reference).toFixed(2));
line('by words / plain chunks', (firstByWords / reference).toFixed(3));
line('its documents found by words after', `${firstByWords.toFixed(1)} s`);
line('by words / first run', (firstByWords / first).toFixed(3));
line('the model alone, same texts', `${modelAlone.toFixed(1)} s`);
line('first run / model alone (at most 1.15)', (first / modelAlone).toFixed(3));
line('unchanged refresh', `${unchanged.toFixed(2)} s, ${embeddedUnchanged} texts embedded`);
line(
  'refresh after 1 % of files changed',
  `${onePercent.toFixed(2)} s, ${embeddedOnePercent} texts embedded`,
);
line('its share of the first run (under 0.05)', (onePercent / first).toFixed(3));

await index.close();
await parser.close();
await plain.close();
await model.close();
await rm(work, { recursive: true, force: true });
