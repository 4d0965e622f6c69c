import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Stack } from '../stack/stack.ts';
import { startGatedSite, type GatedSite } from './harness/gated-site.ts';
import { kubectl, podsOf } from './harness/kubectl.ts';
import {
  applyLibrary,
  deleteLibraries,
  isFinalized,
  jobsOf,
  requestRun,
  runPodsOf,
  untilLibrary,
  untilServed,
  waitReady,
} from './harness/libraries.ts';
import { cutOff, leaderPod } from './harness/leader.ts';
import { ask, indexer, installRelease, restartsSince, search } from './harness/release.ts';

const name = 'gadget';
const id = `/test/${name}`;
const question = 'How is the gadget mounted on its frame?';
/**
 * In a real cluster, these end if they cannot renew their leases, and start again. This stack has no election, so they would
 * continue with old data: they would treat the node as lost before its next heartbeat, and remove its Pods.
 */
const controlLoops = ['kube-controller-manager', 'kube-scheduler'] as const;

describe('a library that is served', () => {
  let site: GatedSite;
  const stack = Stack.open();

  beforeAll(async () => {
    // The tests count the Jobs of a library, so that each run needs its own.
    await installRelease({ indexer: { ...indexer, sharedPodSeconds: 0 } });
    await deleteLibraries(name);
    site = await startGatedSite();
    await applyLibrary(name, { id, source: { website: { url: site.url } } });
    await waitReady(name);
  });
  afterAll(async () => {
    site.release();
    await deleteLibraries(name);
    await site[Symbol.asyncDispose]();
  });

  const served = async (): Promise<string> => (await ask(id, question)).text;

  /** Runs a function while a service is stopped, and then starts the service again, even after an error. */
  const without = async (
    service: 'kubelet' | 'kube-apiserver' | 'elasticsearch' | 'postgres',
    work: () => Promise<unknown>,
  ): Promise<void> => {
    const loops = service === 'kube-apiserver' ? controlLoops : [];
    for (const one of [...loops, service]) await stack.stop(one);
    try {
      await work();
    } finally {
      for (const one of [service, ...loops]) await stack.start(one);
    }
  };

  /** Starts a run of a new edition and stops its source in the middle. */
  const runUntilHeld = async (edition: string): Promise<string> => {
    site.setEdition(edition);
    site.hold();
    const token = await requestRun(name);
    await untilLibrary(name, ({ status }) => status.lastHandledReconcileAt === token);
    await site.untilHeld();
    return token;
  };

  test('answers through the Service', async () => {
    expect(await served()).toContain('first edition');
    expect((await search(name)).text).toContain(id);
  });

  test('is still served after the Pod of a run is killed, and the run is repeated', async () => {
    await runUntilHeld('second');
    const [pod] = await runPodsOf(name);
    await kubectl('delete', 'pod', pod!.metadata.name, '--grace-period=0', '--force');

    expect(await served()).toContain('first edition');
    site.release();

    await untilLibrary(name, isFinalized);
    await vi.waitFor(async () => expect(await served()).toContain('second edition'), 30_000);
  });

  test('is indexed completely although the kubelet restarts during the run', async () => {
    const token = await runUntilHeld('third');
    await without('kubelet', async () => expect(await served()).toContain('second edition'));
    site.release();

    await untilServed(name, token);
    expect(await served()).toContain('third edition');
    expect(await jobsSince(token)).toHaveLength(1);
  });

  test('is indexed by one Job although the leading controller is killed during the run', async () => {
    const token = await runUntilHeld('fourth');
    const [job] = await activeJobs();
    const leader = await leaderPod();
    await kubectl('delete', 'pod', leader, '--grace-period=0', '--force');
    await vi.waitFor(async () => expect(await leaderPod()).not.toBe(leader), 30_000);
    expect(await served()).toContain('third edition');
    site.release();

    await untilServed(name, token);
    expect(await served()).toContain('fourth edition');
    expect(
      (await activeJobs()).concat(await jobsOf(name)).map((one) => one.metadata.uid),
    ).toContain(job!.metadata.uid);
    expect(await jobsSince(token)).toHaveLength(1);
  });

  test('is indexed by one Job although the leading controller loses the API server during the run', async () => {
    const leader = await leaderPod();
    const reconnect = await cutOff(leader);
    try {
      await vi.waitFor(async () => expect(await leaderPod()).not.toBe(leader), 30_000);
      const token = await runUntilHeld('fifth');
      await reconnect();
      site.release();

      await untilServed(name, token);
      expect(await jobsSince(token)).toHaveLength(1);
    } finally {
      await reconnect();
    }
    expect(await served()).toContain('fifth edition');
  });

  test('returns search_failed while Elasticsearch is down, and answers again when it is back', async () => {
    const before = new Date();
    await without('elasticsearch', () =>
      vi.waitFor(
        async () =>
          expect(await ask(id, question)).toMatchObject({ status: 503, error: 'search_failed' }),
        30_000,
      ),
    );

    await vi.waitFor(async () => expect(await served()).toContain('fifth edition'), 60_000);
    const token = await requestRun(name);
    await untilServed(name, token);
    expect(await restartsSince(before)).toBe(0);
  });

  test('returns search_failed while Postgres is down, and answers again when it is back', async () => {
    const before = new Date();
    await without('postgres', () =>
      vi.waitFor(
        async () =>
          expect(await search(name)).toMatchObject({ status: 503, error: 'search_failed' }),
        30_000,
      ),
    );

    await vi.waitFor(async () => expect((await search(name)).text).toContain(id), 60_000);
    const token = await requestRun(name);
    await untilServed(name, token);
    expect(await restartsSince(before)).toBe(0);
  });

  test('gets a new run when it is edited during a run, and serves the old content until that run ends', async () => {
    await runUntilHeld('sixth');
    await applyLibrary(name, {
      id,
      title: 'Gadget handbook',
      source: { website: { url: site.url } },
    });
    expect(await served()).toContain('fifth edition');
    site.release();

    await untilLibrary(name, isFinalized);
    await vi.waitFor(async () => expect(await served()).toContain('sixth edition'), 30_000);
    expect((await search('Gadget handbook')).text).toContain(id);
  });

  test('is served, and its run continues, although the API server is down for a minute', async () => {
    const [before] = / \w+ edition/.exec(await served())!;
    const edition = new RegExp(`${before}|seventh edition`);
    const token = await runUntilHeld('seventh');
    await without('kube-apiserver', async () => {
      site.release();
      const until = Date.now() + 60_000;
      while (Date.now() < until) {
        expect(await served()).toMatch(edition);
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      }
    });

    await untilServed(name, token);
    // The node missed its heartbeats. Until it sends one, the cluster may remove its Pods from the Service.
    await vi.waitFor(async () => expect(await served()).toContain('seventh edition'), 60_000);
  });

  test('is removed with its Jobs, Pods and snippets when it is deleted during a run', async () => {
    await runUntilHeld('eighth');
    await deleteLibraries(name);

    expect(await ask(id, question)).toMatchObject({ status: 404, error: 'library_not_found' });
    expect(await runPodsOf(name)).toEqual([]);
    await vi.waitFor(async () => expect(await jobsOf(name)).toEqual([]), 30_000);
    expect(await podsOf('controller')).not.toEqual([]);
  });

  const activeJobs = async () => (await jobsOf(name)).filter(({ status }) => status?.['active']);
  /** Jobs of this requested run. Older Jobs may still wait for the end of their time to live. */
  const jobsSince = async (token: string) =>
    (await jobsOf(name)).filter(
      ({ metadata }) =>
        Date.parse(String((metadata as { creationTimestamp?: string }).creationTimestamp)) >=
        Date.parse(token) - 1_000,
    );
});
