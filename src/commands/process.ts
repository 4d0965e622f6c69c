import pino, { type Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';

/** Aborts when the process is asked to end. */
export function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => stopped.abort());
  }
  return stopped.signal;
}

/** Log lines go to stderr: stdout belongs to the person who watches the runs. */
export function createLog({ logLevel }: Pick<Settings, 'logLevel'>): Logger {
  return pino({ level: logLevel, base: null }, pino.destination(2));
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
