import { expect, test } from 'vitest';
import type { JournalEntry } from '../../store/run-journal.ts';
import { newRun } from '../../resources/run.ts';
import { RunProgress } from './run-progress.ts';

const run = newRun('run-1', new Date('2026-05-01T10:00:00Z'));

/** Returns the progress that the controller reads of a run that reported this. */
async function progressOf(reported: object, share?: number): Promise<unknown> {
  const part = share === undefined ? {} : { share };
  const entry = { runId: 'run-1', library: 'docs/anvil', ...part, run: reported } as JournalEntry;
  const progress = new RunProgress({
    journal: { read: async () => new Map([['run-1', entry]]) },
    onChange: () => undefined,
    onError: () => undefined,
    pollMs: 1,
  });
  return (await progress.read({ run: 'run-1', shares: undefined }))?.run;
}

test('progress is read as a run reports it', async () => {
  const reported = {
    ...run,
    phase: 'embedding',
    version: 'v2',
    total: 12,
    embeddedPercent: 40,
    warnings: ['a.pdf: not a text'],
    finishedAt: '2026-05-01T10:05:00.000Z',
  };

  expect(await progressOf(reported)).toEqual(reported);
});

test.each([
  ['a phase that does not exist', { phase: 'x' }],
  ['a number that is none', { documents: '7' }],
  ['a number that is too large for the status', { documents: 1e300 }],
  ['a time that is none', { startedAt: 'today' }],
  ['a day that does not exist', { finishedAt: '2026-02-31T10:00:00.000Z' }],
  ['a long version', { version: 'v'.repeat(100_000) }],
  ['many warnings', { warnings: Array.from({ length: 11 }, () => 'x') }],
])('progress with %s is ignored', async (_, wrong) => {
  expect(await progressOf({ ...run, ...wrong })).toBeUndefined();
  expect(await progressOf({ ...run, ...wrong }, 0)).toBeUndefined();
});

test('a run cannot report what only the controller knows', async () => {
  expect(await progressOf({ ...run, credential: 'none', trigger: 'edit' })).toEqual(run);
});

test('an outage of the journal is reported once, and a later one again', async () => {
  const outcomes = ['down', 'down', 'down', 'up', 'down', 'down', 'up'];
  const told: string[] = [];
  const ended = new AbortController();
  const read = async (): Promise<Map<string, JournalEntry>> => {
    const outcome = outcomes.shift();
    if (outcome === undefined) ended.abort();
    if (outcome === 'down') throw new Error('no answer');
    return new Map();
  };
  const progress = new RunProgress({
    journal: { read },
    onChange: () => undefined,
    onError: (message) => told.push(message),
    pollMs: 1,
  });
  progress.follow({ run: 'run-1', library: 'docs/anvil', shares: undefined });

  await progress.run(ended.signal);

  expect(told).toEqual(['run journal: no answer', 'run journal: no answer']);
});
