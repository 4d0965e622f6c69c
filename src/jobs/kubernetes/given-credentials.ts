import { RunError } from '../../base/errors.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import { credentialOf, type IndexingJob, type JobFailure } from '../../indexing/job.ts';
import type { JobObject } from './job-objects.ts';
import { namespaceOf } from './job-name.ts';
import { jobAnnotations } from './manifest.ts';

export interface GivenCredentialsOptions {
  /** What the integration for a run's host or kind gives it; undefined where there is none. */
  credentialsOf: (job: IndexingJob) => Promise<SecretValues | undefined>;
  secrets: Pick<SecretStore, 'put' | 'delete'>;
}

/**
 * Credentials that integrations give to runs: each run has a Secret of its own, named as its Job, for as long as it runs. It
 * belongs to the Library where that is of the same namespace, so that nothing is left when a controller dies in between.
 */
export class GivenCredentials {
  private readonly options: GivenCredentialsOptions;
  private readonly namespace: string;

  /** `namespace`: where Jobs run. */
  constructor(options: GivenCredentialsOptions, namespace: string) {
    this.options = options;
    this.namespace = namespace;
  }

  /** Keeps what the run is given in the Secret; a failure where an app's token could not be had. */
  async keepFor(job: IndexingJob, secret: string): Promise<'kept' | 'none' | JobFailure> {
    if (credentialOf(job) !== 'integration') return 'none';
    let values: SecretValues | undefined;
    try {
      values = await this.options.credentialsOf(job);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      const { reason, message, retry } = error;
      return { reason, message, retry };
    }
    if (!values) return 'none';
    const namespace = namespaceOf(job.library);
    const name = job.library.slice(job.library.indexOf('/') + 1);
    const owner = namespace === this.namespace ? { namespace, name, uid: job.uid } : undefined;
    // What an earlier attempt left is replaced, not patched: the answer to a patch would show what a Secret holds.
    await this.options.secrets.delete(secret);
    await this.options.secrets.put(secret, values, owner);
    return 'kept';
  }

  /** Removes the Secret of a run that has ended. */
  async removeFor({ metadata }: JobObject): Promise<void> {
    if (metadata.annotations?.[jobAnnotations.givenSecret] !== 'true') return;
    await this.options.secrets.delete(metadata.name);
  }
}
