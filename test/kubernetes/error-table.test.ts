import { KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll } from 'vitest';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import { KubeClient } from '../../src/kubernetes/kube-client.ts';
import { KubernetesRegistry } from '../../src/store/kubernetes/registry.ts';
import { libraryKind, manifestSyncKind } from '../../src/store/kubernetes/resource-kind.ts';
import { KubernetesSecretStore } from '../../src/store/kubernetes/secrets.ts';
import { describeErrorTable } from '../contract/error-table.ts';
import { connect, openTestCluster, type TestCluster } from '../support/kube.ts';
import { openStores } from '../support/stores.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await openTestCluster();
});
afterAll(async () => cluster.close());

function registriesOf(client: KubeClient, namespace: string) {
  const place = { client, namespace, namespaces: [namespace], onError: () => undefined };
  return {
    registry: new KubernetesRegistry({ ...place, kind: libraryKind }),
    manifests: new KubernetesRegistry<ManifestSync>({ ...place, kind: manifestSyncKind }),
  };
}

describeErrorTable('with custom resources', async () => {
  const namespace = await cluster.addNamespace();
  return {
    stores: { ...(await openStores()), ...registriesOf(connect(), namespace) },
    parts: { secrets: new KubernetesSecretStore(connect(), namespace) },
    async away() {
      const config = new KubeConfig();
      // No server listens there.
      config.loadFromClusterAndUser(
        { name: 'away', server: 'http://127.0.0.1:1', skipTLSVerify: false },
        { name: 'nobody' },
      );
      const { registry } = registriesOf(new KubeClient(config, { fieldManager: 'x' }), namespace);
      return { parts: { registry }, path: '/api/v1/libraries', close: async () => undefined };
    },
  };
});
