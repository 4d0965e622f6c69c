import { readFile } from 'node:fs/promises';
import { KubeConfig } from '@kubernetes/client-node';
import { parseAllDocuments } from 'yaml';
import { KubeClient } from '../../src/kubernetes/kube-client.ts';
import type { KubeObject } from '../../src/kubernetes/kube-object.ts';

/**
 * The API server of $KUBECONFIG with the project's definitions, and a namespace for one test file.
 */
export interface TestCluster {
  client: KubeClient;
  namespace: string;
  /** Creates another namespace. `close` removes it with the first one. */
  addNamespace(labels?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

/** An object of any kind. */
export interface AnyObject extends KubeObject {
  metadata: {
    name: string;
    namespace?: string;
    resourceVersion?: string;
    uid?: string;
    creationTimestamp?: string;
  };
  status?: { conditions?: { type: string; status: string }[]; phase?: string };
  [field: string]: unknown;
}

const namespaceKind = { group: '', version: 'v1', plural: 'namespaces' };
const definitionKind = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
};

/** Connects to $KUBECONFIG, installs the project's definitions, and creates a namespace. */
export async function openTestCluster(): Promise<TestCluster> {
  const client = connect();
  const signal = AbortSignal.timeout(60_000);
  await applyDefinitions(client, signal);
  const namespaces = client.resource<AnyObject>(namespaceKind);
  const made: string[] = [];
  const addNamespace = async (labels: Record<string, string> = {}): Promise<string> => {
    const metadata = { generateName: 'lectern-test-', labels };
    const namespace = await namespaces.create(
      { apiVersion: 'v1', kind: 'Namespace', metadata },
      AbortSignal.timeout(60_000),
    );
    made.push(namespace.metadata.name);
    return namespace.metadata.name;
  };
  return {
    client,
    namespace: await addNamespace(),
    addNamespace,
    async close() {
      const end = AbortSignal.timeout(60_000);
      await Promise.all(made.map(async (name) => namespaces.delete(name, {}, end)));
    },
  };
}

/**
 * Returns a client of $KUBECONFIG. It shares nothing with other clients, like a separate process.
 */
export function connect(): KubeClient {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromDefault();
  return new KubeClient(kubeConfig, { fieldManager: 'lectern-controller' });
}

/** Returns a client with the token of a ServiceAccount, like that of a Pod. */
export function connectWith(token: string, fieldManager: string): KubeClient {
  const own = new KubeConfig();
  own.loadFromDefault();
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser(own.getCurrentCluster()!, { name: fieldManager, token });
  return new KubeClient(kubeConfig, { fieldManager });
}

async function applyDefinitions(client: KubeClient, signal: AbortSignal): Promise<void> {
  const definitions = client.resource<AnyObject>(definitionKind);
  for (const file of ['lectern.dev_libraries.yaml', 'lectern.dev_manifestsyncs.yaml']) {
    const [document] = parseAllDocuments(await readFile(`crds/${file}`, 'utf8'));
    const applied = await definitions.apply(
      document!.toJS() as AnyObject & { apiVersion: string; kind: string },
      { force: true },
      signal,
    );
    await established(definitions, applied.metadata.name, signal);
  }
}

async function established(
  definitions: ReturnType<KubeClient['resource']>,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { status } = (await definitions.get(name, signal)) as AnyObject;
    if (status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True'))
      return;
  }
}
