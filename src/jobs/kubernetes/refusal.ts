import { LecternError } from '../../base/errors.ts';
import type { JobFailure } from '../../indexing/job.ts';
import { ApiError } from '../../kubernetes/api-error.ts';

/** Statuses of a refused object. A webhook chooses the status of its refusal; without a choice, it is 400. */
const refusing: ReadonlySet<number> = new Set([400, 403, 422]);

/** How the API server reports a refusal by a webhook with a status of its own, and a webhook that does not answer. */
const byPolicy = /denied (?:the )?request|failed calling webhook/;

/**
 * Returns the failure of a run whose Job or Secret the cluster refuses: a full quota, a policy, a mistake in the Job. The Library
 * need not change: most of a Job is from the template of the install. Rethrows other errors.
 */
export function refusal(what: 'Job' | 'Secret', error: unknown): JobFailure {
  const cause = error instanceof LecternError ? error.cause : error;
  if (!(cause instanceof ApiError)) throw error;
  if (!byPolicy.test(cause.message) && !refusing.has(cause.status)) throw error;
  const message = `The cluster refused the run's ${what}: ${cause.message.slice(0, 500)}`;
  return { reason: 'JobRefused', message, retry: 'backoff' };
}
