import type { EventToRecord } from '../../kubernetes/events.ts';
import { nextConditions, type WantedCondition } from '../../kubernetes/conditions.ts';
import type {
  ManifestSync,
  ManifestSyncStatus,
  SyncReport,
} from '../../resources/manifest-sync.ts';
import { handled } from '../../resources/requests.ts';
import { isStalled } from './decide.ts';
import type { Failure } from './failure.ts';
import { sentenceOf, shortRevision } from './report.ts';

/** A change that a ManifestSync's status records, with conditions as kstatus reads them. */
export type StatusEvent =
  | { type: 'invalid'; message: string }
  | { type: 'suspended' }
  /** Libraries are about to be written. */
  | { type: 'applying'; revision: string; writes: number }
  /** The manifest was checked, and its commit has not changed. */
  | { type: 'unmoved'; report: SyncReport }
  | Ended;

interface Ended {
  type: 'ended';
  report: SyncReport;
  failure?: Failure;
  /** Number of its Libraries. Absent if none was written. */
  libraries?: number;
  /** The sync had to compare every entry. If it failed, the next one has to do so too. */
  whole: boolean;
}

/** Returns the status after an event; the same object if nothing changed. */
export function nextStatus(sync: ManifestSync, event: StatusEvent, now: Date): ManifestSyncStatus {
  const changed = outcome(sync, event);
  if (!changed) return sync.status;
  const { fields, conditions } = changed;
  return {
    ...fields,
    conditions: nextConditions(sync.status.conditions, conditions, {
      generation: sync.metadata.generation,
      now,
    }),
  };
}

/** Returns the Event for a failure, a recovery or changed libraries, from the statuses around a change; undefined for other changes. Pure. */
export function syncEventOf(
  before: ManifestSyncStatus,
  event: StatusEvent,
  after: ManifestSyncStatus,
): EventToRecord | undefined {
  const ready = after.conditions?.find(({ type }) => type === 'Ready');
  if (!ready || event.type === 'applying' || event.type === 'suspended') return undefined;
  const { reason, message } = ready;
  if (ready.status === 'False') return { type: 'Warning', reason, message };
  const isNews = 'report' in event && event.report.result === 'synced';
  const isRecovery = readyBefore(before) === 'False';
  return isNews || isRecovery ? { type: 'Normal', reason, message } : undefined;
}

interface Outcome {
  /** The status without its conditions. */
  fields: ManifestSyncStatus;
  conditions: WantedCondition[];
}

function outcome(sync: ManifestSync, event: StatusEvent): Outcome | undefined {
  switch (event.type) {
    case 'invalid':
      return invalid(sync, event.message);
    case 'suspended':
      return suspended(sync);
    case 'applying':
      return applying(sync, event.revision, event.writes);
    case 'unmoved':
      return unmoved(sync, event.report);
    case 'ended':
      return event.failure ? failed(sync, event, event.failure) : synced(sync, event);
  }
}

function invalid(sync: ManifestSync, message: string): Outcome {
  return {
    fields: { ...sync.status, ...handled(sync) },
    conditions: [
      ['Ready', 'False', 'InvalidSpec', message],
      ['Stalled', 'True', 'InvalidSpec', message],
    ],
  };
}

/** Recorded once. Requests during the suspension are recorded as usual. */
function suspended({ status, metadata }: ManifestSync): Outcome | undefined {
  if (status.observedGeneration === metadata.generation) return undefined;
  return {
    fields: { ...status, observedGeneration: metadata.generation },
    conditions: [['Ready', readyBefore(status), 'Suspended', 'Suspended by spec.suspend']],
  };
}

function applying({ status }: ManifestSync, revision: string, writes: number): Outcome {
  const message = `Applying ${shortRevision(revision)}: ${writes} ${writes === 1 ? 'entry' : 'entries'} to write`;
  return {
    // From now on, the Libraries match neither the old commit nor the new one.
    fields: withoutCommit(status),
    conditions: [
      ['Ready', readyBefore(status), 'Progressing', message],
      ['Reconciling', 'True', 'Progressing', message],
    ],
  };
}

/** Records only a recovery. A healthy, unchanged manifest needs no write. */
function unmoved(sync: ManifestSync, report: SyncReport): Outcome | undefined {
  const { status } = sync;
  const { failures = 0, libraries = 0 } = status;
  if (readyBefore(status) === 'True' && failures === 0) return undefined;
  const counts = { ...report.counts, unchanged: libraries };
  return synced(sync, { report: { ...report, counts }, libraries });
}

function synced(
  sync: ManifestSync,
  { report, libraries = 0 }: Pick<Ended, 'report' | 'libraries'>,
): Outcome {
  const { commit, counts } = report;
  const message = `Applied ${shortRevision(commit)}: ${sentenceOf(counts)}`;
  return {
    fields: {
      ...sync.status,
      ...handled(sync),
      lastCommit: commit,
      libraries,
      failures: 0,
      lastSync: report,
    },
    conditions: [['Ready', 'True', 'Succeeded', message]],
  };
}

function failed(
  sync: ManifestSync,
  { report, libraries, whole }: Ended,
  { reason, retry, message }: Failure,
): Outcome | undefined {
  const { status } = sync;
  const isKnown = isStalled(status) && sameFailure(status.lastSync, report);
  if (retry === 'never' && !whole && isKnown) return undefined;
  // The next check must not assume that the old commit is applied.
  const forgets = whole || libraries !== undefined;
  return {
    fields: {
      ...(forgets ? withoutCommit(status) : status),
      ...handled(sync),
      failures: (status.failures ?? 0) + 1,
      lastSync: report,
      ...(libraries !== undefined && { libraries }),
    },
    conditions: [
      ['Ready', 'False', reason, message],
      retry === 'never'
        ? ['Stalled', 'True', reason, message]
        : ['Reconciling', 'True', 'ProgressingWithRetry', message],
    ],
  };
}

function sameFailure(held: SyncReport | undefined, { commit, error }: SyncReport): boolean {
  return (
    held?.commit === commit &&
    held.error?.code === error?.code &&
    held.error?.message === error?.message
  );
}

function withoutCommit(status: ManifestSyncStatus): ManifestSyncStatus {
  const { lastCommit, ...rest } = status;
  return lastCommit === undefined ? status : rest;
}

function readyBefore({ conditions = [] }: ManifestSyncStatus): 'True' | 'False' {
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
    ? 'True'
    : 'False';
}
