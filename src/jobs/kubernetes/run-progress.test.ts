import { expect, test } from 'vitest';
import type { JournalEntry } from '../../store/run-journal.ts';
import { RunProgress } from './run-progress.ts';

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
