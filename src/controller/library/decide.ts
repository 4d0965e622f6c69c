import { backoffMs } from '../../runtime/work-queue.ts';
import { annotations, type Library } from '../../resources/library.ts';

/** Why a run is wanted; earlier names are served first. */
export const runPriorities = ['edit', 'request', 'retry', 'unfinished'] as const;
export type RunCause = (typeof runPriorities)[number];

export type Decision =
  | { run: RunCause }
  /** Nothing to do now; look again after this time when it is set. */
  | { run: undefined; waitMs?: number };

/** Failed runs of one kind wait from 10 seconds up to an hour. */
const retry = { baseMs: 10_000, maxMs: 3_600_000, random: () => 0.5 };

/** Whether a Library that has no active job needs one. Pure. */
export function decide(library: Library, now: Date): Decision {
  const { metadata, status, spec } = library;
  if (spec.suspend) return { run: undefined };
  if (status.observedGeneration !== metadata.generation) return { run: 'edit' };
  const requested = metadata.annotations?.[annotations.requestedAt];
  if (requested !== undefined && requested !== status.lastHandledReconcileAt) {
    return { run: 'request' };
  }
  if (status.state === 'error') return decideRetry(library, now);
  return status.state === 'finalized' ? { run: undefined } : { run: 'unfinished' };
}

function decideRetry({ status }: Library, now: Date): Decision {
  const stalled = status.conditions?.some(
    ({ type, status }) => type === 'Stalled' && status === 'True',
  );
  if (stalled) return { run: undefined };
  const finished = Date.parse(status.run?.finishedAt ?? '') || 0;
  const waitMs = finished + backoffMs(status.failures ?? 1, retry) - now.getTime();
  return waitMs <= 0 ? { run: 'retry' } : { run: undefined, waitMs };
}
