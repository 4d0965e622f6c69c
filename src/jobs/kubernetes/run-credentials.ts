import { RunError } from '../../base/errors.ts';
import {
  ownSecretOf,
  type IndexingJob,
  type JobFailure,
  credentialOf,
} from '../../indexing/job.ts';
import { isApiError, unlessNotFound } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import type { KubeObject } from '../../kubernetes/kube-object.ts';
import type { SourceSecrets } from '../../store/kubernetes/source-secrets.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import { failureOf } from '../run-failure.ts';
import { copiedSecretOf, jobAnnotations, jobOwner, type JobManifest } from './job-manifest.ts';
import { namespaceOf } from './job-name.ts';
import type { JobObject } from './job-objects.ts';

interface SecretObject extends KubeObject {
  metadata: { name: string; namespace?: string; ownerReferences?: { uid: string }[] };
  type?: string;
  data?: Record<string, string>;
}

/**
 * Copies of the Secrets that Libraries name as `secretRef`. A run's copy has the name of its Job and is deleted with it.
 * The copy contains the values that were checked, so that a Secret cannot be exchanged after the check.
 */
export class SecretCopies {
  private readonly secrets: ResourceClient<SecretObject>;
  private readonly namespace: string;
  private readonly sources: Pick<SourceSecrets, 'read'>;
  /** Uids of active Jobs that have their copy. */
  private readonly copied = new Set<string>();

  /** `namespace`: where Jobs run. */
  constructor(client: KubeClient, namespace: string, sources: Pick<SourceSecrets, 'read'>) {
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    this.namespace = namespace;
    this.sources = sources;
  }

  /** Returns why a run cannot start with the Secret that its Library names; undefined if it can. */
  async mistake(job: IndexingJob, signal: AbortSignal): Promise<JobFailure | undefined> {
    try {
      const key = copiedSecretOf(job, this.namespace);
      const secret = ownSecretOf(job);
      if (key !== undefined) await this.readSource(key, signal);
      else if (secret !== undefined) await this.checkGiven(secret, signal);
      return undefined;
    } catch (error) {
      return failureIn(error);
    }
  }

  /** Creates the copy that the Job's Pod waits for, once for each Job. Returns why there can be none. */
  async copyFor({ metadata }: JobObject, signal: AbortSignal): Promise<JobFailure | undefined> {
    const { name, uid, labels = {} } = metadata;
    if (this.copied.has(uid)) return undefined;
    let values: SecretValues;
    try {
      values = await this.readSource(sourceOf(metadata.annotations), signal);
    } catch (error) {
      return failureIn(error);
    }
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
    return undefined;
  }

  /** Deletes the copy of a run that has ended. The Job stays for its log. */
  async removeFor({ metadata }: JobObject, signal: AbortSignal): Promise<void> {
    this.copied.delete(metadata.uid);
    const key = `${this.namespace}/${metadata.name}`;
    await this.secrets.delete(key, {}, signal).catch(unlessNotFound);
  }

  private async readSource(key: string, signal: AbortSignal): Promise<Record<string, string>> {
    const [namespace, name] = key.split('/') as [string, string];
    return this.sources.read(namespace, name, signal);
  }

  /** Checks that the Secret of a token exists. Without the right to read it, the Pod waits for it. */
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

/** Returns a RunError as the failure of a run. Rethrows other errors. */
function failureIn(error: unknown): JobFailure {
  if (!(error instanceof RunError)) throw error;
  return failureOf(error);
}

/** Returns whether a Job has a copy of a Secret. */
export function hasCopy({ metadata }: JobObject): boolean {
  return metadata.annotations?.[jobAnnotations.copiedSecret] !== undefined;
}

function sourceOf(annotations: Record<string, string> = {}): string {
  return annotations[jobAnnotations.copiedSecret] ?? '';
}

/** Where the credentials of a run come from, and the store for the Secret that its Pod mounts. */
export interface IntegrationSecretsOptions {
  /** Returns the credentials of the integration for a run's host or kind; undefined if there is none. */
  credentialsOf: (job: IndexingJob) => Promise<SecretValues | undefined>;
  /** Secrets of the namespace where Jobs run. */
  secrets: Pick<SecretStore, 'put' | 'delete'>;
}

/**
 * Secrets with the credentials of integrations. Each run has its own, with the name of its Job, while it runs. A Library
 * in the same namespace owns the Secret, so that it does not outlive the Library if the controller dies.
 */
export class IntegrationSecrets {
  private readonly options: IntegrationSecretsOptions;
  private readonly namespace: string;

  /** `namespace`: where Jobs run. */
  constructor(options: IntegrationSecretsOptions, namespace: string) {
    this.options = options;
    this.namespace = namespace;
  }

  /** Writes the run's credentials into the Secret. Returns a failure if the integration has no token. */
  async keepFor(job: IndexingJob, secret: string): Promise<'kept' | 'none' | JobFailure> {
    if (credentialOf(job) !== 'integration') return 'none';
    let values: SecretValues | undefined;
    try {
      values = await this.options.credentialsOf(job);
    } catch (error) {
      return failureIn(error);
    }
    if (!values) return 'none';
    const namespace = namespaceOf(job.library);
    const name = job.library.slice(job.library.indexOf('/') + 1);
    const owner = namespace === this.namespace ? { namespace, name, uid: job.uid } : undefined;
    // Replaces the Secret of an earlier attempt. The response to a patch would show the Secret's values.
    await this.options.secrets.delete(secret);
    await this.options.secrets.put(secret, values, owner);
    return 'kept';
  }

  /** Deletes the Secret of a run that has ended, or whose Job was refused. */
  async removeFor({ metadata }: Pick<JobObject | JobManifest, 'metadata'>): Promise<void> {
    if (metadata.annotations?.[jobAnnotations.givenSecret] !== 'true') return;
    await this.options.secrets.delete(metadata.name);
  }
}
