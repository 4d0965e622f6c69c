import type { JobFailure } from '../indexing/job.ts';
import { LecternError, messageOf, RunError } from '../base/errors.ts';
import { createScrubber } from '../base/log/scrub.ts';
import type { SecretValues } from '../store/secrets.ts';

/** Credentials that are shown to a source, by their names; user names and addresses are no secret. */
const secretName = /pass|token|key|identity/i;

/**
 * How a run that threw is told to the reconciler: what is not understood may pass. The message goes into statuses, Events
 * and logs, so what is in it of the run's credentials, or has the form of one, is taken out whoever put it there.
 */
export function failureOf(error: unknown, credentials: SecretValues = {}): JobFailure {
  const secrets = Object.entries(credentials).filter(([name]) => secretName.test(name));
  const message = createScrubber(secrets.map(([, value]) => value.trim()))(messageOf(error));
  if (error instanceof RunError) return { reason: error.reason, message, retry: error.retry };
  // A run reads what is served as anybody does, and is told of an outage as they are.
  if (error instanceof LecternError && error.code === 'search_failed') {
    const outage = 'The search index did not answer; the run is tried again';
    return { reason: 'StorageFailed', message: outage, retry: 'backoff' };
  }
  return { reason: 'Internal', message, retry: 'backoff' };
}
