import type { KubeObject } from '../../runtime/kube-object.ts';

/** What is read of a batch/v1 Job; times are ISO 8601. */
export interface JobObject extends KubeObject {
  metadata: ObjectMetadata;
  spec?: {
    suspend?: boolean;
    activeDeadlineSeconds?: number;
    template?: { spec?: { containers?: ContainerSpec[] } };
  };
  status?: {
    startTime?: string;
    completionTime?: string;
    conditions?: JobCondition[];
  };
}

/** What is read of a Pod. */
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

export interface JobCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

export interface ContainerStatus {
  name: string;
  state?: {
    waiting?: { reason?: string; message?: string };
    running?: object;
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

/** The condition that ended the Job, if it has ended. */
export function endOf({ status }: JobObject): JobCondition | undefined {
  return status?.conditions?.find(
    ({ type, status: holds }) => (type === 'Complete' || type === 'Failed') && holds === 'True',
  );
}
