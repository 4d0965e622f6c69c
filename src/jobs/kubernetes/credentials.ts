import { RunError } from '../../base/errors.ts';
import { isApiError } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import type { KubeObject } from '../../kubernetes/kube-object.ts';
import type { SourceSecrets } from '../../store/kubernetes/source-secrets.ts';
import { ownSecretOf, type IndexingJob, type JobFailure } from '../../indexing/job.ts';
import type { JobObject } from './job-objects.ts';
import { copiedSecretOf, jobAnnotations, jobOwner } from './manifest.ts';

interface SecretObject extends KubeObject {
  metadata: { name: string; namespace?: string };
  type?: string;
  data?: Record<string, string>;
}

/**
 * Credentials that a Library names as its `secretRef`. A run gets a copy, which is named as its Job and goes with it: the
 * copy is made of what was checked, so nobody can put another Secret in its place afterwards.
 */
export class Credentials {
  private readonly secrets: ResourceClient<SecretObject>;
  private readonly namespace: string;
  private readonly sources: Pick<SourceSecrets, 'read'>;
  /** Uids of active Jobs whose copy was made. */
  private readonly copied = new Set<string>();

  /** `namespace`: where Jobs run. */
  constructor(client: KubeClient, namespace: string, sources: Pick<SourceSecrets, 'read'>) {
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    this.namespace = namespace;
    this.sources = sources;
  }

  /** Returns why a run cannot be started with the Secret that its Library names; undefined when it can. */
  async mistake(job: IndexingJob, signal: AbortSignal): Promise<JobFailure | undefined> {
    try {
      const key = copiedSecretOf(job, this.namespace);
      const secret = ownSecretOf(job);
      if (key !== undefined) await this.readSource(key, signal);
      else if (secret !== undefined) await this.checkGiven(secret, signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      const { reason, message, retry } = error;
      return { reason, message, retry };
    }
  }

  /** Makes the copy that the Job's Pod waits for; once a Job, however often it is asked for. */
  async copyFor({ metadata }: JobObject, signal: AbortSignal): Promise<void> {
    const { name, uid, labels = {} } = metadata;
    if (this.copied.has(uid)) return;
    const values = await this.readSource(sourceOf(metadata.annotations), signal);
    const copy = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name,
        namespace: this.namespace,
        labels,
        ownerReferences: [jobOwner({ name, uid })],
      },
      type: 'Opaque',
      stringData: values,
    };
    try {
      await this.secrets.create(copy, signal);
    } catch (error) {
      if (!isApiError(error, 'AlreadyExists')) throw error;
    }
    this.copied.add(uid);
  }

  /** Removes the copy when the run has ended; the Job stays for its log. */
  async removeFor({ metadata }: JobObject, signal: AbortSignal): Promise<void> {
    this.copied.delete(metadata.uid);
    try {
      await this.secrets.delete(`${this.namespace}/${metadata.name}`, {}, signal);
    } catch (error) {
      if (!isApiError(error, 'NotFound')) throw error;
    }
  }

  private async readSource(key: string, signal: AbortSignal): Promise<Record<string, string>> {
    const [namespace, name] = key.split('/') as [string, string];
    return this.sources.read(namespace, name, signal);
  }

  /** Where Lectern may not read the Secrets that it makes, they are mounted all the same. */
  private async checkGiven(name: string, signal: AbortSignal): Promise<void> {
    try {
      await this.secrets.get(`${this.namespace}/${name}`, signal);
    } catch (error) {
      if (isApiError(error, 'Forbidden')) return;
      if (!isApiError(error, 'NotFound')) throw error;
      const message = `spec.secretRef names the Secret ${name}, which is not in namespace ${this.namespace}; create it there`;
      throw new RunError('AccessDenied', message, { retry: 'backoff', cause: error });
    }
  }
}

/** Whether a run of this Job has a copy of a Secret. */
export function hasCopy({ metadata }: JobObject): boolean {
  return metadata.annotations?.[jobAnnotations.copiedSecret] !== undefined;
}

function sourceOf(annotations: Record<string, string> = {}): string {
  return annotations[jobAnnotations.copiedSecret] ?? '';
}
