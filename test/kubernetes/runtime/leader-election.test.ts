import type { KubeConfig, V1Lease } from '@kubernetes/client-node';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { KubeClient } from '../../../src/kubernetes/kube-client.ts';
import type { Wire } from '../../../src/kubernetes/kube-object.ts';
import {
  LeaderElection,
  type LeaderElectionOptions,
  LeadershipLost,
} from '../../../src/kubernetes/leader-election.ts';
import { createRuntimeMetrics } from '../../../src/kubernetes/metrics.ts';
import { startFaultyApiServer } from '../../support/faulty-api-server.ts';
import { makeNamespace, testKubeConfig, type TestNamespace } from '../../support/kubernetes.ts';

/** On a busy machine, a renewal may take seconds. A leader must not lose its lease by that. */
const times = { leaseDurationMs: 5_000, renewDeadlineMs: 4_500, retryPeriodMs: 300 };
/** Longer than the lease: enough time for another process to take it wrongly. */
const longEnoughMs = 1.3 * times.leaseDurationMs;

interface Wish extends Partial<LeaderElectionOptions> {
  kubeConfig?: KubeConfig;
  drainMs?: number;
}

describe('LeaderElection', () => {
  let namespace: TestNamespace;
  /** The starts and ends of leadership, in order, with their times. */
  let history: { name: string; leads: boolean; at: number }[];

  beforeEach(async () => {
    namespace = await makeNamespace();
    history = [];
  });
  afterEach(async () => namespace[Symbol.asyncDispose]());

  /** A process that only tries to lead. `drainMs` is the time that it needs to stop. */
  function candidate(
    name: string,
    { kubeConfig = testKubeConfig(), drainMs = 0, ...rest }: Wish = {},
  ) {
    const stop = new AbortController();
    const errors: string[] = [];
    const registry = new Registry();
    const election = new LeaderElection({
      client: new KubeClient(kubeConfig, { fieldManager: name }),
      namespace: namespace.name,
      name: 'leader',
      metrics: createRuntimeMetrics(registry),
      onError: (message) => errors.push(message),
      ...times,
      ...rest,
    });
    const note = (leads: boolean): void => {
      history.push({ name, leads, at: performance.now() });
    };
    const ended = election
      .run(async (signal) => {
        note(true);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await new Promise((resolve) => setTimeout(resolve, drainMs));
        note(false);
      }, stop.signal)
      .catch((error: unknown) => error);
    onTestFinished(async () => {
      stop.abort();
      await ended;
    });
    return { ended, errors, registry, stop: () => stop.abort() };
  }

  const began = (name: string) => history.find((one) => one.name === name && one.leads);
  const stopped = (name: string) => history.find((one) => one.name === name && !one.leads);
  const leads = async (name: string): Promise<void> =>
    vi.waitFor(() => expect(began(name)).toBeDefined(), { timeout: 30_000, interval: 10 });
  const faulty = async () => {
    const server = await startFaultyApiServer(testKubeConfig());
    onTestFinished(async () => server[Symbol.asyncDispose]());
    return server;
  };
  const lease = async (): Promise<Wire<V1Lease>> =>
    namespace.client
      .resource<Wire<V1Lease>>({ group: 'coordination.k8s.io', version: 'v1', plural: 'leases' })
      .get(`${namespace.name}/leader`, new AbortController().signal);

  async function isRenewedFor(ms: number): Promise<void> {
    const renewed = async (): Promise<number> =>
      Date.parse(String((await lease()).spec?.renewTime).replace('000Z', 'Z'));
    const since = await renewed();
    await vi.waitFor(async () => expect((await renewed()) - since).toBeGreaterThan(ms), {
      timeout: 4 * ms,
      interval: 100,
    });
  }

  /** Asserts that no process started to lead before the previous leader had stopped. */
  function expectOneLeaderAtATime(): void {
    let leader: string | undefined;
    for (const { name, leads } of history) {
      if (leads) expect(leader, `${name} began while ${leader} led`).toBeUndefined();
      leader = leads ? name : undefined;
    }
  }

  test('elects exactly one of many processes', async () => {
    const candidates = ['a', 'b', 'c', 'd'].map((name) => candidate(name));
    await vi.waitFor(() => expect(history).toHaveLength(1), 30_000);

    await isRenewedFor(longEnoughMs);

    expect(history).toHaveLength(1);
    const texts = await Promise.all(candidates.map(async ({ registry }) => registry.metrics()));
    const values = texts.map((text) => /leader_election_master_status\{.*\} (\d)/.exec(text)?.[1]);
    expect(values.filter((value) => value === '1')).toHaveLength(1);
    expect(values.filter((value) => value === '0')).toHaveLength(3);
  });

  test('elects another leader soon after a shutdown, before the lease expires, with the default times', async () => {
    const usual = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };
    const first = candidate('first', usual);
    await leads('first');
    candidate('second', usual);
    await vi.waitFor(async () => expect((await lease()).spec?.leaseTransitions).toBe(0), 30_000);

    const asked = performance.now();
    first.stop();
    await first.ended;
    await leads('second');

    expect(began('second')!.at - asked).toBeLessThan(10_000);
    expect((await lease()).spec?.leaseTransitions).toBe(1);
    expectOneLeaderAtATime();
  });

  test('notifies each process once who leads', async () => {
    const seen: [by: string, isSelf: boolean, leader: string][] = [];
    const watcher = (by: string): Wish => ({
      onLeader: ({ identity, isSelf }) => void seen.push([by, isSelf, identity]),
    });
    const first = candidate('first', watcher('first'));
    await leads('first');
    candidate('second', watcher('second'));
    await vi.waitFor(() => expect(seen).toHaveLength(2), 30_000);

    first.stop();
    await leads('second');

    const [one, two] = [seen[0]![2], seen[2]![2]];
    expect(two).not.toBe(one);
    expect(seen).toEqual([
      ['first', true, one],
      ['second', false, one],
      ['second', true, two],
    ]);
  });

  test('keeps the lease until the leader has drained', async () => {
    const first = candidate('first', { drainMs: longEnoughMs });
    await leads('first');
    candidate('second');

    first.stop();
    await leads('second');

    expect(await first.ended).toBeUndefined();
    expectOneLeaderAtATime();
  });

  test('elects another leader soon after the lease of a dead leader expires', async () => {
    const server = await faulty();
    candidate('first', { kubeConfig: server.kubeConfig });
    await leads('first');
    candidate('second');
    await vi.waitFor(async () => {
      expect((await lease()).spec?.renewTime).not.toBe((await lease()).spec?.acquireTime);
    }, 30_000);

    const died = performance.now();
    server.partition();
    await leads('second');

    expect(began('second')!.at - died).toBeLessThan(2 * times.leaseDurationMs);
    expectOneLeaderAtATime();
  });

  test('never has two leaders: one without a connection stops before another starts, and gives the reason', async () => {
    const server = await faulty();
    const wide = { leaseDurationMs: 6_000, renewDeadlineMs: 1_500 };
    const first = candidate('first', { kubeConfig: server.kubeConfig, ...wide });
    await leads('first');
    candidate('second', wide);

    server.partition();
    await leads('second');
    const reason = await first.ended;
    server.heal();

    expect(reason).toBeInstanceOf(LeadershipLost);
    expect(began('second')!.at - stopped('first')!.at).toBeGreaterThan(wide.renewDeadlineMs / 2);
    expectOneLeaderAtATime();
  });

  test('keeps leading during an outage that is shorter than its deadline', async () => {
    const server = await faulty();
    const first = candidate('first', { kubeConfig: server.kubeConfig });
    await leads('first');
    candidate('second');

    server.faults.set('other', 'error 500');
    await vi.waitFor(() => expect(first.errors.length).toBeGreaterThan(1), 30_000);
    server.faults.clear();
    server.reset();
    await isRenewedFor(longEnoughMs);

    expect(history.map(({ name }) => name)).toEqual(['first']);
  });

  test('keeps leading when somebody edits the lease', async () => {
    candidate('first');
    await leads('first');
    candidate('second');

    await namespace.client
      .resource<Wire<V1Lease>>({ group: 'coordination.k8s.io', version: 'v1', plural: 'leases' })
      .patch(
        `${namespace.name}/leader`,
        { metadata: { labels: { edited: 'yes' } } },
        { type: 'merge' },
        new AbortController().signal,
      );
    await isRenewedFor(longEnoughMs);

    expect(history.map(({ name }) => name)).toEqual(['first']);
  });

  test('stops leading when another process takes the lease', async () => {
    const first = candidate('first');
    await leads('first');

    await namespace.client
      .resource<Wire<V1Lease>>({ group: 'coordination.k8s.io', version: 'v1', plural: 'leases' })
      .patch(
        `${namespace.name}/leader`,
        { spec: { holderIdentity: 'somebody' } },
        { type: 'merge' },
        new AbortController().signal,
      );

    expect(await first.ended).toMatchObject({ message: expect.stringContaining('somebody') });
  });

  test('stops at once when the lease is deleted, before any other write', async () => {
    const lost: { name: string; hadStopped: boolean }[] = [];
    const first = candidate('first', {
      leaseDurationMs: 60_000,
      renewDeadlineMs: 40_000,
      retryPeriodMs: 20_000,
      onLost: (error) =>
        lost.push({ name: error.name, hadStopped: stopped('first') !== undefined }),
    });
    await leads('first');

    const deleted = performance.now();
    await namespace.client
      .resource({ group: 'coordination.k8s.io', version: 'v1', plural: 'leases' })
      .delete(`${namespace.name}/leader`, {}, new AbortController().signal);

    expect(await first.ended).toBeInstanceOf(LeadershipLost);
    expect(performance.now() - deleted).toBeLessThan(15_000);
    expect(lost).toEqual([{ name: 'LeadershipLost', hadStopped: false }]);
  });

  test('lets the lease expire if its work failed', async () => {
    const election = new LeaderElection({
      client: namespace.client,
      namespace: namespace.name,
      name: 'leader',
      onError: () => undefined,
      ...times,
    });

    const failing = election.run(async () => {
      throw new Error('broken');
    }, new AbortController().signal);

    await expect(failing).rejects.toThrow('broken');
    expect((await lease()).spec?.holderIdentity).not.toBe('');
  });

  test('refuses times with which two processes could lead', () => {
    const make = (): LeaderElection =>
      new LeaderElection({
        client: namespace.client,
        namespace: namespace.name,
        name: 'leader',
        onError: () => undefined,
        leaseDurationMs: 5_000,
      });

    expect(make).toThrow('they are 5000, 10000 and 2000 ms');
  });
});
