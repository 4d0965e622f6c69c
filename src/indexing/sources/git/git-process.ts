import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Readable } from 'node:stream';
import { RunError } from '../../../base/errors.ts';

/** The git program, and what every command of one repository has in common. */
export interface GitProgram {
  program: string;
  /** Arguments before the command: `-c name=value`, `--git-dir`. */
  settings: string[];
  env: Record<string, string>;
}

export interface GitCommand {
  args: string[];
  /** Lines for standard input. */
  input?: Iterable<string>;
  signal: AbortSignal;
  /** Milliseconds without any output after which the command is ended; absent for no such limit. */
  idleMs?: number;
}

/** A command that git itself ended with an error; `stderr` is the end of what it wrote. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  readonly stderr: string;

  constructor(stderr: string) {
    super(stderr || 'git failed without saying why');
    this.stderr = stderr;
  }
}

/** A running command. `ended` rejects with what `stop` was told, a GitFailure, or the signal's reason. */
export interface GitRun {
  stdout: Readable;
  ended: Promise<void>;
  stop(reason: unknown): void;
}

const maxStderr = 8192;

/**
 * Starts git with fixed arguments, never through a shell, in a process group of its own, so that `git-remote-https`
 * and `ssh` end with it. The group has no terminal: nothing can ask a question and wait for ever.
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
  // A command that ends before it has read its input is judged by its exit code.
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
  // Whoever awaits it learns of a failure; nobody has to.
  ended.catch(() => undefined);
  return { stdout: child.stdout, ended, stop };
}

/** Runs a command to its end and answers what it wrote, at most `maxBytes`. */
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
    // The group is gone already, or the platform has none.
    child.kill('SIGKILL');
  }
}

/** The git program if it runs and is new enough (2.31: configuration by environment, fetching by standard input). */
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
