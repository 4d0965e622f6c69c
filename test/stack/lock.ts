import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './commands.ts';
import { isRunning, ownMark, type ProcessMark } from './process-table.ts';

/** Takes a lock file. Waits as long as the process that holds it runs. Returns a function that releases it. */
export async function lock(path: string): Promise<() => Promise<void>> {
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, JSON.stringify(ownMark()));
  try {
    for (let attempt = 0; !(await tryLink(mine, path)); attempt += 1) {
      const holder = await readHolder(path);
      if (attempt === 1) say(`waiting for process ${holder?.pid}, which has the lock`);
      if (holder && !isRunning(holder)) await rm(path, { force: true });
      else await pause(250);
    }
  } finally {
    await rm(mine, { force: true });
  }
  return async () => await rm(path, { force: true });
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<ProcessMark | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text ? (JSON.parse(text) as ProcessMark) : undefined;
}
