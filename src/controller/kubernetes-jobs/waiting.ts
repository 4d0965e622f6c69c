import type { JobObject, PodObject } from './job-objects.ts';

/** Reasons of a container that is only about to start. */
const starting: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

/**
 * Why a Job that has not ended is not at work, in a sentence for the Library's status; undefined when its container
 * runs. Pure.
 */
export function waitingFor(job: JobObject, pods: readonly PodObject[]): string | undefined {
  if (job.spec?.suspend) return 'Queued: the Job is suspended until its queue has room';
  const alive = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const pod = alive.find(({ status }) => status?.phase === 'Running') ?? alive[0];
  if (!pod) return 'Waiting for a Pod';
  const phase = pod.status?.phase ?? 'Pending';
  if (phase !== 'Pending') return undefined;
  // A node that tells of containers has taken the Pod.
  return stuck(pod) ?? unscheduled(pod) ?? 'The Pod is starting';
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
