import type { JobFailure } from '../controller/jobs.ts';
import { messageOf, RunError } from '../errors.ts';

/** How a run that threw is told to the reconciler: what is not understood may pass. */
export function failureOf(error: unknown): JobFailure {
  if (error instanceof RunError) {
    return { reason: error.reason, message: error.message, retry: error.retry };
  }
  return { reason: 'Internal', message: messageOf(error), retry: 'backoff' };
}
