import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A program of the benchmark in a separate process. */
export interface BenchProcess {
  /**
   * Resolves with the time (performance.now) at which the program printed the line. Rejects if the program ends before
   * that.
   */
  said(line: string): Promise<number>;
  /** Rejects if the program ends without `stop`. Never resolves. */
  crashed: Promise<never>;
  /** Returns the resources that the process has used so far. */
  usage(): Usage;
  /** Ends the program. Returns the last line that it printed. */
  stop(signal?: NodeJS.Signals): Promise<string>;
}

/** What a process has used so far. */
export interface Usage {
  cpuSeconds: number;
  /** Peak resident memory in MB. */
  peakMb: number;
}

/** Starts a program with administrator access to the API server. */
export function startProcess(
  command: string,
  args: string[],
  env: Record<string, string>,
): BenchProcess {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Ends the process if the benchmark fails.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const heard = new Map<string, number>();
  let last = '';
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-3_000);
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    last = line;
    if (!heard.has(line)) heard.set(line, performance.now());
  });
  let stopped = false;
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  crashed.catch(() => undefined);
  child.once('close', () => {
    process.off('exit', end);
    if (!stopped) reject(new Error(`${command} ended by itself\n${complaints}`));
  });
  return {
    crashed,
    async said(line) {
      while (!heard.has(line)) await Promise.race([once(lines, 'line'), crashed]);
      return heard.get(line)!;
    },
    usage: () => usageOf(child),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return crashed;
      stopped = true;
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
      return last;
    },
  };
}

function usageOf({ pid }: ChildProcess): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The fields after the name in parentheses: state is the first, user and system time are the 12th and 13th, in 1/100
  // s.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
    peakMb: Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024,
  };
}
