// Starts a whole cluster before the tests of the level `cluster`: a node, and stores that its Pods
// reach.
import type { TestProject } from 'vitest/node';
import { guardedStack } from './guarded-stack.ts';
import { addCluster, environmentOf } from './parts.ts';

/**
 * Starts the services that the environment lacks, and tells the tests where they are. Returns a function that ends
 * them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stack, close } = await guardedStack(
    ['elasticsearchUrl', 'databaseUrl', 'kubeconfig', 'nodeAddress'],
    async (stack) => await addCluster(stack),
  );
  // Applies to this level only. Another level of the same run has a stack of its own.
  project.config.env = { ...project.config.env, ...environmentOf(stack) };
  return close;
}
