import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexingJob, IndexingResult } from '../../indexing/job.ts';
import { RunError } from '../../base/errors.ts';
import type { VectorShare } from '../../store/snippet-index.ts';
import { failureOf } from '../../jobs/run-failure.ts';
import {
  exitCodeOf,
  writeOutcome,
  type RunOutcome,
} from '../../jobs/kubernetes/termination-message.ts';
import { JournalReporter } from '../../jobs/kubernetes/journal-reporter.ts';
import { createRunParser } from '../../indexing/parser.ts';
import { runIndexing } from '../../indexing/run.ts';
import type { Embedder } from '../../models/embedder.ts';
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
  credentials?: string | undefined;
  /** The token for further runs, in a Pod that takes them. */
  further?: string | undefined;
}

/** Milliseconds for which a Pod asks for a further run while no gateway answers. */
const furtherPatienceMs = 10_000;

/**
 * `lectern index`: the body of a Job. Does one indexing run, and, if the Pod is shared, those that the controller hands to it
 * afterwards. Reports progress and outcome of each to the run journal, and writes the outcome to the container's termination
 * message. Resolves with the exit code of the last run.
 */
export async function index(files: IndexJobFiles, sources: SettingsSources): Promise<number> {
  const settings = readSettings('index', sources);
  const log = createLog(settings);
  const stopped = stopSignal(new RunError('Internal', 'The run was cancelled'));
  const tools = new Tools(settings);
  const job = JSON.parse(await readFile(files.job, 'utf8')) as IndexingJob;
  const share = shareOf(job, sources.env);
  let order: Order = { job, token: await readToken(files.token), ...(share && { share }) };
  try {
    for (;;) {
      const run = { ...order, settings, credentials: files.credentials, tools };
      // Also if the run could not begin, for example because the gateway or the model is missing.
      const outcome = await carryOut(run, stopped).catch((error: unknown): RunOutcome => ({
        state: 'failed',
        failure: failureOf(error),
      }));
      const { id, spec } = run.job;
      await writeOutcome(files.outcome, { run: id, ...outcome });
      const failure = outcome.state === 'failed' ? outcome.failure : undefined;
      log.info({ run: id, library: spec.id, outcome: outcome.state, failure }, 'run ended');
      const further = files.further === undefined ? undefined : await readToken(files.further);
      const next = further && (await nextOrder(settings.gatewayUrl, further, stopped));
      if (!next) return exitCodeOf(outcome);
      // If the next run is killed, its Pod must not show the outcome of this one.
      await writeFile(files.outcome, '');
      order = next;
    }
  } finally {
    await tools.close();
  }
}

/** A run that this Pod is to do. */
interface Order {
  job: IndexingJob;
  /** The run's token for the write gateway. */
  token: string;
  /** The share of the run that this Pod does; absent if it does all. */
  share?: VectorShare;
}

interface Run extends Order {
  settings: SettingsOf<'index'>;
  credentials: string | undefined;
  tools: Tools;
}

/** What takes long to start, and serves all runs of a Pod. */
class Tools {
  readonly parser = createRunParser();
  private readonly settings: SettingsOf<'index'>;
  private model: Promise<Embedder> | undefined;

  constructor(settings: SettingsOf<'index'>) {
    this.settings = settings;
  }

  /** Returns the embedder. Tries again after a failure. */
  async embedder(): Promise<Embedder> {
    this.model ??= createEmbedder(this.settings);
    this.model.catch(() => (this.model = undefined));
    return this.model;
  }

  async close(): Promise<void> {
    await this.parser.close();
    await (await this.model)?.close();
  }
}

/** Returns the share that Kubernetes gave to this Pod of an Indexed Job; undefined if the run has one Pod. */
function shareOf(
  { shares }: IndexingJob,
  { JOB_COMPLETION_INDEX: number }: NodeJS.ProcessEnv = process.env,
): VectorShare | undefined {
  return shares === undefined ? undefined : { number: Number(number), of: shares };
}

async function readToken(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim();
}

/** Waits for a further run; undefined if there is none, or if the gateway does not answer. */
async function nextOrder(
  url: string,
  token: string,
  stopped: AbortSignal,
): Promise<Order | undefined> {
  const client = new GatewayClient({ url, token, patienceMs: furtherPatienceMs });
  try {
    return (await client.ask('next', {}, stopped)) as Order | undefined;
  } catch {
    return undefined;
  } finally {
    await client.close();
  }
}

async function carryOut(run: Run, stopped: AbortSignal): Promise<RunOutcome> {
  const { job, settings, token, credentials, share } = run;
  const given = credentials === undefined ? undefined : await readCredentials(credentials);
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-run-'));
  const client = new GatewayClient({ url: settings.gatewayUrl, token });
  const stores = createRemoteStores(client);
  const part = share && { share: share.number };
  const reporter = new JournalReporter(stores.journal, { ...job, ...part });
  let outcome: RunOutcome;
  try {
    const parts = { stores, reporter, workDir, credentials: given };
    const result = await runWithModel(run, parts, stopped);
    outcome = { state: 'succeeded', result, progress: reporter.progress };
  } catch (error) {
    const failure = failureOf(error, { ...given });
    outcome = { state: 'failed', failure, progress: reporter.progress };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  // A run that somebody stops does not know why. Its Pod and its Job do.
  await reporter.end(outcome.state === 'failed' && stopped.aborted ? undefined : outcome);
  await client.close();
  return outcome;
}

interface RunParts {
  stores: ReturnType<typeof createRemoteStores>;
  reporter: JournalReporter;
  workDir: string;
  credentials: SecretData | undefined;
}

async function runWithModel(
  { job, settings, tools, share }: Run,
  { stores, reporter, workDir, credentials }: RunParts,
  signal: AbortSignal,
): Promise<IndexingResult> {
  const { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs } = settings;
  const previousModel = await previousModelOf(settings);
  return runIndexing(
    // A Pod has no local path that documentation could be in.
    { ...job, allowLocal: false },
    {
      benchmark,
      openSource,
      index: stores.index,
      uploads: stores.uploads,
      embedder: await tools.embedder(),
      ...(previousModel !== undefined && { previousModel }),
      ...(share && { share }),
      parser: tools.parser,
      limits: { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs },
      allowedRanges: settings.allowedRanges,
      workDir,
      ...(credentials && { credentials }),
      onSearchable: (result) => reporter.searchable(result),
    },
    (progress) => reporter.report(progress),
    signal,
  );
}
