import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexingJob, JobOutcome } from '../controller/jobs.ts';
import { RunError } from '../errors.ts';
import { failureOf } from '../indexing/failure-of.ts';
import { writeOutcome } from '../indexing/job-outcome.ts';
import { JournalReporter } from '../indexing/journal-reporter.ts';
import { runIndexing } from '../indexing/run.ts';
import { countTokens } from '../models/tokens.ts';
import { countModelTokens } from '../models/word-pieces.ts';
import { readSettings, type SettingsSources, type SettingsWith } from '../settings/settings.ts';
import { openSource } from '../sources/open-source.ts';
import { openElasticsearch } from './cluster/stores.ts';
import { createEmbedder } from './models.ts';
import { createLog, stopSignal } from './process.ts';

/** Files a Job's Pod is given, and the one it leaves. */
export interface IndexJobFiles {
  /** An IndexingJob as JSON. */
  job: string;
  /** Where the outcome goes: the container's termination message. */
  outcome: string;
  /** Folder of the source's credentials; absent for public sources. */
  credentials?: string;
}

/** Exit codes of a run that ended badly: only an edit of the Library mends the first. */
const exitCodes = { userError: 42, failed: 1 };

/**
 * `lectern index`: one indexing run, the body of a Job. Progress goes to the run journal, the outcome to the termination
 * message; resolves with the exit code.
 */
export async function index(files: IndexJobFiles, sources: SettingsSources): Promise<number> {
  const settings = readSettings('index', sources) as SettingsWith<'elasticsearchUrl'>;
  const log = createLog(settings);
  const job = JSON.parse(await readFile(files.job, 'utf8')) as IndexingJob;
  const outcome = await carryOut(job, settings, stopSignal());
  await writeOutcome(files.outcome, outcome);
  log.info({ run: job.id, library: job.spec.id, outcome: outcome.state }, 'run ended');
  if (outcome.state === 'succeeded') return 0;
  const { failure } = outcome;
  log.error({ reason: failure.reason, message: failure.message }, 'run failed');
  return failure.retry === 'never' ? exitCodes.userError : exitCodes.failed;
}

type Outcome = Exclude<JobOutcome, { state: 'running' }>;

async function carryOut(
  job: IndexingJob,
  settings: SettingsWith<'elasticsearchUrl'>,
  stopped: AbortSignal,
): Promise<Outcome> {
  const cancel = new AbortController();
  stopped.addEventListener('abort', () => {
    cancel.abort(new RunError('Internal', 'The run was cancelled'));
  });
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-run-'));
  const stores = openElasticsearch(settings);
  const reporter = new JournalReporter(stores.journal, job);
  try {
    const embedder = await createEmbedder(settings);
    try {
      const { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs } = settings;
      const result = await runIndexing(
        // A Pod has no local path that documentation could be in.
        { ...job, allowLocal: false },
        {
          openSource,
          index: stores.index,
          embedder,
          tokens: { countTokens, countModelTokens },
          limits: { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs },
          allowedRanges: settings.allowedRanges,
          workDir,
        },
        (progress) => reporter.report(progress),
        cancel.signal,
      );
      await reporter.end(result.topics);
      return { state: 'succeeded', result, finishedAt: new Date().toISOString() };
    } finally {
      await embedder.close();
    }
  } catch (error) {
    await reporter.end();
    return { state: 'failed', failure: failureOf(error), finishedAt: new Date().toISOString() };
  } finally {
    await stores.close();
    await rm(workDir, { recursive: true, force: true });
  }
}
