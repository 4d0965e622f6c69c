import { Informer } from '../../kubernetes/informer.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import { keyOfObject } from '../../kubernetes/kube-object.ts';
import {
  endOf,
  jobNameLabel,
  slimJob,
  slimPod,
  type JobObject,
  type PodObject,
} from './job-objects.ts';
import { hasEnded } from './job-outcome.ts';
import { jobAnnotations } from './job-manifest.ts';
import { sharesOf } from './run-shares.ts';

interface JobCacheOptions {
  client: KubeClient;
  namespace: string;
  /** Labels of the installation's Jobs and their Pods. */
  selector: Record<string, string>;
  /** Receives the key of a Library whose Job or Pod changed. */
  onChange: (library: string) => void;
  /** Receives each deleted Job, also one that a person deletes. */
  onGone: (job: JobObject) => void;
  onError: (message: string) => void;
}

/** The Jobs of an installation and their Pods, kept current by two watches. */
export class JobCache {
  private readonly pods: ResourceClient<PodObject>;
  private readonly jobCache: Informer<JobObject>;
  private readonly podCache: Informer<PodObject>;
  private readonly namespace: string;

  constructor({ client, namespace, selector, onChange, onGone, onError }: JobCacheOptions) {
    this.namespace = namespace;
    const selection = { namespace, labelSelector: selectorText(selector) };
    const jobs = client.resource<JobObject>({ group: 'batch', version: 'v1', plural: 'jobs' });
    this.pods = client.resource({ group: '', version: 'v1', plural: 'pods' });
    this.jobCache = new Informer(jobs.listerWatcher(selection), {
      transform: slimJob,
      indexes: { library: (job) => [libraryOf(job)] },
      onError,
    });
    this.podCache = new Informer(this.pods.listerWatcher(selection), {
      transform: slimPod,
      indexes: { job: ({ metadata }) => [metadata.labels?.[jobNameLabel] ?? ''] },
      onError,
    });
    this.jobCache.onChange(({ type, object }) => {
      if (type === 'deleted') onGone(object);
      onChange(libraryOf(object));
    });
    // A shared Pod has the annotations of its first run, and its Job those of the last.
    this.podCache.onChange(({ object }) => onChange(libraryOf(this.jobOf(object) ?? object)));
  }

  /** Watches until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.jobCache.run(signal), this.podCache.run(signal)]);
  }

  /** Resolves when both watches have their first list. */
  async synced(signal: AbortSignal): Promise<void> {
    if (this.jobCache.hasSynced && this.podCache.hasSynced) return;
    await Promise.all([this.jobCache.whenSynced(signal), this.podCache.whenSynced(signal)]);
  }

  /** Adds a Job that was just created, before the watch reports it. */
  update(job: JobObject): void {
    this.jobCache.update(job);
  }

  /** Returns whether the Job exists. A new Job of the same name is a different one. */
  has(job: JobObject): boolean {
    return this.jobCache.get(keyOfObject(job))?.metadata.uid === job.metadata.uid;
  }

  /** Returns a Library's Jobs: first those that have not ended, then the newest. Those that somebody deletes come last. */
  jobsOf(library: string): JobObject[] {
    return this.jobCache.byIndex('library', library).toSorted(byImportance);
  }

  /** Returns a Job by its name. */
  job(name: string): JobObject | undefined {
    return this.jobCache.get(`${this.namespace}/${name}`);
  }

  podsOf({ metadata }: JobObject): PodObject[] {
    return this.podCache.byIndex('job', metadata.name);
  }

  /**
   * Returns the Pods of a Job that has ended. Asks the API server if the watch of Pods lags behind that of Jobs, and always for
   * a Job of several Pods.
   */
  async endedPodsOf(job: JobObject, signal: AbortSignal): Promise<PodObject[]> {
    const known = this.podsOf(job);
    const isKnown = sharesOf(job) === undefined && hasEnded(known);
    return isKnown ? known : this.podsNow(job, signal);
  }

  private jobOf({ metadata }: PodObject): JobObject | undefined {
    return this.job(metadata.labels?.[jobNameLabel] ?? '');
  }

  /** Reads the Pods of a Job from the API server. */
  async podsNow(job: JobObject, signal: AbortSignal): Promise<PodObject[]> {
    const labelSelector = selectorText({ [jobNameLabel]: job.metadata.name });
    const pods = await this.pods.list({ namespace: this.namespace, labelSelector }, signal);
    return pods.map(slimPod);
  }
}

function byImportance(a: JobObject, b: JobObject): number {
  const kept = Number(isDeleted(a)) - Number(isDeleted(b));
  const active = Number(endOf(b) === undefined) - Number(endOf(a) === undefined);
  const later = b.metadata.creationTimestamp.localeCompare(a.metadata.creationTimestamp);
  // Times have whole seconds. Of two Jobs of one second, the one that changed last ended last.
  return (
    kept ||
    active ||
    later ||
    Number(b.metadata.resourceVersion) - Number(a.metadata.resourceVersion)
  );
}

function isDeleted({ metadata }: JobObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function libraryOf({ metadata }: JobObject | PodObject): string {
  return metadata.annotations?.[jobAnnotations.library] ?? '';
}

function selectorText(labels: Record<string, string>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}
