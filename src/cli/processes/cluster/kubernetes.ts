import { KubeConfig, type V1ConfigMap } from '@kubernetes/client-node';
import type { ClusterObjects } from '../../../libraries/manifest-sync/open-manifest.ts';
import { unlessNotFound } from '../../../kubernetes/api-error.ts';
import { KubeClient } from '../../../kubernetes/kube-client.ts';
import type { Wire } from '../../../kubernetes/kube-object.ts';
import type { RuntimeMetrics } from '../../../kubernetes/metrics.ts';
import type { SourceSecrets } from '../../../store/kubernetes/source-secrets.ts';

/** Milliseconds to read one object. */
const readMs = 30_000;

/** Connects to the API server of the Pod's service account, or of the kubeconfig outside a Pod. */
export function connectKubernetes(fieldManager: string, metrics?: RuntimeMetrics): KubeClient {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromDefault();
  return new KubeClient(kubeConfig, { fieldManager, ...(metrics && { metrics }) });
}

/**
 * Reads Secrets and ConfigMaps by name on demand, and keeps no copy. Resources of the SQL registry have no namespace; for them
 * the namespace of this install applies.
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
      const map = await configMaps
        .get(`${namespace}/${name}`, AbortSignal.timeout(readMs))
        .catch(unlessNotFound);
      return map && (map.data ?? {});
    },
  };
}
