import type {
  V1Container,
  V1JobSpec,
  V1OwnerReference,
  V1PodSpec,
  V1Volume,
  V1VolumeMount,
} from '@kubernetes/client-node';
import { ownSecretOf, type IndexingJob } from '../../indexing/job.ts';
import {
  defaultRunTimeout,
  labels as lecternLabels,
  type LibrarySpec,
} from '../../resources/library.ts';
import { labelValue } from '../../resources/label-value.ts';
import { durationMs } from '../../resources/schedule.ts';
import { isGivenGitSecret, isOwnGitSecret } from '../../store/git-secret.ts';
import { shareOf, type ShareOptions } from './shared-pods.ts';
import { jobName, namespaceOf } from './job-name.ts';
import { containerName, volumeNames, type JobTemplate } from './template.ts';
import { userErrorExitCode } from './termination-message.ts';

interface JobManifestOptions extends ShareOptions {
  /** Where Jobs run. */
  namespace: string;
  /** Seconds that an ended Job stays, so that its log can be read. */
  keptSeconds?: number;
  /** Milliseconds that a Pod may take to start. */
  startTimeoutMs?: number;
  /** The run has its own Secret with the credentials of an integration, with the name of the Job. */
  given?: boolean;
}

/** A Job, as sent to the API server. */
export interface JobManifest {
  apiVersion: 'batch/v1';
  kind: 'Job';
  metadata: {
    name: string;
    namespace: string;
    labels: Record<string, string>;
    annotations: Record<string, string>;
    ownerReferences?: V1OwnerReference[];
  };
  spec: V1JobSpec;
}

/** Annotations of Jobs and their Pods. */
export const jobAnnotations = {
  /** Key (namespace/name) of the Library. */
  library: 'lectern.dev/library-key',
  /** Id of the run. */
  run: 'lectern.dev/run',
  /** The IndexingJob as JSON. It is mounted as a file, so that spec and Job are created in one step. */
  job: 'lectern.dev/job',
  /** namespace/name of the Secret that is copied for the run. The copy has the name of the Job. */
  copiedSecret: 'lectern.dev/copied-secret',
  /** 'true' if the run has its own Secret with the credentials of an integration. It has the name of the Job. */
  givenSecret: 'lectern.dev/given-secret',
  /** Number of Pods that share the run; absent for a run of one Pod. */
  shares: 'lectern.dev/shares',
  /** What further runs of the Job's Pod must have in common with the first (shareOf). */
  shared: 'lectern.dev/shared',
  /** Name of the Pod that took a further run; absent until then. */
  pod: 'lectern.dev/pod',
} as const;

/** Files in a run's container. */
const jobFiles = {
  job: '/etc/lectern/job/job.json',
  credentials: '/etc/lectern/credentials',
  run: '/etc/lectern/run',
} as const;

/** The user of the image. */
const user = 65532;

/**
 * A run ends itself at its time limit and reports that. Its Job's deadline is later, for runs that hang, and counts from before the
 * start of the Pod.
 */
const graceSeconds = 120;

const usual = { keptSeconds: 900, sharedSeconds: 0, startTimeoutMs: 300_000 };

/** Returns the labels that select this installation's Jobs and Pods. */
export function jobSelector({ metadata }: JobTemplate): Record<string, string> {
  return {
    'app.kubernetes.io/name': 'lectern',
    'app.kubernetes.io/instance': metadata?.labels?.['app.kubernetes.io/instance'] ?? 'lectern',
    'app.kubernetes.io/component': 'indexer',
  };
}

/** Returns the Job of one run. It always meets Pod Security "restricted", whatever the template contains. Pure. */
export function jobManifest(job: IndexingJob, options: JobManifestOptions): JobManifest {
  const { namespace, template, queue, keptSeconds, sharedSeconds, startTimeoutMs } = {
    ...usual,
    ...options,
  };
  const libraryNamespace = namespaceOf(job.library);
  const libraryName = job.library.slice(job.library.indexOf('/') + 1);
  const secret = ownSecretOf(job);
  const share = shareOf(job, options);
  // A Library in a database is not an object of the cluster, so it cannot own a Job.
  const owned = libraryNamespace === namespace;
  const labels = {
    ...template.metadata?.labels,
    ...jobSelector(template),
    'app.kubernetes.io/part-of': 'lectern',
    'app.kubernetes.io/managed-by': 'lectern-controller',
    [lecternLabels.library]: labelValue(libraryName),
    [lecternLabels.libraryUid]: job.uid,
  };
  const annotations = annotationsOf(job, options);
  const name = jobName({ library: libraryName, uid: job.uid, run: job.id });
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      namespace,
      labels: { ...labels, ...(queue !== undefined && { 'kueue.x-k8s.io/queue-name': queue }) },
      annotations: { ...annotations, ...partialAdmission(job, queue) },
      ...(owned && { ownerReferences: [ownerOf(libraryName, job.uid)] }),
    },
    spec: {
      ...(job.shares === undefined ? { backoffLimit: 0 } : indexed(job.shares)),
      activeDeadlineSeconds:
        durationMs(job.spec.timeout ?? defaultRunTimeout) / 1_000 +
        graceSeconds +
        Math.ceil(startTimeoutMs / 1_000) +
        // The last run of a shared Pod may begin this late.
        (share === undefined ? 0 : sharedSeconds),
      ttlSecondsAfterFinished: keptSeconds,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: {
        rules: [
          // A drained or lost node does not fail the Job. The cluster creates the Pod again.
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
          {
            action: 'FailJob',
            onExitCodes: { containerName, operator: 'In', values: [userErrorExitCode] },
          },
        ],
      },
      template: {
        metadata: {
          labels,
          annotations: {
            ...template.metadata?.annotations,
            ...annotations,
            [jobAnnotations.job]: JSON.stringify(job),
          },
        },
        spec: podSpec(job, template, {
          run: runSecret(name),
          credentials: mountedSecret(annotations, name) ?? secret,
          isShared: share !== undefined,
        }),
      },
    },
  };
}

/** Returns the annotations of a Job and its Pods. */
function annotationsOf(job: IndexingJob, options: JobManifestOptions): Record<string, string> {
  const share = shareOf(job, options);
  const copiedSecret = copiedSecretOf(job, options.namespace);
  return {
    [jobAnnotations.library]: job.library,
    [jobAnnotations.run]: job.id,
    ...(copiedSecret !== undefined && { [jobAnnotations.copiedSecret]: copiedSecret }),
    ...(options.given && { [jobAnnotations.givenSecret]: 'true' }),
    ...(share !== undefined && { [jobAnnotations.shared]: share }),
    ...(job.shares !== undefined && { [jobAnnotations.shares]: String(job.shares) }),
  };
}

/** Returns the annotation with which a queue admits fewer Pods if it has no room for all. The other shares follow. */
function partialAdmission({ shares }: IndexingJob, queue?: string): Record<string, string> {
  const isSplit = shares !== undefined && queue !== undefined;
  return isSplit ? { 'kueue.x-k8s.io/job-min-parallelism': '1' } : {};
}

/** Attempts of a share after its first. Only a share whose Pod was killed or failed is tried again. */
const shareRetries = 2;

/** Returns the fields of a Job with a Pod for each share. A Pod finds the number of its share in JOB_COMPLETION_INDEX. */
function indexed(shares: number): Partial<V1JobSpec> {
  return {
    completionMode: 'Indexed',
    completions: shares,
    parallelism: shares,
    backoffLimitPerIndex: shareRetries,
  };
}

/**
 * Returns the Secret (namespace/name) that the run gets a copy of. Returns undefined if the Library names none, or one that Lectern
 * created for it. Such a Secret belongs to the Library by its name, so the Pod mounts it without a copy.
 */
export function copiedSecretOf(
  job: Pick<IndexingJob, 'library' | 'uid' | 'credential' | 'spec'>,
  namespace: string,
): string | undefined {
  const { library, uid } = job;
  const secret = ownSecretOf(job);
  if (secret === undefined) return undefined;
  const where = namespaceOf(library);
  // A Library in a database has no namespace, and Lectern chooses its name. Its Secrets are in the namespace of the Jobs.
  if (where === undefined) {
    return isGivenGitSecret(secret, library) ? undefined : `${namespace}/${secret}`;
  }
  const name = library.slice(where.length + 1);
  if (where === namespace && isOwnGitSecret(secret, { name, uid })) return undefined;
  return `${where}/${secret}`;
}

/** Names of the Secrets that a run's Pod mounts. */
interface MountedSecrets {
  /** Secret with the token for the write gateway. */
  run: string;
  /** Secret with the credentials of the source. */
  credentials: string | undefined;
  /** The first Secret also has the token for further runs. */
  isShared: boolean;
}

/** Returns the name of the Secret with the token for the write gateway, by the name of the Job. */
export function runSecret(job: string): string {
  return `${job}-run`;
}
/** Key of the token in that Secret. */
export const tokenKey = 'token';
/** Key of the token with which a shared Pod takes further runs. */
export const furtherKey = 'further';

/** Returns the run's own Secret, if any: a copy, or the credentials of an integration. It has the name of the Job. */
function mountedSecret(annotations: Record<string, string>, name: string): string | undefined {
  const { copiedSecret, givenSecret } = jobAnnotations;
  return copiedSecret in annotations || givenSecret in annotations ? name : undefined;
}

/** Returns the owner of a Secret that is deleted with the Job. */
export function jobOwner({ name, uid }: { name: string; uid: string }): V1OwnerReference {
  return { apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true };
}

function ownerOf(name: string, uid: string): V1OwnerReference {
  return { apiVersion: 'lectern.dev/v1alpha1', kind: 'Library', name, uid, controller: true };
}

function podSpec(
  { spec }: IndexingJob,
  { spec: template }: JobTemplate,
  { run, credentials: secret, isShared }: MountedSecrets,
): V1PodSpec {
  const { hostNetwork: _, hostPID: __, hostIPC: ___, ...placed } = template;
  const [own] = template.containers;
  const resources = runResources(own.resources, spec.resources);
  const credentials = secret === undefined ? [] : ['--credentials', jobFiles.credentials];
  const { command: ____, ...container } = hardened(own);
  const runner: V1Container = {
    ...container,
    args: [
      'index',
      '--job',
      jobFiles.job,
      '--token',
      `${jobFiles.run}/${tokenKey}`,
      ...credentials,
      ...(isShared ? ['--further', `${jobFiles.run}/${furtherKey}`] : []),
    ],
    resources,
    env: [{ name: 'HOME', value: '/tmp' }, ...(own.env ?? [])],
    volumeMounts: [...(own.volumeMounts ?? []), ...mounts(secret)],
    // The last lines of the log explain why a run left no outcome.
    terminationMessagePolicy: 'FallbackToLogsOnError',
  };
  return {
    ...placed,
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      // Makes the mounted credentials readable for this user only.
      fsGroup: user,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [runner],
    ...(template.initContainers && {
      initContainers: template.initContainers.map(hardened),
    }),
    volumes: [
      ...(template.volumes ?? []),
      ...volumes({ run, credentials: secret }, resources.limits),
    ],
  };
}

/** Returns the container with the security context of Pod Security "restricted" and without host ports. */
function hardened(container: V1Container): V1Container {
  const { ports: _, ...kept } = container;
  return {
    ...kept,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  };
}

function mounts(secret: string | undefined): V1VolumeMount[] {
  return [
    { name: volumeNames.job, mountPath: '/etc/lectern/job', readOnly: true },
    { name: volumeNames.tmp, mountPath: '/tmp' },
    { name: volumeNames.run, mountPath: jobFiles.run, readOnly: true },
    ...(secret === undefined
      ? []
      : [{ name: volumeNames.credentials, mountPath: jobFiles.credentials, readOnly: true }]),
  ];
}

function volumes(
  { run, credentials: secret }: Omit<MountedSecrets, 'isShared'>,
  limits: Record<string, string>,
): V1Volume[] {
  const fieldPath = `metadata.annotations['${jobAnnotations.job}']`;
  return [
    {
      name: volumeNames.job,
      downwardAPI: { items: [{ path: 'job.json', fieldRef: { fieldPath } }] },
    },
    {
      name: volumeNames.tmp,
      emptyDir: { sizeLimit: limits['ephemeral-storage'] ?? '10Gi' },
    },
    { name: volumeNames.run, secret: { secretName: run, defaultMode: 0o400, optional: false } },
    ...(secret === undefined
      ? []
      : [
          {
            name: volumeNames.credentials,
            secret: { secretName: secret, defaultMode: 0o400, optional: false },
          },
        ]),
  ];
}

type Quantities = Record<string, string>;
type Wanted = NonNullable<LibrarySpec['resources']>;
type ContainerResources = { requests: Quantities; limits: Quantities };

/** Resources of a run if neither the installation nor the Library sets any. */
const defaults: ContainerResources = {
  requests: { cpu: '500m', memory: '1Gi', 'ephemeral-storage': '2Gi' },
  limits: { memory: '1Gi', 'ephemeral-storage': '10Gi' },
};

/**
 * Returns requests and limits of a run. For each resource the Library's setting replaces the installation's. A setting of
 * only the request or the limit also sets the other one, if the two could contradict each other.
 */
function runResources(
  installation: Partial<ContainerResources> | undefined,
  library: Wanted | undefined,
): ContainerResources {
  const base = { requests: {}, limits: {}, ...(installation ?? defaults) };
  const { requests = {}, limits = {} } = library ?? {};
  const result = { requests: { ...base.requests }, limits: { ...base.limits } };
  for (const name of new Set([...Object.keys(requests), ...Object.keys(limits)])) {
    const limit = limits[name] ?? (name in base.limits ? requests[name] : undefined);
    result.requests[name] = requests[name] ?? limits[name]!;
    if (limit !== undefined) result.limits[name] = limit;
  }
  return result;
}
