import { expect, test, vi } from 'vitest';
import { encodeOutcome } from '../../src/jobs/kubernetes/termination-message.ts';
import type { IndexingJob } from '../../src/indexing/job.ts';
import type { KubernetesJobs } from '../../src/jobs/kubernetes/kubernetes-jobs.ts';
import { eventually, useJobs } from './jobs-under-test.ts';

const at = useJobs();
const done = { changed: true, facts: { title: 'Widgets' } };

/** Ends the first run of a new Pod, which then waits for a further one. */
async function withWaitingPod(): Promise<{ jobs: KubernetesJobs; name: string }> {
  const jobs = at.open({ sharedSeconds: 600 });
  const first = await at.addLibrary();
  const name = await at.begin(first, jobs);
  await vi.waitFor(async () => {
    expect(await jobs.observe(first.library)).toMatchObject({ run: { phase: 'fetching' } });
  }, eventually);
  at.tellOutcome(first, done);
  await at.ended(first.library, jobs);
  jobs.recorded(first.library);
  at.handovers.waiting.add(name);
  return { jobs, name };
}

const addSecond = async (): Promise<IndexingJob> => ({
  ...(await at.addLibrary(at.namespace, 'gadgets')),
  id: 'run-of-gadgets',
});

test('a Pod whose run has ended takes the next run, and no other Pod starts', async () => {
  const { jobs, name } = await withWaitingPod();
  const second = await addSecond();

  await jobs.start(second);

  expect(await at.jobsNow()).toHaveLength(1);
  expect(at.handovers.given.get(name)).toMatchObject({
    job: second,
    grant: { key: second.library, run: second.id },
  });
  expect(await jobs.observe(second.library)).toMatchObject({ id: second.id, state: 'running' });
  at.tellOutcome(second, done);
  expect(await at.ended(second.library, jobs)).toMatchObject({ id: second.id, state: 'succeeded' });
});

test('a Pod takes no further run before the outcome of its last one is recorded', async () => {
  const jobs = at.open({ sharedSeconds: 600 });
  const first = await at.addLibrary();
  at.handovers.waiting.add(await at.begin(first, jobs));
  at.tellOutcome(first, done);
  await at.ended(first.library, jobs);

  await jobs.start(await addSecond());

  expect(await at.jobsNow()).toHaveLength(2);
  expect(await at.ended(first.library, jobs)).toMatchObject({ id: first.id, state: 'succeeded' });
});

test('a controller finds a run in a shared Pod after a restart', async () => {
  const { jobs } = await withWaitingPod();
  const second = await addSecond();
  await jobs.start(second);

  const next = at.open({ sharedSeconds: 600 });

  expect(await next.observe(second.library)).toMatchObject({ id: second.id, state: 'running' });
  await next.start(second);
  expect(await at.jobsNow()).toHaveLength(1);
});

test('deleting the Library of an earlier run does not end the run of another one', async () => {
  const { jobs } = await withWaitingPod();
  const second = await addSecond();
  await jobs.start(second);

  const [job] = await at.jobsNow();

  expect(job!.metadata).toMatchObject({
    ownerReferences: [{ kind: 'Library', name: 'gadgets', uid: second.uid }],
    labels: { 'lectern.dev/library': 'gadgets' },
  });
});

test('a run whose shared Pod is killed fails alone, and says why', async () => {
  const { jobs, name } = await withWaitingPod();
  const second = await addSecond();
  await jobs.start(second);

  await at.kubelet.report(at.namespace, name, { exitCode: 137, reason: 'OOMKilled' });

  expect(await at.ended(second.library, jobs)).toMatchObject({
    id: second.id,
    state: 'failed',
    failure: { reason: 'OutOfMemory', retry: 'backoff' },
  });
});

test.each(['stays', 'is gone'])(
  'a run whose shared Pod is replaced and %s fails, and no Pod does the run before it again',
  async (what) => {
    const { jobs, name } = await withWaitingPod();
    const second = await addSecond();
    await jobs.start(second);

    const pod = await at.kubelet.evict(at.namespace, name);
    if (what === 'is gone') await at.kubelet.delete(`${at.namespace}/${pod}`);

    expect(await at.ended(second.library, jobs)).toMatchObject({
      id: second.id,
      state: 'failed',
      failure: { reason: 'Interrupted', retry: 'backoff' },
    });
    expect(at.grants.active.size).toBe(0);
    await vi.waitFor(async () => expect(await at.jobsNow()).toEqual([]), eventually);
  },
);

test('the first run of a shared Pod goes on in the Pod that replaces it', async () => {
  const jobs = at.open({ sharedSeconds: 600 });
  const first = await at.addLibrary();
  const name = await at.begin(first, jobs);
  const { token } = at.grants.active.get(first.library)!;

  await at.kubelet.evict(at.namespace, name);

  await vi.waitFor(async () => expect(await at.podsNow()).toHaveLength(2), eventually);
  expect(await jobs.observe(first.library)).toMatchObject({ id: first.id, state: 'running' });
  expect(at.grants.active.get(first.library)).toMatchObject({ token });
});

test('a run does not take the outcome of the run before it', async () => {
  const { jobs, name } = await withWaitingPod();
  const second = await addSecond();
  await jobs.start(second);
  const message = encodeOutcome({ run: 'run-1', state: 'succeeded', result: done });

  await at.kubelet.report(at.namespace, name, { exitCode: 0, message });

  expect(await at.ended(second.library, jobs)).toMatchObject({
    id: second.id,
    state: 'failed',
    failure: { reason: 'Interrupted', retry: 'backoff' },
  });
});

test.each<[string, Partial<IndexingJob>]>([
  ['after a failure', { alone: true }],
  ['with a credential', { credential: 'integration' }],
  ['with other resources', {}],
])('a run %s gets a Pod of its own', async (which, more) => {
  const { jobs } = await withWaitingPod();
  const second = await addSecond();
  const resources = { limits: { memory: '2Gi' } };
  const spec = which === 'with other resources' ? { ...second.spec, resources } : second.spec;

  await jobs.start({ ...second, ...more, spec });

  expect(await at.jobsNow()).toHaveLength(2);
  expect(at.handovers.given.size).toBe(0);
});

test('a run gets a Pod of its own when the waiting one has left', async () => {
  const { jobs } = await withWaitingPod();
  at.handovers.waiting.clear();
  const second = await addSecond();

  await jobs.start(second);

  await vi.waitFor(async () => expect(await at.jobsNow()).toHaveLength(2), eventually);
});

test('the cancellation of a run in a shared Pod ends that Pod', async () => {
  const { jobs } = await withWaitingPod();
  const second = await addSecond();
  await jobs.start(second);

  await jobs.cancel(second.library);

  expect(await at.jobsNow()).toEqual([]);
  expect(at.grants.active.size).toBe(0);
});

test('a Pod takes no further run after its time, even if nobody ends its right to', async () => {
  const jobs = at.open({ sharedSeconds: 600 });
  const name = await at.begin(await at.addLibrary(), jobs);

  const [job] = await at.jobsNow();

  const { expiresAt } = at.grants.active.get(`job:${name}`)!;
  expect(Date.parse(expiresAt)).toBe(Date.parse(job!.metadata.creationTimestamp!) + 600_000);
});
