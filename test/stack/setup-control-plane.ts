// Starts a real API server with its controllers, and without a node, before the tests of the level
// `kubernetes`.
import type { TestProject } from 'vitest/node';
import { guardedStack } from './guarded-stack.ts';
import { addKubernetes, environmentOf } from './parts.ts';

/**
 * Starts the services that the environment lacks, and tells the tests where they are. Returns a function that ends
 * them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stack, close } = await guardedStack(
    ['kubeconfig'],
    async (stack) => await addKubernetes(stack),
  );
  // Applies to this level only. Another level of the same run has a stack of its own.
  project.config.env = { ...project.config.env, ...environmentOf(stack) };
  return close;
}
