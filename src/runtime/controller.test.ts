import { describe, expect, it, vi } from 'vitest';
import { runController } from './controller.ts';
import { WorkQueue } from './work-queue.ts';

describe('runController', () => {
  it('tries again, later, what failed, and tells why', async () => {
    vi.useFakeTimers();
    const queue = new WorkQueue();
    const stop = new AbortController();
    const errors: string[] = [];
    let tries = 0;
    const running = runController(
      {
        queue,
        workers: 1,
        onError: (key, message) => errors.push(`${key}: ${message}`),
        reconcile: async () => {
          tries += 1;
          if (tries === 1) throw new Error('not yet');
          return undefined;
        },
      },
      stop.signal,
    );

    queue.add('a');
    await vi.advanceTimersByTimeAsync(5_000);
    stop.abort();
    await running;
    vi.useRealTimers();

    expect(errors).toEqual(['a: not yet']);
    expect(tries).toBe(2);
  });

  it('comes back to a key after the time its reconciler asked for', async () => {
    vi.useFakeTimers();
    const queue = new WorkQueue();
    const stop = new AbortController();
    const seen: number[] = [];
    const running = runController(
      {
        queue,
        workers: 1,
        onError: () => undefined,
        reconcile: async () => {
          seen.push(Date.now());
          return seen.length === 1 ? { requeueAfterMs: 60_000 } : undefined;
        },
      },
      stop.signal,
    );

    queue.add('a');
    await vi.advanceTimersByTimeAsync(120_000);
    stop.abort();
    await running;
    vi.useRealTimers();

    expect(seen.map((at) => at - seen[0]!)).toEqual([0, 60_000]);
  });

  it('works on as many keys at once as it has workers, and ends when they have', async () => {
    const queue = new WorkQueue();
    const stop = new AbortController();
    const gate = Promise.withResolvers<undefined>();
    let busy = 0;
    let most = 0;
    const running = runController(
      {
        queue,
        workers: 2,
        onError: () => undefined,
        reconcile: async () => {
          busy += 1;
          most = Math.max(most, busy);
          await gate.promise;
          busy -= 1;
          return undefined;
        },
      },
      stop.signal,
    );
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key);
    await vi.waitFor(() => expect(busy).toBe(2));

    stop.abort();
    gate.resolve(undefined);
    await running;

    expect(most).toBe(2);
    expect(busy).toBe(0);
  });
});
