import { KubeConfig, type V1ConfigMap } from '@kubernetes/client-node';
import type { ClusterObjects } from '../../../libraries/manifest-sync/open-manifest.ts';
import { unlessNotFound } from '../../../kubernetes/api-error.ts';
import { KubeClient } from '../../../kubernetes/kube-client.ts';
import type { Wire } from '../../../kubernetes/kube-object.ts';
import type { RuntimeMetrics } from '../../../kubernetes/metrics.ts';
import type { SourceSecrets } from '../../../store/kubernetes/source-secrets.ts';

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
export function clusterObjects(
  client: KubeClient,
  ownNamespace: string,
  sources: Pick<SourceSecrets, 'read'>,
): ClusterObjects {
  const configMaps = client.resource<Wire<V1ConfigMap>>({
    group: '',
    version: 'v1',
    plural: 'configmaps',
  });
  return {
    readSecret: (namespace, name) => sources.read(namespace, name),
    async readConfigMap(namespace = ownNamespace, name) {
      const map = await configMaps.get(`${namespace}/${name}`, deadline()).catch(unlessNotFound);
      return map && (map.data ?? {});
    },
  };
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(readMs);
}
