import type { KubeObject } from '../../kubernetes/kube-object.ts';
import { jobAnnotations } from './job-manifest.ts';

const keptAnnotations = [
  jobAnnotations.library,
  jobAnnotations.run,
  jobAnnotations.copiedSecret,
  jobAnnotations.givenSecret,
  jobAnnotations.shared,
  jobAnnotations.pod,
  jobAnnotations.shares,
] as const;

/** The fields of a batch/v1 Job that are read. Times are ISO 8601. */
export interface JobObject extends KubeObject {
  metadata: ObjectMetadata;
  spec?: {
    suspend?: boolean;
    activeDeadlineSeconds?: number;
    /** Absent in the cache. */
    template?: { metadata?: { annotations?: Record<string, string> } };
  };
  status?: {
    startTime?: string;
    completionTime?: string;
    conditions?: JobCondition[];
  };
}

/** The fields of a Pod that are read. */
export interface PodObject extends KubeObject {
  metadata: ObjectMetadata;
  spec?: { containers?: ContainerSpec[] };
  status?: {
    phase?: string;
    reason?: string;
    message?: string;
    conditions?: { type: string; status: string; reason?: string; message?: string }[];
    initContainerStatuses?: ContainerStatus[];
    containerStatuses?: ContainerStatus[];
  };
}

/** How the cluster reports the end of a Job: an entry of the conditions of a batch/v1 Job. */
export interface JobCondition {
  type: string;
  /** 'True', 'False' or 'Unknown'. */
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

/** State of a container: an entry of the status of a core/v1 Pod. */
export interface ContainerStatus {
  name: string;
  /** At most one of the fields is set. */
  state?: {
    waiting?: { reason?: string; message?: string };
    running?: object;
    /** `message` is the termination message, in which a run reports its outcome. */
    terminated?: { exitCode: number; reason?: string; message?: string };
  };
}

interface ContainerSpec {
  name: string;
  resources?: { limits?: Record<string, string> };
}

interface ObjectMetadata {
  name: string;
  namespace?: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

/** The label by which a Pod names its Job. */
export const jobNameLabel = 'batch.kubernetes.io/job-name';

/** Returns the fields of a Job that the cache keeps. It can hold thousands of Jobs, each with a Pod template. */
export function slimJob({ metadata, spec, status }: JobObject): JobObject {
  return {
    metadata: slimMetadata(metadata),
    spec: pick(spec, ['suspend', 'activeDeadlineSeconds']),
    status: pick(status, ['startTime', 'completionTime', 'conditions']),
  };
}

/** Returns the fields of a Pod that the cache keeps. */
export function slimPod({ metadata, spec, status }: PodObject): PodObject {
  return {
    metadata: slimMetadata(metadata),
    spec: {
      containers: (spec?.containers ?? []).map(({ name, resources }) => ({
        name,
        ...(resources?.limits && { resources: { limits: resources.limits } }),
      })),
    },
    status: pick(status, [
      'phase',
      'reason',
      'message',
      'conditions',
      'initContainerStatuses',
      'containerStatuses',
    ]),
  };
}

function slimMetadata(metadata: ObjectMetadata): ObjectMetadata {
  const {
    labels,
    annotations = {},
    ...rest
  } = pick(metadata, [
    'name',
    'namespace',
    'uid',
    'resourceVersion',
    'creationTimestamp',
    'deletionTimestamp',
    'labels',
    'annotations',
  ]);
  return { ...rest, ...(labels && { labels }), annotations: pick(annotations, keptAnnotations) };
}

function pick<T extends object, K extends keyof T>(object: T | undefined, keys: readonly K[]) {
  const entries = keys
    .filter((key) => object?.[key] !== undefined)
    .map((key) => [key, object![key]]);
  return Object.fromEntries(entries) as Pick<T, K>;
}

/** Returns the condition that ended the Job; undefined if it has not ended. */
export function endOf({ status }: JobObject): JobCondition | undefined {
  const held = status?.conditions?.filter(({ status: holds }) => holds === 'True') ?? [];
  return (
    held.find(({ type }) => type === 'Complete' || type === 'Failed') ??
    // The cluster ends a Job only after its Pods have ended. A Pod on a lost node never ends.
    held.find(({ type, reason }) => type === 'FailureTarget' && reason === 'DeadlineExceeded')
  );
}

/** Returns whether a container of the Pod runs or has run, so that everything that the Pod mounts exists. */
export function hasStarted({ status }: PodObject): boolean {
  const { containerStatuses = [] } = status ?? {};
  return containerStatuses.some(({ state }) => state?.running ?? state?.terminated);
}
