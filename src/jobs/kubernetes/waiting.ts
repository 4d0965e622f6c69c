import { hasStarted, type JobObject, type PodObject } from './job-objects.ts';
import { sharesOf } from './run-shares.ts';

/** Why the run of an active Job has not started. */
export interface Waiting {
  /** A sentence for the Library's status. */
  message: string;
  /** Whether the time limit for the start applies: not while a queue holds the Job or an init container runs. */
  isLimited: boolean;
  /** Whether the message names the cause. If not, the Events of the Pod or the Job may name it. */
  isExplained: boolean;
}

/** Reasons of a container that starts normally. */
const starting: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

/** Returns why the run of an active Job has not started; undefined if its container runs. Pure. */
export function waitingFor(job: JobObject, pods: readonly PodObject[]): Waiting | undefined {
  if (job.spec?.suspend) {
    return {
      message: 'Queued: the Job is suspended until its queue has room',
      isLimited: false,
      isExplained: true,
    };
  }
  // The cluster may have no room for the other shares. Their time begins with that of the run.
  if (sharesOf(job) !== undefined && pods.some(hasStarted)) return undefined;
  const alive = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const pod = alive.find(({ status }) => status?.phase === 'Running') ?? alive[0];
  if (!pod) return { message: 'Waiting for a Pod', isLimited: true, isExplained: false };
  return (pod.status?.phase ?? 'Pending') === 'Pending' ? pending(pod) : undefined;
}

function pending(pod: PodObject): Waiting {
  // A container's status means that a node has accepted the Pod, so it comes first.
  const cause = stuck(pod) ?? unscheduled(pod);
  return {
    message: cause ?? 'The Pod is starting',
    isLimited: !isInitializing(pod),
    isExplained: cause !== undefined,
  };
}

/** Returns whether an init container runs. Only the run's time limit applies to it. */
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
