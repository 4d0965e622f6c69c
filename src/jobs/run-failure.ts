import type { JobFailure } from '../indexing/job.ts';
import { LecternError, messageOf, RunError } from '../base/errors.ts';
import { createScrubber } from '../base/log/scrub.ts';
import { plainLine } from '../resources/plain-text.ts';
import type { SecretValues } from '../store/secrets.ts';

/** Names of credentials that are secret. User names and addresses are not. */
const secretName = /pass|token|key|identity/i;

/**
 * Returns the failure of a run that threw, as the reconciler reads it. An unknown error is `Internal` and retried. The
 * message goes into statuses, Events and logs, so it never contains the run's credentials or other text in the form of a
 * credential. It quotes sources, so it is one line without control characters.
 */
export function failureOf(error: unknown, credentials: SecretValues = {}): JobFailure {
  const secrets = Object.entries(credentials).filter(([name]) => secretName.test(name));
  const scrub = createScrubber(secrets.map(([, value]) => value.trim()));
  const message = plainLine(scrub(messageOf(error)));
  if (error instanceof RunError) {
    const { reason, retry, retryAfterSeconds } = error;
    return {
      reason,
      message,
      retry,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
  // A run searches the index for its benchmark, so it can receive a search error.
  if (error instanceof LecternError && error.code === 'search_failed') {
    const outage = 'The search index did not answer; the run is tried again';
    return { reason: 'StorageFailed', message: outage, retry: 'backoff' };
  }
  return { reason: 'Internal', message, retry: 'backoff' };
}
