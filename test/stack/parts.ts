import { say, succeeds } from './commands.ts';
import { startControlPlane } from './control-plane.ts';
import { startElasticsearch } from './elasticsearch.ts';
import { kubeProgram, type KubeProgram } from './kube-binaries.ts';
import { startPostgres } from './postgres.ts';
import { machineAddress } from './network.ts';
import { prepareNode, startNode } from './node.ts';
import type { Stack, StackState } from './stack.ts';

const variables = {
  elasticsearchUrl: 'ELASTICSEARCH_URL',
  databaseUrl: 'DATABASE_URL',
  kubeconfig: 'KUBECONFIG',
  kubectl: 'LECTERN_TEST_KUBECTL',
  helm: 'LECTERN_TEST_HELM',
  nodeAddress: 'LECTERN_TEST_NODE_ADDRESS',
} as const satisfies Record<keyof StackState, string>;

/** Returns the environment that tells tests where the stack is. */
export function environmentOf(stack: Stack): Record<string, string> {
  const environment: Record<string, string> = { LECTERN_TEST_STACK: stack.folder };
  for (const [field, value] of Object.entries(stack.state))
    environment[variables[field as keyof StackState]] = value;
  return environment;
}

/**
 * Adds an Elasticsearch and a Postgres. Uses those that the environment names, and starts the
 * others. With an address, they also listen there, for Pods.
 */
export async function addStores(stack: Stack, address?: string): Promise<void> {
  const { folder, processes } = stack;
  const options = { folder, processes, ...(address !== undefined && { address }) };
  await allOf([
    addStore(stack, 'elasticsearchUrl', async () => await startElasticsearch(options)),
    addStore(stack, 'databaseUrl', async () => await startPostgres(options)),
  ]);
}

/**
 * Adds a cluster with kubectl and helm. Uses the one that KUBECONFIG names, or starts a control
 * plane. With the machine's address, also starts a node.
 */
export async function addKubernetes(stack: Stack, address?: string): Promise<void> {
  const given = process.env['KUBECONFIG'];
  if (given) {
    say(`taking the cluster of KUBECONFIG=${given}`);
    stack.add({ kubeconfig: given, kubectl: await client('kubectl'), helm: await client('helm') });
    return;
  }
  const { folder, processes } = stack;
  const options = { folder, processes, address: address ?? '127.0.0.1' };
  const controlPlane = await startControlPlane(options);
  const { kubeconfig, kubectl } = controlPlane;
  stack.add({ kubeconfig, kubectl, helm: await kubeProgram('helm') });
  if (address !== undefined) await startNode({ folder, processes, controlPlane, address });
}

/** Adds all parts: a cluster with a node, and stores that its Pods reach. */
export async function addCluster(stack: Stack): Promise<void> {
  const nodeAddress = await machineAddress();
  stack.add({ nodeAddress });
  if (!process.env['KUBECONFIG']) await prepareNode(stack.folder);
  await allOf([addStores(stack, nodeAddress), addKubernetes(stack, nodeAddress)]);
}

/** Waits for all parts, even if one fails, because no part may start after the stack has ended. */
async function allOf(parts: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(parts))
    if (result.status === 'rejected') throw result.reason;
}

async function addStore(
  stack: Stack,
  field: 'elasticsearchUrl' | 'databaseUrl',
  start: () => Promise<string>,
): Promise<void> {
  const variable = variables[field];
  const given = process.env[variable];
  if (given && stack.state.nodeAddress && isLoopback(given))
    say(`not taking ${variable}: Pods do not reach ${new URL(given).host}`);
  else if (given) {
    // Prints only the host, because the URL can contain a password.
    say(`taking ${variable} at ${new URL(given).host}`);
    stack.add({ [field]: given });
    return;
  }
  stack.add({ [field]: await start() });
}

function isLoopback(url: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
}

/** Returns the client on PATH for a cluster that the environment names. This saves a build. */
async function client(name: KubeProgram & ('kubectl' | 'helm')): Promise<string> {
  const given = process.env[variables[name]] ?? name;
  return (await succeeds(given, ['version', '--client'])) ? given : await kubeProgram(name);
}
