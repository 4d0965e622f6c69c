const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Returns a signal that aborts when the process receives SIGTERM or SIGINT, with a reason if one is given. */
export function stopSignal(reason?: Error): AbortSignal {
  const stopped = new AbortController();
  for (const name of stopSignals) process.once(name, () => stopped.abort(reason));
  return stopped.signal;
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
