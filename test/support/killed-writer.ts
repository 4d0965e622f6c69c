import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Runs a program that writes generations until it has reported `step` n times, then kills it. Returns the last active generation.
 * `args`: the file of the program and its arguments.
 */
export async function killedAt(args: string[], step: string, nth: number): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let activated = 0;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [told, generation] = line.split(' ');
    if (told === 'activated') activated = Number(generation);
    if (told === step && ++seen === nth) child.kill('SIGKILL');
  }
  await exited;
  return activated;
}
