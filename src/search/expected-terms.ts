import type { Logger } from 'pino';
import { orWithout } from './or-without.ts';
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
  const withTerms = async (limited: AbortSignal): Promise<string> => {
    const terms = await expectTerms(limited);
    return terms.length === 0 ? question : `${question} (${terms.join(', ')})`;
  };
  const message = 'the model named no terms; answering without them';
  return orWithout(withTerms, { limitMs: timeLimitMs, otherwise: question, log, message }, signal);
}
