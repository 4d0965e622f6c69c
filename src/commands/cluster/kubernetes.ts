import { KubeConfig, type V1ConfigMap, type V1Secret } from '@kubernetes/client-node';
import type { ClusterObjects } from '../../controller/manifest-sync/open-manifest.ts';
import { unlessNotFound } from '../../runtime/api-error.ts';
import { KubeClient } from '../../runtime/kube-client.ts';
import type { Wire } from '../../runtime/kube-object.ts';
import type { RuntimeMetrics } from '../../runtime/metrics.ts';

/** Milliseconds one object may take to be read. */
const readMs = 30_000;

/** The API server of the Pod's service account, or of the kubeconfig where there is no Pod. */
export function connectKubernetes(fieldManager: string, metrics?: RuntimeMetrics): KubeClient {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromDefault();
  return new KubeClient(kubeConfig, { fieldManager, ...(metrics && { metrics }) });
}

/**
 * Secrets and ConfigMaps by name, read when they are needed: no copy of a secret is kept. Resources without a namespace,
 * those of the SQL registry, mean the process's own.
 */
export function clusterObjects(client: KubeClient, ownNamespace: string): ClusterObjects {
  const secrets = client.resource<Wire<V1Secret>>({ group: '', version: 'v1', plural: 'secrets' });
  const configMaps = client.resource<Wire<V1ConfigMap>>({
    group: '',
    version: 'v1',
    plural: 'configmaps',
  });
  return {
    async readSecret(namespace = ownNamespace, name) {
      const secret = await secrets.get(`${namespace}/${name}`, deadline()).catch(unlessNotFound);
      return secret && decoded(secret.data ?? {});
    },
    async readConfigMap(namespace = ownNamespace, name) {
      const map = await configMaps.get(`${namespace}/${name}`, deadline()).catch(unlessNotFound);
      return map && (map.data ?? {});
    },
  };
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(readMs);
}

function decoded(data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  );
}
