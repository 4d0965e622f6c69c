import { describe, expect, test } from 'vitest';
import { embeddedLibrary, makeLibrary, servedVersion } from '../../../test/support/library.ts';
import { annotations, type Library, type LibrarySpec } from '../../resources/library.ts';
import { decide, refreshTime } from './decide.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const failedAt = (seconds: number) => ({
  state: 'error' as const,
  failures: 1,
  run: {
    id: 'r',
    phase: 'failed' as const,
    startedAt: now.toISOString(),
    finishedAt: new Date(now.getTime() - seconds * 1000).toISOString(),
    fetched: 0,
    documents: 0,
    snippets: 0,
    embedded: 0,
    skipped: 0,
  },
});
/** A library whose last run could not read one of its versions, so that the version keeps its content. */
const withFailedVersion = ({ status }: Library): Library =>
  makeLibrary({
    status: {
      ...status,
      conditions: [
        {
          type: 'VersionsFailed',
          status: 'True',
          reason: 'NotFound',
          message: '',
          lastTransitionTime: '',
        },
      ],
    },
  });

describe('decide', () => {
  test.each([
    ['a finalized library needs nothing', makeLibrary(), undefined],
    ['a new library runs', makeLibrary({ status: { observedGeneration: -1 } }), 'edit'],
    ['a changed spec runs', makeLibrary({ metadata: { generation: 2 } }), 'edit'],
    [
      'a request runs once it is new',
      makeLibrary({
        metadata: { annotations: { [annotations.requestedAt]: 'b' } },
        status: { lastHandledReconcileAt: 'a' },
      }),
      'request',
    ],
    [
      'a request that was served does not run again',
      makeLibrary({
        metadata: { annotations: { [annotations.requestedAt]: 'a' } },
        status: { lastHandledReconcileAt: 'a' },
      }),
      undefined,
    ],
    [
      'a run that a crash ended runs again',
      makeLibrary({ status: { state: 'processing' } }),
      'unfinished',
    ],
    [
      'a suspended library rests',
      makeLibrary({ spec: { suspend: true }, metadata: { generation: 2 } }),
      undefined,
    ],
    [
      'a failure is retried if the clock was ahead when it happened',
      makeLibrary({ status: failedAt(-8 * 3_600) }),
      'retry',
    ],
    ['a failure is retried when its time has come', makeLibrary({ status: failedAt(11) }), 'retry'],
    [
      'a failure that time cannot mend is not retried',
      makeLibrary({
        status: {
          ...failedAt(9_999),
          conditions: [
            {
              type: 'Stalled',
              status: 'True',
              reason: 'NotFound',
              message: '',
              lastTransitionTime: '',
            },
          ],
        },
      }),
      undefined,
    ],
  ] as const)('%s', (_, library, run) => {
    expect(decide(library, now).run).toBe(run);
  });

  describe('after a change of the embedding model', () => {
    const old = 'openai:models.example.org/minilm';

    test.each([
      ['a library with vectors of the previous model is read again', embeddedLibrary(`${old}@384`)],
      ['so is one of which an older version has them', embeddedLibrary('new@2', `${old}@384`)],
      ['so is one whose model is unknown', makeLibrary({ status: { versions: [servedVersion] } })],
      [
        'so is one of which a version could not be read before the change',
        withFailedVersion(embeddedLibrary(`${old}@384`, `${old}@384`)),
      ],
    ])('%s', (_, library) => {
      expect(decide(library, now, { previousModel: old }).run).toBe('schedule');
    });

    test.each([
      ['a library of another model', embeddedLibrary(`${old}-large@384`)],
      [
        'a suspended library',
        makeLibrary({ ...embeddedLibrary(`${old}@384`), spec: { suspend: true } }),
      ],
      [
        'a library whose run somebody canceled',
        makeLibrary({
          status: {
            ...embeddedLibrary(`${old}@384`).status,
            conditions: [
              {
                type: 'Ready',
                status: 'True',
                reason: 'Cancelled',
                message: '',
                lastTransitionTime: '',
              },
            ],
          },
        }),
      ],
      [
        'a library of which only a version that cannot be read has them',
        withFailedVersion(embeddedLibrary('new@2', `${old}@384`)),
      ],
      [
        'an import',
        makeLibrary({
          ...embeddedLibrary(`${old}@384`),
          spec: { source: { import: { upload: 'u', fileName: 'a.zip' } } } as Partial<LibrarySpec>,
        }),
      ],
    ])('%s rests', (_, library) => {
      expect(decide(library, now, { previousModel: old }).run).toBeUndefined();
    });

    test('a library that failed is retried in its own time', () => {
      const { versions = [] } = embeddedLibrary(`${old}@384`).status;
      const library = makeLibrary({ status: { ...failedAt(4), versions } });

      expect(decide(library, now, { previousModel: old })).toEqual({
        run: undefined,
        waitMs: 6_000,
      });
    });

    test('without a previous model, nothing is read again', () => {
      expect(decide(embeddedLibrary(`${old}@384`), now).run).toBeUndefined();
    });
  });

  test('says how long to wait for the next try', () => {
    expect(decide(makeLibrary({ status: failedAt(4) }), now)).toEqual({
      run: undefined,
      waitMs: 6_000,
    });
  });

  describe('with a refresh', () => {
    const endedAt = (finishedAt: string) => ({
      ...failedAt(0).run,
      phase: 'done' as const,
      finishedAt,
    });
    const refreshed = (refresh: NonNullable<LibrarySpec['refresh']>, finishedAt: string): Library =>
      makeLibrary({ spec: { refresh }, status: { run: endedAt(finishedAt) } });

    test('is due if the clock was hours ahead when the last run ended', () => {
      const library = refreshed({ interval: '1h' }, '2026-01-01T20:00:00.000Z');

      expect(decide(library, now)).toEqual({ run: 'schedule' });
    });

    test('is not due at once if another machine is only seconds ahead', () => {
      const library = refreshed({ interval: '1h' }, '2026-01-01T12:00:05.000Z');

      expect(decide(library, now)).toMatchObject({ run: undefined });
    });

    test('runs by its interval, counted from the end of the last run', () => {
      const library = refreshed({ interval: '1h' }, '2026-01-01T11:30:00.000Z');

      const { waitMs } = decide(library, now) as { waitMs: number };

      expect(waitMs).toBeGreaterThanOrEqual(30 * 60_000);
      expect(waitMs).toBeLessThan(36 * 60_000);
      expect(decide(library, new Date(now.getTime() + waitMs)).run).toBe('schedule');
    });

    describe('whose interval may grow', () => {
      const last = '2026-01-01T11:30:00.000Z';
      const daysToNext = (unchangedDays: number): number => {
        const library = refreshed({ interval: '1d', maxInterval: '30d' }, last);
        const changed = new Date(Date.parse(last) - unchangedDays * 86_400_000).toISOString();
        const versions = [
          {
            name: '',
            revision: 'r',
            documents: 1,
            snippets: 1,
            tokens: 1,
            updatedAt: changed,
          },
        ];
        const status = { ...library.status, versions };
        return (refreshTime({ ...library, status })!.getTime() - Date.parse(last)) / 86_400_000;
      };

      test.each([
        ['is looked at by its interval in the days after a change', 9, 1],
        ['is looked at after a tenth of the time without a change', 100, 10],
        ['is never left alone for longer than it allows', 5_000, 30],
      ])('%s', (_, unchangedDays, days) => {
        expect(daysToNext(unchangedDays)).toBeGreaterThanOrEqual(days);
        expect(daysToNext(unchangedDays)).toBeLessThanOrEqual(days * 1.1);
      });
    });

    test('never waits longer than its interval when no longer one is allowed', () => {
      const library = refreshed({ interval: '1h' }, '2026-01-01T11:30:00.000Z');
      const versions = [
        {
          name: '',
          revision: 'r',
          documents: 1,
          snippets: 1,
          tokens: 1,
          updatedAt: '2020-01-01T00:00:00.000Z',
        },
      ];

      const next = refreshTime({ ...library, status: { ...library.status, versions } })!;

      expect(next.getTime()).toBeLessThan(Date.parse('2026-01-01T12:36:00.000Z'));
    });

    test('runs by its schedule, at most ten minutes after the time it names', () => {
      const library = refreshed({ schedule: '0 13 * * *' }, '2026-01-01T11:30:00.000Z');

      const { waitMs } = decide(library, now) as { waitMs: number };

      expect(waitMs).toBeGreaterThanOrEqual(60 * 60_000);
      expect(waitMs).toBeLessThan(70 * 60_000);
    });

    test('keeps a short schedule, which leaves no room to spread over ten minutes', () => {
      const library = refreshed({ schedule: '*/5 * * * *' }, '2026-01-01T11:56:00.000Z');

      const { waitMs } = decide(library, new Date('2026-01-01T11:58:00.000Z')) as {
        waitMs: number;
      };

      expect(waitMs).toBeGreaterThanOrEqual(2 * 60_000);
      expect(waitMs).toBeLessThan(2.5 * 60_000);
    });

    test('waits for the next time when a run that was due was cancelled before it began', () => {
      const library = refreshed({ interval: '1h' }, '2026-01-01T09:00:00.000Z');
      const { status } = library;
      const cancelled = { ...status, lastHandledCancelAt: '2026-01-01T11:30:00.000Z' };

      const { run, waitMs } = decide({ ...library, status: cancelled }, now) as {
        run?: string;
        waitMs: number;
      };

      expect(run).toBeUndefined();
      expect(waitMs).toBeGreaterThanOrEqual(30 * 60_000);
    });

    test('runs at once when its time has passed while no controller ran', () => {
      const library = refreshed({ schedule: '@hourly' }, '2025-12-30T11:30:00.000Z');

      expect(decide(library, now).run).toBe('schedule');
    });
  });
});

describe('a library that lacks vectors', () => {
  const lacking = (reason: string) => ({
    type: 'Embedded',
    status: 'False' as const,
    reason,
    message: '',
    lastTransitionTime: now.toISOString(),
  });
  const after = (seconds: number, reason: string, status: Partial<Library['status']> = {}) =>
    makeLibrary({
      status: {
        ...failedAt(seconds),
        state: 'finalized',
        conditions: [lacking(reason)],
        ...status,
      },
    });

  test('is embedded again after the same waits as failed runs', () => {
    expect(decide(after(9, 'ModelFailed'), now)).toEqual({ run: undefined, waitMs: 1_000 });
    expect(decide(after(10, 'ModelFailed'), now)).toEqual({ run: 'vectors' });
  });

  test('is embedded at once if its run made way', () => {
    expect(decide(after(0, 'Waiting', { failures: 0 }), now)).toEqual({ run: 'vectors' });
  });

  test('gets no new run if a person canceled its run', () => {
    expect(decide(after(1e6, 'Cancelled'), now)).toEqual({ run: undefined });
  });

  test('continues to embed after a restart', () => {
    const { run } = failedAt(0);
    const status = { state: 'processing' as const, run: { ...run, phase: 'embedding' as const } };
    expect(decide(makeLibrary({ status }), now)).toEqual({ run: 'vectors' });
  });

  test('is refreshed on time, however often it was embedded again', () => {
    const refresh = { interval: '1h' };
    const read = {
      id: 'a',
      outcome: 'done' as const,
      trigger: 'schedule' as const,
      startedAt: '2026-01-01T10:00:00.000Z',
      finishedAt: '2026-01-01T10:01:00.000Z',
      documents: 1,
      snippets: 1,
      embedded: 0,
      skipped: 0,
    };
    const held = after(1, 'ModelFailed', { runs: [read] });
    const run = { ...held.status.run!, trigger: 'vectors' as const };
    const library = { ...held, spec: { ...held.spec, refresh }, status: { ...held.status, run } };
    expect(decide(library, now)).toEqual({ run: 'schedule' });
  });
});
