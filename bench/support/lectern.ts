import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../src/cli/client/client.ts';
import {
  fetchLibraries,
  fetchLibrary,
  type LibraryView,
} from '../../src/cli/commands/library-view.ts';
import type { LoopReport } from './watch-loop.ts';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;
const watchLoop = new URL('watch-loop.ts', import.meta.url).href;

/** A `lectern up` in a separate process, with measurements from outside. */
export interface Lectern {
  url: string;
  /** Returns how long its event loop was blocked since the last call. */
  loop(): Promise<LoopReport>;
  /** Returns the peak resident memory of the process, in MB. */
  peakMemory(): number;
  /** Returns the current resident memory of the process, in MB. */
  memory(): number;
  /** Returns the processor seconds of the process, and of all processes that it started. */
  cpuSeconds(): number;
  /** Adds a library from a local folder or repository, which starts its run. */
  add(id: string, folder: string, options?: AddOptions): Promise<void>;
  /** Deletes a library and ends its run. Resolves when it is gone. */
  remove(id: string): Promise<void>;
  library(id: string): Promise<LibraryView>;
  stop(): Promise<void>;
}

interface AddOptions {
  /** Whether the default exclusions of folders and files apply. If not, all are read. */
  defaultExcludes?: boolean;
}

/** Starts `lectern up` on a data directory and a free port. Resolves when it listens. */
export async function startLectern(data: string, env: NodeJS.ProcessEnv = {}): Promise<Lectern> {
  const args = ['--import', watchLoop, bin, 'up', '--data', data, '--port', '0', '--manifest', ''];
  const child = spawn(process.execPath, [...args, '--log-level', 'warn'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await listening(child);
  const client = createClient({ url, data });
  return {
    url,
    loop: () => reportOf(child),
    peakMemory: () => megabytes(child, 'VmHWM'),
    memory: () => megabytes(child, 'VmRSS'),
    cpuSeconds: () => cpuTicks(child.pid!) / ticksPerSecond,
    async add(id, folder, { defaultExcludes = false } = {}) {
      const all = { excludeFolders: ['.none'], excludeFiles: ['.none'] };
      const git = { url: folder, ...(defaultExcludes ? {} : all) };
      await client.json('/api/v1/libraries', { method: 'POST', body: { id, source: { git } } });
    },
    async remove(id) {
      await client.text('/api/v1/library', { method: 'DELETE', query: { id } });
      while ((await fetchLibraries(client)).some((library) => library.id === id)) await sleep(100);
    },
    library: (id) => fetchLibrary(client, id),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts a process that does nothing, to measure how long the machine itself blocks an event loop. */
export function startEmptyProcess(): Pick<Lectern, 'loop'> & { stop(): void } {
  const args = ['--import', watchLoop, '--eval', 'setInterval(() => undefined, 1e6)'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return { loop: () => reportOf(child), stop: () => void child.kill('SIGTERM') };
}

function megabytes({ pid }: ChildProcess, field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

/** Clock ticks in a second, on Linux. */
const ticksPerSecond = 100;

/** Returns the ticks of a process and of all its descendants, those that have ended included. */
function cpuTicks(pid: number): number {
  try {
    // The name, in parentheses, may contain spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const own = stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return children.reduce((sum, child) => sum + cpuTicks(Number(child)), own);
  } catch {
    // The process or a thread ended meanwhile.
    return 0;
  }
}

async function reportOf(child: ChildProcess): Promise<LoopReport> {
  child.send('report');
  const [report] = (await once(child, 'message')) as [LoopReport];
  return report;
}

async function listening(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as Readable });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // The output is read to the end, because a full pipe would block the process.
  lines.on('line', (line) => {
    const url = /listens on (http:\S+)/.exec(line)?.[1];
    if (url) resolve(url);
  });
  child.once('exit', (code) => reject(new Error(`lectern up ended with ${code}`)));
  return promise;
}
