import { benchmark } from '../search/benchmark.ts';
import { parentPort, type MessagePort } from 'node:worker_threads';
import type { IndexingJob, IndexingResult, JobFailure } from '../indexing/job.ts';
import { RunError } from '../base/errors.ts';
import { createRunParser } from '../indexing/parser.ts';
import { openSource } from '../indexing/sources/open-source.ts';
import type { SourceLimits } from '../indexing/sources/source.ts';
import type { SecretValues } from '../store/secrets.ts';
import { createFileUploads } from '../store/file-uploads.ts';
import {
  createSqliteSnippetIndex,
  removeIfDamaged,
} from '../store/snippets/sqlite/snippet-index.ts';
import { failureOf } from './run-failure.ts';
import type { Progress } from '../indexing/progress.ts';
import { runIndexing } from '../indexing/run.ts';
import { borrowEmbedder, type EmbedderFacts } from './thread-embedder.ts';

/** The input of a run. */
export interface RunOrder {
  job: IndexingJob;
  dataDir: string;
  /** Scratch folder of the run. The main thread removes it. */
  workDir: string;
  embedder: EmbedderFacts;
  /** See IndexingPorts. */
  previousModel?: string;
  limits: SourceLimits;
  allowedRanges: string[];
  /** Credentials of the source. They stay in this process's memory. */
  credentials?: SecretValues;
}

/** A message to the thread: a run with the port for its messages, or the request to end. It answers a run with `done`. */
export type RunThreadMessage =
  { type: 'run'; order: RunOrder; port: MessagePort } | { type: 'close' };

/**
 * A message of the thread about one run. `searchable` comes once questions find new content by words. The last message is the
 * only `result` or `failure`. A thread that dies sends neither.
 */
export type RunMessage =
  | { type: 'progress'; progress: Progress }
  | { type: 'searchable'; result: IndexingResult }
  | { type: 'result'; result: IndexingResult }
  | { type: 'failure'; failure: JobFailure };

const main = parentPort;
if (!main) throw new Error('run-worker.ts runs in a worker thread');
// Loading the code that parses takes longer than parsing one page, so the process serves all runs of the thread.
const parser = createRunParser();

main.on('message', (message: RunThreadMessage) => {
  if (message.type === 'run') void carryOut(message.order, message.port);
  else void parser.close().then(() => main.close());
});

async function carryOut(order: RunOrder, port: MessagePort): Promise<void> {
  const { job, dataDir, workDir, embedder, previousModel, limits, allowedRanges, credentials } =
    order;
  const send = (message: RunMessage): void => port.postMessage(message);
  const abort = new AbortController();
  port.on('message', (message: { type: string }) => {
    if (message.type === 'cancel') abort.abort(new RunError('Internal', 'The run was cancelled'));
  });
  const index = createSqliteSnippetIndex({ dataDir });
  try {
    removeIfDamaged(dataDir, job.spec.id);
    const result = await runIndexing(
      job,
      {
        benchmark,
        openSource,
        index,
        parser,
        embedder: borrowEmbedder(port, embedder),
        ...(previousModel !== undefined && { previousModel }),
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
    main?.postMessage('done');
  }
}
