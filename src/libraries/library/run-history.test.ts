import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import type { Library, LibraryRun } from '../../resources/library.ts';
import type { StatusEvent } from './status-event.ts';
import { nextStatus } from './status.ts';

const startedAt = '2026-01-01T12:00:00.000Z';
const finishedAt = '2026-01-01T12:05:00.000Z';
const later = new Date('2026-01-01T12:06:00.000Z');

function runOf(id: string, facts: Partial<LibraryRun> = {}): LibraryRun {
  const counts = { fetched: 3, documents: 3, snippets: 9, embedded: 4, skipped: 1 };
  return { id, phase: 'indexing', startedAt, ...counts, ...facts };
}

const started = (id: string, trigger: LibraryRun['trigger'] = 'request'): StatusEvent => ({
  type: 'started',
  run: runOf(id, { ...(trigger && { trigger }) }),
});
const succeeded = (id: string): StatusEvent => ({
  type: 'succeeded',
  run: runOf(id, { finishedAt, version: 'v2' }),
  result: { changed: true, facts: {} },
  served: [],
});
const failed = (id: string, message: string): StatusEvent => ({
  type: 'failed',
  run: runOf(id, { finishedAt, version: 'v2' }),
  failure: { reason: 'Unreachable', message, retry: 'backoff' },
  served: [],
});

function after(library: Library, ...events: StatusEvent[]): Library {
  return events.reduce(
    (held, event) => ({ ...held, status: nextStatus(held, event, later) }),
    library,
  );
}

describe('the history of runs', () => {
  test('keeps the runs that read the source, however often a run only embeds', () => {
    const again = (id: string): StatusEvent[] => [started(id, 'vectors'), failed(id, 'down')];
    const events = Array.from({ length: 12 }, (_, at) => again(`e${at}`)).flat();
    const { status } = after(makeLibrary(), started('read'), succeeded('read'), ...events);
    expect(status.runs?.map(({ id }) => id)).toEqual(['e11', 'read']);
  });

  test('a run that reads no document keeps what the one before left out', () => {
    const old = 'docs: 2 documents are left out as translations (de)';
    const idle = { documents: 0, fetched: 0, skipped: 0 };
    const ran = (trigger: LibraryRun['trigger'], facts: Partial<LibraryRun>): StatusEvent[] => [
      { type: 'started', run: runOf('b', { ...idle, ...(trigger && { trigger }) }) },
      { ...succeeded('b'), run: runOf('b', { finishedAt, ...facts }) } as StatusEvent,
    ];
    const before = [started('a'), { ...succeeded('a'), run: runOf('a', { warnings: [old] }) }];
    const warnings = (...events: StatusEvent[]): string[] | undefined =>
      after(makeLibrary(), ...(before as StatusEvent[]), ...events).status.run?.warnings;

    expect(warnings(...ran('vectors', idle))).toEqual([old]);
    expect(warnings(...ran('schedule', { ...idle, warnings: ['no tag v9', old] }))).toEqual([
      'no tag v9',
      old,
    ]);
    expect(warnings(...ran('edit', idle))).toBeUndefined();
    expect(warnings(...ran('request', {}))).toBeUndefined();
  });

  test('shows how a run ended, why it began and its counts', () => {
    const { status } = after(makeLibrary(), started('a'), succeeded('a'));
    expect(status.runs).toEqual([
      {
        id: 'a',
        outcome: 'done',
        changed: true,
        trigger: 'request',
        startedAt,
        finishedAt,
        documents: 3,
        snippets: 9,
        embedded: 4,
        skipped: 1,
      },
    ]);
    expect(status.run).toMatchObject({ id: 'a', phase: 'done', trigger: 'request' });
  });

  test('shows why and where a run failed, in a message of bounded length', () => {
    const { status } = after(makeLibrary(), started('a', 'retry'), failed('a', 'x'.repeat(5_000)));
    const [run] = status.runs!;
    expect(run).toMatchObject({ outcome: 'failed', reason: 'Unreachable', version: 'v2' });
    expect(run?.message).toHaveLength(300);
    expect(run?.message).toMatch(/xxx\.\.\.$/);
  });

  test('holds the last ten, the newest first, each once', () => {
    const ids = Array.from({ length: 14 }, (_, n) => `run-${n}`);
    const events = ids.flatMap((id) => [started(id), succeeded(id), succeeded(id)]);
    const { status } = after(makeLibrary(), ...events);
    expect(status.runs?.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10));
  });

  test.each<[string, StatusEvent, string]>([
    ['cancelled', { type: 'cancelled', wasBusy: true, served: [] }, 'Cancelled'],
    ['cut off by a suspension', { type: 'suspended' }, 'Suspended'],
    ['cut off by an edit', started('b', 'edit'), 'SpecChanged'],
    ['cut off by a mistake', { type: 'invalid', message: 'source is missing' }, 'InvalidSpec'],
  ])('has a run that was %s', (_what, event, reason) => {
    const { status } = after(makeLibrary(), started('a'), event);
    expect(status.runs).toMatchObject([
      { id: 'a', outcome: 'cancelled', reason, finishedAt: later.toISOString(), documents: 3 },
    ]);
    expect(status.run).toMatchObject(
      event.type === 'started'
        ? { id: 'b', phase: 'indexing' }
        : { id: 'a', phase: 'cancelled', finishedAt: later.toISOString() },
    );
  });

  test('does not take a run that is begun again under its own id for two', () => {
    const { status } = after(makeLibrary(), started('a'), started('a', 'unfinished'));
    expect(status.runs).toBeUndefined();
    expect(status.run?.trigger).toBe('request');
  });

  test('does not contain a run that was canceled before it began', () => {
    const waiting = after(makeLibrary(), { type: 'waiting', position: 2 });
    const { status } = after(waiting, { type: 'cancelled', wasBusy: true, served: [] });
    expect(status.runs).toBeUndefined();
  });
});
