import { describe, expect, test } from 'vitest';
import type { ManifestSync, SyncReport } from '../../resources/manifest-sync.ts';
import type { Failure } from './failure.ts';
import { nextStatus, type StatusEvent } from './status.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const earlier = '2026-01-01T00:00:00.000Z';

const report: SyncReport = {
  result: 'synced',
  trigger: 'schedule',
  commit: 'b'.repeat(40),
  startedAt: earlier,
  finishedAt: earlier,
  counts: { created: 2, updated: 0, unchanged: 7, pruned: 0, skipped: 0, failed: 0 },
  entries: [],
};
const unreachable: Failure = {
  code: 'manifest_unreachable',
  reason: 'Unreachable',
  message: 'the server cannot be reached',
  retry: 'backoff',
};
const refused: Failure = { ...unreachable, reason: 'AccessDenied', retry: 'never' };

function make(status: ManifestSync['status'] = {}, generation = 3): ManifestSync {
  return {
    metadata: {
      name: 'default',
      uid: 'uid',
      generation,
      resourceVersion: '1',
      creationTimestamp: earlier,
      annotations: { 'lectern.dev/requestedAt': 'token' },
    },
    spec: { repository: 'https://git.example/m' },
    status,
  };
}

function ended(failure?: Failure, changes: Partial<StatusEvent> = {}): StatusEvent {
  const { code = '', message = '' } = failure ?? {};
  return {
    type: 'ended',
    report: failure ? { ...report, result: 'failed', error: { code, message } } : report,
    whole: false,
    ...(failure ? { failure } : { libraries: 9 }),
    ...changes,
  } as StatusEvent;
}

/** Returns each condition as `type=status reason`. */
function conditions({ conditions = [] }: ManifestSync['status']): string[] {
  return conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
}

describe('nextStatus', () => {
  test('is ready for an edit only when the edit is applied', () => {
    const before = nextStatus(make({}, 1), ended(), now);

    const applying = nextStatus(
      make(before, 2),
      { type: 'applying', revision: 'c', writes: 1 },
      now,
    );
    const applied = nextStatus(make(applying, 2), ended(), now);

    expect(applying.conditions?.[0]).toMatchObject({ status: 'True', observedGeneration: 1 });
    expect(applied.conditions?.[0]).toMatchObject({ status: 'True', observedGeneration: 2 });
  });

  test('sets only Ready after a successful sync, for its generation and request', () => {
    const status = nextStatus(make({ failures: 4 }), ended(), now);

    expect(status).toMatchObject({
      observedGeneration: 3,
      lastHandledReconcileAt: 'token',
      lastCommit: report.commit,
      libraries: 9,
      failures: 0,
      lastSync: report,
    });
    expect(status.conditions).toEqual([
      {
        type: 'Ready',
        status: 'True',
        reason: 'Succeeded',
        message: 'Applied bbbbbbbbbbbb: 2 created, 7 unchanged',
        lastTransitionTime: now.toISOString(),
        observedGeneration: 3,
      },
    ]);
  });

  test('shows a retry for a failure that may pass with time, and Stalled for another one', () => {
    expect(conditions(nextStatus(make(), ended(unreachable), now))).toEqual([
      'Ready=False Unreachable',
      'Reconciling=True ProgressingWithRetry',
    ]);
    expect(conditions(nextStatus(make(), ended(refused), now))).toEqual([
      'Ready=False AccessDenied',
      'Stalled=True AccessDenied',
    ]);
  });

  test('keeps the commit that was applied while the next one cannot be', () => {
    const sync = make({ lastCommit: 'a' });

    expect(nextStatus(sync, ended(unreachable), now).lastCommit).toBe('a');
  });

  test.each<[what: string, event: StatusEvent]>([
    ['an edit or request is still to be done', ended(unreachable, { whole: true })],
    ['some entries were applied', ended(unreachable, { libraries: 2 })],
    ['libraries are being written', { type: 'applying', revision: 'b', writes: 3 }],
  ])('forgets the commit while %s', (_, event) => {
    expect(nextStatus(make({ lastCommit: 'a' }), event, now)).not.toHaveProperty('lastCommit');
  });

  test('stays ready while it applies a new commit, and says that it does', () => {
    const sync = make(nextStatus(make(), ended(), now));
    const status = nextStatus(sync, { type: 'applying', revision: 'c'.repeat(40), writes: 3 }, now);

    expect(conditions(status)).toEqual(['Ready=True Progressing', 'Reconciling=True Progressing']);
    expect(status.conditions?.[1]?.message).toBe('Applying cccccccccccc: 3 entries to write');
  });

  test('writes nothing if a successful sync finds no change, or a stalled sync fails in the same way', () => {
    const well = make(nextStatus(make(), ended(), now));
    const stalled = make(nextStatus(make(), ended(refused), now));

    expect(nextStatus(well, { type: 'unmoved', report }, now)).toBe(well.status);
    expect(nextStatus(stalled, ended(refused), now)).toBe(stalled.status);
    const other = { ...refused, message: 'another cause' };
    expect(nextStatus(stalled, ended(other), now)).not.toBe(stalled.status);
  });

  test('shows a recovery even if the manifest has not changed', () => {
    const failed = make({ ...nextStatus(make(), ended(unreachable), now), libraries: 9 });
    const status = nextStatus(
      failed,
      { type: 'unmoved', report: { ...report, counts: zero } },
      now,
    );

    expect(conditions(status)).toEqual(['Ready=True Succeeded']);
    expect(status).toMatchObject({ failures: 0, lastSync: { counts: { unchanged: 9 } } });
  });

  test('shows once that it is suspended', () => {
    const status = nextStatus(make({ observedGeneration: 2 }), { type: 'suspended' }, now);

    expect(conditions(status)).toEqual(['Ready=False Suspended']);
    expect(status.observedGeneration).toBe(3);
    expect(nextStatus(make(status), { type: 'suspended' }, now)).toBe(status);
  });

  test('keeps the time of a condition that has not changed', () => {
    const first = nextStatus(make(), ended(unreachable), new Date(earlier));
    const second = nextStatus(make(first), ended(unreachable), now);

    expect(second.conditions?.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual([
      earlier,
      earlier,
    ]);
    expect(second.failures).toBe(2);
  });
});

const zero = { created: 0, updated: 0, unchanged: 0, pruned: 0, skipped: 0, failed: 0 };
