import { KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makerOf } from '../../src/identity/access/credential-policy.ts';
import { KubeClient } from '../../src/kubernetes/kube-client.ts';
import { keyOf, resourceName } from '../../src/resources/library.ts';
import { managedBy } from '../../src/resources/managed-by.ts';
import {
  KubernetesRegistry,
  type KubernetesRegistryOptions,
  type WireResource,
} from '../../src/store/kubernetes/registry.ts';
import { libraryKind } from '../../src/store/kubernetes/resource-kind.ts';
import { describeRegistry } from '../contract/registry.ts';
import { connect, openTestCluster, type TestCluster } from '../support/kube.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await openTestCluster();
});
afterAll(async () => cluster.close());

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
const spec = { id: '/acme/widgets', source: { git: { url: 'https://example.org/widgets.git' } } };

function open(
  namespace: string,
  options: Partial<KubernetesRegistryOptions> = {},
): KubernetesRegistry {
  return new KubernetesRegistry({
    client: connect(),
    kind: libraryKind,
    namespace,
    namespaces: [namespace],
    onError: () => undefined,
    ...options,
  });
}

describeRegistry('KubernetesRegistry', async () => {
  const namespace = await cluster.addNamespace();
  const registry = open(namespace);
  return {
    registry,
    namespace,
    initialStatus: { observedGeneration: -1 },
    reopened: async () => open(namespace),
    async cleanUp() {
      // A namespace stays until the last finalizer is gone.
      for (const { metadata } of await registry.list()) {
        await registry.patch(metadata.name, { finalizers: [] });
      }
    },
  };
});

describe('a registry on Kubernetes', () => {
  let namespace: string;
  let registry: KubernetesRegistry;

  beforeAll(async () => {
    namespace = await cluster.addNamespace();
    registry = open(namespace);
  });

  test('reads and watches only its own namespaces', async () => {
    const [first, second, other] = await Promise.all([1, 2, 3].map(() => cluster.addNamespace()));
    for (const one of [first, second, other]) {
      await registry.create({ metadata: { name: 'a', namespace: one! }, spec });
    }
    const two = open(first!, { namespaces: [first!, second!] });
    const everything = open(first!, { namespaces: 'all' });

    const listed = await two.list();
    const all = await everything.list();
    const stop = new AbortController();
    const watched: (string | undefined)[] = [];
    for await (const { object } of two.watch(stop.signal)) {
      watched.push(object.metadata.namespace);
      if (watched.length === 2) break;
    }

    expect(listed.map(({ metadata }) => metadata.namespace)).toEqual([first, second]);
    expect(new Set(watched)).toEqual(new Set([first, second]));
    expect(all.map(({ metadata }) => metadata.namespace)).toEqual(
      expect.arrayContaining([first, second, other]),
    );
  });

  test('accepts keys with and without its own namespace', async () => {
    await registry.create({ metadata: { name: 'keyed' }, spec });

    await registry.patch('keyed', { labels: { a: '1' } });
    const patched = await registry.patch(`${namespace}/keyed`, { labels: { b: '2' } });
    expect(await registry.get('keyed')).toEqual(patched);
    expect(await registry.get(`${namespace}/keyed`)).toEqual(patched);

    expect(patched.metadata.labels).toEqual({ a: '1', b: '2' });
  });

  test('replaces the whole spec and the whole status', async () => {
    await registry.create({ metadata: { name: 'whole' }, spec: { ...spec, title: 'Old' } });
    await registry.patch('whole', { status: { state: 'processing', failures: 2, stars: 1 } });

    const patched = await registry.patch('whole', {
      spec: { ...spec, description: 'New' },
      annotations: { x: '1' },
      status: { state: 'finalized' },
    });

    expect(patched.spec).toEqual({ ...spec, description: 'New' });
    expect(patched.status).toEqual({ state: 'finalized' });
    expect(patched.metadata.annotations).toEqual({ x: '1' });
  });

  test('retries the write of a spec after a conflict', async () => {
    await registry.create({ metadata: { name: 'busy' }, spec });

    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        await (n % 2 === 0
          ? registry.patch('busy', { spec: { ...spec, title: `Title ${n}` } })
          : registry.patch('busy', { annotations: { [`n${n}`]: 'x' }, status: { failures: n } }));
      }),
    );

    const [busy] = (await registry.list()).filter(({ metadata }) => metadata.name === 'busy');
    expect(busy!.spec.title).toMatch(/^Title \d$/);
    expect(Object.keys(busy!.metadata.annotations!)).toHaveLength(4);
  });

  test('knows what kubectl applied, without its copy of the manifest, which stays on the cluster', async () => {
    const manifest = JSON.stringify({ spec });
    const annotations = { [lastApplied]: manifest, kept: 'yes' };
    const metadata = { name: resourceName(spec.id), annotations };

    const applied = await registry.create({ metadata, spec });
    await registry.patch(keyOf(applied.metadata), {
      spec: { ...spec, title: 'Widgets' },
      annotations: { more: 'yes' },
    });

    expect(managedBy(applied.metadata)).toBe('kubectl apply made it');
    expect(makerOf(applied)).toBe('resource');
    expect(JSON.stringify(applied.metadata)).not.toContain('widgets.git');
    const stored = await connect()
      .resource<WireResource>(libraryKind)
      .get(keyOf(applied.metadata), new AbortController().signal);
    expect(stored.metadata.annotations).toEqual({ ...annotations, more: 'yes' });
  });

  test('reports a mistake in a spec in the words of the schema', async () => {
    const wrong = { ...spec, source: {} };

    await expect(
      registry.create({ metadata: { name: 'wrong' }, spec: wrong }),
    ).rejects.toMatchObject({
      code: 'validation_error',
      status: 400,
      message: expect.stringMatching(
        /^spec\.source: .*source must have exactly one of git, website, llmstxt, openapi/,
      ),
    });
  });

  test('reports a temporary error while the API server is unavailable', async () => {
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromClusterAndUser(
      { name: 'gone', server: 'http://127.0.0.1:1', skipTLSVerify: false },
      { name: 'nobody' },
    );
    const client = new KubeClient(kubeConfig, { fieldManager: 'lectern-controller' });

    const lost = open(namespace, { client });

    await expect(lost.patch('a', { status: {} })).rejects.toMatchObject({ status: 503 });
    await expect(lost.list()).rejects.toMatchObject({ status: 503 });
  });
});
