const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Returns a signal that aborts when the process receives SIGTERM or SIGINT, with a reason if one is given. */
export function stopSignal(reason?: Error): AbortSignal {
  const stopped = new AbortController();
  for (const name of stopSignals) process.once(name, () => stopped.abort(reason));
  return stopped.signal;
}

/** Runs work that ends when its signal aborts, at SIGTERM or SIGINT. After it, they end the process at once again. */
export async function stoppable<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  for (const name of stopSignals) process.once(name, stop);
  try {
    return await work(stopped.signal);
  } finally {
    for (const name of stopSignals) process.off(name, stop);
  }
}

/** Calls `clean` before SIGTERM or SIGINT ends the process. */
export function beforeStop(clean: () => void): void {
  for (const name of stopSignals) {
    process.once(name, () => {
      clean();
      process.kill(process.pid, name);
    });
  }
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
