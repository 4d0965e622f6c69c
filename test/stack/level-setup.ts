import type { TestProject } from 'vitest/node';
import { guardedStack } from './guarded-stack.ts';
import { environmentOf } from './parts.ts';
import type { Stack, StackState } from './stack.ts';

/**
 * Returns the setup of a level. It starts the services that the environment lacks, and tells the tests where they are. It returns
 * a function that ends them.
 */
export function levelSetup(
  needs: (keyof StackState)[],
  add: (stack: Stack) => Promise<void>,
): (project: TestProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const { stack, close } = await guardedStack(needs, add);
    // Applies to this level only. Another level of the same run has a stack of its own.
    project.config.env = { ...project.config.env, ...environmentOf(stack) };
    return close;
  };
}
