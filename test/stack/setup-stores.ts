// Starts a real Elasticsearch and a real Postgres before the tests of the level `stores`.
import type { TestProject } from 'vitest/node';
import { guardedStack } from './guarded-stack.ts';
import { addStores, environmentOf } from './parts.ts';

/**
 * Starts the services that the environment lacks, and tells the tests where they are. Returns a function that ends
 * them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stack, close } = await guardedStack(
    ['elasticsearchUrl', 'databaseUrl'],
    async (stack) => await addStores(stack),
  );
  // Applies to this level only. Another level of the same run has a stack of its own.
  project.config.env = { ...project.config.env, ...environmentOf(stack) };
  return close;
}
