import { KubeConfig } from '@kubernetes/client-node';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { KubeClient } from '../../../src/kubernetes/kube-client.ts';
import { createRuntimeMetrics } from '../../../src/kubernetes/metrics.ts';
import { startFaultyApiServer } from '../../support/faulty-api-server.ts';
import {
  type ConfigMap,
  makeNamespace,
  testKubeConfig,
  type TestNamespace,
} from '../../support/kubernetes.ts';

const { signal } = new AbortController();
const kind = { group: '', version: 'v1', plural: 'configmaps' };

describe('KubeClient', () => {
  let namespace: TestNamespace;

  beforeEach(async () => {
    namespace = await makeNamespace();
  });
  afterEach(async () => namespace[Symbol.asyncDispose]());

  const key = (name: string): string => `${namespace.name}/${name}`;
  const faulty = async () => {
    const server = await startFaultyApiServer(testKubeConfig());
    onTestFinished(async () => server[Symbol.asyncDispose]());
    const registry = new Registry();
    const client = new KubeClient(server.kubeConfig, {
      fieldManager: 'test',
      metrics: createRuntimeMetrics(registry),
    });
    return { server, registry, configMaps: client.resource<ConfigMap>(kind) };
  };

  test('creates, reads, lists by label, patches and deletes', async () => {
    const { configMaps } = namespace;
    const metadata = { name: 'a', namespace: namespace.name, labels: { color: 'red' } };
    await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }, signal);
    await configMaps.patch(key('a'), { data: { x: '1' } }, { type: 'merge' }, signal);
    const body = [{ op: 'add', path: '/data/y', value: '2' }];
    await configMaps.patch(key('a'), body, { type: 'json' }, signal);

    const read = await configMaps.get(key('a'), signal);
    const { name } = namespace;
    const red = await configMaps.list({ namespace: name, labelSelector: 'color=red' }, signal);
    const blue = await configMaps.list({ namespace: name, labelSelector: 'color=blue' }, signal);
    await configMaps.delete(key('a'), {}, signal);

    expect(read.data).toEqual({ x: '1', y: '2' });
    expect(red.map((one) => one.metadata?.name)).toEqual(['a']);
    expect(blue).toEqual([]);
    await expect(configMaps.get(key('a'), signal)).rejects.toMatchObject({
      status: 404,
      reason: 'NotFound',
      message: `GET /api/v1/namespaces/${name}/configmaps/a: 404 configmaps "a" not found`,
    });
  });

  test('does not overwrite or delete an object that has changed since the read', async () => {
    const { configMaps } = namespace;
    const old = await namespace.write('a', { x: '1' });
    await namespace.write('a', { x: '2' });
    const { resourceVersion } = old.metadata ?? {};
    const conflict = { status: 409, reason: 'Conflict' };

    const patching = configMaps.patch(
      key('a'),
      { metadata: { resourceVersion }, data: { x: '3' } },
      { type: 'merge' },
      signal,
    );
    await expect(patching).rejects.toMatchObject(conflict);
    const preconditions = { uid: 'another' };
    await expect(configMaps.delete(key('a'), { preconditions }, signal)).rejects.toMatchObject(
      conflict,
    );
    const metadata = { name: 'a', namespace: namespace.name };
    const creating = configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }, signal);
    await expect(creating).rejects.toMatchObject({ status: 409, reason: 'AlreadyExists' });
    expect((await configMaps.get(key('a'), signal)).data).toEqual({ x: '2' });
  });

  test('applies only fields it owns, and takes over others only by force', async () => {
    await namespace.write('a', { x: 'theirs', y: 'theirs' });
    const ours = new KubeClient(testKubeConfig(), { fieldManager: 'ours' });
    const configMaps = ours.resource<ConfigMap>(kind);
    const metadata = { name: 'a', namespace: namespace.name };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { x: 'ours' } };

    await expect(configMaps.apply(object, { force: false }, signal)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('.data.x'),
    });
    const applied = await configMaps.apply(object, { force: true }, signal);

    expect(applied.data).toEqual({ x: 'ours', y: 'theirs' });
  });

  test('waits and retries when the server is overloaded', async () => {
    const { server, registry, configMaps } = await faulty();
    await namespace.write('a', { x: '1' });
    server.faults.set('other', 'too many');

    const reading = configMaps.get(key('a'), signal);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), 30_000);
    server.faults.clear();

    expect((await reading).data).toEqual({ x: '1' });
    const [first, second] = server.requests;
    expect(second!.at - first!.at).toBeGreaterThan(900);
    const text = await registry.getSingleMetricAsString('rest_client_requests_total');
    expect(text).toMatch(/\{code="429",method="GET",host="127\.0\.0\.1:\d+"\} 1/);
    expect(text).toMatch(/\{code="200",method="GET",host="127\.0\.0\.1:\d+"\} 1/);
  });

  test('retries on a new connection if the server has closed the persistent one', async () => {
    const { server, configMaps } = await faulty();
    await namespace.write('a', { x: '1' });
    await configMaps.get(key('a'), signal);

    server.reset();

    expect((await configMaps.get(key('a'), signal)).data).toEqual({ x: '1' });
  });

  test('names the request that got no response', async () => {
    const { server, registry, configMaps } = await faulty();
    server.faults.set('other', 'reset');

    await expect(configMaps.get('ns/a', signal)).rejects.toMatchObject({
      status: 0,
      reason: 'Unreachable',
      message: expect.stringContaining('GET /api/v1/namespaces/ns/configmaps/a: '),
    });
    expect(await registry.metrics()).toContain('code="<error>"');
  });

  test('ends a request, and its wait for a retry, with the signal', async () => {
    const { server, configMaps } = await faulty();

    for (const fault of ['silence', 'too many'] as const) {
      server.faults.set('other', fault);
      const before = server.requests.length;
      const stop = new AbortController();
      const reading = configMaps.get(key('a'), stop.signal);
      const ended = expect(reading).rejects.toThrow('stopped');
      await vi.waitFor(() => expect(server.requests).toHaveLength(before + 1), 30_000);
      stop.abort(new Error('stopped'));
      await ended;
    }
  });

  test('reads a rotated token from its file', async () => {
    const server = await startFaultyApiServer(testKubeConfig());
    onTestFinished(async () => server[Symbol.asyncDispose]());
    const folder = await mkdtemp(join(tmpdir(), 'token-'));
    onTestFinished(async () => rm(folder, { recursive: true }));
    const tokenFile = join(folder, 'token');
    await writeFile(tokenFile, 'first');
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromClusterAndUser(server.kubeConfig.getCurrentCluster()!, {
      name: 'file',
      authProvider: { name: 'tokenFile', config: { tokenFile } },
    });
    const configMaps = new KubeClient(kubeConfig, { fieldManager: 'test' }).resource(kind);
    const tokens = (): unknown[] => server.requests.map(({ authorization }) => authorization);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());

    await configMaps.get(key('a'), signal).catch(() => undefined);
    await writeFile(tokenFile, 'second');
    vi.advanceTimersByTime(61_000);
    await configMaps.get(key('a'), signal).catch(() => undefined);

    expect(tokens()).toEqual(['Bearer first', 'Bearer second']);
  });
});
