import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Readable } from 'node:stream';
import { RunError } from '../../../base/errors.ts';

/** The git program, with the settings of one repository. */
export interface GitProgram {
  program: string;
  /** Arguments before the command: `-c name=value`, `--git-dir`. */
  settings: string[];
  env: Record<string, string>;
}

/** One command for `startGit` or `runGit`, apart from the settings of its repository. */
export interface GitCommand {
  /** The name of the command and its arguments, such as `ls-remote`. */
  args: string[];
  /** Lines for standard input. */
  input?: Iterable<string>;
  signal: AbortSignal;
  /** Maximum milliseconds without output; absent for no limit. */
  idleMs?: number;
}

/** A git command that failed. `stderr` is the end of its error output. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  readonly stderr: string;

  constructor(stderr: string) {
    super(stderr || 'git failed without saying why');
    this.stderr = stderr;
  }
}

/** A running command. `ended` rejects with the reason of `stop`, a GitFailure, or the signal's reason. */
export interface GitRun {
  stdout: Readable;
  ended: Promise<void>;
  stop(reason: unknown): void;
}

const maxStderr = 8192;

/**
 * Starts git without a shell, in its own process group, so that `git-remote-https` and `ssh` end with it. The group has no
 * terminal, so no program can wait for an input.
 */
export function startGit(git: GitProgram, command: GitCommand): GitRun {
  const { signal, idleMs } = command;
  signal.throwIfAborted();
  const child = spawn(git.program, [...git.settings, ...command.args], {
    env: git.env,
    detached: true,
    windowsHide: true,
  });
  let stderr = '';
  let stopped: { reason: unknown } | undefined;
  const stop = (reason: unknown): void => {
    stopped ??= { reason };
    killGroup(child);
  };
  const onAbort = (): void => stop(signal.reason);
  const idle = idleMs === undefined ? undefined : setTimeout(() => stop(silent(idleMs)), idleMs);
  child.stdout.on('data', () => idle?.refresh()).pause();
  child.stderr.on('data', (chunk: Buffer) => {
    idle?.refresh();
    stderr = (stderr + chunk.toString('utf8')).slice(-maxStderr);
  });
  // The exit code decides about a command that ends before it has read its input.
  child.stdin.on('error', () => undefined);
  Readable.from(command.input ?? []).pipe(child.stdin);
  signal.addEventListener('abort', onAbort, { once: true });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (stopped) reject(stopped.reason);
      else if (code === 0) resolve();
      else reject(new GitFailure(stderr));
    });
  }).finally(() => {
    clearTimeout(idle);
    signal.removeEventListener('abort', onAbort);
  });
  // A caller need not await `ended`. Its rejection must not count as unhandled.
  ended.catch(() => undefined);
  return { stdout: child.stdout, ended, stop };
}

/** Runs a command and returns its output, at most `maxBytes`. */
export async function runGit(
  git: GitProgram,
  command: GitCommand,
  maxBytes = 1_000_000,
): Promise<Buffer> {
  const run = startGit(git, command);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of run.stdout as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) run.stop(new RunError('TooLarge', tooMuch(command, maxBytes)));
    else chunks.push(chunk);
  }
  await run.ended;
  return Buffer.concat(chunks, size);
}

function tooMuch({ args }: GitCommand, maxBytes: number): string {
  return `the answer of git ${args[0]} is larger than ${maxBytes} bytes`;
}

function silent(idleMs: number): RunError {
  return new RunError('Timeout', `no answer for ${Math.ceil(idleMs / 1000)} seconds`);
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already, or the platform has no groups.
    child.kill('SIGKILL');
  }
}

/** Returns the git program if it runs and is version 2.31 or newer (configuration by environment, fetch by standard input). */
export async function findGit(
  program: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (program === undefined) return undefined;
  const command = { args: ['version'], signal: AbortSignal.timeout(10_000) };
  const git = { program, settings: [], env: { PATH: env['PATH'] ?? '' } };
  const answer = await runGit(git, command).catch(() => undefined);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer?.toString('latin1') ?? '') ?? [];
  const isNew = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 31);
  return isNew ? program : undefined;
}
