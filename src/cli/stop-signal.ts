/** Aborts when the process is asked to end. */
export function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => stopped.abort());
  }
  return stopped.signal;
}
