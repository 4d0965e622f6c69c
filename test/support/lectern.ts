import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;

/** The output of a finished command. */
export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one command as a user does. Returns its output. */
export async function runLectern(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  program = bin,
): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

/** A `lectern up` process with a data directory and a port of its own. */
export class RunningLectern {
  readonly data: string;
  url = '';
  output = '';
  private child: ChildProcess | undefined;
  private readonly waiting = new Set<() => void>();

  private readonly program: string;

  private constructor(data: string, program: string) {
    this.data = data;
    this.program = program;
  }

  /**
   * Creates a data directory. Runs the program of this clone, unless another one is named, such as
   * the one of the npm package.
   */
  static async make(program = bin): Promise<RunningLectern> {
    return new RunningLectern(await mkdtemp(join(tmpdir(), 'lectern-e2e-')), program);
  }

  /** Uses an existing data directory, which the caller removes. */
  static over(data: string): RunningLectern {
    return new RunningLectern(data, bin);
  }

  /** Starts the process. Resolves when the server listens. */
  async start(args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<void> {
    this.output = '';
    const child = spawn(
      process.execPath,
      [
        this.program,
        'up',
        '--data',
        this.data,
        '--port',
        '0',
        '--threads',
        '1',
        '--manifest',
        '',
        ...args,
      ],
      { env: { ...process.env, ...env } },
    );
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        this.output += chunk;
        for (const wake of this.waiting) wake();
      });
    }
    child.once('close', () => {
      for (const wake of this.waiting) wake();
    });
    const [, url] = await this.printed(/listens on (http:\S+)/);
    this.url = url!;
  }

  /** Resolves when the output matches the pattern. Rejects if the process ends before. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (hasEnded(this.child)) {
        throw new Error(`lectern up ended without printing ${pattern}:\n${this.output}`);
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.waiting.delete(wake);
          resolve();
        };
        this.waiting.add(wake);
      });
    }
  }

  /** Process id of the server. Throws if it never started. */
  get pid(): number {
    if (this.child?.pid === undefined) throw new Error('lectern up has not started');
    return this.child.pid;
  }

  /** Runs a command against this server. */
  run(...args: string[]): Promise<Finished> {
    return runLectern(args, { LECTERN_URL: this.url, LECTERN_DATA: this.data }, this.program);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.child;
    if (!child || hasEnded(child)) return child?.exitCode ?? null;
    const closed = once(child, 'close');
    child.kill(signal);
    const [code] = (await closed) as [number | null];
    return code;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    // Processes that lectern up started may still write there for a moment.
    await rm(this.data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function hasEnded(child: ChildProcess | undefined): boolean {
  return child !== undefined && (child.exitCode !== null || child.signalCode !== null);
}
