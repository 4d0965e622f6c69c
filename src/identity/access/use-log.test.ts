import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeyStore } from './key-store.ts';
import { createUseLog } from './use-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function useLog() {
  const written: Map<string, number>[] = [];
  const noteUse = vi.fn<KeyStore['noteUse']>(async (times) => {
    written.push(new Map(times));
  });
  const onError = vi.fn<(error: unknown) => void>();
  return { uses: createUseLog({ store: { noteUse }, onError }), noteUse, onError, written };
}

test('a thousand uses cause one write per minute, with the last time of each key', async () => {
  const { uses, written } = useLog();
  for (let at = 0; at < 1_000; at += 1) uses.note(at % 2 ? 'odd' : 'even', at);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual([
    new Map([
      ['even', 998],
      ['odd', 999],
    ]),
  ]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(written).toHaveLength(1);
});

test('a failed write is repeated with the next one, unless the key was used again', async () => {
  const { uses, noteUse, onError, written } = useLog();
  noteUse.mockRejectedValueOnce(new Error('away'));
  uses.note('a', 1);
  uses.note('b', 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onError).toHaveBeenCalledTimes(1);
  uses.note('b', 2);
  await uses.flush();
  expect(written).toEqual([
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
  ]);
});
