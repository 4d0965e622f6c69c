import { spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from './commands.ts';
import { Stack, type StackState } from './stack.ts';

/** A stack that lives as long as the tests. */
export interface GuardedStack {
  stack: Stack;
  /** Ends the stack and waits until nothing of it is left. */
  close: () => Promise<void>;
}

/**
 * Takes the stack that LECTERN_TEST_STACK names, or makes one that ends with this process, whatever ends it: a process of
 * its own watches over it and takes it down. When `fill` fails, what it started is ended before the error is passed on.
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
    // Beyond the reach of the interrupt key, which ends the tests.
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
