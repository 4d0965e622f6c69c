import type { JobObject, PodObject } from './job-objects.ts';

/** Why a Job that has not ended is not at work. */
export interface Waiting {
  /** A sentence for the Library's status. */
  message: string;
  /** When it began to hold a slot without working, ISO 8601; absent while a queue holds it, or an init container works. */
  since?: string;
  /** Whether the message names the cause; where it does not, the Events of the Pod or of the Job may. */
  isExplained: boolean;
}

/** Reasons of a container that is only about to start. */
const starting: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

/** Why a Job that has not ended is not at work; undefined when its container runs. Pure. */
export function waitingFor(job: JobObject, pods: readonly PodObject[]): Waiting | undefined {
  if (job.spec?.suspend) {
    return {
      message: 'Queued: the Job is suspended until its queue has room',
      isExplained: true,
    };
  }
  const alive = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const pod = alive.find(({ status }) => status?.phase === 'Running') ?? alive[0];
  if (!pod) {
    const since = job.status?.startTime ?? job.metadata.creationTimestamp;
    return { message: 'Waiting for a Pod', since, isExplained: false };
  }
  return (pod.status?.phase ?? 'Pending') === 'Pending' ? pending(pod) : undefined;
}

function pending(pod: PodObject): Waiting {
  // A node that tells of containers has taken the Pod.
  const cause = stuck(pod) ?? unscheduled(pod);
  return {
    message: cause ?? 'The Pod is starting',
    ...(!isInitializing(pod) && { since: pod.metadata.creationTimestamp }),
    isExplained: cause !== undefined,
  };
}

/** An init container may work as long as it likes: a run's time limit counts it. */
function isInitializing({ status }: PodObject): boolean {
  return status?.initContainerStatuses?.some(({ state }) => state?.running) ?? false;
}

function unscheduled({ status }: PodObject): string | undefined {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status !== 'False') return undefined;
  return `The Pod cannot be scheduled: ${shown(scheduled.message ?? scheduled.reason)}`;
}

function stuck({ status }: PodObject): string | undefined {
  const containers = [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
  ];
  const cause = containers
    .map(({ state }) => state?.waiting)
    .find((waiting) => waiting?.reason !== undefined && !starting.has(waiting.reason));
  if (!cause) return undefined;
  const { reason, message } = cause;
  return `The Pod cannot start: ${shown(message === undefined ? reason : `${reason}: ${message}`)}`;
}

function shown(text = 'no reason was given'): string {
  return text.trim().replace(/\.$/, '').slice(0, 300);
}
