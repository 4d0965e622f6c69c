// Before the tests of the level `stores`: a real Elasticsearch and a real Postgres.
import type { TestProject } from 'vitest/node';
import { guardedStack } from './guarded-stack.ts';
import { addStores, environmentOf } from './parts.ts';

/** Starts what the environment does not offer and tells the tests where; gives what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stack, close } = await guardedStack(
    ['elasticsearchUrl', 'databaseUrl'],
    async (stack) => await addStores(stack),
  );
  // Of this level's tests alone: another level in the same run has a stack of its own.
  project.config.env = { ...project.config.env, ...environmentOf(stack) };
  return close;
}
