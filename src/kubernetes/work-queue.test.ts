import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { backoffMs, WorkQueue } from './work-queue.ts';

describe('WorkQueue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('returns a key once, however often it was added', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.add('a');
    queue.add('b');

    expect([await queue.get(), await queue.get()]).toEqual(['a', 'b']);
  });

  test('returns urgent keys first', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.add('b');
    queue.add('b', true);

    expect([await queue.get(), await queue.get()]).toEqual(['b', 'a']);
  });

  test('never gives a key to two workers, and returns it again if it was added meanwhile', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    const key = await queue.get();
    queue.add('a');
    const next = queue.get();
    let early = false;
    void next.then(() => (early = true));
    await vi.advanceTimersByTimeAsync(10);
    expect(early).toBe(false);

    queue.done(key!);

    expect(await next).toBe('a');
  });

  test('waits longer after every failure until the key is forgotten', async () => {
    const queue = new WorkQueue();
    queue.addRateLimited('a');
    await vi.advanceTimersByTimeAsync(1_200);
    expect(await queue.get()).toBe('a');
    queue.done('a');
    queue.addRateLimited('a');
    const second = queue.get();
    let returned = false;
    void second.then(() => (returned = true));
    await vi.advanceTimersByTimeAsync(1_700);
    expect(returned).toBe(false);

    await vi.advanceTimersByTimeAsync(600);

    expect(await second).toBe('a');
  });

  test('returns a key at the earliest requested time', async () => {
    const queue = new WorkQueue();
    queue.addAfter('a', 60_000);
    queue.addAfter('a', 1_000);
    queue.addAfter('a', 30_000);
    const times: number[] = [];
    const began = Date.now();
    const take = async (): Promise<void> => {
      for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
        times.push(Date.now() - began);
        queue.done(key);
      }
    };
    void take();

    await vi.advanceTimersByTimeAsync(120_000);

    expect(times).toEqual([1_000]);
  });

  test('handles delays of months', async () => {
    const queue = new WorkQueue();
    queue.addAfter('a', 90 * 24 * 3_600_000);
    let returned = false;
    void queue.get().then(() => (returned = true));

    await vi.advanceTimersByTimeAsync(24 * 3_600_000);

    expect(returned).toBe(false);
  });

  test('releases waiting workers when it is closed', async () => {
    const queue = new WorkQueue();
    const waiting = queue.get();

    queue.close();

    expect(await waiting).toBeUndefined();
    expect(await queue.get()).toBeUndefined();
  });
});

describe('backoffMs', () => {
  test('doubles and stays under its bound', () => {
    const delays = [1, 2, 3, 40].map((failures) => backoffMs(failures, { random: () => 0.5 }));

    expect(delays).toEqual([1_000, 2_000, 4_000, 300_000]);
  });
});
