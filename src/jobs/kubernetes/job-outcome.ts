import { decodeOutcome, readOutcome, readResult, type RunOutcome } from './termination-message.ts';
import type { LibraryRun } from '../../resources/library.ts';
import { largeOf, type JournalEntry, type LargeResult } from '../../store/run-journal.ts';
import type { JobState } from '../jobs.ts';
import type { JobFailure } from '../../indexing/job.ts';
import { newRun } from '../../resources/run.ts';
import {
  endOf,
  type ContainerStatus,
  type JobCondition,
  type JobObject,
  type PodObject,
} from './job-objects.ts';
import { jobAnnotations } from './job-manifest.ts';
import { sharesOf } from './run-shares.ts';
import { containerName } from './template.ts';
import { waitingFor } from './waiting.ts';

/** Milliseconds for which the token of an integration is valid in any case. GitHub App tokens are, for 15 minutes. */
const validMs = 600_000;

/** The entry of a run in the journal. */
export type Journalled =
  Pick<JournalEntry, 'run' | 'found' | 'outcome' | keyof LargeResult> | undefined;

/**
 * Returns the state of a run from its Job, its Pods and its journal entry. The outcome of a Job is the termination message of
 * the run's Pod, or the outcome that the run wrote to the journal. Without one, the conditions of Job and Pod explain the
 * failure, with what to do about it. The library reconciler turns the outcome into the Library's status. Pure.
 */
export function jobState(job: JobObject, pods: readonly PodObject[], entry?: Journalled): JobState {
  const run = runOf(job, entry);
  const end = endOf(job);
  const journalled = journalledOutcome(entry, run.id);
  const state =
    end || journalled
      ? ended({ job, pods, end, run, journalled, entry })
      : unfinished(job, pods, run);
  const result = entry?.run.id === run.id ? readResult(entry.found) : undefined;
  return result ? { ...state, found: { ...result, ...largeOf(entry) } } : state;
}

function runOf({ metadata, status }: JobObject, entry: Journalled): LibraryRun {
  const id = metadata.annotations?.[jobAnnotations.run] ?? '';
  const startedAt = new Date(status?.startTime ?? metadata.creationTimestamp);
  return { ...newRun(id, startedAt), ...(entry?.run.id === id && entry.run) };
}

function unfinished(job: JobObject, pods: readonly PodObject[], run: LibraryRun): JobState {
  const waiting = waitingFor(job, pods);
  if (waiting === undefined) return { id: run.id, state: 'running', run };
  return {
    id: run.id,
    state: 'running',
    run: { ...run, phase: 'queued' },
    waiting: waiting.message,
  };
}

/** Returns the outcome that a run wrote to the journal; undefined if this run wrote none. */
export function journalledOutcome(entry: Journalled, run: string): RunOutcome | undefined {
  return entry?.run.id === run ? readOutcome(entry.outcome) : undefined;
}

interface Ended {
  job: JobObject;
  pods: readonly PodObject[];
  /** Absent if the Job has not ended. */
  end: JobCondition | undefined;
  run: LibraryRun;
  /** The outcome in the journal. */
  journalled: RunOutcome | undefined;
  entry: Journalled;
}

function ended({ job, pods, end, run, journalled, entry }: Ended): JobState {
  const outcome =
    sharesOf(job) === undefined
      ? (reportedOutcomes(pods, run.id)[0] ?? journalled)
      : outcomeOfShares(end, reportedOutcomes(pods, run.id), run);
  const finishedAt = timeOf(job) ?? reportedEnd(job, run) ?? run.startedAt;
  const common = { id: run.id, finishedAt, run: { ...run, ...outcome?.progress } };
  // A completed Job succeeded, even if its Pod is gone with the termination message. The Pod of a shared Job can end without
  // this run.
  const succeeded = outcome
    ? outcome.state === 'succeeded'
    : end?.type === 'Complete' && !isShared(job);
  if (!succeeded) {
    const failure = retriedIfExpired(job, failureOf(job, pods, outcome), finishedAt);
    return { ...common, state: 'failed', failure };
  }
  const result = outcome?.state === 'succeeded' ? outcome.result : { changed: true, facts: {} };
  return {
    ...common,
    state: 'succeeded',
    result: { ...result, ...largeOf(entry) },
  };
}

/** Returns when a Job ended; undefined if it has not. */
function timeOf(job: JobObject): string | undefined {
  return job.status?.completionTime ?? endOf(job)?.lastTransitionTime;
}

/**
 * Returns when a run ended by its own report, as ISO 8601; undefined if it reported no time. The clock of its node may be behind:
 * an end before the start of the Job would let the next run begin at once.
 */
function reportedEnd({ status }: JobObject, { finishedAt = '' }: LibraryRun): string | undefined {
  const time = Date.parse(finishedAt);
  const start = Date.parse(status?.startTime ?? '') || 0;
  return Number.isNaN(time) ? undefined : new Date(Math.max(time, start)).toISOString();
}

/** Returns whether a Pod shows how its Job ended. The cache of Pods can lag behind that of Jobs. */
export function hasEnded(pods: readonly PodObject[]): boolean {
  return pods.some(
    (pod) =>
      terminated(pod) !== undefined ||
      pod.status?.phase === 'Failed' ||
      pod.status?.phase === 'Succeeded',
  );
}

/** Returns the outcomes of a run that its Pods report in their termination messages, the newest first. */
function reportedOutcomes(pods: readonly PodObject[], run: string): RunOutcome[] {
  return newestFirst(pods).flatMap((pod) => {
    const outcome = decodeOutcome(terminated(pod)?.message ?? '');
    return outcome && (outcome.run === undefined || outcome.run === run) ? [outcome] : [];
  });
}

/**
 * Returns the outcome of a run that several Pods shared. It succeeded if its Job did, because then each share has ended well.
 * The share that ended last has scored the library.
 */
function outcomeOfShares(
  end: JobCondition | undefined,
  outcomes: RunOutcome[],
  run: LibraryRun,
): RunOutcome | undefined {
  if (end?.type !== 'Complete') return outcomes.find(({ state }) => state === 'failed');
  const scores = outcomes.flatMap((outcome) =>
    outcome.state === 'succeeded' ? (outcome.result.benchmarkScore ?? []) : [],
  );
  const [benchmarkScore] = scores;
  return {
    state: 'succeeded',
    progress: { ...run, phase: 'done', embeddedPercent: 100 },
    result: {
      changed: false,
      facts: {},
      ...(benchmarkScore !== undefined && { benchmarkScore }),
    },
  };
}

/** Returns whether the Job's Pod takes further runs. */
export function isShared({ metadata }: JobObject): boolean {
  return metadata.annotations?.[jobAnnotations.shared] !== undefined;
}

/**
 * Returns whether the Pod that took a further run is gone, or another one replaces it. The other one would do the Job's first run
 * again.
 */
export function isReplaced({ metadata }: JobObject, pods: readonly PodObject[]): boolean {
  const taker = metadata.annotations?.[jobAnnotations.pod];
  if (taker === undefined) return false;
  const isOther = (pod: PodObject): boolean =>
    pod.metadata.name !== taker && pod.status?.phase !== 'Failed';
  return pods.length === 0 || pods.some(isOther);
}

/**
 * Returns why a Job failed. A deadline, an eviction and a lack of memory come first, because the run cannot report them.
 * Then comes the failure that the run reported. If it reported nothing, the state of the Job and its Pod explains the failure.
 */
function failureOf(
  job: JobObject,
  pods: readonly PodObject[],
  outcome: RunOutcome | undefined,
): JobFailure {
  // Other shares of the run may have succeeded.
  const [pod] = newestFirst(
    sharesOf(job) === undefined ? pods : pods.filter(({ status }) => status?.phase !== 'Succeeded'),
  );
  const cause = deadlineExceeded(job) ?? (pod && (evicted(pod) ?? outOfMemory(pod)));
  if (cause) return cause;
  const failure = outcome?.state === 'failed' ? outcome.failure : undefined;
  // A run that receives SIGTERM reports a failure, but not its cause.
  const deleted = pod?.metadata.deletionTimestamp !== undefined;
  if (failure && !(deleted && failure.retry === 'backoff')) return failure;
  return { ...unreported(job, pod), retry: 'backoff' };
}

/**
 * Returns the failure with a retry if the token of the run's integration may have expired, because the Pod waited for long or
 * was replaced. The next run has a new token.
 */
function retriedIfExpired(
  { metadata }: JobObject,
  failure: JobFailure,
  finishedAt: string,
): JobFailure {
  const isGiven = metadata.annotations?.[jobAnnotations.givenSecret] === 'true';
  const ageMs = Date.parse(finishedAt) - Date.parse(metadata.creationTimestamp);
  const mayBeExpired = isGiven && failure.reason === 'AccessDenied' && ageMs > validMs;
  return mayBeExpired ? { ...failure, retry: 'backoff' } : failure;
}

function deadlineExceeded(job: JobObject): JobFailure | undefined {
  if (endOf(job)?.reason !== 'DeadlineExceeded') return undefined;
  const seconds = job.spec?.activeDeadlineSeconds ?? 0;
  return {
    reason: 'Timeout',
    message: `The run took longer than its ${seconds} seconds; raise spec.timeout, or index less (folders, maxPages)`,
    retry: 'backoff',
  };
}

function evicted({ status }: PodObject): JobFailure | undefined {
  if (status?.reason !== 'Evicted') return undefined;
  return {
    reason: 'Evicted',
    message: `The run's Pod was evicted: ${sentence(status.message)}; raise spec.resources.limits.ephemeral-storage if it is the storage it used, or index less`,
    retry: 'backoff',
  };
}

function outOfMemory(pod: PodObject): JobFailure | undefined {
  if (terminated(pod)?.reason !== 'OOMKilled') return undefined;
  const limit = pod.spec?.containers?.find(({ name }) => name === containerName)?.resources?.limits;
  return {
    reason: 'OutOfMemory',
    message: `The run needed more memory than its limit of ${limit?.['memory'] ?? 'the node'}; raise spec.resources.limits.memory`,
    retry: 'backoff',
  };
}

/** Returns the failure of a run that reported nothing. */
function unreported(job: JobObject, pod: PodObject | undefined): Omit<JobFailure, 'retry'> {
  if (!pod || pod.metadata.deletionTimestamp !== undefined) {
    return {
      reason: 'Interrupted',
      message: `The run's Pod was deleted before it ended (Job ${job.metadata.name}: ${sentence(endOf(job)?.message)})`,
    };
  }
  const end = terminated(pod);
  if (end?.exitCode === 0 && isShared(job)) {
    return { reason: 'Interrupted', message: "The run's Pod ended before the run began" };
  }
  if (!end) {
    const message = sentence(pod.status?.message ?? endOf(job)?.message);
    return {
      reason: 'Interrupted',
      message: `The run's Pod ended before the run began: ${message}`,
    };
  }
  const said = lastLine(end.message);
  return {
    reason: 'Internal',
    message: `The run ended with exit code ${end.exitCode} and left no result${said ? `: ${said}` : `; see the log of Pod ${pod.metadata.name}`}`,
  };
}

function terminated({ status }: PodObject): NonNullable<ContainerStatus['state']>['terminated'] {
  return status?.containerStatuses?.find(({ name }) => name === containerName)?.state?.terminated;
}

function newestFirst(pods: readonly PodObject[]): PodObject[] {
  return pods.toSorted((a, b) =>
    b.metadata.creationTimestamp.localeCompare(a.metadata.creationTimestamp),
  );
}

/** Returns a message of the cluster, cut to a length that fits into a condition's message. */
function sentence(text = 'no reason was given'): string {
  return text.trim().replace(/\.$/, '').slice(0, 500);
}

function lastLine(text = ''): string {
  return text.trim().split('\n').at(-1)!.trim().slice(0, 300);
}
