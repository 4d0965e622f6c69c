import type { Logger } from 'pino';
import { orAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';

/** What an answer does without a part of its search. */
interface Without<Value> {
  /** Milliseconds to wait for the part. */
  limitMs: number;
  otherwise: Value;
  log: Pick<Logger, 'warn'>;
  /** The line of the log if the part fails. */
  message: string;
}

/** Runs a part of a search that an answer can do without. If it fails or takes too long, warns and returns `otherwise`. Throws the signal's reason. */
export async function orWithout<Value>(
  part: (limited: AbortSignal) => Promise<Value>,
  { limitMs, otherwise, log, message }: Without<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    return await orAbort(part(limited), limited);
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ reason: messageOf(error) }, message);
    return otherwise;
  }
}
