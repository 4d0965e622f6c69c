import { spawn } from 'node:child_process';

/** Options for a command. */
export interface RunOptions {
  cwd?: string;
  /** Added to this process's environment. */
  env?: Record<string, string>;
  /** Written to the command's standard input. */
  input?: string;
  /** Milliseconds before the command is killed; ten minutes if absent. */
  timeoutMs?: number;
  uid?: number;
  gid?: number;
}

/**
 * Runs a command to its end and returns its output. If it fails, cannot start or takes too long,
 * throws with the end of its error output.
 */
export async function run(
  command: string,
  args: string[],
  { input, timeoutMs = 600_000, env, ...options }: RunOptions = {},
): Promise<string> {
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, ...env },
    // The option `timeout` keeps a timer running if the command could not start.
    signal: AbortSignal.timeout(timeoutMs),
    killSignal: 'SIGKILL',
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text));
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => void (errors = (errors + text).slice(-4_000)));
  child.stdin.on('error', () => undefined).end(input);
  const ending = await new Promise<string>((resolve) => {
    child.once('error', (error) =>
      resolve(error.name === 'AbortError' ? `took longer than ${timeoutMs} ms` : error.message),
    );
    child.once('close', (code, signal) =>
      resolve(code === 0 ? '' : `ended with ${signal ?? `status ${code}`}`),
    );
  });
  if (ending)
    throw new Error(`${command} ${args.join(' ')}: ${ending}\n${errors || output}`.trim());
  return output;
}

/** Returns whether a command runs and succeeds. */
export async function succeeds(
  command: string,
  args: string[],
  options?: RunOptions,
): Promise<boolean> {
  return await run(command, args, options).then(
    () => true,
    () => false,
  );
}

/** Reports progress to the person who started the tests. */
export function say(message: string): void {
  process.stderr.write(`test stack: ${message}\n`);
}
