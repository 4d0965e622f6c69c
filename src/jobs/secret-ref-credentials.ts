import type { IndexingJob } from '../indexing/job.ts';
import { RunError } from '../base/errors.ts';
import type { SecretStore, SecretValues } from '../store/secrets.ts';

/**
 * Reads the credentials that a run's Library names as its secretRef; undefined where it names none. Rejects with
 * RunError('AccessDenied') when the Secret is missing.
 */
export function secretRefCredentials(
  secrets: Pick<SecretStore, 'get'>,
): (job: IndexingJob) => Promise<SecretValues | undefined> {
  return async ({ spec }) => {
    if (!spec.secretRef) return undefined;
    const { name } = spec.secretRef;
    const values = await secrets.get(name);
    if (values) return values;
    throw new RunError(
      'AccessDenied',
      `spec.secretRef names the Secret ${name}, which is not there; ask for a refresh with gitToken, or add the library anew`,
      { retry: 'backoff' },
    );
  };
}
