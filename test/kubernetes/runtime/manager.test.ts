import type { KubeConfig } from '@kubernetes/client-node';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runController } from '../../../src/kubernetes/controller.ts';
import { Informer } from '../../../src/kubernetes/informer.ts';
import { KubeClient } from '../../../src/kubernetes/kube-client.ts';
import { keyOfObject } from '../../../src/kubernetes/kube-object.ts';
import { LeaderElection, LeadershipLost } from '../../../src/kubernetes/leader-election.ts';
import { Manager } from '../../../src/kubernetes/manager.ts';
import { createRuntimeMetrics } from '../../../src/kubernetes/metrics.ts';
import { WorkQueue } from '../../../src/kubernetes/work-queue.ts';
import { startFaultyApiServer } from '../../support/faulty-api-server.ts';
import {
  type ConfigMap,
  makeNamespace,
  testKubeConfig,
  type TestNamespace,
} from '../../support/kubernetes.ts';

/** On a busy machine, a renewal may take seconds. A leader must not lose its lease by that. */
const times = { leaseDurationMs: 5_000, renewDeadlineMs: 4_500, retryPeriodMs: 300 };

// Replicas of an operator that only writes its own name into each ConfigMap that it sees.
describe('Manager', () => {
  let namespace: TestNamespace;

  beforeEach(async () => {
    namespace = await makeNamespace();
  });
  afterEach(async () => namespace[Symbol.asyncDispose]());

  interface Wish {
    kubeConfig?: KubeConfig;
    drainMs?: number;
    leaseTimes?: typeof times;
    /** Replaces the usual work. */
    work?: (signal: AbortSignal) => Promise<void>;
  }

  function replica(
    name: string,
    { kubeConfig = testKubeConfig(), drainMs, leaseTimes = times, work }: Wish = {},
  ) {
    const registry = new Registry();
    const metrics = createRuntimeMetrics(registry);
    const errors: string[] = [];
    const onError = (message: string): void => void errors.push(message);
    const client = new KubeClient(kubeConfig, { fieldManager: name, metrics });
    const configMaps = client.resource<ConfigMap>({
      group: '',
      version: 'v1',
      plural: 'configmaps',
    });
    const informer = new Informer(configMaps.listerWatcher({ namespace: namespace.name }), {
      onError,
    });
    const queue = new WorkQueue({ name: 'configmaps', metrics });
    informer.onChange(({ object, listed }) => queue.add(keyOfObject(object), !listed));
    const election = new LeaderElection({
      client: new KubeClient(kubeConfig, { fieldManager: name }),
      namespace: namespace.name,
      name: 'operator',
      metrics,
      onError,
      ...leaseTimes,
    });
    const manager = new Manager({
      election,
      healthPort: 0,
      registry,
      onError,
      ...(drainMs !== undefined && { drainMs }),
    });
    manager.addInformer('configmaps', informer);
    const reconcile = async (key: string, signal: AbortSignal): Promise<undefined> => {
      const seen = informer.get(key);
      if (!seen || seen.data?.seenBy) return undefined;
      const body = { data: { seenBy: name } };
      informer.update(await configMaps.patch(key, body, { type: 'merge' }, signal));
      return undefined;
    };
    const measured = { name: 'configmaps', metrics };
    manager.addController(
      'configmaps',
      work ??
        (async (signal) =>
          runController(
            { queue, reconcile, workers: 2, measured, onError: (_key, text) => onError(text) },
            signal,
          )),
    );
    const stop = new AbortController();
    const ended = manager.run(stop.signal).catch((error: unknown) => error);
    onTestFinished(async () => {
      stop.abort();
      await ended;
    });
    const ask = async (path: string): Promise<{ status: number; text: string }> => {
      const response = await fetch(`http://127.0.0.1:${manager.healthPort}${path}`);
      return { status: response.status, text: await response.text() };
    };
    const shows = async (path: string, status: number, text: string): Promise<void> =>
      vi.waitFor(async () => {
        const answer = await ask(path);
        expect(answer.status).toBe(status);
        expect(answer.text).toContain(text);
      }, 30_000);
    return { stop: () => stop.abort(), ended, errors, ask, shows };
  }

  const seenBy = async (configMap: string, name: string): Promise<void> =>
    vi.waitFor(
      async () => {
        const { data } = await namespace.configMaps.get(
          `${namespace.name}/${configMap}`,
          new AbortController().signal,
        );
        expect(data?.seenBy).toBe(name);
      },
      { timeout: 15_000, interval: 20 },
    );
  const leads = 'leader_election_master_status{name="operator"} 1';

  test('runs controllers only on the leader, and a ready standby continues after it', async () => {
    const leaseTimes = { leaseDurationMs: 30_000, renewDeadlineMs: 20_000, retryPeriodMs: 4_000 };
    const first = replica('first', { leaseTimes });
    await first.shows('/metrics', 200, leads);
    const second = replica('second', { leaseTimes });
    await second.shows('/readyz', 200, '[+]informer/configmaps');

    await namespace.write('a', {});
    await seenBy('a', 'first');
    first.stop();
    const asked = performance.now();
    expect(await first.ended).toBeUndefined();
    await namespace.write('b', {});
    await seenBy('b', 'second');
    const tookMs = performance.now() - asked;

    expect(tookMs).toBeLessThan(15_000);
    expect((await second.ask('/healthz')).text).toBe('ok\n');
    const { text } = await second.ask('/metrics');
    expect(text).toContain(
      'controller_runtime_reconcile_total{controller="configmaps",result="success"}',
    );
    expect(text).toMatch(/rest_client_requests_total\{code="200",method="PATCH",host=".*"\} \d/);
    await seenBy('a', 'first');
  });

  test('is alive but not ready until its caches are complete', async () => {
    const server = await startFaultyApiServer(testKubeConfig());
    onTestFinished(async () => server[Symbol.asyncDispose]());
    server.faults.set('list', 'error 500');
    const only = replica('only', { kubeConfig: server.kubeConfig });

    await only.shows('/readyz', 503, '[-]informer/configmaps\nnot ready');
    expect((await only.ask('/healthz')).status).toBe(200);
    expect((await only.ask('/metrics')).text).not.toContain(leads);
    server.faults.clear();

    await only.shows('/readyz', 200, 'ok');
    await only.shows('/metrics', 200, leads);
  });

  test('ends with an error when it loses the lease, so that the process restarts', async () => {
    const server = await startFaultyApiServer(testKubeConfig());
    onTestFinished(async () => server[Symbol.asyncDispose]());
    const first = replica('first', { kubeConfig: server.kubeConfig });
    await first.shows('/metrics', 200, leads);
    const second = replica('second');

    server.partition();
    const reason = await first.ended;
    await second.shows('/metrics', 200, leads);

    expect(reason).toBeInstanceOf(LeadershipLost);
  });

  test('gives up on work that does not end, and lets the lease expire', async () => {
    const stuck = replica('stuck', {
      drainMs: 200,
      work: async () => new Promise(() => undefined),
    });
    await stuck.shows('/metrics', 200, leads);
    const second = replica('second');
    await second.shows('/readyz', 200, 'ok');

    stuck.stop();
    const reason = await stuck.ended;
    const { text } = await second.ask('/metrics');
    await second.shows('/metrics', 200, leads);

    expect(reason).toMatchObject({ message: 'did not end in time: configmaps' });
    expect(text).not.toContain(leads);
  });

  test('ends with the error of a controller that failed', async () => {
    const broken = replica('broken', {
      work: async () => {
        throw new Error('no such index');
      },
    });

    expect(await broken.ended).toMatchObject({ message: 'no such index' });
  });

  test('ends at once if it is stopped before its caches are complete', async () => {
    const server = await startFaultyApiServer(testKubeConfig());
    onTestFinished(async () => server[Symbol.asyncDispose]());
    server.faults.set('list', 'silence');
    const only = replica('only', { kubeConfig: server.kubeConfig });
    await only.shows('/readyz', 503, 'not ready');

    only.stop();

    expect(await only.ended).toBeUndefined();
  });
});
