import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JournalEntry } from '../../store/run-journal.ts';
import { JournalReporter } from './journal-reporter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a run whose journal does not answer for a while tells only its newest progress and its outcome after that', async () => {
  const told: JournalEntry[] = [];
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const journal = {
    async report(entry: JournalEntry): Promise<void> {
      told.push(entry);
      await answer;
    },
  };
  const reporter = new JournalReporter(journal, { id: 'run-1', library: 'docs/widgets' });

  for (let documents = 1; documents <= 20; documents += 1) {
    reporter.report({ ...reporter.progress, phase: 'indexing', documents });
    await vi.advanceTimersByTimeAsync(2_000);
  }
  const result = { changed: true, facts: {} };
  const ended = reporter.end({ state: 'succeeded', result });
  resolve();
  await ended;

  expect(told.map(({ run }) => run.documents)).toEqual([1, 20]);
  expect(told.map(({ outcome }) => outcome)).toEqual([undefined, { state: 'succeeded', result }]);
});
