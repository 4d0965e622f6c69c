import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { IndexingJob } from '../../src/indexing/job.ts';
import { newRun } from '../../src/resources/run.ts';
import { encodeOutcome } from '../../src/jobs/kubernetes/termination-message.ts';
import { type AnyObject } from '../support/kube.ts';
import { eventually, Journal, soon, spec, template, useJobs } from './jobs-under-test.ts';

const at = useJobs();

describe('runs as Jobs', () => {
  test('start once, even if several controllers request them several times', async () => {
    const job = await at.addLibrary();
    const other = at.open();

    await Promise.all([at.jobs.start(job), at.jobs.start(job), other.start(job)]);
    await at.jobs.start(job);

    expect(await at.jobsNow()).toHaveLength(1);
    expect(await at.jobs.observe(job.library)).toMatchObject({ id: 'run-1', state: 'running' });
  });

  test('count as active from their creation', async () => {
    const job = await at.addLibrary();

    await at.jobs.start(job);

    expect(await at.jobs.observe(job.library)).toMatchObject({
      state: 'running',
      run: { phase: 'queued' },
    });
  });

  test('end with the outcome that their Pod reports', async () => {
    const job = await at.addLibrary();
    const name = await at.begin(job);
    await vi.waitFor(async () => {
      expect(await at.jobs.observe(job.library)).toMatchObject({ run: { phase: 'fetching' } });
    }, eventually);
    const outcome = { changed: true, facts: { title: 'Widgets', branch: 'main' } };
    const message = encodeOutcome({ state: 'succeeded', result: outcome });

    await at.kubelet.report(at.namespace, name, { exitCode: 0, message });
    const state = await at.ended(job.library);

    expect(state).toMatchObject({ id: 'run-1', state: 'succeeded', result: outcome });
    expect(at.told).toContain(job.library);
  });

  test('end when they tell the journal their outcome, before their Pod and Job end', async () => {
    const job = await at.addLibrary();
    await at.begin(job);
    const told = at.tellOutcome(job, { changed: true, facts: { title: 'Widgets' } });

    expect(await at.ended(job.library)).toMatchObject({
      id: 'run-1',
      state: 'succeeded',
      result: { changed: true, facts: { title: 'Widgets' } },
      finishedAt: told.run.finishedAt,
    });
    expect(at.grants.active.size).toBe(0);
  });

  test('leave the Job of an ended run alone when the next one starts before its Pod has ended', async () => {
    const job = await at.addLibrary();
    await at.begin(job);
    at.tellOutcome(job, { changed: true, facts: {} });
    await at.ended(job.library);

    await at.jobs.start({ ...job, id: 'run-2' });

    const jobs = await at.jobsNow();
    expect(jobs.map(({ metadata }) => 'deletionTimestamp' in metadata)).toEqual([false, false]);
    expect(await at.jobs.observe(job.library)).toMatchObject({ id: 'run-2', state: 'running' });
  });

  test('that ended while no controller ran end with their outcome, even if their Job is gone', async () => {
    const job = await at.addLibrary();
    at.tellOutcome(job, { changed: true, facts: { title: 'Widgets' } });

    await at.jobs.start(job);

    expect(await at.jobs.observe(job.library)).toMatchObject({
      id: 'run-1',
      state: 'succeeded',
      result: { changed: true, facts: { title: 'Widgets' } },
    });
    expect(at.told).toContain(job.library);
    expect(await at.jobsNow()).toEqual([]);
  });

  test('that embed report their result so far, also after their Pod is killed', async () => {
    const job = await at.addLibrary();
    const name = await at.begin(job);
    const run = { ...newRun(job.id, new Date()), phase: 'embedding' as const, embeddedPercent: 40 };
    const found = { changed: true, facts: { title: 'Widgets' } };
    at.journal.entries.set(job.id, { runId: job.id, library: job.library, run, found });
    await vi.waitFor(async () => {
      expect(await at.jobs.observe(job.library)).toMatchObject({ state: 'running', run, found });
    }, eventually);

    await at.kubelet.report(at.namespace, name, { exitCode: 137, reason: 'OOMKilled' });

    expect(await at.ended(job.library)).toMatchObject({
      state: 'failed',
      failure: { reason: 'OutOfMemory' },
      run: { phase: 'embedding', embeddedPercent: 40 },
      found,
    });
  });

  test('with an error that only an edit can correct are not retried', async () => {
    const job = await at.addLibrary();
    const name = await at.begin(job);
    const failure = { reason: 'NotFound', message: 'no branch x', retry: 'never' } as const;

    await at.kubelet.report(at.namespace, name, {
      exitCode: 42,
      reason: 'Error',
      message: encodeOutcome({ state: 'failed', failure }),
    });

    expect(await at.ended(job.library)).toMatchObject({ state: 'failed', failure });
  });

  test('without enough memory name the limit to raise', async () => {
    const job = await at.addLibrary();
    const limited = { ...job, spec: { ...spec, resources: { limits: { memory: '512Mi' } } } };
    const name = await at.begin(limited);

    await at.kubelet.report(at.namespace, name, { exitCode: 137, reason: 'OOMKilled' });

    expect(await at.ended(job.library)).toMatchObject({
      failure: {
        reason: 'OutOfMemory',
        message: expect.stringContaining('limit of 512Mi; raise spec.resources.limits.memory'),
        retry: 'backoff',
      },
    });
  });

  test('are ended at their deadline', async () => {
    const job = await at.addLibrary();
    const name = await at.begin(job);
    const all = at.cluster.client.resource<AnyObject>({
      group: 'batch',
      version: 'v1',
      plural: 'jobs',
    });
    const body = { spec: { activeDeadlineSeconds: 1 } };
    await all.patch(`${at.namespace}/${name}`, body, { type: 'merge' }, soon());

    expect(await at.ended(job.library)).toMatchObject({
      failure: { reason: 'Timeout', message: expect.stringContaining('its 1 seconds') },
    });
  });

  test('whose Pod somebody deletes are reported as interrupted', async () => {
    const job = await at.addLibrary();
    const name = await at.begin(job);

    const failure = { reason: 'Internal', message: 'cancelled', retry: 'backoff' } as const;
    await at.kubelet.remove(at.namespace, name, encodeOutcome({ state: 'failed', failure }));

    expect(await at.ended(job.library)).toMatchObject({
      failure: { reason: 'Interrupted', retry: 'backoff' },
    });
  });

  test('show why they wait', async () => {
    const job = await at.addLibrary();
    await at.jobs.start(job);
    const name = await at.jobName();
    const message = 'Back-off pulling image "example.org/lectern:1"';

    await at.kubelet.report(at.namespace, name, { waiting: 'ImagePullBackOff', message });

    await vi.waitFor(async () => {
      expect(await at.jobs.observe(job.library)).toMatchObject({
        state: 'running',
        waiting: `The Pod cannot start: ImagePullBackOff: ${message}`,
      });
    }, eventually);
  });

  describe('whose Pod does not start in time', () => {
    test('fail with the reason why the Pod waits, and their Job is deleted', async () => {
      const impatient = at.open({ startTimeoutMs: 1_500 });
      const job = await at.addLibrary();
      await impatient.start(job);
      const name = await at.jobName();
      const message = 'Back-off pulling image "example.org/lectern:1"';
      await at.kubelet.report(at.namespace, name, { waiting: 'ImagePullBackOff', message });

      const state = await at.ended(job.library, impatient);

      expect(state).toMatchObject({
        id: 'run-1',
        state: 'failed',
        failure: {
          reason: 'PodNotStarted',
          message: `The run's Pod did not start within 2 seconds: The Pod cannot start: ImagePullBackOff: ${message}`,
          retry: 'backoff',
        },
      });
      await vi.waitFor(async () => expect(await at.jobsNow()).toEqual([]), eventually);
    });

    test('have as much time again when their node is drained, however long ago they started', async () => {
      const job = await at.addLibrary();
      const name = await at.begin(job);
      await vi.waitFor(async () => {
        expect(await at.jobs.observe(job.library)).toMatchObject({ run: { phase: 'fetching' } });
      }, eventually);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
      onTestFinished(() => void vi.useRealTimers());

      await at.kubelet.drain(at.namespace, name);

      await vi.waitFor(async () => {
        expect(await at.jobs.observe(job.library)).toMatchObject({
          state: 'running',
          waiting: expect.any(String),
        });
      }, eventually);
      expect((await at.jobsNow())[0]?.metadata).not.toHaveProperty('deletionTimestamp');
    });

    test('name a quota that prevents the Pod', async () => {
      const kind = { group: '', version: 'v1', plural: 'resourcequotas' };
      await at.cluster.client.resource<AnyObject>(kind).create(
        {
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          metadata: { name: 'no-pods', namespace: at.namespace },
          spec: { hard: { pods: '0' } },
        },
        soon(),
      );
      const impatient = at.open({ startTimeoutMs: 3_000 });
      const job = await at.addLibrary();
      await impatient.start(job);
      const events = at.cluster.client.resource<AnyObject>({
        group: '',
        version: 'v1',
        plural: 'events',
      });
      await vi.waitFor(async () => {
        const messages = await events.list({ namespace: at.namespace }, soon());
        expect(JSON.stringify(messages)).toContain('exceeded quota');
      }, eventually);

      const state = await at.ended(job.library, impatient);

      expect(state).toMatchObject({
        failure: { reason: 'PodNotStarted', message: expect.stringMatching(/exceeded quota/) },
      });
    });

    test('name a Secret that a volume lacks', async () => {
      // Acts as if a node had the Pod. Its status then does not say why its volumes wait.
      const placed = { ...template, spec: { ...template.spec, schedulerName: 'none' } };
      const impatient = at.open({ startTimeoutMs: 3_000, template: placed });
      const job = await at.addLibrary();
      await impatient.start(job);
      const { metadata } = await at.kubelet.podOf(at.namespace, await at.jobName());
      const { name, namespace, uid } = metadata;
      const kind = { group: '', version: 'v1', plural: 'events' };
      await at.cluster.client.resource<AnyObject>(kind).create(
        {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { name: `${name}.mount`, namespace: at.namespace },
          involvedObject: { apiVersion: 'v1', kind: 'Pod', name, namespace, uid },
          type: 'Warning',
          reason: 'FailedMount',
          message: 'MountVolume.SetUp failed for volume "ca": secret "ca" not found',
          lastTimestamp: '2026-01-01T00:00:00Z',
        },
        soon(),
      );

      const state = await at.ended(job.library, impatient);

      expect(state).toMatchObject({
        failure: { message: expect.stringContaining('secret "ca" not found') },
      });
    });

    test('may wait while a queue suspends them, and are otherwise checked again', async () => {
      const job = await at.addLibrary();
      await at.jobs.start(job);
      expect(await at.jobs.observe(job.library)).toMatchObject({ againMs: expect.any(Number) });

      await at.jobObjects.patch(
        `${at.namespace}/${await at.jobName()}`,
        { spec: { suspend: true } },
        { type: 'merge' },
        soon(),
      );

      await vi.waitFor(async () => {
        expect(await at.jobs.observe(job.library)).not.toHaveProperty('againMs');
      }, eventually);
    });
  });

  test('are found again by the next controller, whether or not they have ended', async () => {
    const first = await at.addLibrary();
    const second = await at.addLibrary(at.namespace, 'gadgets');
    const name = await at.begin(first);
    await at.kubelet.report(at.namespace, name, {
      exitCode: 0,
      message: encodeOutcome({ state: 'succeeded', result: { changed: false, facts: {} } }),
    });
    await at.ended(first.library);
    await at.jobs.start({ ...second, id: 'run-2' });
    await at.jobs.close();

    const next = at.open();

    expect(await next.observe(first.library)).toMatchObject({ id: 'run-1', state: 'succeeded' });
    expect(await next.observe(second.library)).toMatchObject({ id: 'run-2', state: 'running' });
    expect(await next.observe(`${at.namespace}/nobody`)).toBeUndefined();
  });

  test('report their progress, and at the end topics, from the journal', async () => {
    const job = await at.addLibrary();
    const name = await at.begin(job);
    await vi.waitFor(async () => {
      expect(await at.jobs.observe(job.library)).toMatchObject({ run: { phase: 'fetching' } });
    }, eventually);
    const run = { ...newRun('run-1', new Date()), phase: 'indexing' as const, documents: 7 };
    const entry = { runId: 'run-1', library: job.library, run };
    at.told = [];

    at.journal.entries.set('run-1', entry);

    await vi.waitFor(() => expect(at.told).toContain(job.library), eventually);
    expect(await at.jobs.observe(job.library)).toMatchObject({ state: 'running', run });
    at.journal.entries.set('run-1', { ...entry, topics: 'Install, Use' });
    await at.kubelet.report(at.namespace, name, {
      exitCode: 0,
      message: encodeOutcome({ state: 'succeeded', result: { changed: true, facts: {} } }),
    });
    expect(await at.ended(job.library)).toMatchObject({ result: { topics: 'Install, Use' } });
  });

  test.each([
    ['while there are no runs', (job: IndexingJob) => at.jobs.cancel(job.library)],
    ['after somebody has deleted the Job of the only run', () => at.deleteJob()],
  ])('make no requests to the journal %s', async (_case, end) => {
    const job = await at.addLibrary();
    await at.begin(job);
    await at.jobs.observe(job.library);
    await vi.waitFor(() => expect(at.journal.reads).toBeGreaterThan(1), eventually);
    await end(job);
    await vi.waitFor(async () => {
      expect(await at.jobs.observe(job.library)).toBeUndefined();
    }, eventually);
    const { reads } = at.journal;

    // Another adapter with the same interval shows that there was enough time for a read.
    const busy = new Journal();
    const other = at.open({ journal: busy });
    await other.start(job);
    await other.observe(job.library);
    await vi.waitFor(() => expect(busy.reads).toBeGreaterThan(2), eventually);

    expect(at.journal.reads).toBeLessThanOrEqual(reads + 1);
  });

  test('that are canceled disappear with their Pod, and another run can start at once', async () => {
    const job = await at.addLibrary();
    const name = await at.begin(job);
    const { id: runId, library } = job;
    at.journal.entries.set(runId, { runId, library, run: newRun(runId, new Date()) });

    await at.jobs.cancel(job.library);

    expect(at.journal.entries.size).toBe(0);
    expect(await at.jobs.observe(job.library)).toBeUndefined();
    expect(await at.jobsNow()).toEqual([]);
    const pods = at.cluster.client.resource<AnyObject>({
      group: '',
      version: 'v1',
      plural: 'pods',
    });
    expect(await pods.list({ namespace: at.namespace }, soon())).toEqual([]);
    await at.jobs.start({ ...job, id: 'run-2' });
    expect(await at.jobs.observe(job.library)).toMatchObject({ id: 'run-2', state: 'running' });
    expect(await at.jobName()).not.toBe(name);
  });

  test('can be canceled by a controller that has just started', async () => {
    const job = await at.addLibrary();
    await at.begin(job);
    await at.jobs.close();

    await at.open().cancel(job.library);

    expect(await at.jobsNow()).toEqual([]);
  });

  test('whose node is lost can be canceled, and further runs start and end, although their Pod stays', async () => {
    const jobs = at.open({ cancelMs: 500 });
    const job = await at.addLibrary();
    const lost = await at.begin(job, jobs);
    // A Pod of a lost node stays until somebody removes its node. Here, a finalizer keeps it.
    const pods = at.cluster.client.resource<AnyObject>({
      group: '',
      version: 'v1',
      plural: 'pods',
    });
    const { metadata: pod } = await at.kubelet.podOf(at.namespace, lost);
    const keep = (finalizers: string[]): Promise<AnyObject> =>
      pods.patch(
        `${at.namespace}/${pod.name}`,
        { metadata: { finalizers } },
        { type: 'merge' },
        soon(),
      );
    await keep(['example.org/lost-node']);

    await jobs.cancel(job.library);

    expect(at.grants.active.has(job.library)).toBe(false);
    await jobs.start({ ...job, id: 'run-2' });
    expect(await jobs.observe(job.library)).toMatchObject({ id: 'run-2', state: 'running' });
    const names = (await at.jobsNow()).map(({ metadata }) => metadata.name);
    await at.kubelet.report(
      at.namespace,
      names.find((name) => name !== lost)!,
      {
        exitCode: 0,
        message: JSON.stringify({ state: 'succeeded', result: { changed: false, facts: {} } }),
      },
    );
    expect(await at.ended(job.library, jobs)).toMatchObject({ id: 'run-2', state: 'succeeded' });
    await keep([]);
  });

  test('are replaced by a newer run of the same Library', async () => {
    const job = await at.addLibrary();
    await at.begin(job);

    await at.jobs.start({ ...job, id: 'run-2' });

    expect(await at.jobsNow()).toHaveLength(1);
    expect(await at.jobs.observe(job.library)).toMatchObject({ id: 'run-2' });
  });

  test('are deleted with their Library', { timeout: 120_000 }, async () => {
    const job = await at.addLibrary();
    await at.begin(job);

    await at.libraries.delete(job.library, {}, soon());

    // The garbage collector of the cluster discovers new kinds every half minute.
    const patiently = { ...eventually, timeout: 90_000 };
    await vi.waitFor(async () => expect(await at.jobsNow()).toEqual([]), patiently);
    await vi.waitFor(
      async () => expect(await at.jobs.observe(job.library)).toBeUndefined(),
      eventually,
    );
  });

  test('wait while a queue suspends their Job', async () => {
    const queued = at.open({ queue: 'docs' });
    const job = await at.addLibrary();
    await queued.start(job);
    const name = await at.jobName();

    // Acts like the webhook and the controller of Kueue.
    await at.jobObjects.patch(
      `${at.namespace}/${name}`,
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
    const [object] = await at.jobsNow();
    expect(object!.metadata).toMatchObject({ labels: { 'kueue.x-k8s.io/queue-name': 'docs' } });
  });

  test('make no requests to the journal while a queue suspends them', async () => {
    const job = await at.addLibrary();
    await at.addSuspended(job);
    await vi.waitFor(async () => {
      expect(await at.jobs.observe(job.library)).toMatchObject({ run: { phase: 'queued' } });
    }, eventually);

    // Another adapter with the same interval shows that there was enough time for a read.
    const busy = new Journal();
    const other = at.open({ journal: busy });
    const second = await at.addLibrary(at.namespace, 'gadgets');
    await other.start(second);
    await other.observe(second.library);
    await vi.waitFor(() => expect(busy.reads).toBeGreaterThan(2), eventually);

    expect(at.journal.reads).toBe(0);
  });

  test('that the cluster refuses fail with its message', async () => {
    const job = await at.addLibrary();
    const wrong = { ...job, spec: { ...spec, resources: { limits: { memory: 'plenty' } } } };

    await at.jobs.start(wrong);

    expect(await at.jobs.observe(job.library)).toMatchObject({
      id: 'run-1',
      state: 'failed',
      failure: {
        reason: 'JobRefused',
        message: expect.stringMatching(/quantities must match/),
        retry: 'backoff',
      },
    });
    expect(at.told).toContain(job.library);
    await at.jobs.start(job);
    expect(await at.jobs.observe(job.library)).toMatchObject({ state: 'running' });
  });
});
