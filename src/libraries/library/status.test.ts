import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { annotations, type Library, type LibraryStatus } from '../../resources/library.ts';
import type { IndexingResult } from '../../indexing/job.ts';
import type { ActiveVersion } from '../../store/snippet-index.ts';
import type { StatusEvent } from './status-event.ts';
import { recordOf } from './record.ts';
import { nextStatus } from './status.ts';
import { now, run, served } from './status.fixture.ts';
import { specMistake } from './validate.ts';

const conditionsOf = (status: ReturnType<typeof nextStatus>) =>
  status.conditions?.map(({ type, status: value, reason }) => `${type}=${value} ${reason}`);

describe('nextStatus', () => {
  test('makes a library ready after a run, with its counts and the facts of its source', () => {
    const library = makeLibrary({ status: { state: 'processing' } });

    const status = nextStatus(
      library,
      {
        type: 'succeeded',
        run,
        result: { changed: true, facts: { title: 'Anvil', stars: 7 } },
        served,
      },
      now,
    );

    expect(conditionsOf(status)).toEqual(['Ready=True Succeeded', 'Embedded=True Succeeded']);
    expect(status).toMatchObject({
      state: 'finalized',
      totalSnippets: 9,
      totalTokens: 900,
      title: 'Anvil',
      stars: 7,
    });
  });

  test('ends a run now at the latest, if the clock of its node is hours ahead', () => {
    const finishedAt = new Date(now.getTime() + 5 * 3_600_000).toISOString();
    const library = makeLibrary({
      spec: { refresh: { interval: '1h' } },
      status: { state: 'processing' },
    });
    const failure = { reason: 'Unreachable', message: 'busy', retry: 'backoff' } as const;

    const status = nextStatus(
      library,
      { type: 'failed', run: { ...run, finishedAt }, failure, served },
      now,
    );

    expect(status.run?.finishedAt).toBe(now.toISOString());
    expect(status.runs?.[0]?.finishedAt).toBe(now.toISOString());
    expect(Date.parse(status.nextRefreshTime!)).toBeLessThan(now.getTime() + 2 * 3_600_000);
  });

  describe('of a library with a version that does not exist', () => {
    const failedVersions = [
      { version: 'typo', reason: 'NotFound', message: 'there is no tag typo' } as const,
    ];
    const after = (library: Library, result: Partial<IndexingResult>): LibraryStatus =>
      nextStatus(
        library,
        { type: 'succeeded', run, result: { changed: true, facts: {}, ...result }, served },
        now,
      );
    const library = makeLibrary({ spec: { versions: ['typo', 'v1'] } });
    const failed = { ...library, status: after(library, { failedVersions }) };

    test('is ready and stalled, and names that version', () => {
      expect(failed.status.state).toBe('finalized');
      expect(conditionsOf(failed.status)).toEqual([
        'Ready=True Succeeded',
        'Embedded=True Succeeded',
        'VersionsFailed=True NotFound',
        'Stalled=True NotFound',
      ]);
      expect(failed.status.conditions![0]!.message).toBe(
        '9 snippets served. Not indexed: typo (there is no tag typo)',
      );
    });

    test('still names it after a run that only embedded', () => {
      const { status } = failed;
      const begun = { ...failed, status: nextStatus(failed, { type: 'started', run }, now) };

      expect(conditionsOf(after(begun, {}))).toEqual(conditionsOf(status));
    });

    test('no longer names it after a run that indexed all versions', () => {
      const corrected = after(failed, { failedVersions: [] });

      expect(conditionsOf(corrected)).toEqual(['Ready=True Succeeded', 'Embedded=True Succeeded']);
      expect(corrected.conditions![0]!.message).toBe('9 snippets served');
    });

    test('names three of many', () => {
      const many = ['a', 'b', 'c', 'd', 'e'].map((version) => ({ ...failedVersions[0]!, version }));

      expect(after(library, { failedVersions: many }).conditions![0]!.message).toMatch(
        /Not indexed: a \(.*\); b \(.*\); c \(.*\); and 2 more$/,
      );
    });
  });

  describe('an edit after the start of a run', () => {
    const embedding = { ...run, phase: 'embedding' as const };
    const result = { changed: true, facts: {} };
    const failure = { reason: 'ModelFailed', message: 'down', retry: 'backoff' } as const;

    test.each<StatusEvent>([
      { type: 'progressed', run: embedding },
      { type: 'searchable', run: embedding, result, served },
      { type: 'yielded', run: embedding, served },
      { type: 'failed', run: embedding, failure, served },
      { type: 'succeeded', run, result, served },
    ])('has not taken effect when the run has $type', (event) => {
      const library = makeLibrary({ metadata: { generation: 2 }, status: { run } });

      const { observedGeneration, conditions } = nextStatus(library, event, now);

      expect([observedGeneration, ...conditions!.map((one) => one.observedGeneration)]).toEqual(
        [1, ...conditions!].map(() => 1),
      );
    });
  });

  test('updates the place of a waiting library only when it has changed much', () => {
    const waits = (library: Library, position: number, blockedBy?: string) =>
      nextStatus(library, { type: 'waiting', position, ...(blockedBy && { blockedBy }) }, now);
    const fresh = makeLibrary({ status: { state: 'initial' } });
    const first = waits(fresh, 742, 'source host example.org');
    const waiting = { ...fresh, status: first };

    const messages = [waits(waiting, 741), waits(waiting, 18), waits(waiting, 1)].map(
      ({ conditions }) => conditions?.[0]?.message,
    );

    expect(messages).toEqual([
      'Waiting for a run among the next 1000; the source host example.org is busy',
      'Waiting for a run, place 18',
      'Waiting for a run, place 1',
    ]);
    expect(waits(waiting, 101, 'embedding host example.org')).toEqual(first);
  });

  test('shows the operator’s title and description until they are removed, then the source’s', () => {
    const mine = makeLibrary({ spec: { title: 'Mine', description: 'My saws.' } });
    const facts = { title: 'Theirs', description: 'Their saws.' };
    const result = { changed: true, facts };
    const status = nextStatus(mine, { type: 'succeeded', run, result, served }, now);
    expect(recordOf({ ...mine, status })).toMatchObject({ title: 'Mine', description: 'My saws.' });

    // The source has not changed, so that the next run does not read it.
    const unread = { changed: false, facts: {} };
    const plain = makeLibrary({ status });
    const later = nextStatus(plain, { type: 'succeeded', run, result: unread, served }, now);
    expect(recordOf({ ...plain, status: later })).toMatchObject(facts);
  });

  test('shows the rules that were found, and those that answers contain', () => {
    const allowed = makeLibrary({ spec: { ownerRules: 'allow' } });
    const result = { changed: true, facts: {}, ownerRules: ['Use hooks.', 'Prefer ESM.'] };

    const held = nextStatus(makeLibrary(), { type: 'succeeded', run, result, served }, now);
    const shown = nextStatus(allowed, { type: 'succeeded', run, result, served }, now);
    const rests = (status: Library['status'], spec: Partial<Library['spec']>) =>
      nextStatus(makeLibrary({ status, spec }), { type: 'suspended' }, now).ownerRules;

    expect(held.ownerRules).toEqual({ found: 2, served: 0 });
    expect(shown.ownerRules).toEqual({ found: 2, served: 2 });
    expect(rests(shown, {})).toEqual({ found: 2, served: 0 });
    // The next run reads the rules again.
    expect(rests(held, { ownerRules: 'allow' })).toEqual({ found: 2, served: 0 });
    expect(rests({}, { ownerRules: 'allow' })).toBeUndefined();
  });

  test('stalls on a failure that time cannot mend', () => {
    const failure = { reason: 'NotFound', message: 'gone', retry: 'never' } as const;

    const status = nextStatus(makeLibrary(), { type: 'failed', run, failure, served: [] }, now);

    expect(conditionsOf(status)).toEqual(['Ready=False NotFound', 'Stalled=True NotFound']);
    expect(status.state).toBe('error');
  });

  test('counts failures and retries those that may pass with time', () => {
    const failure = { reason: 'Unreachable', message: 'down', retry: 'backoff' } as const;
    const library = makeLibrary({ status: { failures: 2 } });

    const status = nextStatus(library, { type: 'failed', run, failure, served }, now);

    expect(conditionsOf(status)).toEqual([
      'Ready=False Unreachable',
      'Reconciling=True ProgressingWithRetry',
    ]);
    expect(status.failures).toBe(3);
    expect(status.versions).toHaveLength(1);
  });

  test('stays ready during a refresh', () => {
    const library = makeLibrary({
      status: {
        versions: [
          { name: '', revision: 'a', documents: 1, snippets: 1, tokens: 1, updatedAt: '' },
        ],
      },
    });

    const status = nextStatus(library, { type: 'started', run }, now);

    expect(conditionsOf(status)).toEqual([
      'Ready=True Progressing',
      'Reconciling=True Progressing',
    ]);
  });

  test('moves a condition’s transition time only when it changes', () => {
    const earlier = '2025-01-01T00:00:00.000Z';
    const library = makeLibrary({
      status: {
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'Succeeded',
            message: '',
            lastTransitionTime: earlier,
          },
        ],
      },
    });

    const status = nextStatus(
      library,
      { type: 'succeeded', run, result: { changed: false, facts: {} }, served },
      now,
    );

    expect(status.conditions?.[0]?.lastTransitionTime).toBe(earlier);
  });

  test('tells that the schedule of an indexed library cannot be read', () => {
    const library = makeLibrary({
      spec: { refresh: { schedule: '0 22-6 * * *' } },
      status: {
        state: 'finalized',
        run: { ...run, phase: 'done', finishedAt: now.toISOString() },
        nextRefreshTime: now.toISOString(),
      },
    });
    const message = specMistake(library.spec) ?? '';

    const status = nextStatus(library, { type: 'invalid', message }, now);

    expect(status.conditions?.[0]).toMatchObject({ reason: 'InvalidSpec', message });
    expect(message).toContain('schedule "0 22-6 * * *" cannot be read');
    expect(status).not.toHaveProperty('nextRefreshTime');
  });

  test('names no next read while the spec is wrong', () => {
    const ended = { ...run, finishedAt: now.toISOString() };
    const library = makeLibrary({
      spec: { refresh: { interval: '1d' } },
      status: { run: ended },
    });

    const status = nextStatus(library, { type: 'invalid', message: 'id is wrong' }, now);

    expect(status).not.toHaveProperty('nextRefreshTime');
  });

  test('answers a request for a run of a library whose spec is wrong', () => {
    const library = makeLibrary({
      metadata: { generation: 3, annotations: { [annotations.requestedAt]: 'noon' } },
    });

    const status = nextStatus(library, { type: 'invalid', message: 'id is wrong' }, now);

    expect(status).toMatchObject({
      state: 'error',
      observedGeneration: 3,
      lastHandledReconcileAt: 'noon',
    });
  });

  test('shows the progress of a run, and the version that it reads', () => {
    const reading = { ...run, version: 'v2', total: 10 };

    const status = nextStatus(makeLibrary(), { type: 'progressed', run: reading }, now);

    expect(status.conditions?.[0]?.message).toBe('Indexing v2: 3 of 10 documents, 9 snippets');
  });

  test('is ready for an edit only when the content of the edit is searchable', () => {
    const library = makeLibrary({ metadata: { generation: 2 } });
    const result = { changed: true, facts: {} };
    const generationOf = (status: Library['status'], wanted: string): number | undefined =>
      status.conditions?.find(({ type }) => type === wanted)?.observedGeneration;
    const before = nextStatus(
      { ...library, metadata: { ...library.metadata, generation: 1 } },
      { type: 'succeeded', run, result, served },
      now,
    );
    const failure = { reason: 'Unreachable', message: 'no answer', retry: 'backoff' } as const;
    const embedding = { ...run, phase: 'embedding' as const };
    let status = before;
    const seen: [string, ...(number | undefined)[]][] = [];
    for (const event of [
      { type: 'waiting', position: 1 },
      { type: 'started', run },
      { type: 'failed', run, failure, served },
      { type: 'started', run },
      { type: 'progressed', run },
      { type: 'searchable', run: embedding, result, served },
      { type: 'yielded', run: embedding, served },
      { type: 'succeeded', run, result, served },
    ] satisfies StatusEvent[]) {
      status = nextStatus({ ...library, status }, event, now);
      seen.push([event.type, generationOf(status, 'Ready'), generationOf(status, 'Embedded')]);
    }

    expect(seen).toEqual([
      ['waiting', 1, 1],
      ['started', 1, 1],
      ['failed', 1, 1],
      ['started', 1, 1],
      ['progressed', 1, 1],
      ['searchable', 2, 2],
      ['yielded', 2, 2],
      ['succeeded', 2, 2],
    ]);
  });

  test('says when a library with a schedule is read next, while it rests', () => {
    const library = makeLibrary({ spec: { refresh: { interval: '1d' } } });
    const ended = { ...run, finishedAt: now.toISOString() };
    const result = { changed: true, facts: {} };

    const after = nextStatus(library, { type: 'succeeded', run: ended, result, served }, now);
    const again = nextStatus({ ...library, status: after }, { type: 'started', run }, now);

    expect(after.nextRefreshTime).toMatch(/^2026-01-02T12:0/);
    expect(again.nextRefreshTime).toBeUndefined();
  });

  test('only shows the time of the next read while the library waits for its turn at the host', () => {
    const library = makeLibrary({ spec: { refresh: { interval: '1d' } } });
    const ended = { ...run, finishedAt: now.toISOString() };
    const result = { changed: true, facts: {} };
    const status = nextStatus(library, { type: 'succeeded', run: ended, result, served }, now);
    const until = new Date('2026-01-02T15:00:00.000Z');

    const after = nextStatus({ ...library, status }, { type: 'postponed', until }, now);

    expect(after).toEqual({ ...status, nextRefreshTime: until.toISOString() });
  });

  test('rests as it was before a run that a suspension ended', () => {
    const busy = makeLibrary({ status: { state: 'processing' } });

    expect(nextStatus(busy, { type: 'suspended' }, now).state).toBe('initial');
  });
});

describe('a cancelled run', () => {
  const asked = {
    [annotations.requestedAt]: '2026-01-01T11:00:00.000Z',
    [annotations.cancelledAt]: '2026-01-01T11:30:00.000Z',
  };
  const busy = makeLibrary({
    metadata: { annotations: asked },
    status: { state: 'processing', failures: 2, run },
  });
  const cancel = (library: Library, still: ActiveVersion[], wasBusy = true) =>
    nextStatus(library, { type: 'cancelled', wasBusy, served: still }, now);

  test('keeps the served content, and counts as the answer to earlier requests', () => {
    const status = cancel(busy, served);
    expect(conditionsOf(status)).toEqual(['Ready=True Cancelled']);
    expect(status).toMatchObject({
      state: 'finalized',
      totalSnippets: 9,
      lastHandledReconcileAt: asked[annotations.requestedAt],
      lastHandledCancelAt: asked[annotations.cancelledAt],
    });
  });

  test('stalls a library of which nothing is served', () => {
    const status = cancel(busy, []);
    expect(status.state).toBe('error');
    expect(conditionsOf(status)).toEqual(['Ready=False Cancelled', 'Stalled=True Cancelled']);
    const sent = { ...busy, spec: { ...busy.spec, source: { import: { upload: 'import-x' } } } };
    const messages = [busy, sent].map((library) => cancel(library, []).conditions?.[0]?.message);
    expect(messages).toEqual([
      expect.stringContaining('to index it, refresh it'),
      expect.stringContaining('to index it, send it again'),
    ]);
  });

  // 11:45 as ISO 8601, and as `date +%s` writes it.
  test.each(['2026-01-01T11:45:00.000Z', '1767267900'])('leaves the later request %s', (time) => {
    const again = { ...asked, [annotations.requestedAt]: time };
    const status = cancel({ ...busy, metadata: { ...busy.metadata, annotations: again } }, served);
    expect(status.lastHandledReconcileAt).toBeUndefined();
  });

  test('only answers the requests before it where nothing ran or waited', () => {
    const failing = makeLibrary({
      metadata: { annotations: asked },
      status: {
        state: 'error',
        conditions: [
          {
            type: 'Stalled',
            status: 'True',
            reason: 'NotFound',
            message: 'gone',
            lastTransitionTime: now.toISOString(),
            observedGeneration: 1,
          },
        ],
      },
    });
    expect(cancel(failing, [], false)).toEqual({
      ...failing.status,
      lastHandledReconcileAt: asked[annotations.requestedAt],
      lastHandledCancelAt: asked[annotations.cancelledAt],
    });
  });

  test('that had ended already is remembered as it ended', () => {
    const event = { type: 'succeeded', run, result: { changed: true, facts: {} }, served } as const;
    const status = nextStatus(busy, event, now);
    expect(status.runs?.[0]?.outcome).toBe('done');
    expect(status.lastHandledCancelAt).toBe(asked[annotations.cancelledAt]);
  });
});
