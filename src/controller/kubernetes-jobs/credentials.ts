import { isApiError } from '../../runtime/api-error.ts';
import type { KubeClient, ResourceClient } from '../../runtime/kube-client.ts';
import type { KubeObject } from '../../runtime/kube-object.ts';
import type { JobFailure } from '../jobs.ts';
import type { JobObject } from './job-objects.ts';
import { jobAnnotations, jobOwner } from './manifest.ts';

interface SecretObject extends KubeObject {
  metadata: { name: string; namespace?: string };
  type?: string;
  data?: Record<string, string>;
}

/**
 * Credentials of runs. A Pod mounts Secrets of its own namespace, so a run of a Library elsewhere gets a copy, which is
 * named as its Job and goes with it.
 */
export class Credentials {
  private readonly secrets: ResourceClient<SecretObject>;
  private readonly namespace: string;
  /** Uids of active Jobs whose copy was made. */
  private readonly copied = new Set<string>();

  /** `namespace`: where Jobs run. */
  constructor(client: KubeClient, namespace: string) {
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    this.namespace = namespace;
  }

  /** Why a run with the Secret (namespace/name) cannot be started; undefined when it can, or cannot be told. */
  async mistake(key: string, signal: AbortSignal): Promise<JobFailure | undefined> {
    try {
      await this.secrets.get(key, signal);
      return undefined;
    } catch (error) {
      const [namespace, name] = key.split('/') as [string, string];
      if (isApiError(error, 'NotFound')) {
        const message = `spec.secretRef names the Secret ${name}, which is not in namespace ${namespace}; create it there`;
        return { reason: 'AccessDenied', message, retry: 'backoff' };
      }
      // Where Lectern may not read Secrets, those of its own namespace are mounted all the same.
      if (!isApiError(error, 'Forbidden')) throw error;
      if (namespace === this.namespace) return undefined;
      const message = `Lectern may not read the Secret ${name} in namespace ${namespace}; allow it by the value rbac.secrets of its chart`;
      return { reason: 'AccessDenied', message, retry: 'backoff' };
    }
  }

  /** Makes the copy that the Job's Pod waits for; once a Job, however often it is asked for. */
  async copyFor({ metadata }: JobObject, signal: AbortSignal): Promise<void> {
    const { name, uid, labels = {} } = metadata;
    if (this.copied.has(uid)) return;
    const { type, data } = await this.secrets.get(sourceOf(metadata.annotations), signal);
    const copy = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name,
        namespace: this.namespace,
        labels,
        ownerReferences: [jobOwner({ name, uid })],
      },
      ...(type !== undefined && { type }),
      ...(data && { data }),
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
}

/** Whether a run of this Job has a copy of a Secret. */
export function hasCopy({ metadata }: JobObject): boolean {
  return metadata.annotations?.[jobAnnotations.copiedSecret] !== undefined;
}

function sourceOf(annotations: Record<string, string> = {}): string {
  return annotations[jobAnnotations.copiedSecret] ?? '';
}
