import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { JobState } from '../../src/jobs/jobs.ts';
import type { IndexingJob, IndexingResult } from '../../src/indexing/job.ts';
import {
  KubernetesJobs,
  type KubernetesJobsOptions,
} from '../../src/jobs/kubernetes/kubernetes-jobs.ts';
import { jobManifest } from '../../src/jobs/kubernetes/job-manifest.ts';
import type { JobTemplate } from '../../src/jobs/kubernetes/template.ts';
import type { ResourceClient } from '../../src/kubernetes/kube-client.ts';
import type { RunGrant, RunGrants } from '../../src/store/gateway/grants.ts';
import type { Handover } from '../../src/store/gateway/handovers.ts';
import { SourceSecrets } from '../../src/store/kubernetes/source-secrets.ts';
import { newRun } from '../../src/resources/run.ts';
import type { JournalEntry } from '../../src/store/run-journal.ts';
import { connect, openTestCluster, type AnyObject, type TestCluster } from '../support/kube.ts';
import { Kubelet } from '../support/kubelet.ts';

export const template: JobTemplate = {
  metadata: { labels: { 'app.kubernetes.io/instance': 'test' } },
  spec: { containers: [{ name: 'lectern', image: 'example.org/lectern:1' }] },
};
const source = { git: { url: 'https://example.org/widgets.git' } };
export const spec = { id: '/acme/widgets', source };

/** Time limits for a busy machine. */
export const eventually = { timeout: 45_000, interval: 50 };

export const soon = (): AbortSignal => AbortSignal.timeout(30_000);

/** Receives the reports of runs in place of the journal's store. */
export class Journal {
  readonly entries = new Map<string, JournalEntry>();
  reads = 0;

  async read(runs: string[]): Promise<Map<string, JournalEntry>> {
    this.reads += 1;
    return new Map([...this.entries].filter(([run]) => runs.includes(run)));
  }

  async remove(library: string): Promise<void> {
    for (const [run, entry] of this.entries) {
      if (entry.library === library) this.entries.delete(run);
    }
  }
}

/** Receives the rights of runs in place of the grants' store. */
export class Grants implements RunGrants {
  readonly active = new Map<string, RunGrant & { token: string }>();

  async give(grant: RunGrant, token: string): Promise<void> {
    this.active.set(grant.key, { ...grant, token });
  }

  async runOf(key: string): Promise<string | undefined> {
    return this.active.get(key)?.run;
  }

  async find(token: string): Promise<RunGrant | undefined> {
    return [...this.active.values()].find((grant) => grant.token === token);
  }

  async end(key: string, run: string): Promise<void> {
    if (this.active.get(key)?.run === run) this.active.delete(key);
  }
}

/** Pods that wait for a further run, in place of the handovers' store. */
export class Handovers {
  /** Names of Jobs. */
  readonly waiting = new Set<string>();
  readonly given = new Map<string, Handover>();

  async give(job: string, handover: Handover): Promise<boolean> {
    if (!this.waiting.delete(job)) return false;
    this.given.set(job, handover);
    return true;
  }
}

/** The adapter of a controller, with a namespace for each test, and helpers. */
export class JobsUnderTest {
  cluster!: TestCluster;
  kubelet!: Kubelet;
  jobObjects!: ResourceClient<AnyObject>;
  secrets!: ResourceClient<AnyObject>;
  libraries!: ResourceClient<AnyObject>;
  namespace!: string;
  journal!: Journal;
  grants!: Grants;
  handovers!: Handovers;
  jobs!: KubernetesJobs;
  told: string[] = [];
  private readonly opened: KubernetesJobs[] = [];

  async connect(): Promise<void> {
    this.cluster = await openTestCluster();
    const { client } = this.cluster;
    this.kubelet = new Kubelet(client);
    this.jobObjects = client.resource({ group: 'batch', version: 'v1', plural: 'jobs' });
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    const kind = { group: 'lectern.dev', version: 'v1alpha1', plural: 'libraries' };
    this.libraries = client.resource(kind);
  }

  async begun(): Promise<void> {
    this.namespace = await this.cluster.addNamespace();
    this.journal = new Journal();
    this.grants = new Grants();
    this.handovers = new Handovers();
    this.told = [];
    this.jobs = this.open();
    this.jobs.onChange((library) => this.told.push(library));
  }

  async over(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((adapter) => adapter.close()));
  }

  /** Opens a second adapter, as after a restart. */
  open(options: Partial<KubernetesJobsOptions> = {}): KubernetesJobs {
    const { namespace } = this;
    const adapter = new KubernetesJobs({
      client: connect(),
      namespace,
      template,
      journal: this.journal,
      grants: this.grants,
      handovers: this.handovers,
      sources: new SourceSecrets(connect(), { namespace, allowed: ['*'] }),
      onError: () => undefined,
      startTimeoutMs: 300_000,
      pollMs: 20,
      cancelMs: 20_000,
      ...options,
    });
    this.opened.push(adapter);
    void adapter.run(new AbortController().signal);
    return adapter;
  }

  async addLibrary(inNamespace = this.namespace, name = 'widgets'): Promise<IndexingJob> {
    const library = await this.libraries.create(
      {
        apiVersion: 'lectern.dev/v1alpha1',
        kind: 'Library',
        metadata: { name, namespace: inNamespace },
        spec,
      },
      soon(),
    );
    const { uid } = library.metadata;
    return { id: 'run-1', library: `${inNamespace}/${name}`, uid: uid!, spec, allowLocal: false };
  }

  /** Creates the Job of a run as a queue does that has no room for it. Returns its name. */
  async addSuspended(job: IndexingJob): Promise<string> {
    const manifest = jobManifest(job, { namespace: this.namespace, template });
    manifest.spec.suspend = true;
    await this.jobObjects.create(manifest as unknown as AnyObject & typeof manifest, soon());
    return manifest.metadata.name;
  }

  /** Suspends a Job or lets it start, as a queue does. */
  async suspend(name: string, suspend: boolean): Promise<void> {
    const key = `${this.namespace}/${name}`;
    await this.jobObjects.patch(key, { spec: { suspend } }, { type: 'merge' }, soon());
  }

  async jobsNow(): Promise<AnyObject[]> {
    return this.jobObjects.list({ namespace: this.namespace }, soon());
  }

  async podsNow(): Promise<AnyObject[]> {
    const pods = this.cluster.client.resource<AnyObject>({
      group: '',
      version: 'v1',
      plural: 'pods',
    });
    return pods.list({ namespace: this.namespace }, soon());
  }

  /** Deletes the only Job, as a person does. */
  async deleteJob(): Promise<void> {
    const key = `${this.namespace}/${await this.jobName()}`;
    await this.jobObjects.delete(key, { propagationPolicy: 'Background' }, soon());
  }

  /** Returns the name of the only Job. */
  async jobName(): Promise<string> {
    const [job] = await this.jobsNow();
    return job!.metadata.name;
  }

  async ended(library: string, adapter = this.jobs): Promise<JobState> {
    return vi.waitFor(async () => {
      const state = await adapter.observe(library);
      if (state?.state !== 'succeeded' && state?.state !== 'failed') {
        throw new Error(`${library} has not ended: ${JSON.stringify(state)}`);
      }
      return state;
    }, eventually);
  }

  /** Reports to the journal that a run has succeeded. */
  tellOutcome({ id, library }: IndexingJob, result: IndexingResult): JournalEntry {
    const run = { ...newRun(id, new Date()), finishedAt: new Date().toISOString() };
    const entry = { runId: id, library, run, outcome: { state: 'succeeded', result } };
    this.journal.entries.set(id, entry);
    return entry;
  }

  async begin(job: IndexingJob, adapter = this.jobs): Promise<string> {
    await adapter.start(job);
    const name = await this.jobName();
    await this.kubelet.report(this.namespace, name, 'running');
    return name;
  }
}

/** Runs the tests of a file on an API server. */
export function useJobs(): JobsUnderTest {
  const at = new JobsUnderTest();
  beforeAll(() => at.connect());
  afterAll(() => at.cluster.close());
  beforeEach(() => at.begun());
  afterEach(() => at.over());
  return at;
}
