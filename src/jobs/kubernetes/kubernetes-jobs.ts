import { isApiError } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import { keyOfObject } from '../../kubernetes/kube-object.ts';
import { wait } from '../../kubernetes/wait.ts';
import type { RunGrants } from '../../store/gateway/grants.ts';
import type { RunHandovers } from '../../store/gateway/handovers.ts';
import type { RunJournal } from '../../store/run-journal.ts';
import type { Jobs, JobState } from '../jobs.ts';
import type { IndexingJob, JobFailure } from '../../indexing/job.ts';
import { newRun } from '../../resources/run.ts';
import type { SourceSecrets } from '../../store/kubernetes/source-secrets.ts';
import {
  SecretCopies,
  hasCopy,
  IntegrationSecrets,
  type IntegrationSecretsOptions,
} from './run-credentials.ts';
import { JobCache } from './job-cache.ts';
import { endOf, hasStarted, type JobObject } from './job-objects.ts';
import {
  hasEnded,
  isReplaced,
  isShared,
  jobState,
  journalledOutcome,
  type Journalled,
} from './job-outcome.ts';
import { StartLimit } from './start-limit.ts';
import { jobAnnotations, jobManifest, jobSelector, type JobManifest } from './job-manifest.ts';
import { refusal } from './refusal.ts';
import { RunProgress, type FollowedRun } from './run-progress.ts';
import { sharesOf } from './run-shares.ts';
import { grantOf, RunTokens } from './run-tokens.ts';
import type { JobTemplate } from './template.ts';
import { waitingFor } from './waiting.ts';

/** Where Jobs run, their limits, and the stores through which the controller and a run's Pod work together. */
export interface KubernetesJobsOptions {
  client: KubeClient;
  /** Namespace of the Jobs, whatever the namespace of their Library. */
  namespace: string;
  template: JobTemplate;
  /** Local queue of Kueue; absent if the controller limits the Jobs. */
  queue?: string;
  /** Seconds that ended Jobs stay. */
  keptSeconds?: number;
  journal: Pick<RunJournal, 'read' | 'remove'>;
  /** The rights of runs at the write gateway. */
  grants: RunGrants;
  /** Gives further runs to Pods whose run has ended. */
  handovers: Pick<RunHandovers, 'give'>;
  /** Seconds after its creation in which a Job's Pod takes further runs; 0: each run has its own Pod. */
  sharedSeconds?: number;
  /** Reads the Secrets that Libraries name as their secretRef. */
  sources: Pick<SourceSecrets, 'read'>;
  /** Credentials of integrations, for Libraries without a secretRef; absent if there are no integrations. */
  integrations?: IntegrationSecretsOptions;
  /** Receives errors that are retried, of a watch or of the journal. */
  onError: (message: string) => void;
  /** Milliseconds between two reads of the journal. */
  pollMs?: number;
  /** Milliseconds that a Pod may take to start before its run fails. */
  startTimeoutMs: number;
  /** Milliseconds that `cancel` waits for a Pod to end: more than its grace period. Then it goes on without the Pod. */
  cancelMs?: number;
}

const requestMs = 60_000;

/**
 * Runs as batch/v1 Jobs. All state is on the cluster, so a new controller finds the runs of the previous one. `run` only
 * watches, so a standby can call it too. The other methods write.
 */
export class KubernetesJobs implements Jobs {
  private readonly options: KubernetesJobsOptions;
  private readonly jobs: ResourceClient<JobObject>;
  private readonly cache: JobCache;
  private readonly copies: SecretCopies;
  private readonly integrationSecrets: IntegrationSecrets | undefined;
  private readonly startLimit: StartLimit;
  private readonly tokens: RunTokens;
  private readonly progress: RunProgress;
  private readonly listeners: ((library: string) => void)[] = [];
  /** Ended runs without a Job, by Library: their Secret is missing, the cluster refused the Job, or it is gone. */
  private readonly jobless = new Map<string, JobState>();
  /** Names of shared Jobs whose run has ended and whose outcome is not recorded yet, by Library. */
  private readonly unrecorded = new Map<string, string>();
  /** Names of shared Jobs whose run is over. Their Pods wait a moment for a further run. */
  private readonly idle = new Set<string>();
  private readonly closing = new AbortController();

  constructor(options: KubernetesJobsOptions) {
    const { client, namespace, template, grants, journal, onError, pollMs = 500 } = options;
    const { sharedSeconds = 0 } = options;
    this.options = options;
    this.jobs = client.resource({ group: 'batch', version: 'v1', plural: 'jobs' });
    const onChange = (library: string): void => this.tell(library);
    const selector = jobSelector(template);
    const onGone = (job: JobObject): void => this.forget(job);
    this.cache = new JobCache({ client, namespace, selector, onChange, onGone, onError });
    this.copies = new SecretCopies(client, namespace, options.sources);
    this.startLimit = new StartLimit(client, options.startTimeoutMs);
    this.tokens = new RunTokens({ client, namespace, grants, sharedSeconds });
    this.integrationSecrets =
      options.integrations && new IntegrationSecrets(options.integrations, namespace);
    this.progress = new RunProgress({ journal, onChange, onError, pollMs });
  }

  /** Follows Jobs, Pods and journal until the signal aborts or `close` is called. */
  async run(signal: AbortSignal): Promise<void> {
    const until = AbortSignal.any([signal, this.closing.signal]);
    await Promise.all([this.cache.run(until), this.progress.run(until)]);
  }

  /** Resolves when the Jobs and Pods of the cluster are known. Rejects with the signal's reason. */
  async whenSynced(signal: AbortSignal): Promise<void> {
    await this.cache.synced(signal);
  }

  /** Starts a run. Does nothing if that run is active. Cancels another active run of the Library first. */
  async start(job: IndexingJob): Promise<void> {
    await this.cache.synced(this.deadline());
    this.jobless.delete(job.library);
    this.unrecorded.delete(job.library);
    const manifest = jobManifest(job, this.options);
    const active = this.cache.jobsOf(job.library).filter((other) => !endOf(other));
    const isSame = (other: JobObject): boolean =>
      runOf(other) === job.id && !other.metadata.deletionTimestamp;
    if (active.some(isSame)) return;
    await this.end(await this.withoutOutcome(active));
    const past = await this.pastOf(job);
    if (past) return this.keep(job.library, past);
    if (await this.handOver(job, manifest)) return;
    const failure =
      (await this.copies.mistake(job, this.deadline())) ?? (await this.createGiven(job, manifest));
    if (failure) this.refuse(job, failure);
  }

  async observe(library: string): Promise<JobState | undefined> {
    await this.cache.synced(this.deadline());
    const [job] = this.cache.jobsOf(library);
    const jobless = this.jobless.get(library);
    if (jobless || !job) return jobless;
    if (endOf(job)) return this.ended(job);
    if (job.spec?.suspend) return this.suspended(job);
    const entry = this.progress.follow(followed(job));
    if (journalledOutcome(entry, runOf(job))) return this.ended(job, entry);
    const pods = this.cache.podsOf(job);
    if (isReplaced(job, pods)) return this.lost(job);
    // An earlier controller may have died after it created the Job and before the Secrets that the Pod waits for.
    const failure = pods.some(hasStarted) ? undefined : await this.giveSecrets(job);
    return failure ? this.fail(job, failure) : this.underWay(job, entry);
  }

  /** Returns the state of a run that a queue holds. A token expires, so the run gets another one when it may start. */
  private async suspended(job: JobObject): Promise<JobState> {
    this.forget(job);
    await this.tokens.endFor(job, this.deadline());
    return jobState(job, this.cache.podsOf(job));
  }

  /**
   * Returns the state of a run that ended while no controller ran, if the cluster has removed its Job since; undefined for other
   * runs. A new Job would wait for Secrets that the end of its run has removed.
   */
  private async pastOf(job: IndexingJob): Promise<JobState | undefined> {
    const entry = await this.progress.read({ run: job.id, shares: job.shares });
    if (!journalledOutcome(entry, job.id)) return undefined;
    const { metadata } = jobManifest(job, { ...this.options, given: true });
    const creationTimestamp = new Date().toISOString();
    const gone = { metadata: { ...metadata, creationTimestamp, uid: '', resourceVersion: '' } };
    return this.ended(gone, entry);
  }

  /**
   * Returns the state of a run whose Job has ended, or that wrote its outcome to the journal. Its Pod may then still be ending,
   * and its Job becomes complete seconds later; nobody needs to wait for that.
   */
  private async ended(job: JobObject, journalled?: Journalled): Promise<JobState> {
    this.forget(job);
    if (!journalled) await this.tokens.endFurther(job);
    else if (isShared(job)) this.unrecorded.set(followed(job).library, job.metadata.name);
    if (hasCopy(job)) await this.copies.removeFor(job, this.deadline());
    await this.integrationSecrets?.removeFor(job);
    await this.tokens.endFor(job, this.deadline());
    if (journalled) return jobState(job, [], journalled);
    const pods = await this.cache.endedPodsOf(job, this.deadline());
    return jobState(job, pods, await this.progress.read(followed(job)));
  }

  /** Returns the state of a run that has not ended. If its Pod starts too late, deletes its Job, because the run loses its slot. */
  private async underWay(job: JobObject, entry: Journalled): Promise<JobState> {
    const pods = this.cache.podsOf(job);
    const state = jobState(job, pods, entry);
    const waiting = waitingFor(job, pods);
    const againMs = this.startLimit.leftMs(job, waiting);
    if (!waiting || againMs === undefined) return state;
    if (againMs > 0) return { ...state, state: 'running', waiting: waiting.message, againMs };
    return (await this.giveUp(job)) ?? state;
  }

  /** Deletes the Job of a late Pod. Returns undefined if the Pod has started and the watch has not reported it yet. */
  private async giveUp(job: JobObject): Promise<JobState | undefined> {
    const pods = await this.cache.podsNow(job, this.deadline());
    const waiting = waitingFor(job, pods);
    if (!waiting || this.startLimit.leftMs(job, waiting) !== 0) return undefined;
    const failure = await this.startLimit.failure(waiting, { job, pods }, this.deadline());
    return this.fail(job, failure);
  }

  /** Returns the state of a further run whose Pod was replaced. */
  private async lost(job: JobObject): Promise<JobState> {
    const entry = await this.progress.read(followed(job));
    if (journalledOutcome(entry, runOf(job))) return this.ended(job, entry);
    const message = 'The Pod that did the run was replaced';
    return this.fail(job, { reason: 'Interrupted', message, retry: 'backoff' }, entry);
  }

  /** Deletes the Job of a run that cannot go on. */
  private async fail(job: JobObject, failure: JobFailure, entry?: Journalled): Promise<JobState> {
    await this.delete(job);
    const { id, run, found } = jobState(job, [], entry);
    const finishedAt = new Date().toISOString();
    return { id, run, state: 'failed', failure, finishedAt, ...(found && { found }) };
  }

  /** Offers the Pod of the run to a further one. Before that, the Job must keep its Library, which finds its outcome there. */
  recorded(library: string): void {
    const job = this.unrecorded.get(library);
    if (job !== undefined) this.idle.add(job);
    this.unrecorded.delete(library);
  }

  async cancel(library: string): Promise<void> {
    await this.cache.synced(this.deadline());
    this.jobless.delete(library);
    this.unrecorded.delete(library);
    await this.end(this.cache.jobsOf(library));
    await this.options.journal.remove(library);
  }

  onChange(listener: (library: string) => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  /**
   * Gives the run to a Pod that waits for one. Returns false if there is none. The Job then belongs to the run's Library. If the
   * controller dies before that, the next one starts the run again, and the Pod loses its right to write.
   */
  private async handOver(job: IndexingJob, manifest: JobManifest): Promise<boolean> {
    const { annotations, labels, ownerReferences = [] } = manifest.metadata;
    const { activeDeadlineSeconds = 0 } = manifest.spec;
    for (const name of this.idle) {
      const held = this.cache.job(name);
      if (!held || endOf(held) || this.isSpent(held)) this.idle.delete(name);
      else if (
        held.metadata.annotations?.[jobAnnotations.shared] === annotations[jobAnnotations.shared]
      ) {
        const grant = grantOf(job, activeDeadlineSeconds);
        const pod = this.cache.podsOf(held).find((one) => !hasEnded([one]))?.metadata.name;
        if (!pod || !(await this.options.handovers.give(name, { grant, job }))) continue;
        this.idle.delete(name);
        const taken = { ...annotations, [jobAnnotations.pod]: pod };
        const body = { metadata: { annotations: taken, labels, ownerReferences } };
        const key = keyOfObject(held);
        this.cache.update(await this.jobs.patch(key, body, { type: 'merge' }, this.deadline()));
        return true;
      }
    }
    return false;
  }

  /** Returns whether the Job's Pod takes no further runs. */
  private isSpent({ metadata }: JobObject): boolean {
    const { sharedSeconds = 0 } = this.options;
    const ageMs = Date.now() - Date.parse(metadata.creationTimestamp);
    return metadata.deletionTimestamp !== undefined || ageMs > sharedSeconds * 1_000;
  }

  /** Creates the integration's Secret before the Job, so that no Pod waits for it. */
  private async createGiven(
    job: IndexingJob,
    manifest: JobManifest,
  ): Promise<JobFailure | undefined> {
    const given = await this.integrationSecrets
      ?.keepFor(job, manifest.metadata.name)
      .catch((error: unknown) => refusal('Secret', error));
    if (given === undefined || given === 'none') return this.create(manifest);
    if (given !== 'kept') return given;
    const withSecret = jobManifest(job, { ...this.options, given: true });
    const failure = await this.create(withSecret);
    if (failure) await this.integrationSecrets?.removeFor(withSecret);
    return failure;
  }

  private async create(manifest: JobManifest): Promise<JobFailure | undefined> {
    let job: JobObject;
    try {
      job = await this.jobs.create(manifest, this.deadline());
    } catch (error) {
      if (!isApiError(error, 'AlreadyExists')) return refusal('Job', error);
      job = await this.jobs.get(keyOfObject(manifest), this.deadline());
      if (job.metadata.deletionTimestamp) throw error;
    }
    this.cache.update(job);
    // If there can be none, `observe` ends the run.
    if (!job.spec?.suspend) await this.giveSecrets(job);
    return undefined;
  }

  /** Creates the Secrets that the Job's Pod waits for. Returns why there can be none. */
  private async giveSecrets(job: JobObject): Promise<JobFailure | undefined> {
    try {
      const failure = hasCopy(job) ? await this.copies.copyFor(job, this.deadline()) : undefined;
      if (!failure) await this.tokens.giveFor(job, this.deadline());
      return failure;
    } catch (error) {
      return refusal('Secret', error);
    }
  }

  /** Returns the Jobs whose runs have not written their outcome to the journal. The Pods of the others end by themselves, and their logs stay. */
  private async withoutOutcome(jobs: JobObject[]): Promise<JobObject[]> {
    if (jobs.length === 0) return [];
    const entries = await this.options.journal.read(jobs.map(runOf));
    return jobs.filter((job) => !journalledOutcome(entries.get(runOf(job)), runOf(job)));
  }

  private refuse({ library, id }: IndexingJob, failure: JobFailure): void {
    const now = new Date();
    const finishedAt = now.toISOString();
    this.keep(library, { id, run: newRun(id, now), finishedAt, state: 'failed', failure });
  }

  /** Keeps the state of an ended run without a Job. */
  private keep(library: string, state: JobState): void {
    this.jobless.set(library, state);
    this.tell(library);
  }

  /**
   * Deletes the Jobs, and waits until the Jobs and their Pods are gone. A Pod of a lost node stays until somebody removes the node.
   * Its token is revoked, so it can write nothing more, and nobody waits for it.
   */
  private async end(jobs: JobObject[]): Promise<void> {
    await Promise.all(jobs.map((job) => this.delete(job)));
    const until = performance.now() + (this.options.cancelMs ?? 60_000);
    for (let left = jobs; left.length > 0; left = left.filter((job) => this.cache.has(job))) {
      if (performance.now() > until) {
        const names = left.map(({ metadata }) => metadata.name).join(', ');
        this.options.onError(`The Pod of Job ${names} has not ended yet; is its node lost?`);
        return;
      }
      await wait(50, this.closing.signal);
      this.closing.signal.throwIfAborted();
    }
  }

  private async delete(job: JobObject): Promise<void> {
    this.forget(job);
    await this.integrationSecrets?.removeFor(job);
    await this.tokens.endFor(job, this.deadline());
    await this.tokens.endFurther(job);
    const { uid } = job.metadata;
    const options = { propagationPolicy: 'Foreground', preconditions: { uid } } as const;
    try {
      await this.jobs.delete(keyOfObject(job), options, this.deadline());
    } catch (error) {
      // The Job is gone, or a new one has its name.
      if (!isApiError(error, 'NotFound') && !isApiError(error, 'Conflict')) throw error;
    }
  }

  /** Forgets what this process holds of a run that waits for its queue, has ended or is gone. */
  private forget(job: JobObject): void {
    this.progress.forget(runOf(job));
    this.startLimit.forget(job);
    this.tokens.forget(job);
  }

  private deadline(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(requestMs), this.closing.signal]);
  }

  private tell(library: string): void {
    for (const listener of this.listeners) listener(library);
  }
}

function runOf({ metadata }: JobObject): string {
  return metadata.annotations?.[jobAnnotations.run] ?? '';
}

function followed(job: JobObject): FollowedRun {
  const library = job.metadata.annotations?.[jobAnnotations.library] ?? '';
  return { run: runOf(job), library, shares: sharesOf(job) };
}
