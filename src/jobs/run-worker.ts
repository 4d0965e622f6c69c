import { benchmark } from '../search/benchmark.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { IndexingJob, IndexingResult, JobFailure } from '../indexing/job.ts';
import { RunError } from '../base/errors.ts';
import { openSource } from '../indexing/sources/open-source.ts';
import type { SourceLimits } from '../indexing/sources/source.ts';
import type { SecretValues } from '../store/secrets.ts';
import { createFileUploads } from '../store/file-uploads.ts';
import { createSqliteSnippetIndex } from '../store/snippets/sqlite/snippet-index.ts';
import { failureOf } from './run-failure.ts';
import type { Progress } from '../indexing/progress.ts';
import { runIndexing } from '../indexing/run.ts';
import { borrowEmbedder, type EmbedderFacts } from './thread-embedder.ts';

/** The input of a run's thread. */
export interface RunWorkerData {
  job: IndexingJob;
  dataDir: string;
  /** Scratch folder of the run. The main thread removes it. */
  workDir: string;
  embedder: EmbedderFacts;
  limits: SourceLimits;
  allowedRanges: string[];
  /** Credentials of the source. They stay in this process's memory. */
  credentials?: SecretValues;
}

export type RunMessage =
  | { type: 'progress'; progress: Progress }
  | { type: 'searchable'; result: IndexingResult }
  | { type: 'result'; result: IndexingResult }
  | { type: 'failure'; failure: JobFailure };

const port = parentPort;
if (!port) throw new Error('run-worker.ts runs in a worker thread');
const data = workerData as RunWorkerData;
const { job, dataDir, workDir, embedder, limits, allowedRanges, credentials } = data;
const send = (message: RunMessage): void => port.postMessage(message);

const abort = new AbortController();
port.on('message', (message: { type: string }) => {
  if (message.type === 'cancel') abort.abort(new RunError('Internal', 'The run was cancelled'));
});

const index = createSqliteSnippetIndex({ dataDir });
try {
  const result = await runIndexing(
    job,
    {
      benchmark,
      openSource,
      index,
      embedder: borrowEmbedder(port, embedder),
      limits,
      allowedRanges,
      workDir,
      uploads: createFileUploads({ dataDir }),
      onSearchable: (result) => send({ type: 'searchable', result }),
      ...(credentials && { credentials }),
    },
    (progress) => send({ type: 'progress', progress }),
    abort.signal,
  );
  send({ type: 'result', result });
} catch (error) {
  send({ type: 'failure', failure: failureOf(error, credentials) });
} finally {
  await index.close();
  port.close();
}
