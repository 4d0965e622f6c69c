import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Count, Counter } from './counter.ts';
import { fallbackCounter } from './fallback-counter.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const shared: Count = { allowed: true, remaining: 7, resetsInMs: 1 };
const own: Count = { allowed: true, remaining: 3, resetsInMs: 1 };

function insured() {
  const asked = vi.fn<Counter['add']>(async () => shared);
  const onError = vi.fn<(error: unknown) => void>();
  const fallback = { add: async () => own };
  return {
    counter: fallbackCounter({ add: asked }, { fallback, onError, timeoutMs: 500 }),
    asked,
    onError,
  };
}

test('the main counter counts while it responds', async () => {
  const { counter, onError } = insured();
  expect(await counter.add('a')).toBe(shared);
  expect(onError).not.toHaveBeenCalled();
});

test('after a failure the fallback counts for five seconds, then the main counter is used again', async () => {
  const { counter, asked, onError } = insured();
  const away = new Error('away');
  asked.mockRejectedValueOnce(away);
  expect(await counter.add('a')).toBe(own);
  vi.advanceTimersByTime(4_999);
  expect(await counter.add('a')).toBe(own);
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(await counter.add('a')).toBe(shared);
  expect(onError.mock.calls).toEqual([[away]]);
});

test('the main counter is used again after five seconds, even if the clock was hours ahead', async () => {
  const { counter, asked } = insured();
  asked.mockRejectedValueOnce(new Error('away'));
  expect(await counter.add('a')).toBe(own);
  vi.setSystemTime(-8 * 3_600_000);
  vi.advanceTimersByTime(5_000);
  expect(await counter.add('a')).toBe(shared);
});

test('a silent counter delays a request by at most half a second, and is reported once', async () => {
  const { counter, asked, onError } = insured();
  asked.mockReturnValue(new Promise(() => undefined));
  const answers = Promise.all([counter.add('a'), counter.add('b')]);
  await vi.advanceTimersByTimeAsync(500);
  expect(await answers).toEqual([own, own]);
  expect(onError).toHaveBeenCalledTimes(1);
});
