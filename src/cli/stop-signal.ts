/** Returns a signal that aborts when the process receives SIGTERM or SIGINT. */
export function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => stopped.abort());
  }
  return stopped.signal;
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
