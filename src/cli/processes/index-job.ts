import { benchmark } from '../../search/benchmark.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexingJob } from '../../indexing/job.ts';
import { RunError } from '../../base/errors.ts';
import { failureOf } from '../../indexing/failure-of.ts';
import { exitCodeOf, writeOutcome, type RunOutcome } from '../../jobs/job-outcome.ts';
import { JournalReporter } from '../../indexing/journal-reporter.ts';
import { runIndexing } from '../../indexing/run.ts';
import { readSettings, type SettingsOf, type SettingsSources } from '../settings/settings.ts';
import { readCredentials } from '../../indexing/sources/git/credentials.ts';
import { openSource } from '../../indexing/sources/open-source.ts';
import { GatewayClient } from '../../store/gateway/client.ts';
import { createRemoteStores } from '../../store/gateway/remote-stores.ts';
import { createEmbedder } from './models.ts';
import { createLog } from '../log/create-log.ts';
import { stopSignal } from '../stop-signal.ts';

/** Files a Job's Pod is given, and the one it leaves. */
export interface IndexJobFiles {
  /** An IndexingJob as JSON. */
  job: string;
  /** The token for the write gateway. */
  token: string;
  /** Where the outcome goes: the container's termination message. */
  outcome: string;
  /** Folder of the source's credentials; absent for public sources. */
  credentials?: string;
}

/**
 * `lectern index`: one indexing run, the body of a Job. Progress goes to the run journal, the outcome to the termination
 * message; resolves with the exit code.
 */
export async function index(files: IndexJobFiles, sources: SettingsSources): Promise<number> {
  const settings = readSettings('index', sources);
  const log = createLog(settings);
  const job = JSON.parse(await readFile(files.job, 'utf8')) as IndexingJob;
  const token = (await readFile(files.token, 'utf8')).trim();
  const run = { job, settings, token, credentials: files.credentials };
  // Whatever keeps a run from its work is its outcome: a gateway that is away, a model that is not there.
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

async function carryOut(
  { job, settings, token, credentials }: Run,
  stopped: AbortSignal,
): Promise<RunOutcome> {
  const cancel = new AbortController();
  stopped.addEventListener('abort', () => {
    cancel.abort(new RunError('Internal', 'The run was cancelled'));
  });
  const given = credentials === undefined ? undefined : await readCredentials(credentials);
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-run-'));
  const client = new GatewayClient({ url: settings.gatewayUrl, token });
  const stores = createRemoteStores(client);
  const reporter = new JournalReporter(stores.journal, job);
  try {
    const embedder = await createEmbedder(settings);
    try {
      const { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs } = settings;
      const result = await runIndexing(
        // A Pod has no local path that documentation could be in.
        { ...job, allowLocal: false },
        {
          benchmark,
          openSource,
          index: stores.index,
          uploads: stores.uploads,
          embedder,
          limits: { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs },
          allowedRanges: settings.allowedRanges,
          workDir,
          ...(given && { credentials: given }),
        },
        (progress) => reporter.report(progress),
        cancel.signal,
      );
      await reporter.end(result);
      return { state: 'succeeded', result, progress: reporter.progress };
    } finally {
      await embedder.close();
    }
  } catch (error) {
    await reporter.end();
    return {
      state: 'failed',
      failure: failureOf(error, { ...given }),
      progress: reporter.progress,
    };
  } finally {
    await client.close();
    await rm(workDir, { recursive: true, force: true });
  }
}
