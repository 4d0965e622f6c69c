/**
 * Runs pieces of work in parallel and yields their results in the order in which they started. Calls `start` for the
 * next piece whenever a slot is free, also after each result. `start` returns undefined if it has no piece for now. The
 * generator ends when no piece is running and `start` has none. A reader that stops early aborts the running pieces.
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
      // It is awaited later. Until then its rejection must not count as unhandled.
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
