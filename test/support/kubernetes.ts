import { KubeConfig, type V1ConfigMap, type V1Namespace } from '@kubernetes/client-node';
import { randomBytes } from 'node:crypto';
import { KubeClient, type ResourceClient } from '../../src/kubernetes/kube-client.ts';
import type { Wire } from '../../src/kubernetes/kube-object.ts';

/** A ConfigMap as the API server sends it. */
export type ConfigMap = Wire<V1ConfigMap>;

/** Returns the client configuration for the API server of KUBECONFIG. */
export function testKubeConfig(): KubeConfig {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromDefault();
  return kubeConfig;
}

/** A namespace for one test. */
export interface TestNamespace {
  name: string;
  client: KubeClient;
  configMaps: ResourceClient<ConfigMap>;
  /** Creates a ConfigMap, or replaces its data. */
  write(name: string, data: Record<string, string>): Promise<ConfigMap>;
  remove(name: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Creates a namespace for one test. Closing deletes it. */
export async function makeNamespace(kubeConfig = testKubeConfig()): Promise<TestNamespace> {
  const { signal } = new AbortController();
  const client = new KubeClient(kubeConfig, { fieldManager: 'test' });
  const namespaces = client.resource<Wire<V1Namespace>>({
    group: '',
    version: 'v1',
    plural: 'namespaces',
  });
  const configMaps = client.resource<ConfigMap>({ group: '', version: 'v1', plural: 'configmaps' });
  const name = `test-${randomBytes(5).toString('hex')}`;
  await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, signal);
  return {
    name,
    client,
    configMaps,
    write: async (configMap, data) =>
      configMaps.apply(
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: configMap, namespace: name },
          data,
        },
        { force: true },
        signal,
      ),
    remove: async (configMap) => configMaps.delete(`${name}/${configMap}`, {}, signal),
    [Symbol.asyncDispose]: async () => namespaces.delete(name, {}, signal),
  };
}
