import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an answer in time is the answer, and a late one is none', async () => {
  expect(await inTime(Promise.resolve(7), 100)).toBe(7);
  const late = inTime(new Promise(() => undefined), 100);
  const told = expect(late).rejects.toThrow('no answer within 100 ms');
  await vi.advanceTimersByTimeAsync(100);
  await told;
  expect(vi.getTimerCount()).toBe(0);
});
