import { isApiError } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import type { KubeObject } from '../../kubernetes/kube-object.ts';
import type { JobFailure } from '../../indexing/job.ts';
import type { JobObject, PodObject } from './job-objects.ts';
import type { Waiting } from './waiting.ts';

/** The fields of a cluster's Event that are read. */
interface EventObject extends KubeObject {
  metadata: { name: string; namespace?: string; creationTimestamp: string };
  type?: string;
  message?: string;
  eventTime?: string | null;
  lastTimestamp?: string | null;
}

/**
 * The time limit for the start of a run's Pod. Without it, a Pod that cannot start would keep its slot until the run's time limit: no
 * node has room for it, its image cannot be pulled, or its Secret is missing.
 */
export class StartLimit {
  private readonly events: ResourceClient<EventObject>;
  private readonly limitMs: number;
  /** When this process first saw that a Job waits, on a monotonic clock, by uid of the Job. */
  private readonly seen = new Map<string, number>();

  constructor(client: KubeClient, limitMs: number) {
    this.events = client.resource({ group: '', version: 'v1', plural: 'events' });
    this.limitMs = limitMs;
  }

  /**
   * Returns the milliseconds until the Pod is late, 0 if it is; undefined if no limit applies. Counts each wait from its start: a drained
   * node can make a run wait that began hours ago.
   */
  leftMs(job: JobObject, waiting: Waiting | undefined): number | undefined {
    if (!waiting?.isLimited) {
      this.forget(job);
      return undefined;
    }
    const { uid } = job.metadata;
    const now = performance.now();
    const since = this.seen.get(uid) ?? now;
    this.seen.set(uid, since);
    return Math.max(0, Math.ceil(since + this.limitMs - now));
  }

  /** Forgets a Job that has ended. */
  forget({ metadata }: JobObject): void {
    this.seen.delete(metadata.uid);
  }

  /** Returns the run's failure. Reads the Events if the Pod's status does not name the cause. */
  async failure(
    { message, isExplained }: Waiting,
    { job, pods }: { job: JobObject; pods: readonly PodObject[] },
    signal: AbortSignal,
  ): Promise<JobFailure> {
    const warning = isExplained ? undefined : await this.lastWarning([job, ...pods], signal);
    return {
      reason: 'PodNotStarted',
      message: `The run's Pod did not start within ${inWords(this.limitMs)}: ${warning ?? message}`,
      retry: 'backoff',
    };
  }

  private async lastWarning(
    objects: readonly (JobObject | PodObject)[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const found = await Promise.all(objects.map((object) => this.eventsOf(object, signal)));
    const warnings = found.flat().filter(({ type }) => type === 'Warning');
    const last = warnings.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))[0];
    return last?.message?.trim().replace(/\.$/, '').slice(0, 300);
  }

  private async eventsOf(
    { metadata }: JobObject | PodObject,
    signal: AbortSignal,
  ): Promise<EventObject[]> {
    const { name, namespace, uid } = metadata;
    const fieldSelector = `involvedObject.name=${name},involvedObject.uid=${uid}`;
    try {
      return await this.events.list({ namespace, fieldSelector }, signal);
    } catch (error) {
      // Events only improve the message.
      if (isApiError(error, 'Forbidden')) return [];
      throw error;
    }
  }
}

function timeOf({ lastTimestamp, eventTime, metadata }: EventObject): string {
  return lastTimestamp ?? eventTime ?? metadata.creationTimestamp;
}

function inWords(ms: number): string {
  return ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${Math.round(ms / 1_000)} seconds`;
}
