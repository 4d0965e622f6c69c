import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { lock } from './lock.ts';
import { markOf } from './process-table.ts';

/** Returns the folder for downloads and builds: LECTERN_TEST_CACHE, or a folder of the user's cache. */
export function cacheFolder(): string {
  return process.env['LECTERN_TEST_CACHE'] ?? join(homedir(), '.cache', 'lectern-test');
}

const keyLength = 16;
const unusedMs = 30 * 24 * 3_600_000;

/** Returns a short hash of all inputs, as the name of a cache entry. */
export function keyOf(...inputs: string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(`${input.length}:`).update(input);
  return hash.digest('hex').slice(0, keyLength);
}

/**
 * Returns the folder of a cache entry. If it is missing, `make` fills a folder, which gets the
 * name of the entry when it is complete. Other processes wait for the same entry.
 */
export async function cached(
  name: string,
  key: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const entry = join(cacheFolder(), `${name}-${key}`);
  if (await use(entry)) return entry;
  await mkdir(cacheFolder(), { recursive: true });
  const release = await lock(`${entry}.lock`);
  const unfinished = `${entry}.unfinished-${process.pid}`;
  try {
    if (await use(entry)) return entry;
    await removeUnused(name);
    await mkdir(unfinished);
    await make(unfinished);
    await rename(unfinished, entry);
    return entry;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await release();
  }
}

/** Returns whether the entry exists, and records its use. */
async function use(entry: string): Promise<boolean> {
  const now = new Date();
  return await utimes(entry, now, now).then(
    () => true,
    () => false,
  );
}

/** Removes entries with outdated inputs, and unfinished entries of killed processes. */
async function removeUnused(name: string): Promise<void> {
  for (const file of await readdir(cacheFolder())) {
    const path = join(cacheFolder(), file);
    const isOfName = file.startsWith(`${name}-`) && file.length === name.length + 1 + keyLength;
    const maker = /\.unfinished-(\d+)$/.exec(file)?.[1];
    const isOld = isOfName && Date.now() - (await stat(path)).mtimeMs > unusedMs;
    if (isOld || (maker && !markOf(Number(maker))))
      await rm(path, { recursive: true, force: true });
  }
}
