import { isAhead } from '../../base/clock-skew.ts';
import { annotations } from '../../resources/library.ts';
import {
  usualSchedule,
  type ManifestSync,
  type SyncReport,
} from '../../resources/manifest-sync.ts';
import { isRequested, requestedAt } from '../../resources/requests.ts';
import { jitterMs, nextTime } from '../../resources/schedule.ts';
import { backoffMs } from '../../kubernetes/work-queue.ts';

/** `startup`: the first check by a process. `schedule` includes retries. `manual` includes edits of the spec. */
export type SyncTrigger = SyncReport['trigger'];

/** `whole`: compare every entry, even if the commit of the manifest has not changed. */
export type SyncDecision =
  | { sync: SyncTrigger; whole: boolean }
  /** No sync is needed now. Decide again after `waitMs`, if set. */
  | { sync: undefined; waitMs?: number };

interface DecideOptions {
  now: Date;
  /** When this process last checked the manifest; undefined before the first check. */
  looked: Date | undefined;
}

/** Retries wait from 10 seconds up to 15 minutes. */
const retry = { baseMs: 10_000, maxMs: 900_000, random: () => 0.5 };
const maxJitterMs = 300_000;
/** Timers are limited to 24 days. After that, decide again. */
const maxWaitMs = 86_400_000;

/** Returns whether a manifest must be synced now. Pure. */
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
  // If the clock was ahead and has been corrected, nothing tells how long ago the last check was.
  const wasAhead = isAhead(looked.getTime(), now.getTime());
  return waitMs <= 0 || wasAhead
    ? { sync: 'schedule', whole: false }
    : { sync: undefined, waitMs: Math.min(waitMs, maxWaitMs) };
}

/**
 * Returns the trigger of a sync request that is not handled yet: a person (`manual`) or a push. Pushes count only while the
 * manifest is not suspended.
 */
export function requestOf(sync: ManifestSync): SyncTrigger | undefined {
  if (!isRequested(sync)) return undefined;
  const isPush = sync.metadata.annotations?.[annotations.pushedAt] === requestedAt(sync);
  if (isPush && sync.spec.suspend) return undefined;
  return isPush ? 'push' : 'manual';
}

/**
 * Returns the first scheduled time after `from`; undefined for `manual`. Manifests with the same schedule are spread over a tenth
 * of its interval, at most five minutes.
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

/** Returns when a failed sync is retried, if a retry can help. */
function retryTime({ status }: ManifestSync): Date | undefined {
  const { failures = 0, lastSync } = status;
  if (failures === 0 || !lastSync || isStalled(status)) return undefined;
  return new Date(Date.parse(lastSync.finishedAt) + backoffMs(failures, retry));
}

/** Returns whether only an edit, a commit or a request can fix the manifest. */
export function isStalled({ conditions = [] }: ManifestSync['status']): boolean {
  return conditions.some(({ type, status }) => type === 'Stalled' && status === 'True');
}

/**
 * Returns the commit or hash that needs no more work, because it was applied or is invalid. `isFirst`: this process has not checked
 * the manifest yet. Another release may have found it invalid.
 */
export function settledRevision(
  { status }: ManifestSync,
  { isFirst }: { isFirst: boolean },
): string | undefined {
  const { lastSync, lastCommit } = status;
  const isInvalid = isStalled(status) && lastSync?.error?.code === 'manifest_invalid';
  return isInvalid && !isFirst ? lastSync.commit : lastCommit;
}
