import type { IndexingJob } from '../indexing/job.ts';
import { RunError } from '../base/errors.ts';
import type { SecretStore, SecretValues } from '../store/secrets.ts';

/**
 * Returns a function that reads the credentials of a Library's secretRef; undefined if it names none. The function
 * rejects with RunError('AccessDenied') if the Secret is missing.
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
      `spec.secretRef names the Secret ${name}, which does not exist; refresh the library with gitToken, or add it again`,
      { retry: 'backoff' },
    );
  };
}
