import { newToken, type RunGrant, type RunGrants } from '../../store/gateway/grants.ts';
import { isApiError, unlessNotFound } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import type { KubeObject } from '../../kubernetes/kube-object.ts';
import { wait } from '../../kubernetes/wait.ts';
import type { IndexingJob } from '../../indexing/job.ts';
import type { JobObject } from './job-objects.ts';
import { furtherKey, jobAnnotations, jobOwner, runSecret, tokenKey } from './job-manifest.ts';

interface SecretObject extends KubeObject {
  metadata: { name: string; namespace?: string };
  type?: string;
}

interface RunTokensOptions {
  client: KubeClient;
  /** Where Jobs run. */
  namespace: string;
  grants: RunGrants;
  /** Seconds after its creation in which a Job's Pod takes further runs. */
  sharedSeconds: number;
}

/** Milliseconds that a token is valid after its Job's deadline, because a Pod may start late. */
const marginMs = 3_600_000;
/** Maximum attempts, if two controllers start the same run at the same time. */
const attempts = 5;
/** Milliseconds that a controller has between creating the Secret and the grant. */
const waitMs = 1_000;

/**
 * Tokens with which runs write through the gateway. Each token is in a Secret that the run's Pod mounts and that the Job
 * owns. The grant of a token ends with the run, even if somebody else read the token.
 */
export class RunTokens {
  private readonly options: RunTokensOptions;
  private readonly secrets: ResourceClient<SecretObject>;
  private readonly jobs: ResourceClient<JobObject>;
  /** Issued tokens, by uid of the active Job. */
  private readonly given = new Map<string, Promise<void>>();

  constructor(options: RunTokensOptions) {
    const { client } = options;
    this.options = options;
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    this.jobs = client.resource({ group: 'batch', version: 'v1', plural: 'jobs' });
  }

  /** Issues the token of the Job's run, once in this process. For Jobs whose Pod waits for the token. */
  async giveFor({ metadata }: JobObject, signal: AbortSignal): Promise<void> {
    const { uid } = metadata;
    let giving = this.given.get(uid);
    if (!giving) {
      giving = this.give(metadata, signal);
      this.given.set(uid, giving);
      giving.catch(() => this.given.delete(uid));
    }
    await giving;
  }

  /** Forgets that the token of the Job's run was issued. */
  forget({ metadata }: JobObject): void {
    this.given.delete(metadata.uid);
  }

  /** Revokes the token of the Job's run. */
  async endFor({ metadata }: JobObject, signal: AbortSignal): Promise<void> {
    const { [jobAnnotations.library]: library = '', [jobAnnotations.run]: run = '' } =
      metadata.annotations ?? {};
    await this.options.grants.end(library, run);
    await this.remove(metadata.name, signal);
  }

  /** Revokes the right of the Job's Pod to take further runs. */
  async endFurther({ metadata }: JobObject): Promise<void> {
    if (metadata.annotations?.[jobAnnotations.shared] === undefined) return;
    await this.options.grants.end(furtherGrantKey(metadata.name), metadata.name);
  }

  private async give({ name, uid }: JobObject['metadata'], signal: AbortSignal): Promise<void> {
    const { namespace, grants } = this.options;
    const job = await this.jobs.get(`${namespace}/${name}`, signal);
    const grant = grantFor(job);
    if (!grant) return;
    const metadata = {
      name: runSecret(name),
      namespace,
      labels: job.metadata.labels ?? {},
      ownerReferences: [jobOwner({ name, uid })],
    };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const token = newToken(grant.key);
      const further = furtherGrant(job, this.options.sharedSeconds);
      const furtherToken = further && newToken(further.key);
      const stringData = {
        [tokenKey]: token,
        ...(furtherToken !== undefined && { [furtherKey]: furtherToken }),
      };
      const secret = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData };
      try {
        await this.secrets.create(secret, signal);
        // The controller that creates the Secret also creates the grant, so that token and grant always match.
        if (further && furtherToken !== undefined) await grants.give(further, furtherToken);
        return await grants.give(grant, token);
      } catch (error) {
        if (!isApiError(error, 'AlreadyExists')) throw error;
      }
      if (await this.isGiven(grant, signal)) return;
      // The controller that created the Secret died before it created the grant.
      await this.remove(name, signal);
    }
    throw new Error(`The Secret ${runSecret(name)} is created by somebody else again and again`);
  }

  /** Returns whether the controller that created the Secret has created the run's grant. Waits a moment for it. */
  private async isGiven({ key, run }: RunGrant, signal: AbortSignal): Promise<boolean> {
    for (const ms of [0, waitMs]) {
      await wait(ms, signal);
      if ((await this.options.grants.runOf(key)) === run) return true;
    }
    return false;
  }

  private async remove(job: string, signal: AbortSignal): Promise<void> {
    const key = `${this.options.namespace}/${runSecret(job)}`;
    await this.secrets.delete(key, {}, signal).catch(unlessNotFound);
  }
}

/**
 * Returns the rights of a Job's run; undefined for a further run. A new Pod would do the Job's first run again, with the spec of
 * that time.
 */
function grantFor({
  metadata: { annotations = {} },
  spec: { activeDeadlineSeconds = 0, template } = {},
}: JobObject): RunGrant | undefined {
  const text = template?.metadata?.annotations?.[jobAnnotations.job];
  if (text === undefined) return undefined;
  const first = JSON.parse(text) as IndexingJob;
  const isFirst = first.id === annotations[jobAnnotations.run];
  return isFirst ? grantOf(first, activeDeadlineSeconds) : undefined;
}

/** Returns the right of a shared Pod to take further runs; undefined for a Pod that is not shared. */
function furtherGrant({ metadata }: JobObject, sharedSeconds: number): RunGrant | undefined {
  const { name, annotations = {}, creationTimestamp } = metadata;
  if (!(jobAnnotations.shared in annotations)) return undefined;
  const expiresAt = new Date(Date.parse(creationTimestamp) + sharedSeconds * 1_000).toISOString();
  return { key: furtherGrantKey(name), library: '', run: name, handover: name, expiresAt };
}

/** Returns the key of a Job's grant. The key of a Library has a slash, so no Library has this one. */
function furtherGrantKey(job: string): string {
  return `job:${job}`;
}

/** Returns the rights of a run whose Job has a deadline. */
export function grantOf({ library, spec, id }: IndexingJob, deadlineSeconds: number): RunGrant {
  const upload = spec.source.import?.upload ?? spec.source.openapi?.upload?.name;
  return {
    key: library,
    library: spec.id,
    run: id,
    ...(upload !== undefined && { upload }),
    expiresAt: new Date(Date.now() + deadlineSeconds * 1_000 + marginMs).toISOString(),
  };
}
