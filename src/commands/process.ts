import pino, { type Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';

export { stopSignal } from './stop-signal.ts';

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
