import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels } from '../../src/resources/library.ts';
import { KubernetesRegistry } from '../../src/store/kubernetes/registry.ts';
import { libraryKind } from '../../src/store/kubernetes/resource-kind.ts';
import { KubernetesSecretStore } from '../../src/store/kubernetes/secrets.ts';
import { describeSecretStore } from '../contract/secrets.ts';
import { connect, openTestCluster, type AnyObject, type TestCluster } from '../support/kube.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await openTestCluster();
});
afterAll(async () => cluster.close());

describeSecretStore('KubernetesSecretStore', async () => {
  const namespace = await cluster.addNamespace();
  return {
    secrets: new KubernetesSecretStore(connect(), namespace),
    reopened: async () => new KubernetesSecretStore(connect(), namespace),
    cleanUp: async () => undefined,
  };
});

describe('secrets on Kubernetes', () => {
  let namespace: string;
  let secrets: KubernetesSecretStore;
  const kind = { group: '', version: 'v1', plural: 'secrets' };
  const read = async (name: string): Promise<AnyObject> =>
    cluster.client
      .resource<AnyObject>(kind)
      .get(`${namespace}/${name}`, AbortSignal.timeout(30_000));

  beforeAll(async () => {
    namespace = await cluster.addNamespace();
    secrets = new KubernetesSecretStore(connect(), namespace);
  });

  test('of a Library belong to it, so they are deleted with it', async () => {
    const registry = new KubernetesRegistry({
      client: connect(),
      kind: libraryKind,
      namespace,
      namespaces: [namespace],
      onError: () => undefined,
    });
    const source = { git: { url: 'https://example.org/widgets.git' } };
    const { metadata } = await registry.create({
      metadata: { name: 'widgets' },
      spec: { id: '/acme/widgets', source },
    });
    for (const password of ['first', 'second']) {
      await secrets.put(`${namespace}/widgets-git`, { password }, metadata);
      const secret = await read('widgets-git');
      expect(secret.metadata).toMatchObject({
        labels: { [labels.library]: 'widgets' },
        ownerReferences: [
          {
            apiVersion: 'lectern.dev/v1alpha1',
            kind: 'Library',
            name: 'widgets',
            uid: metadata.uid,
          },
        ],
      });
      expect(await secrets.get('widgets-git')).toEqual({ password });
    }
  });

  test('that somebody else created are read, and never overwritten', async () => {
    await cluster.client.resource<AnyObject>(kind).create(
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'theirs', namespace },
        stringData: { password: 'theirs' },
      },
      AbortSignal.timeout(30_000),
    );
    const refusal = await secrets
      .put('theirs', { password: 'ours-that-is-hidden' })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'access_denied' });
    expect(String(refusal)).toMatch(/was not created by Lectern/);
    expect(String(refusal)).not.toContain('ours-that-is-hidden');
    const changed = secrets.update('theirs', () => ({ password: 'ours-that-is-hidden' }));
    await expect(changed).rejects.toMatchObject({ code: 'access_denied' });
    expect(await secrets.get('theirs')).toEqual({ password: 'theirs' });
  });
});
