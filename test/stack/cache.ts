import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, ownMark, type ProcessMark } from './process-table.ts';

/** Where downloads and builds are kept between runs: LECTERN_TEST_CACHE, or a folder of the user's cache. */
export function cacheFolder(): string {
  return process.env['LECTERN_TEST_CACHE'] ?? join(homedir(), '.cache', 'lectern-test');
}

/** A short hash that names a cache entry after everything it is made from. */
export function keyOf(...inputs: string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(`${input.length}:`).update(input);
  return hash.digest('hex').slice(0, 16);
}

/**
 * The folder of a cache entry. Where it is missing, `make` fills a folder that takes the entry's name only when it is
 * complete, while other processes that want the same entry wait.
 */
export async function cached(
  name: string,
  key: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const entry = join(cacheFolder(), `${name}-${key}`);
  if (await exists(entry)) return entry;
  await mkdir(cacheFolder(), { recursive: true });
  const release = await lock(`${entry}.lock`);
  // One name for whoever holds the lock: what a killed process left there goes now.
  const unfinished = `${entry}.unfinished`;
  try {
    if (await exists(entry)) return entry;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await make(unfinished);
    await rename(unfinished, entry);
    return entry;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await release();
  }
}

/**
 * Takes a lock file, waiting for as long as the process that has it runs; gives what releases it. With `wait: false` it
 * throws instead of waiting.
 */
export async function lock(
  path: string,
  { wait = true, owner = ownMark() }: { wait?: boolean; owner?: ProcessMark } = {},
): Promise<() => Promise<void>> {
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, JSON.stringify(owner));
  try {
    while (!(await tryLink(mine, path))) {
      const holder = await readHolder(path);
      if (holder && !isRunning(holder)) await rm(path, { force: true });
      else if (!wait)
        throw new Error(`${basename(path)} is held by process ${holder?.pid ?? 'unknown'}`);
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

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
