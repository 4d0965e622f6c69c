import { Registry } from 'prom-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runController } from './controller.ts';
import { createRuntimeMetrics } from './metrics.ts';
import { WorkQueue } from './work-queue.ts';

/** Reconciles the key `a` for some milliseconds of fake time. */
async function reconcileFor(
  ms: number,
  options: Pick<Parameters<typeof runController>[0], 'reconcile' | 'timeoutMs'>,
): Promise<string[]> {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = new WorkQueue();
  const stop = new AbortController();
  const errors: string[] = [];
  const onError = (key: string, message: string): void => void errors.push(`${key}: ${message}`);
  const running = runController({ queue, workers: 1, onError, ...options }, stop.signal);
  queue.add('a');
  await vi.advanceTimersByTimeAsync(ms);
  stop.abort();
  await running;
  return errors;
}

describe('runController', () => {
  test('retries a failure later, and reports the reason', async () => {
    let tries = 0;

    const errors = await reconcileFor(5_000, {
      reconcile: async () => {
        tries += 1;
        if (tries === 1) throw new Error('not yet');
        return undefined;
      },
    });

    expect(errors).toEqual(['a: not yet']);
    expect(tries).toBe(2);
  });

  test('returns to a key after the time that its reconciler requested', async () => {
    const seen: number[] = [];

    await reconcileFor(120_000, {
      reconcile: async () => {
        seen.push(Date.now());
        return seen.length === 1 ? { requeueAfterMs: 60_000 } : undefined;
      },
    });

    expect(seen.map((at) => at - seen[0]!)).toEqual([0, 60_000]);
  });

  test('returns to a key soon after a sleep of the machine in which its time has come', async () => {
    const seen: number[] = [];
    const wakeAt = Date.now() + 8 * 3_600_000;

    await reconcileFor(60_000, {
      reconcile: async () => {
        seen.push(Date.now());
        // Timers stand still while a machine sleeps.
        if (seen.length === 1) vi.setSystemTime(wakeAt);
        return { requeueAfterMs: 3_600_000 };
      },
    });

    expect(seen.slice(1).map((at) => at - wakeAt)).toEqual([30_000]);
  });

  test('works on as many keys as it has workers, and ends after the last one', async () => {
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
    await vi.waitFor(() => expect(busy).toBe(2), 30_000);

    stop.abort();
    gate.resolve(undefined);
    await running;

    expect(most).toBe(2);
    expect(busy).toBe(0);
  });

  test('aborts a reconciliation that takes too long, and retries it', async () => {
    let tries = 0;

    const errors = await reconcileFor(10_000, {
      timeoutMs: 5_000,
      reconcile: async (_key, signal) => {
        tries += 1;
        if (tries === 2) return undefined;
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    });

    expect(errors).toEqual(['a: the reconciliation took longer than 5 s']);
    expect(tries).toBe(2);
  });

  test('has metrics with the names of controller-runtime', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const registry = new Registry();
    const metrics = createRuntimeMetrics(registry);
    const queue = new WorkQueue({ name: 'things', metrics });
    const stop = new AbortController();
    const failures: Record<string, Error> = {
      broken: new TypeError('x is not a function'),
      refused: new Error('not now'),
    };
    const gate = Promise.withResolvers<undefined>();
    const begun = {
      slow: Promise.withResolvers<undefined>(),
      waits: Promise.withResolvers<undefined>(),
    };
    const running = runController(
      {
        queue,
        workers: 1,
        onError: () => undefined,
        measured: { name: 'things', metrics },
        reconcile: async (key) => {
          if (key === 'slow' || key === 'waits') begun[key].resolve(undefined);
          if (key === 'slow') await gate.promise;
          if (failures[key]) throw failures[key];
          return key === 'later' ? { requeueAfterMs: 60_000 } : undefined;
        },
      },
      stop.signal,
    );

    for (const key of ['fine', 'later', ...Object.keys(failures), 'slow', 'waits']) queue.add(key);
    await begun.slow.promise;
    // Less than the shortest backoff.
    vi.advanceTimersByTime(500);
    const during = await registry.metrics();
    gate.resolve(undefined);
    await begun.waits.promise;
    stop.abort();
    await running;
    const after = await registry.metrics();

    const queueLabels = 'name="things",controller="things"';
    expect(during).toContain('controller_runtime_active_workers{controller="things"} 1');
    expect(during).toContain('controller_runtime_max_concurrent_reconciles{controller="things"} 1');
    expect(during).toContain(`workqueue_depth{${queueLabels}} 1`);
    expect(during).toContain(`workqueue_longest_running_processor_seconds{${queueLabels}} 0.5`);
    expect(after).toContain('controller_runtime_active_workers{controller="things"} 0');
    expect(after).toContain(
      'controller_runtime_reconcile_total{controller="things",result="success"} 3',
    );
    expect(after).toContain(
      'controller_runtime_reconcile_total{controller="things",result="requeue_after"} 1',
    );
    expect(after).toContain(
      'controller_runtime_reconcile_total{controller="things",result="error"} 2',
    );
    expect(after).toContain('controller_runtime_reconcile_errors_total{controller="things"} 2');
    expect(after).toContain('controller_runtime_reconcile_panics_total{controller="things"} 1');
    expect(after).toContain(
      'controller_runtime_reconcile_time_seconds_count{controller="things"} 6',
    );
    expect(after).toContain(`workqueue_adds_total{${queueLabels}} 6`);
    expect(after).toContain(`workqueue_retries_total{${queueLabels}} 2`);
    expect(after).toContain(`workqueue_queue_duration_seconds_count{${queueLabels}} 6`);
    expect(after).toContain(`workqueue_work_duration_seconds_count{${queueLabels}} 6`);
    expect(after).toContain(`workqueue_unfinished_work_seconds{${queueLabels}} 0`);
    expect(after).toContain(`workqueue_depth{${queueLabels}} 0`);
  });
});
