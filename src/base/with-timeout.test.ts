import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a result in time is returned, and a late one is an error', async () => {
  expect(await withTimeout(Promise.resolve(7), 100)).toBe(7);
  const late = withTimeout(new Promise(() => undefined), 100);
  const rejected = expect(late).rejects.toThrow('no answer within 100 ms');
  await vi.advanceTimersByTimeAsync(100);
  await rejected;
  expect(vi.getTimerCount()).toBe(0);
});
