import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

/** A `lectern up` of its own process, looked at from outside. */
export interface Lectern {
  url: string;
  /** How long its event loop was held up since the last call. */
  loop(): Promise<LoopReport>;
  /** Most memory the process has ever had resident, in MB. */
  peakMemory(): number;
  /** Memory the process has resident now, in MB. */
  memory(): number;
  /** Adds a library of a local folder or repository, which starts its run. */
  add(id: string, folder: string, options?: AddOptions): Promise<void>;
  /** Deletes it, ending its run; returns when it is gone. */
  remove(id: string): Promise<void>;
  library(id: string): Promise<LibraryView>;
  stop(): Promise<void>;
}

interface AddOptions {
  /** Whether the folders and files that Lectern leaves out by default stay out; all are read otherwise. */
  defaultExcludes?: boolean;
}

/** Starts `lectern up` on a data directory and any free port; returns when it listens. */
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

/** A process that does nothing: how long the machine itself holds up an event loop. */
export function startEmptyProcess(): Pick<Lectern, 'loop'> & { stop(): void } {
  const args = ['--import', watchLoop, '--eval', 'setInterval(() => undefined, 1e6)'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return { loop: () => reportOf(child), stop: () => void child.kill('SIGTERM') };
}

function megabytes({ pid }: ChildProcess, field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

async function reportOf(child: ChildProcess): Promise<LoopReport> {
  child.send('report');
  const [report] = (await once(child, 'message')) as [LoopReport];
  return report;
}

async function listening(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as Readable });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // Read to the end: a full pipe would stop the process.
  lines.on('line', (line) => {
    const url = /listens on (http:\S+)/.exec(line)?.[1];
    if (url) resolve(url);
  });
  child.once('exit', (code) => reject(new Error(`lectern up ended with ${code}`)));
  return promise;
}
