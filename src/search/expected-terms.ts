import type { Logger } from 'pino';
import { orAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { timeLimitMs } from './rerank.ts';

/** How a question gets its terms. */
interface Expecting {
  /** Asks a chat model for the terms. See `Reranker.expectTerms`. */
  expectTerms: (signal: AbortSignal) => Promise<string[]>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Returns a question with the terms behind it that a chat model expects in the documentation: "How do I slow callers down? (rate limiting,
 * throttle)". If the model fails or names none, returns the question. Throws the signal's reason.
 */
export async function withExpectedTerms(
  question: string,
  { expectTerms, log }: Expecting,
  signal: AbortSignal,
): Promise<string> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
  try {
    const terms = await orAbort(expectTerms(limited), limited);
    return terms.length === 0 ? question : `${question} (${terms.join(', ')})`;
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ reason: messageOf(error) }, 'the model named no terms; answering without them');
    return question;
  }
}
