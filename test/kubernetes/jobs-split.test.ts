import { expect, test, vi } from 'vitest';
import type { IndexingJob, IndexingResult } from '../../src/indexing/job.ts';
import { encodeOutcome } from '../../src/jobs/kubernetes/termination-message.ts';
import { newRun } from '../../src/resources/run.ts';
import type { LibraryRun } from '../../src/resources/library.ts';
import type { ContainerReport } from '../support/kubelet.ts';
import { eventually, useJobs } from './jobs-under-test.ts';

const at = useJobs();
const done: IndexingResult = { changed: false, facts: {} };

/** Starts a run that three Pods share. */
async function begin(): Promise<{ job: IndexingJob; name: string }> {
  const job: IndexingJob = { ...(await at.addLibrary()), only: 'vectors', shares: 3 };
  await at.jobs.start(job);
  const name = await at.jobName();
  for (const share of [0, 1, 2]) await report(name, share, 'running');
  return { job, name };
}

const report = (name: string, share: number, state: ContainerReport): Promise<void> =>
  at.kubelet.report(at.namespace, name, state, share);

const ends = (name: string, share: number, result = done): Promise<void> =>
  report(name, share, {
    exitCode: 0,
    message: encodeOutcome({ run: 'run-1', state: 'succeeded', result }),
  });

function tell(job: IndexingJob, share: number, progress: Partial<LibraryRun>): void {
  const { id, library } = job;
  const run = { ...newRun(id, new Date()), phase: 'embedding', ...progress } as const;
  at.journal.entries.set(`${id}.${share}`, { runId: id, library, share, run });
}

test('a run with shares has a Pod for each, and ends when all have ended', async () => {
  const { job, name } = await begin();
  await ends(name, 0);
  await ends(name, 2, { ...done, benchmarkScore: 81 });
  await vi.waitFor(async () => {
    const [object] = await at.jobsNow();
    expect(object!['status']).toMatchObject({ succeeded: 2 });
  }, eventually);
  expect(await at.jobs.observe(job.library)).toMatchObject({ state: 'running' });

  await ends(name, 1);

  expect(await at.ended(job.library)).toMatchObject({
    state: 'succeeded',
    run: { phase: 'done', embeddedPercent: 100 },
    result: { ...done, benchmarkScore: 81 },
  });
  expect(at.grants.active.size).toBe(0);
});

test('only the share of a killed Pod runs again', async () => {
  const { job, name } = await begin();
  await ends(name, 0);
  const before = await at.kubelet.podOf(at.namespace, name, 1);

  await report(name, 1, { exitCode: 137, reason: 'OOMKilled' });
  const again = await at.kubelet.podOf(at.namespace, name, 1);
  await ends(name, 2);
  await ends(name, 1);

  expect(await at.ended(job.library)).toMatchObject({ state: 'succeeded' });
  expect(again.metadata.name).not.toBe(before.metadata.name);
  const [object] = await at.jobsNow();
  expect(object!['status']).toMatchObject({ succeeded: 3, failed: 1 });
});

test('a run fails with the cause of the share that fails for good', async () => {
  const { job, name } = await begin();
  await ends(name, 0);
  await ends(name, 2);
  const failure = { reason: 'ModelFailed', message: 'It is gone', retry: 'never' } as const;
  const message = encodeOutcome({ run: 'run-1', state: 'failed', failure });

  await report(name, 1, { exitCode: 42, message });

  expect(await at.ended(job.library)).toMatchObject({ state: 'failed', failure });
});

test('the progress of a run is that of all shares together', async () => {
  const { job } = await begin();

  tell(job, 0, { embedded: 30, embeddedPercent: 41 });
  tell(job, 2, { embedded: 12, embeddedPercent: 42 });

  await vi.waitFor(async () => {
    expect(await at.jobs.observe(job.library)).toMatchObject({
      state: 'running',
      run: { phase: 'embedding', embedded: 42, embeddedPercent: 42 },
    });
  }, eventually);
});

test('another controller finds a run with shares', async () => {
  const { job, name } = await begin();
  tell(job, 1, { embedded: 7, embeddedPercent: 50 });
  const next = at.open();

  await vi.waitFor(async () => {
    expect(await next.observe(job.library)).toMatchObject({ run: { embedded: 7 } });
  }, eventually);
  for (const share of [0, 1, 2]) await ends(name, share);
  expect(await at.ended(job.library, next)).toMatchObject({ state: 'succeeded' });
});

test('a run with shares takes no waiting Pod, and its Pods take no further runs', async () => {
  const jobs = at.open({ sharedSeconds: 600 });
  const job: IndexingJob = { ...(await at.addLibrary()), only: 'vectors', shares: 2 };

  await jobs.start(job);

  const pod = await at.kubelet.podOf(at.namespace, await at.jobName(), 1);
  expect(JSON.stringify(pod['spec'])).not.toContain('--further');
});
