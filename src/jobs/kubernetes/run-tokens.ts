import { newToken, type RunGrant, type RunGrants } from '../../store/gateway/grants.ts';
import { isApiError } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import type { KubeObject } from '../../kubernetes/kube-object.ts';
import { wait } from '../../kubernetes/wait.ts';
import type { IndexingJob } from '../../indexing/job.ts';
import type { JobObject } from './job-objects.ts';
import { jobAnnotations, jobOwner, runSecret, tokenKey } from './job-manifest.ts';

interface SecretObject extends KubeObject {
  metadata: { name: string; namespace?: string };
  type?: string;
}

export interface RunTokensOptions {
  client: KubeClient;
  /** Where Jobs run. */
  namespace: string;
  grants: RunGrants;
}

/** Milliseconds that a token is good for beyond the deadline of its Job: the start of a Pod may take its time. */
const marginMs = 3_600_000;
/** Two controllers that start the same run at the same time end within a few attempts. */
const attempts = 5;
/** Milliseconds that a controller has between making a Secret and giving the grant. */
const waitMs = 1_000;

/**
 * Tokens by which runs write through the gateway. Each is in a Secret that the run's Pod mounts and that goes with the Job;
 * its grant ends with the run, whoever may have read the token.
 */
export class RunTokens {
  private readonly options: RunTokensOptions;
  private readonly secrets: ResourceClient<SecretObject>;
  private readonly jobs: ResourceClient<JobObject>;
  /** Uids of active Jobs whose token was given. */
  private readonly given = new Map<string, Promise<void>>();

  constructor(options: RunTokensOptions) {
    const { client } = options;
    this.options = options;
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    this.jobs = client.resource({ group: 'batch', version: 'v1', plural: 'jobs' });
  }

  /** Gives the Job's run its token, unless this process has done so; for Jobs whose Pod waits for it. */
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

  /** Ends what the Job's run may write. */
  async endFor({ metadata }: JobObject, signal: AbortSignal): Promise<void> {
    this.given.delete(metadata.uid);
    const { [jobAnnotations.library]: library = '', [jobAnnotations.run]: run = '' } =
      metadata.annotations ?? {};
    await this.options.grants.end(library, run);
    await this.remove(metadata.name, signal);
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
      const stringData = { [tokenKey]: token };
      const secret = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData };
      try {
        await this.secrets.create(secret, signal);
        // Whoever makes the Secret gives the grant: however many do this, the two fit each other.
        return await grants.give(grant, token);
      } catch (error) {
        if (!isApiError(error, 'AlreadyExists')) throw error;
      }
      if (await this.isGiven(grant, signal)) return;
      // The controller that made the Secret has died before it gave the grant.
      await this.remove(name, signal);
    }
    throw new Error(`The Secret ${runSecret(name)} is made by somebody else again and again`);
  }

  /** Whether the run has its grant, from whoever made the Secret; a moment is left for it. */
  private async isGiven({ key, run }: RunGrant, signal: AbortSignal): Promise<boolean> {
    for (const ms of [0, waitMs]) {
      await wait(ms, signal);
      if ((await this.options.grants.runOf(key)) === run) return true;
    }
    return false;
  }

  private async remove(job: string, signal: AbortSignal): Promise<void> {
    try {
      await this.secrets.delete(`${this.options.namespace}/${runSecret(job)}`, {}, signal);
    } catch (error) {
      if (!isApiError(error, 'NotFound')) throw error;
    }
  }
}

/** What the run of a Job may write; undefined for a Job that names no run. */
function grantFor({
  spec: { activeDeadlineSeconds = 0, template } = {},
}: JobObject): RunGrant | undefined {
  const text = template?.metadata?.annotations?.[jobAnnotations.job];
  if (text === undefined) return undefined;
  const { library, spec, id } = JSON.parse(text) as IndexingJob;
  const upload = spec.source.import?.upload ?? spec.source.openapi?.upload?.name;
  return {
    key: library,
    library: spec.id,
    run: id,
    ...(upload !== undefined && { upload }),
    expiresAt: new Date(Date.now() + activeDeadlineSeconds * 1_000 + marginMs).toISOString(),
  };
}
