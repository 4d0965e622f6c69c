/**
 * Starts pieces of work, a few at a time, and yields their results in the order they were started. `start` is asked for
 * the next piece whenever there is room, also after each result, and answers undefined when there is none for now; it
 * ends when nothing is under way either. A reader that stops early aborts what is under way.
 */
export async function* inOrder<Result>(
  parallel: number,
  signal: AbortSignal,
  start: (signal: AbortSignal) => Promise<Result> | undefined,
): AsyncGenerator<Result> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const underWay: Promise<Result>[] = [];
  const fill = (): void => {
    while (underWay.length < parallel) {
      const started = start(either);
      if (!started) return;
      // It is awaited later; until then its failure is not unhandled.
      started.catch(() => undefined);
      underWay.push(started);
    }
  };
  try {
    for (;;) {
      fill();
      const first = underWay.shift();
      if (!first) return;
      yield await first;
    }
  } finally {
    stop.abort();
    await Promise.allSettled(underWay);
  }
}
