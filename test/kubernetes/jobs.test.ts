import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IndexingJob, JobState } from '../../src/controller/jobs.ts';
import { jobManifest } from '../../src/controller/kubernetes-jobs/manifest.ts';
import {
  KubernetesJobs,
  type KubernetesJobsOptions,
} from '../../src/controller/kubernetes-jobs/kubernetes-jobs.ts';
import type { JobTemplate } from '../../src/controller/kubernetes-jobs/template.ts';
import { RunError } from '../../src/errors.ts';
import { newRun } from '../../src/controller/new-run.ts';
import { encodeOutcome } from '../../src/indexing/job-outcome.ts';
import type { ResourceClient } from '../../src/runtime/kube-client.ts';
import type { JournalEntry } from '../../src/store/run-journal.ts';
import { KubernetesSecretStore } from '../../src/store/kubernetes/secrets.ts';
import { connect, openTestCluster, type AnyObject, type TestCluster } from '../support/kube.ts';
import { Kubelet } from '../support/kubelet.ts';

const template: JobTemplate = {
  metadata: { labels: { 'app.kubernetes.io/instance': 'test' } },
  spec: { containers: [{ name: 'lectern', image: 'example.org/lectern:1' }] },
};
const source = { git: { url: 'https://example.org/widgets.git' } };
const spec = { id: '/acme/widgets', source };

let cluster: TestCluster;
let kubelet: Kubelet;
let jobObjects: ResourceClient<AnyObject>;
let secrets: ResourceClient<AnyObject>;
let libraries: ResourceClient<AnyObject>;

beforeAll(async () => {
  cluster = await openTestCluster();
  kubelet = new Kubelet(cluster.client);
  jobObjects = cluster.client.resource({ group: 'batch', version: 'v1', plural: 'jobs' });
  secrets = cluster.client.resource({ group: '', version: 'v1', plural: 'secrets' });
  const kind = { group: 'lectern.dev', version: 'v1alpha1', plural: 'libraries' };
  libraries = cluster.client.resource(kind);
});
afterAll(async () => cluster.close());

/** A busy machine takes its time. */
const eventually = { timeout: 20_000, interval: 50 };

const soon = (): AbortSignal => AbortSignal.timeout(30_000);

/** What runs reported, in the place of the journal's store. */
class Journal {
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

describe('runs as Jobs', () => {
  let namespace: string;
  let journal: Journal;
  let jobs: KubernetesJobs;
  let told: string[];
  const opened: KubernetesJobs[] = [];

  /** A controller of its own, as after a restart. */
  function open(options: Partial<KubernetesJobsOptions> = {}): KubernetesJobs {
    const adapter = new KubernetesJobs({
      client: connect(),
      namespace,
      template,
      journal,
      onError: () => undefined,
      pollMs: 20,
      cancelMs: 20_000,
      ...options,
    });
    opened.push(adapter);
    void adapter.run(new AbortController().signal);
    return adapter;
  }

  beforeEach(async () => {
    namespace = await cluster.addNamespace();
    journal = new Journal();
    told = [];
    jobs = open();
    jobs.onChange((library) => told.push(library));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((adapter) => adapter.close()));
  });

  async function addLibrary(inNamespace = namespace, name = 'widgets'): Promise<IndexingJob> {
    const library = await libraries.create(
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

  async function jobsNow(): Promise<AnyObject[]> {
    return jobObjects.list({ namespace }, soon());
  }

  /** The name of the only Job there is. */
  async function jobName(): Promise<string> {
    const [job] = await jobsNow();
    return job!.metadata.name;
  }

  async function ended(library: string, adapter = jobs): Promise<JobState> {
    return vi.waitFor(async () => {
      const state = await adapter.observe(library);
      expect(state?.state).toMatch(/succeeded|failed/);
      return state!;
    }, eventually);
  }

  async function begin(job: IndexingJob, adapter = jobs): Promise<string> {
    await adapter.start(job);
    const name = await jobName();
    await kubelet.report(namespace, name, 'running');
    return name;
  }

  it('start once however often, and by however many, they are asked for', async () => {
    const job = await addLibrary();
    const other = open();

    await Promise.all([jobs.start(job), jobs.start(job), other.start(job)]);
    await jobs.start(job);

    expect(await jobsNow()).toHaveLength(1);
    expect(await jobs.observe(job.library)).toMatchObject({ id: 'run-1', state: 'running' });
  });

  it('count from the moment they are made', async () => {
    const job = await addLibrary();

    await jobs.start(job);

    expect(await jobs.observe(job.library)).toMatchObject({
      state: 'running',
      run: { phase: 'queued' },
    });
  });

  it('end with the outcome their Pod left', async () => {
    const job = await addLibrary();
    const name = await begin(job);
    await vi.waitFor(async () => {
      expect(await jobs.observe(job.library)).toMatchObject({ run: { phase: 'fetching' } });
    }, eventually);
    const outcome = { changed: true, facts: { title: 'Widgets', branch: 'main' } };
    const message = encodeOutcome({ state: 'succeeded', result: outcome });

    await kubelet.report(namespace, name, { exitCode: 0, message });
    const state = await ended(job.library);

    expect(state).toMatchObject({ id: 'run-1', state: 'succeeded', result: outcome });
    expect(told).toContain(job.library);
  });

  it('that only an edit can mend are not tried again', async () => {
    const job = await addLibrary();
    const name = await begin(job);
    const failure = { reason: 'NotFound', message: 'no branch x', retry: 'never' } as const;

    await kubelet.report(namespace, name, {
      exitCode: 42,
      reason: 'Error',
      message: encodeOutcome({ state: 'failed', failure }),
    });

    expect(await ended(job.library)).toMatchObject({ state: 'failed', failure });
  });

  it('that ran out of memory say which limit to raise', async () => {
    const job = await addLibrary();
    const limited = { ...job, spec: { ...spec, resources: { limits: { memory: '512Mi' } } } };
    const name = await begin(limited);

    await kubelet.report(namespace, name, { exitCode: 137, reason: 'OOMKilled' });

    expect(await ended(job.library)).toMatchObject({
      failure: {
        reason: 'OutOfMemory',
        message: expect.stringContaining('limit of 512Mi; raise spec.resources.limits.memory'),
        retry: 'backoff',
      },
    });
  });

  it('are ended at their deadline', async () => {
    const job = await addLibrary();
    const name = await begin(job);
    const all = cluster.client.resource<AnyObject>({
      group: 'batch',
      version: 'v1',
      plural: 'jobs',
    });
    const body = { spec: { activeDeadlineSeconds: 1 } };
    await all.patch(`${namespace}/${name}`, body, { type: 'merge' }, soon());

    expect(await ended(job.library)).toMatchObject({
      failure: { reason: 'Timeout', message: expect.stringContaining('its 1 seconds') },
    });
  });

  it('whose Pod somebody deletes are interrupted, not lost', async () => {
    const job = await addLibrary();
    const name = await begin(job);

    const failure = { reason: 'Internal', message: 'cancelled', retry: 'backoff' } as const;
    await kubelet.remove(namespace, name, encodeOutcome({ state: 'failed', failure }));

    expect(await ended(job.library)).toMatchObject({
      failure: { reason: 'Interrupted', retry: 'backoff' },
    });
  });

  it('show why they wait', async () => {
    const job = await addLibrary();
    await jobs.start(job);
    const name = await jobName();
    const message = 'Back-off pulling image "example.org/lectern:1"';

    await kubelet.report(namespace, name, { waiting: 'ImagePullBackOff', message });

    await vi.waitFor(async () => {
      expect(await jobs.observe(job.library)).toMatchObject({
        state: 'running',
        waiting: `The Pod cannot start: ImagePullBackOff: ${message}`,
      });
    }, eventually);
  });

  it('are found again, ended or not, by the controller that comes after', async () => {
    const first = await addLibrary();
    const second = await addLibrary(namespace, 'gadgets');
    const name = await begin(first);
    await kubelet.report(namespace, name, {
      exitCode: 0,
      message: encodeOutcome({ state: 'succeeded', result: { changed: false, facts: {} } }),
    });
    await ended(first.library);
    await jobs.start({ ...second, id: 'run-2' });
    await jobs.close();

    const next = open();

    expect(await next.observe(first.library)).toMatchObject({ id: 'run-1', state: 'succeeded' });
    expect(await next.observe(second.library)).toMatchObject({ id: 'run-2', state: 'running' });
    expect(await next.observe(`${namespace}/nobody`)).toBeUndefined();
  });

  it('show how far they are, and topics at the end, from the journal', async () => {
    const job = await addLibrary();
    const name = await begin(job);
    await vi.waitFor(async () => {
      expect(await jobs.observe(job.library)).toMatchObject({ run: { phase: 'fetching' } });
    }, eventually);
    const run = { ...newRun('run-1', new Date()), phase: 'indexing' as const, documents: 7 };
    const entry = { runId: 'run-1', library: job.library, run };
    told = [];

    journal.entries.set('run-1', entry);

    await vi.waitFor(() => expect(told).toContain(job.library), eventually);
    expect(await jobs.observe(job.library)).toMatchObject({ state: 'running', run });
    journal.entries.set('run-1', { ...entry, topics: 'Install, Use' });
    await kubelet.report(namespace, name, {
      exitCode: 0,
      message: encodeOutcome({ state: 'succeeded', result: { changed: true, facts: {} } }),
    });
    expect(await ended(job.library)).toMatchObject({ result: { topics: 'Install, Use' } });
  });

  it('cost the journal nothing while there is none', async () => {
    const job = await addLibrary();
    await begin(job);
    await jobs.observe(job.library);
    await vi.waitFor(() => expect(journal.reads).toBeGreaterThan(1), eventually);
    await jobs.cancel(job.library);
    const { reads } = journal;

    // Another adapter of the same interval has read in the meantime, had it had something to read.
    const busy = new Journal();
    const other = open({ journal: busy });
    await other.start(job);
    await other.observe(job.library);
    await vi.waitFor(() => expect(busy.reads).toBeGreaterThan(2), eventually);

    expect(journal.reads).toBeLessThanOrEqual(reads + 1);
  });

  it('that are cancelled are gone with their Pod, and another may start at once', async () => {
    const job = await addLibrary();
    const name = await begin(job);
    const { id: runId, library } = job;
    journal.entries.set(runId, { runId, library, run: newRun(runId, new Date()) });

    await jobs.cancel(job.library);

    expect(journal.entries.size).toBe(0);
    expect(await jobs.observe(job.library)).toBeUndefined();
    expect(await jobsNow()).toEqual([]);
    const pods = cluster.client.resource<AnyObject>({ group: '', version: 'v1', plural: 'pods' });
    expect(await pods.list({ namespace }, soon())).toEqual([]);
    await jobs.start({ ...job, id: 'run-2' });
    expect(await jobs.observe(job.library)).toMatchObject({ id: 'run-2', state: 'running' });
    expect(await jobName()).not.toBe(name);
  });

  it('are cancelled by a controller that has only just started', async () => {
    const job = await addLibrary();
    await begin(job);
    await jobs.close();

    await open().cancel(job.library);

    expect(await jobsNow()).toEqual([]);
  });

  it('give way to a newer one of the same Library', async () => {
    const job = await addLibrary();
    await begin(job);

    await jobs.start({ ...job, id: 'run-2' });

    expect(await jobsNow()).toHaveLength(1);
    expect(await jobs.observe(job.library)).toMatchObject({ id: 'run-2' });
  });

  it('go with their Library', { timeout: 120_000 }, async () => {
    const job = await addLibrary();
    await begin(job);

    await libraries.delete(job.library, {}, soon());

    // The cluster's garbage collector looks for new kinds every half minute.
    const patiently = { ...eventually, timeout: 90_000 };
    await vi.waitFor(async () => expect(await jobsNow()).toEqual([]), patiently);
    await vi.waitFor(
      async () => expect(await jobs.observe(job.library)).toBeUndefined(),
      eventually,
    );
  });

  it('wait while a queue holds their Job', async () => {
    const queued = open({ queue: 'docs' });
    const job = await addLibrary();
    await queued.start(job);
    const name = await jobName();

    // As Kueue's webhook and controller do.
    await jobObjects.patch(
      `${namespace}/${name}`,
      { spec: { suspend: true } },
      { type: 'merge' },
      soon(),
    );

    await vi.waitFor(async () => {
      expect(await queued.observe(job.library)).toMatchObject({
        state: 'running',
        run: { phase: 'queued' },
        waiting: expect.stringContaining('Queued'),
      });
    }, eventually);
    const [object] = await jobsNow();
    expect(object!.metadata).toMatchObject({ labels: { 'kueue.x-k8s.io/queue-name': 'docs' } });
  });

  it('the cluster does not take fail with its words', async () => {
    const job = await addLibrary();
    const wrong = { ...job, spec: { ...spec, resources: { limits: { memory: 'plenty' } } } };

    await jobs.start(wrong);

    expect(await jobs.observe(job.library)).toMatchObject({
      id: 'run-1',
      state: 'failed',
      failure: {
        reason: 'JobRefused',
        message: expect.stringMatching(/quantities must match/),
        retry: 'never',
      },
    });
    expect(told).toContain(job.library);
    await jobs.start(job);
    expect(await jobs.observe(job.library)).toMatchObject({ state: 'running' });
  });

  describe('with credentials', () => {
    const withSecret = { ...spec, secretRef: { name: 'token' } };

    async function addSecret(inNamespace: string): Promise<void> {
      await secrets.create(
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'token', namespace: inNamespace },
          data: { bearerToken: Buffer.from('secret').toString('base64') },
        },
        soon(),
      );
    }

    it('fail at once when the Secret is missing, and say which', async () => {
      const job = await addLibrary();

      await jobs.start({ ...job, spec: withSecret });

      expect(await jobs.observe(job.library)).toMatchObject({
        state: 'failed',
        failure: {
          reason: 'AccessDenied',
          message: `spec.secretRef names the Secret token, which is not in namespace ${namespace}; create it there`,
          retry: 'backoff',
        },
      });
      expect(await jobsNow()).toEqual([]);
    });

    it('mount the Secret beside them by name', async () => {
      const job = await addLibrary();
      await addSecret(namespace);

      await jobs.start({ ...job, spec: withSecret });

      expect(JSON.stringify(await kubelet.podOf(namespace, await jobName()))).toContain(
        '"secretName":"token"',
      );
      expect(await secrets.list({ namespace }, soon())).toHaveLength(1);
    });

    it('of another namespace have a copy for as long as they run', async () => {
      const away = await cluster.addNamespace();
      const job = await addLibrary(away);
      await addSecret(away);
      const name = await begin({ ...job, spec: withSecret });

      const copy = await secrets.get(`${namespace}/${name}`, soon());
      expect(copy['data']).toEqual({ bearerToken: Buffer.from('secret').toString('base64') });
      await kubelet.report(namespace, name, {
        exitCode: 0,
        message: encodeOutcome({ state: 'succeeded', result: { changed: true, facts: {} } }),
      });
      await ended(job.library);

      expect(await secrets.list({ namespace }, soon())).toEqual([]);
      expect(await jobsNow()).toHaveLength(1);
    });

    it('of another namespace get their copy from the next controller when one died before', async () => {
      const away = await cluster.addNamespace();
      const job = { ...(await addLibrary(away)), spec: withSecret };
      await addSecret(away);
      const manifest = jobManifest(job, { namespace, template });
      await jobObjects.create(manifest as unknown as AnyObject & typeof manifest, soon());

      await vi.waitFor(async () => {
        expect(await jobs.observe(job.library)).toMatchObject({ state: 'running' });
      }, eventually);

      const { name } = manifest.metadata;
      expect((await secrets.get(`${namespace}/${name}`, soon())).metadata.name).toBe(name);
      await jobs.cancel(job.library);
      await vi.waitFor(
        async () => expect(await secrets.list({ namespace }, soon())).toEqual([]),
        eventually,
      );
    });
  });

  describe('that an integration gives credentials', () => {
    const store = (): KubernetesSecretStore => new KubernetesSecretStore(connect(), namespace);

    it('find them in a Secret of their own for as long as they run', async () => {
      const values = { username: 'git', password: 'a-token-of-the-host' };
      const credentialsOf = async (): Promise<typeof values> => values;
      jobs = open({ integrations: { credentialsOf, secrets: store() } });
      const job = await addLibrary();

      const name = await begin(job);

      const pod = await kubelet.podOf(namespace, name);
      expect(JSON.stringify(pod['spec'])).toContain(`"secretName":"${name}"`);
      expect(JSON.stringify(pod)).not.toContain(values.password);
      expect(await store().get(name)).toEqual(values);
      await kubelet.report(namespace, name, { exitCode: 1, message: '' });
      await ended(job.library);
      expect(await store().get(name)).toBeUndefined();
    });

    it('fail with what the host said when an app gets no token', async () => {
      const refused = new RunError('AccessDenied', 'the app is not installed', {
        retry: 'backoff',
      });
      const credentialsOf = async (): Promise<never> => Promise.reject(refused);
      jobs = open({ integrations: { credentialsOf, secrets: store() } });
      const job = await addLibrary();
      await jobs.start(job);

      expect(await jobs.observe(job.library)).toMatchObject({
        state: 'failed',
        failure: { reason: 'AccessDenied', message: 'the app is not installed', retry: 'backoff' },
      });
    });
  });

  it('pass Pod Security "restricted", with or without credentials', async () => {
    const restricted = await cluster.addNamespace({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
    const pods = cluster.client.resource<AnyObject>({ group: '', version: 'v1', plural: 'pods' });
    for (const secretRef of [undefined, { name: 'token' }]) {
      const manifest = jobManifest(
        {
          id: 'run-1',
          library: `${restricted}/widgets`,
          uid: 'uid',
          spec: { ...spec, ...(secretRef && { secretRef }) },
          allowLocal: false,
        },
        { namespace: restricted, template },
      );
      const pod = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'widgets', namespace: restricted },
        spec: manifest.spec.template.spec,
      };

      const created = await pods.create(pod, soon());

      expect(created['spec']).not.toHaveProperty('hostNetwork');
      expect(JSON.stringify(created)).not.toContain('kube-api-access');
      await pods.delete(`${restricted}/widgets`, {}, soon());
    }
  });
});
