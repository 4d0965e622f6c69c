import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A program of the benchmark in a process of its own. */
export interface BenchProcess {
  /** Resolves with the time (performance.now) at which the program printed the line; rejects when it ends before. */
  said(line: string): Promise<number>;
  /** What the process has used so far. */
  usage(): Usage;
  /** Ends it and gives the last line that it printed. */
  stop(signal?: NodeJS.Signals): Promise<string>;
}

export interface Usage {
  cpuSeconds: number;
  /** Most memory it has ever had resident, in MB. */
  peakMb: number;
}

/** Starts a program with an administrator's access to the API server. */
export function startProcess(
  command: string,
  args: string[],
  env: Record<string, string>,
): BenchProcess {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  return {
    async said(line) {
      const ended = once(child, 'exit');
      while (!heard.has(line)) {
        await Promise.race([once(lines, 'line'), ended]);
        if (heard.has(line)) break;
        if (hasEnded(child))
          throw new Error(`${command} ended before it was ${line}\n${complaints}`);
      }
      return heard.get(line)!;
    },
    usage: () => usageOf(child, complaints),
    async stop(signal = 'SIGTERM') {
      if (hasEnded(child)) throw new Error(`${command} has ended by itself\n${complaints}`);
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
      return last;
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function usageOf({ pid }: ChildProcess, complaints: string): Usage {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in parentheses: state is the first field, user and system time the 12th and 13th, in 1/100 s.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
      peakMb: Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024,
    };
  } catch {
    throw new Error(`The process ended by itself\n${complaints}`);
  }
}
