import type { V1Lease } from '@kubernetes/client-node';
import { isApiError, unlessNotFound } from './api-error.ts';
import type { KubeClient, ResourceClient } from './kube-client.ts';
import { type Wire, microTime } from './kube-object.ts';

/** A Lease as the API sends it: times are strings. */
export type LeaseObject = Wire<V1Lease>;

interface LeaseOptions {
  client: KubeClient;
  namespace: string;
  name: string;
  /** Identity of the holder: unique to the process, not to the Pod, whose container may restart. */
  identity: string;
  durationMs: number;
}

/**
 * A Lease of coordination.k8s.io. Every write contains the version that it is based on, so if two processes compete, one of them
 * gets a conflict.
 */
export class Lease {
  readonly identity: string;
  private readonly leases: ResourceClient<LeaseObject>;
  private readonly key: string;
  private readonly options: LeaseOptions;

  constructor(options: LeaseOptions) {
    const { client, namespace, name, identity } = options;
    this.leases = client.resource({
      group: 'coordination.k8s.io',
      version: 'v1',
      plural: 'leases',
    });
    this.key = `${namespace}/${name}`;
    this.identity = identity;
    this.options = options;
  }

  async read(signal: AbortSignal): Promise<LeaseObject | undefined> {
    return await this.leases.get(this.key, signal).catch(unlessNotFound);
  }

  /** Yields changes since a version, undefined for a deletion, until the server ends the watch. */
  async *changes(since: string, signal: AbortSignal): AsyncGenerator<LeaseObject | undefined> {
    const { namespace, name } = this.options;
    const fieldSelector = `metadata.name=${name}`;
    const watched = this.leases.listerWatcher({ namespace, fieldSelector });
    for await (const event of watched.watch(since, signal)) {
      if (event.type === 'bookmark') continue;
      yield event.type === 'deleted' ? undefined : event.object;
    }
  }

  /** Takes a free or expired lease. Returns undefined if another process was faster. */
  async take(seen: LeaseObject | undefined, signal: AbortSignal): Promise<LeaseObject | undefined> {
    const now = microTime();
    const spec = {
      holderIdentity: this.identity,
      leaseDurationSeconds: Math.ceil(this.options.durationMs / 1_000),
      acquireTime: now,
      renewTime: now,
      leaseTransitions: seen ? (seen.spec?.leaseTransitions ?? 0) + 1 : 0,
    };
    return unlessLost(seen ? this.write(seen, spec, signal) : this.create(spec, signal));
  }

  /** Renews the lease. Returns undefined if another process has written it. */
  async renew(held: LeaseObject, signal: AbortSignal): Promise<LeaseObject | undefined> {
    return unlessLost(this.write(held, { renewTime: microTime() }, signal));
  }

  /** Releases the lease if this program still holds it. */
  async release(signal: AbortSignal): Promise<void> {
    for (;;) {
      const held = await this.read(signal);
      if (held?.spec?.holderIdentity !== this.identity) return;
      const spec = { holderIdentity: '', renewTime: microTime() };
      // A renewal that was still active causes a conflict.
      if (await unlessLost(this.write(held, spec, signal))) return;
    }
  }

  private async create(spec: LeaseObject['spec'], signal: AbortSignal): Promise<LeaseObject> {
    const { namespace, name } = this.options;
    const object = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace, name },
      ...(spec && { spec }),
    };
    return this.leases.create(object, signal);
  }

  private async write(
    { metadata }: LeaseObject,
    spec: object,
    signal: AbortSignal,
  ): Promise<LeaseObject> {
    const { uid, resourceVersion } = metadata ?? {};
    const body = { metadata: { uid, resourceVersion }, spec };
    return this.leases.patch(this.key, body, { type: 'merge' }, signal);
  }
}

async function unlessLost(write: Promise<LeaseObject>): Promise<LeaseObject | undefined> {
  try {
    return await write;
  } catch (error) {
    const reasons = ['Conflict', 'AlreadyExists', 'NotFound'];
    if (reasons.some((reason) => isApiError(error, reason))) return undefined;
    throw error;
  }
}
