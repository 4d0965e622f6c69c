/**
 * Runs `work` when a slot is free and returns its result. Rejects with the signal's reason if the signal aborts before
 * the work starts.
 */
export type ConcurrencyLimit = <Result>(
  key: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

interface Waiting {
  key: string;
  start: () => void;
}

/**
 * Returns a limiter: at most `total` pieces of work run at a time, and at most `perKey` of them for one key. The others
 * wait, first come first served among the keys that have a free slot. Not `p-limit` or `p-queue`: neither has a limit
 * for each key, so one caller could take every slot, and `p-limit` cannot remove one waiting call on abort.
 */
export function createConcurrencyLimit({
  total,
  perKey,
}: {
  total: number;
  perKey: number;
}): ConcurrencyLimit {
  const waiting: Waiting[] = [];
  const running = new Map<string, number>();
  const runningInAll = (): number => [...running.values()].reduce((sum, count) => sum + count, 0);
  const startNext = (): void => {
    while (runningInAll() < total) {
      const at = waiting.findIndex(({ key }) => (running.get(key) ?? 0) < perKey);
      const [next] = at === -1 ? [] : waiting.splice(at, 1);
      if (!next) return;
      running.set(next.key, (running.get(next.key) ?? 0) + 1);
      next.start();
    }
  };
  const release = (key: string): void => {
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
    startNext();
  };

  async function acquire(key: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { key, start: resolve };
    const leave = (): void => {
      const at = waiting.indexOf(entry);
      if (at !== -1) waiting.splice(at, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(entry);
    startNext();
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  return async (key, signal, work) => {
    await acquire(key, signal);
    try {
      return await work();
    } finally {
      release(key);
    }
  };
}
