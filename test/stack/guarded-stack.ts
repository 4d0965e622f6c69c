import { spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from './stack.ts';

/** A stack that lives as long as the tests. */
export interface GuardedStack {
  stack: Stack;
  /** Ends it and waits until nothing of it is left. */
  close: () => Promise<void>;
}

/**
 * Makes a stack that ends with this process, whatever ends it: a process of its own watches over it and takes it down.
 * When `fill` fails, what it started is ended before the error is passed on.
 */
export async function guardedStack(fill: (stack: Stack) => Promise<void>): Promise<GuardedStack> {
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
