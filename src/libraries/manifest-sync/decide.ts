import { annotations } from '../../resources/library.ts';
import type { ManifestSync, SyncReport } from '../../resources/manifest-sync.ts';
import { jitterMs, nextTime } from '../../resources/schedule.ts';
import { backoffMs } from '../../kubernetes/work-queue.ts';

export type SyncTrigger = SyncReport['trigger'];

/** `whole` compares every entry, even where the manifest's commit has not moved. */
export type SyncDecision =
  | { sync: SyncTrigger; whole: boolean }
  /** Nothing to do now; look again after this time when it is set. */
  | { sync: undefined; waitMs?: number };

export interface DecideOptions {
  now: Date;
  /** When this process looked at the manifest last; undefined before its first look. */
  looked: Date | undefined;
}

/** When spec.schedule is absent. */
const usualSchedule = 'every-15-minutes';
/** Failed looks wait from 10 seconds up to 15 minutes. */
const retry = { baseMs: 10_000, maxMs: 900_000, random: () => 0.5 };
const maxJitterMs = 300_000;
/** Timers hold no more than 24 days; whoever waits longer decides anew. */
const maxWaitMs = 86_400_000;

/** Whether a manifest has to be looked at now. Pure. */
export function decide(sync: ManifestSync, { now, looked }: DecideOptions): SyncDecision {
  const { metadata, spec, status } = sync;
  const request = requestOf(sync);
  if (request) return { sync: request, whole: true };
  if (spec.suspend) return { sync: undefined };
  if (status.observedGeneration !== metadata.generation) {
    return { sync: looked ? 'manual' : 'startup', whole: true };
  }
  if (!looked) return { sync: 'startup', whole: false };
  const due = [nextSync(sync, looked), retryTime(sync)].filter((time) => time !== undefined);
  if (due.length === 0) return { sync: undefined };
  const waitMs = Math.min(...due.map(Number)) - now.getTime();
  return waitMs <= 0
    ? { sync: 'schedule', whole: false }
    : { sync: undefined, waitMs: Math.min(waitMs, maxWaitMs) };
}

/**
 * What asks for a sync that no sync has answered yet: somebody (`manual`), or a push to the repository, which counts only
 * while the manifest is not suspended.
 */
export function requestOf({ metadata, spec, status }: ManifestSync): SyncTrigger | undefined {
  const requested = metadata.annotations?.[annotations.requestedAt];
  if (requested === undefined || requested === status.lastHandledReconcileAt) return undefined;
  const isPush = metadata.annotations?.[annotations.pushedAt] === requested;
  if (isPush && spec.suspend) return undefined;
  return isPush ? 'push' : 'manual';
}

/**
 * The first time after `from` that the schedule names, undefined for `manual`. Manifests of one schedule start spread
 * over a tenth of its interval, five minutes at most, each in its own place.
 */
export function nextSync({ spec, metadata }: ManifestSync, from: Date): Date | undefined {
  const { schedule = usualSchedule } = spec;
  if (schedule === 'manual' || spec.suspend) return undefined;
  const first = nextTime(schedule, from);
  const second = first && nextTime(schedule, first);
  if (!first || !second) return first;
  const interval = second.getTime() - first.getTime();
  const jitter = jitterMs(metadata.uid, Math.min(interval / 10, maxJitterMs));
  const next = nextTime(schedule, new Date(from.getTime() - jitter));
  return next && new Date(next.getTime() + jitter);
}

/** When a look that failed for a cause that can pass is tried again. */
function retryTime({ status }: ManifestSync): Date | undefined {
  const { failures = 0, lastSync } = status;
  if (failures === 0 || !lastSync || isStalled(status)) return undefined;
  return new Date(Date.parse(lastSync.finishedAt) + backoffMs(failures, retry));
}

/** Whether the status says that only an edit, a commit or a person can mend it. */
export function isStalled({ conditions = [] }: ManifestSync['status']): boolean {
  return conditions.some(({ type, status }) => type === 'Stalled' && status === 'True');
}

/** The commit or hash at which nothing is left to do: the one that was applied, or was found invalid. */
export function settledRevision({ status }: ManifestSync): string | undefined {
  const { lastSync, lastCommit } = status;
  const isInvalid = isStalled(status) && lastSync?.error?.code === 'manifest_invalid';
  return isInvalid ? lastSync.commit : lastCommit;
}
