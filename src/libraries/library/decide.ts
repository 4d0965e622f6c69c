import { isAhead } from '../../base/clock-skew.ts';
import { backoffMs } from '../../kubernetes/work-queue.ts';
import { keyOf, type Library, type LibraryRun } from '../../resources/library.ts';
import { isRefused } from '../../resources/holder.ts';
import { isRequested } from '../../resources/requests.ts';
import { durationMs, jitterMs, nextTime } from '../../resources/schedule.ts';

/** Why a run is needed, in order of priority. */
export const runPriorities = [
  'edit',
  'request',
  'schedule',
  'retry',
  'unfinished',
  'vectors',
] as const;
/**
 * `edit`: the spec is new or has changed. `request`: `annotations.requestedAt` has a new value. `schedule` includes a change of the
 * embedding model. `unfinished`: the last run has left no outcome. `vectors`: served content lacks vectors.
 */
export type RunCause = (typeof runPriorities)[number];

type Decision =
  | { run: RunCause }
  /** No run is needed now. Decide again after `waitMs`, if set. */
  | { run: undefined; waitMs?: number };

/** Retries wait from 10 seconds up to an hour. */
const retry = { baseMs: 10_000, maxMs: 3_600_000, random: () => 0.5 };

const spreadMs = 600_000;

/**
 * Returns whether a Library without an active job needs a run. `previousModel`: the beginning of the id of the embedding model
 * before a change, if there is one. `isFirst`: this process has neither started a run of the Library nor refused its spec. An
 * earlier process may have had other settings, or be of another release. Pure.
 */
export function decide(
  library: Library,
  now: Date,
  { previousModel, isFirst }: { previousModel?: string | undefined; isFirst?: boolean } = {},
): Decision {
  const { status, spec } = library;
  if (spec.suspend) return { run: undefined };
  const asked = askedRun(library);
  if (asked) return { run: asked };
  if (isFirst && isRefusedByInstall(status)) return { run: 'retry' };
  if (status.state !== 'error' && status.state !== 'finalized') {
    return { run: status.run && isEmbedding(status.run) ? 'vectors' : 'unfinished' };
  }
  if (mustChangeModel(library, previousModel)) return { run: 'schedule' };
  return nextOf(library, now);
}

/** Returns the run that somebody wants: by an edit, or by a request. */
function askedRun(library: Library): 'edit' | 'request' | undefined {
  const { metadata, status } = library;
  // The caller has found that the id of a refused Library is free now.
  if (status.observedGeneration !== metadata.generation || isRefused(library)) return 'edit';
  return isRequested(library) ? 'request' : undefined;
}

/** Returns whether the last run or decision refused what the settings of the install may allow now. */
function isRefusedByInstall(status: Library['status']): boolean {
  const { reason } = conditionOf(status, 'Stalled') ?? {};
  return reason === 'InvalidSpec' || reason === 'AddressRefused';
}

/**
 * Returns whether a served version has the vectors of the model before a change, or may have: a status of an older release
 * does not name the model. The next run completes it.
 */
export function hasPreviousModel({ status }: Library, previous: string | undefined): boolean {
  if (previous === undefined) return false;
  return (status.versions ?? []).some((version) => mayHave(previous, version));
}

function mayHave(previous: string, { model }: { model?: string }): boolean {
  return model === undefined || `${model}@`.startsWith(`${previous}@`);
}

/**
 * Returns whether a Library must be read again for a change of the embedding model. A failed run is retried in its own time, a
 * canceled one when somebody asks for it, and an import cannot be read again. Nor can a version that the run after the change
 * has found missing.
 */
function mustChangeModel(library: Library, previousModel?: string): boolean {
  const { spec, status } = library;
  if (previousModel === undefined || !hasPreviousModel(library, previousModel)) return false;
  const isCancelled = conditionOf(status, 'Ready')?.reason === 'Cancelled';
  // The default version is the first. A run has changed its model, and looked at the others.
  const [main] = status.versions ?? [];
  const isTried = holds(status, 'VersionsFailed') && !mayHave(previousModel, main ?? {});
  const isAgain = !isCancelled && !isTried && spec.source.import === undefined;
  return status.state === 'finalized' && isAgain;
}

/** Returns the run whose time has come, or how long to wait for the next. */
function nextOf(library: Library, now: Date): Decision {
  const due = (
    [
      ['retry', retryTime(library)],
      ['schedule', refreshTime(library)],
      ['vectors', vectorsTime(library)],
    ] as const
  ).flatMap(([run, time]) => (time ? [{ run, waitMs: time.getTime() - now.getTime() }] : []));
  // If the clock was ahead and has been corrected, nothing tells how long ago the last run ended.
  const wasAhead = isAhead(finishedAt(library.status), now.getTime());
  const first = due.find(({ waitMs }) => waitMs <= 0 || wasAhead);
  if (first) return { run: first.run };
  if (due.length === 0) return { run: undefined };
  return { run: undefined, waitMs: Math.min(...due.map(({ waitMs }) => waitMs)) };
}

/** Returns whether a run has activated what it read, and gives vectors to what it lacks. */
export function isEmbedding({ phase, trigger }: Pick<LibraryRun, 'phase' | 'trigger'>): boolean {
  return phase === 'embedding' || trigger === 'vectors';
}

/** Returns when a library that lacks vectors is embedded again; undefined if it has all, or somebody canceled that. */
function vectorsTime({ status }: Library): Date | undefined {
  const embedded = conditionOf(status, 'Embedded');
  const isLacking = embedded?.status === 'False' && embedded.reason !== 'Cancelled';
  if (status.state !== 'finalized' || !isLacking) return undefined;
  const { failures = 0 } = status;
  return new Date(finishedAt(status) + (failures > 0 ? backoffMs(failures, retry) : 0));
}

/** Returns when a failed run is retried; undefined if no run failed, or only an edit can help. */
function retryTime({ status }: Library): Date | undefined {
  if (status.state !== 'error' || holds(status, 'Stalled')) return undefined;
  return new Date(finishedAt(status) + backoffMs(status.failures ?? 1, retry));
}

/**
 * Returns the next refresh by `spec.refresh`, counted from the end of the last run. Libraries with the same schedule are spread
 * over ten minutes, or over a tenth of a shorter interval. An interval that may grow is spread over a tenth of itself.
 */
export function refreshTime({ spec, status, metadata }: Library): Date | undefined {
  if (!spec.refresh || !status.run?.finishedAt) return undefined;
  // A due run that was canceled before it started is not due again at once.
  const last = Math.max(readAt(status), Date.parse(status.lastHandledCancelAt ?? '') || 0);
  const { schedule, interval, maxInterval } = spec.refresh;
  const key = keyOf(metadata);
  if (schedule !== undefined) return scheduledTime(schedule, last, key);
  if (interval === undefined) return undefined;
  if (maxInterval === undefined) {
    const span = durationMs(interval);
    return new Date(last + span + jitterMs(key, Math.min(span / 10, spreadMs)));
  }
  const span = grownMs({ interval, maxInterval }, last - changedAt(status, last));
  return new Date(last + span + jitterMs(key, span / 10));
}

function scheduledTime(schedule: string, last: number, key: string): Date | undefined {
  const next = nextTime(schedule, new Date(last));
  if (!next) return undefined;
  const period = (nextTime(schedule, next)?.getTime() ?? Infinity) - next.getTime();
  return new Date(next.getTime() + jitterMs(key, Math.min(period / 10, spreadMs)));
}

/**
 * Returns a tenth of the time without a change, but at least `interval` and at most `maxInterval`. HTTP caches estimate with the
 * same share (RFC 9111, 4.2.2).
 */
function grownMs(
  { interval, maxInterval }: { interval: string; maxInterval: string },
  unchangedMs: number,
): number {
  return Math.max(durationMs(interval), Math.min(durationMs(maxInterval), unchangedMs / 10));
}

/** Returns when any served version changed last, in milliseconds; `otherwise` if nothing is served. */
function changedAt({ versions = [] }: Library['status'], otherwise: number): number {
  const times = versions.map(({ updatedAt }) => Date.parse(updatedAt));
  return times.length > 0 ? Math.max(...times) : otherwise;
}

/** Returns the end of the last run that read the source, in milliseconds. */
function readAt(status: Library['status']): number {
  if (status.run?.trigger !== 'vectors') return finishedAt(status);
  const read = status.runs?.find(({ trigger }) => trigger !== 'vectors');
  return read ? Date.parse(read.finishedAt) : finishedAt(status);
}

function conditionOf({ conditions = [] }: Library['status'], wanted: string) {
  return conditions.find(({ type }) => type === wanted);
}

function holds(status: Library['status'], wanted: string): boolean {
  return conditionOf(status, wanted)?.status === 'True';
}

function finishedAt({ run }: Library['status']): number {
  return Date.parse(run?.finishedAt ?? '') || 0;
}
