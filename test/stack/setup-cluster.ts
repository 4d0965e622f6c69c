// Before the tests of the level `cluster`: a whole cluster with a node, and stores that its Pods reach.
import type { TestProject } from 'vitest/node';
import { guardedStack } from './guarded-stack.ts';
import { addCluster, environmentOf } from './parts.ts';

/** Starts what the environment does not offer and tells the tests where; gives what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stack, close } = await guardedStack(
    ['elasticsearchUrl', 'databaseUrl', 'kubeconfig', 'nodeAddress'],
    async (stack) => await addCluster(stack),
  );
  // Of this level's tests alone: another level in the same run has a stack of its own.
  project.config.env = { ...project.config.env, ...environmentOf(stack) };
  return close;
}
