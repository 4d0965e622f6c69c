import { describe, expect, test } from 'vitest';
import type { Condition } from '../../kubernetes/conditions.ts';
import { annotations } from '../../resources/library.ts';
import type { ManifestSync, SyncReport } from '../../resources/manifest-sync.ts';
import { decide, nextSync } from './decide.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const minute = 60_000;

function report(finished: Date): SyncReport {
  return {
    result: 'failed',
    trigger: 'schedule',
    commit: '',
    startedAt: finished.toISOString(),
    finishedAt: finished.toISOString(),
    counts: { created: 0, updated: 0, unchanged: 0, pruned: 0, skipped: 0, failed: 0 },
    entries: [],
  };
}

const stalled: Condition = {
  type: 'Stalled',
  status: 'True',
  reason: 'NotFound',
  message: '',
  lastTransitionTime: '',
};

type Parts = { [Field in keyof ManifestSync]?: Partial<ManifestSync[Field]> };

function make({ metadata, spec, status }: Parts = {}): ManifestSync {
  return {
    metadata: {
      name: 'default',
      uid: 'uid',
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00.000Z',
      ...metadata,
    },
    spec: { repository: 'https://git.example/m', ...spec },
    status: { observedGeneration: 1, lastCommit: 'a', ...status },
  };
}

const requested = { annotations: { [annotations.requestedAt]: 'b' } };
const another = { annotations: { [annotations.requestedAt]: 'c' } };
const pushed = { annotations: { ...requested.annotations, [annotations.pushedAt]: 'b' } };
const failed = (ms: number, failures = 1) => ({ failures, lastSync: report(ago(ms)) });

describe('decide', () => {
  test.each<[what: string, sync: ManifestSync, looked: Date | undefined, expected: unknown]>([
    [
      'a new manifest is synced',
      make({ status: { observedGeneration: -1 } }),
      undefined,
      { sync: 'startup', whole: true },
    ],
    [
      'a new process looks whether the commit has moved',
      make(),
      undefined,
      { sync: 'startup', whole: false },
    ],
    [
      'an edit is synced, whatever the commit',
      make({ metadata: { generation: 2 } }),
      ago(1),
      { sync: 'manual', whole: true },
    ],
    [
      'a request is served, whatever the commit',
      make({ metadata: requested }),
      ago(1),
      { sync: 'manual', whole: true },
    ],
    [
      'a request is served while the manifest is suspended',
      make({ metadata: requested, spec: { suspend: true } }),
      ago(1),
      { sync: 'manual', whole: true },
    ],
    [
      'a push is served, whatever the commit',
      make({ metadata: pushed }),
      ago(1),
      { sync: 'push', whole: true },
    ],
    [
      'a push is not served while the manifest is suspended',
      make({ metadata: pushed, spec: { suspend: true } }),
      ago(1),
      { sync: undefined },
    ],
    [
      "a request after a push is somebody's",
      make({ metadata: { annotations: { ...pushed.annotations, ...another.annotations } } }),
      ago(1),
      { sync: 'manual', whole: true },
    ],
    [
      'nothing else is served while it is suspended',
      make({ metadata: { generation: 2 }, spec: { suspend: true } }),
      undefined,
      { sync: undefined },
    ],
    [
      'the schedule comes after a quarter of an hour at the most',
      make(),
      ago(15 * minute),
      { sync: 'schedule', whole: false },
    ],
    [
      'the schedule comes at once after the clock was hours ahead and is corrected',
      make(),
      ago(-8 * 60 * minute),
      { sync: 'schedule', whole: false },
    ],
    ['a manual schedule never comes', make({ spec: { schedule: 'manual' } }), ago(1e9), {}],
    [
      'a failure is tried again when its time has come',
      make({ spec: { schedule: 'manual' }, status: failed(10_000) }),
      ago(10_000),
      { sync: 'schedule', whole: false },
    ],
    [
      'a failure is left alone until then',
      make({ spec: { schedule: 'manual' }, status: failed(4_000) }),
      ago(4_000),
      { sync: undefined, waitMs: 6_000 },
    ],
    [
      'after many failures the wait ends at a quarter of an hour',
      make({ spec: { schedule: 'manual' }, status: failed(0, 40) }),
      ago(0),
      { sync: undefined, waitMs: 15 * minute },
    ],
    [
      'what time cannot mend is not tried again',
      make({
        spec: { schedule: 'manual' },
        status: { ...failed(minute), conditions: [stalled] },
      }),
      ago(minute),
      { sync: undefined },
    ],
    [
      'what time cannot mend is looked at again by schedule',
      make({ status: { ...failed(16 * minute), conditions: [stalled] } }),
      ago(16 * minute),
      { sync: 'schedule', whole: false },
    ],
  ])('%s', (_, sync, looked, expected) => {
    expect(decide(sync, { now, looked })).toEqual(expected);
  });

  test('waits no longer than a timer can', () => {
    const yearly = make({ spec: { schedule: '0 0 1 12 *' } });

    expect(decide(yearly, { now, looked: now })).toEqual({ sync: undefined, waitMs: 86_400_000 });
  });
});

describe('nextSync', () => {
  const next = (uid: string, schedule: string, from = now): number => {
    const sync = make({ metadata: { uid }, spec: { schedule } });
    return nextSync(sync, from)!.getTime() - from.getTime();
  };

  test('spreads manifests of one schedule, each in its own place', () => {
    const places = Array.from({ length: 50 }, (_, at) => next(`uid-${at}`, '0 13 * * *'));

    expect(next('uid-0', '0 13 * * *')).toBe(places[0]);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(60 * minute);
    expect(Math.max(...places)).toBeLessThan(65 * minute);
    expect(new Set(places).size).toBeGreaterThan(40);
  });

  test('comes once in an interval, after a look in its own place too', () => {
    const first = nextSync(make({ spec: { schedule: 'every-5-minutes' } }), now)!;
    const second = nextSync(make({ spec: { schedule: 'every-5-minutes' } }), first)!;

    expect(second.getTime() - first.getTime()).toBe(5 * minute);
  });

  test('never comes for a manual or suspended manifest', () => {
    expect(nextSync(make({ spec: { schedule: 'manual' } }), now)).toBeUndefined();
    expect(nextSync(make({ spec: { suspend: true } }), now)).toBeUndefined();
  });
});
