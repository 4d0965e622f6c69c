import { say, succeeds } from './commands.ts';
import { startControlPlane } from './control-plane.ts';
import { startElasticsearch } from './elasticsearch.ts';
import { kubeProgram, type KubeProgram } from './kube-binaries.ts';
import { startPostgres } from './postgres.ts';
import type { Stack, StackState } from './stack.ts';

const variables = {
  elasticsearchUrl: 'ELASTICSEARCH_URL',
  databaseUrl: 'DATABASE_URL',
  kubeconfig: 'KUBECONFIG',
  kubectl: 'LECTERN_TEST_KUBECTL',
  helm: 'LECTERN_TEST_HELM',
} as const satisfies Record<keyof StackState, string>;

/** The environment in which tests find the stack. */
export function environmentOf(stack: Stack): Record<string, string> {
  const environment: Record<string, string> = { LECTERN_TEST_STACK: stack.folder };
  for (const [field, value] of Object.entries(stack.state))
    environment[variables[field as keyof StackState]] = value;
  return environment;
}

/** Takes the Elasticsearch and the Postgres that the environment names, and starts those that it does not. */
export async function addStores(stack: Stack, address?: string): Promise<void> {
  const { folder, processes } = stack;
  const options = { folder, processes, ...(address !== undefined && { address }) };
  await allOf([
    offered(stack, 'elasticsearchUrl', async () => await startElasticsearch(options)),
    offered(stack, 'databaseUrl', async () => await startPostgres(options)),
  ]);
}

/** Takes the cluster that KUBECONFIG names, or starts a control plane; adds kubectl and helm. */
export async function addControlPlane(stack: Stack): Promise<void> {
  const given = process.env['KUBECONFIG'];
  if (given) {
    say(`taking the cluster of KUBECONFIG=${given}`);
    stack.add({ kubeconfig: given, kubectl: await client('kubectl'), helm: await client('helm') });
    return;
  }
  const { folder, processes } = stack;
  const { kubeconfig, kubectl } = await startControlPlane({
    folder,
    processes,
    address: '127.0.0.1',
  });
  stack.add({ kubeconfig, kubectl, helm: await kubeProgram('helm') });
}

/** Waits for all, even when one fails: nothing may start any more once the stack is taken down. */
export async function allOf(parts: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(parts))
    if (result.status === 'rejected') throw result.reason;
}

async function offered(
  stack: Stack,
  field: 'elasticsearchUrl' | 'databaseUrl',
  start: () => Promise<string>,
): Promise<void> {
  const given = process.env[variables[field]];
  // Not the whole URL: it may hold a password.
  if (given) say(`taking ${variables[field]} at ${new URL(given).host}`);
  stack.add({ [field]: given ?? (await start()) });
}

/** For a cluster that is there its owner's own clients will do, which saves building them. */
async function client(name: KubeProgram & ('kubectl' | 'helm')): Promise<string> {
  const given = process.env[variables[name]] ?? name;
  return (await succeeds(given, ['version', '--client'])) ? given : await kubeProgram(name);
}
