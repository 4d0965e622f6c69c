import { spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from './commands.ts';
import { Stack, type StackState } from './stack.ts';

/** A stack that lives as long as the tests. */
export interface GuardedStack {
  stack: Stack;
  /** Ends the stack. Resolves when all its parts have ended. */
  close: () => Promise<void>;
}

/**
 * Uses the stack that LECTERN_TEST_STACK names, or creates one. A separate process ends the new
 * stack when this process ends for any reason. If `fill` fails, ends the started services and
 * throws the error.
 */
export async function guardedStack(
  needs: (keyof StackState)[],
  fill: (stack: Stack) => Promise<void>,
): Promise<GuardedStack> {
  if (process.env['LECTERN_TEST_STACK']) return takeStack(needs);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-stack-'));
  await chmod(folder, 0o755);
  const stack = await Stack.create(folder);
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // The interrupt key ends the tests. It must not reach this process.
    detached: true,
  });
  guard.unref();
  const ended = new Promise<void>((resolve, reject) => {
    guard.once('error', reject);
    guard.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The test stack in ${folder} did not end cleanly`)),
    );
  });
  const close = async () => {
    guard.ref();
    guard.stdin.end();
    await ended;
  };
  try {
    await fill(stack);
  } catch (error) {
    await close();
    throw error;
  }
  return { stack, close };
}

/** Uses the stack that `up.ts` left running, for people who run tests repeatedly. */
function takeStack(needs: (keyof StackState)[]): GuardedStack {
  const stack = Stack.open();
  const { state, folder } = stack;
  const missing = needs.filter((part) => state[part] === undefined);
  if (missing.length > 0)
    throw new Error(
      `LECTERN_TEST_STACK=${folder} has no ${missing.join(', ')}: start it with --node?`,
    );
  say(`taking the stack in ${folder}`);
  return { stack, close: async () => undefined };
}
