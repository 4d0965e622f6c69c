/** Does work when its turn comes; rejects with the signal's reason where that is never. */
export type Turns = <Result>(
  who: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

interface Waiting {
  who: string;
  start: () => void;
}

/** Lets so much work be done at once, and so much of it for each who asks; the others wait, first come first served. */
export function createTurns({ atOnce, each }: { atOnce: number; each: number }): Turns {
  const waiting: Waiting[] = [];
  const working = new Map<string, number>();
  const ofAll = (): number => [...working.values()].reduce((sum, count) => sum + count, 0);
  const next = (): void => {
    while (ofAll() < atOnce) {
      const at = waiting.findIndex(({ who }) => (working.get(who) ?? 0) < each);
      const [one] = at === -1 ? [] : waiting.splice(at, 1);
      if (!one) return;
      working.set(one.who, (working.get(one.who) ?? 0) + 1);
      one.start();
    }
  };
  const ended = (who: string): void => {
    const left = (working.get(who) ?? 1) - 1;
    if (left === 0) working.delete(who);
    else working.set(who, left);
    next();
  };

  async function turn(who: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { who, start: resolve };
    const leave = (): void => {
      const at = waiting.indexOf(entry);
      if (at !== -1) waiting.splice(at, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(entry);
    next();
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  return async (who, signal, work) => {
    await turn(who, signal);
    try {
      return await work();
    } finally {
      ended(who);
    }
  };
}
