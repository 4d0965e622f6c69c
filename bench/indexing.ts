// Measures the time of a whole run against the model's time for the same texts, and the cost of a refresh.
import { benchmark } from '../src/search/benchmark.ts';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexingJob } from '../src/indexing/job.ts';
import { runIndexing } from '../src/indexing/run.ts';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import type { Embedder } from '../src/models/embedder.ts';
import { openSource } from '../src/indexing/sources/open-source.ts';
import { createSqliteSnippetIndex } from '../src/store/snippets/sqlite/snippet-index.ts';
import { fetchCorpora } from './support/corpora.ts';

const questions = new URL('../test/eval/npm-docs.questions.json', import.meta.url).pathname;
const work = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const folder = join(work, 'docs');
for (const { name, folder: from } of await fetchCorpora(questions)) {
  await cp(from, join(folder, name), { recursive: true });
}
const model = await createBuiltInEmbedder({ threads: 1 });
const texts: string[][] = [];
const recording: Embedder = {
  ...model,
  embed: (batch, purpose, signal) => {
    texts.push(batch);
    return model.embed(batch, purpose, signal);
  },
};
const index = createSqliteSnippetIndex({ dataDir: join(work, 'data') });
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
      onSearchable: () => (byWords = (performance.now() - start) / 1000),
    },
    () => undefined,
    new AbortController().signal,
  );
  return (performance.now() - start) / 1000;
};

await model.embed(['warm up'], 'document');
const first = await run();
const firstByWords = byWords;
const batches = texts.splice(0);
const start = performance.now();
for (const batch of batches) await model.embed(batch, 'document');
const modelAlone = (performance.now() - start) / 1000;
const unchanged = await run();
const embeddedUnchanged = texts.splice(0).flat().length;
const files = globSync('**/*.md', { cwd: folder });
for (const file of files.slice(0, Math.ceil(files.length / 100))) {
  await appendFile(
    join(folder, file),
    '\n## Added by the benchmark\n\nOne more section with a few words of its own.\n',
  );
}
const onePercent = await run();
const embeddedOnePercent = texts.splice(0).flat().length;

const total = batches.flat().length;
const line = (name: string, value: string): void => console.log(`${name.padEnd(44)} ${value}`);
line('documents, texts embedded', `${files.length}, ${total}`);
line('first run', `${first.toFixed(1)} s`);
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
await model.close();
await rm(work, { recursive: true, force: true });
