import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexingJob, IndexingResult } from '../../indexing/job.ts';
import { RunError } from '../../base/errors.ts';
import { failureOf } from '../../jobs/run-failure.ts';
import {
  exitCodeOf,
  writeOutcome,
  type RunOutcome,
} from '../../jobs/kubernetes/termination-message.ts';
import { JournalReporter } from '../../jobs/kubernetes/journal-reporter.ts';
import { runIndexing } from '../../indexing/run.ts';
import { readSettings, type SettingsOf, type SettingsSources } from '../settings/settings.ts';
import { readCredentials, type SecretData } from '../../indexing/sources/git/credentials.ts';
import { openSource } from '../../indexing/sources/open-source.ts';
import { GatewayClient } from '../../store/gateway/client.ts';
import { createRemoteStores } from '../../store/gateway/remote-stores.ts';
import { benchmark } from '../../search/benchmark.ts';
import { createEmbedder, previousModelOf } from './models.ts';
import { createLog } from '../log/create-log.ts';
import { stopSignal } from '../stop-signal.ts';

/** The files that a Pod receives, and the file that it writes. */
export interface IndexJobFiles {
  /** An IndexingJob as JSON. */
  job: string;
  /** The token for the write gateway. */
  token: string;
  /** File for the outcome: the container's termination message. */
  outcome: string;
  /** Folder of the source's credentials; absent for public sources. */
  credentials?: string;
}

/**
 * `lectern index`: one indexing run, the body of a Job. Reports progress to the run journal, and writes the outcome to the
 * container's termination message. Resolves with the exit code.
 */
export async function index(files: IndexJobFiles, sources: SettingsSources): Promise<number> {
  const settings = readSettings('index', sources);
  const log = createLog(settings);
  const job = JSON.parse(await readFile(files.job, 'utf8')) as IndexingJob;
  const token = (await readFile(files.token, 'utf8')).trim();
  const run = { job, settings, token, credentials: files.credentials };
  // Also if the run could not begin, for example because the gateway or the model is missing.
  const outcome = await carryOut(run, stopSignal()).catch((error: unknown): RunOutcome => ({
    state: 'failed',
    failure: failureOf(error),
  }));
  await writeOutcome(files.outcome, outcome);
  const failure = outcome.state === 'failed' ? outcome.failure : undefined;
  log.info({ run: job.id, library: job.spec.id, outcome: outcome.state, failure }, 'run ended');
  return exitCodeOf(outcome);
}

interface Run {
  job: IndexingJob;
  settings: SettingsOf<'index'>;
  token: string;
  credentials: string | undefined;
}

async function carryOut(run: Run, stopped: AbortSignal): Promise<RunOutcome> {
  const { job, settings, token, credentials } = run;
  const given = credentials === undefined ? undefined : await readCredentials(credentials);
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-run-'));
  const client = new GatewayClient({ url: settings.gatewayUrl, token });
  const stores = createRemoteStores(client);
  const reporter = new JournalReporter(stores.journal, job);
  try {
    const parts = { stores, reporter, workDir, credentials: given };
    const result = await runWithModel(run, parts, cancelledBy(stopped));
    const outcome: RunOutcome = { state: 'succeeded', result, progress: reporter.progress };
    await reporter.end(outcome);
    return outcome;
  } catch (error) {
    const failure = failureOf(error, { ...given });
    const outcome: RunOutcome = { state: 'failed', failure, progress: reporter.progress };
    // A run that somebody stops does not know why. Its Pod and its Job do.
    await reporter.end(stopped.aborted ? undefined : outcome);
    return outcome;
  } finally {
    await client.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

interface RunParts {
  stores: ReturnType<typeof createRemoteStores>;
  reporter: JournalReporter;
  workDir: string;
  credentials: SecretData | undefined;
}

async function runWithModel(
  { job, settings }: Run,
  { stores, reporter, workDir, credentials }: RunParts,
  signal: AbortSignal,
): Promise<IndexingResult> {
  const { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs } = settings;
  const embedder = await createEmbedder(settings);
  const previousModel = await previousModelOf(settings);
  try {
    return await runIndexing(
      // A Pod has no local path that documentation could be in.
      { ...job, allowLocal: false },
      {
        benchmark,
        openSource,
        index: stores.index,
        uploads: stores.uploads,
        embedder,
        ...(previousModel !== undefined && { previousModel }),
        limits: { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs },
        allowedRanges: settings.allowedRanges,
        workDir,
        ...(credentials && { credentials }),
        onSearchable: (result) => reporter.searchable(result),
      },
      (progress) => reporter.report(progress),
      signal,
    );
  } finally {
    await embedder.close();
  }
}

/** Returns a signal that aborts with the failure of a cancelled run. */
function cancelledBy(stopped: AbortSignal): AbortSignal {
  const cancel = new AbortController();
  stopped.addEventListener('abort', () => {
    cancel.abort(new RunError('Internal', 'The run was cancelled'));
  });
  return cancel.signal;
}
