import { backoffMs } from '../../kubernetes/work-queue.ts';
import { annotations, keyOf, type Library } from '../../resources/library.ts';
import { durationMs, jitterMs, nextTime } from '../../resources/schedule.ts';

/** Why a run is wanted; earlier names are served first. */
export const runPriorities = ['edit', 'request', 'schedule', 'retry', 'unfinished'] as const;
export type RunCause = (typeof runPriorities)[number];

export type Decision =
  | { run: RunCause }
  /** Nothing to do now; look again after this time when it is set. */
  | { run: undefined; waitMs?: number };

/** Failed runs of one kind wait from 10 seconds up to an hour. */
const retry = { baseMs: 10_000, maxMs: 3_600_000, random: () => 0.5 };

const spreadMs = 600_000;

/** Whether a Library that has no active job needs one. Pure. */
export function decide(library: Library, now: Date): Decision {
  const { metadata, status, spec } = library;
  if (spec.suspend) return { run: undefined };
  const { generation } = metadata;
  if (status.observedGeneration !== generation || isFreed(status)) return { run: 'edit' };
  const requested = metadata.annotations?.[annotations.requestedAt];
  if (requested !== undefined && requested !== status.lastHandledReconcileAt) {
    return { run: 'request' };
  }
  if (status.state !== 'error' && status.state !== 'finalized') return { run: 'unfinished' };
  const due = [retryTime(library), refreshTime(library)].filter((time) => time !== undefined);
  if (due.length === 0) return { run: undefined };
  const waitMs = Math.min(...due.map((time) => time.getTime())) - now.getTime();
  if (waitMs > 0) return { run: undefined, waitMs };
  return { run: status.state === 'error' ? 'retry' : 'schedule' };
}

/** Whether somebody has cancelled what runs or waits, and the status does not say so yet. */
export function isCancelAsked({ metadata, status }: Library): boolean {
  const asked = metadata.annotations?.[annotations.cancelledAt];
  return asked !== undefined && asked !== status.lastHandledCancelAt;
}

/** Whether it was refused for its id: who asks here has found that the id is free now. */
function isFreed({ conditions }: Library['status']): boolean {
  return (
    conditions?.some(({ type, reason }) => type === 'Stalled' && reason === 'DuplicateId') ?? false
  );
}

/** When a failed run is tried again; undefined when none failed, or only an edit can mend it. */
function retryTime({ status }: Library): Date | undefined {
  const stalled = status.conditions?.some(
    (condition) => condition.type === 'Stalled' && condition.status === 'True',
  );
  if (status.state !== 'error' || stalled) return undefined;
  return new Date(finishedAt(status) + backoffMs(status.failures ?? 1, retry));
}

/**
 * When the source is read again by its `spec.refresh`, counted from the end of the last run. Libraries of one schedule
 * are spread over ten minutes, or over a tenth of a shorter interval.
 */
export function refreshTime({ spec, status, metadata }: Library): Date | undefined {
  const { schedule, interval } = spec.refresh ?? {};
  if (!status.run?.finishedAt) return undefined;
  // A run that was due and cancelled before it began is not due at once again.
  const last = Math.max(finishedAt(status), Date.parse(status.lastHandledCancelAt ?? '') || 0);
  const key = keyOf(metadata);
  if (interval !== undefined) {
    const span = durationMs(interval);
    return new Date(last + span + jitterMs(key, Math.min(span / 10, spreadMs)));
  }
  const next = schedule === undefined ? undefined : nextTime(schedule, new Date(last));
  if (schedule === undefined || !next) return undefined;
  const period = (nextTime(schedule, next)?.getTime() ?? Infinity) - next.getTime();
  return new Date(next.getTime() + jitterMs(key, Math.min(period / 10, spreadMs)));
}

function finishedAt({ run }: Library['status']): number {
  return Date.parse(run?.finishedAt ?? '') || 0;
}
