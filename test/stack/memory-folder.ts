import { mkdir, rm, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const shared = '/dev/shm';
/** Free bytes below which data goes to the disk. A container often has 64 MB. */
const leastBytes = 4_000_000_000;

/**
 * Creates a folder in memory for data of the stack in `folder`. Returns undefined if the machine has no such file system, or
 * little room there. Elasticsearch waits for the disk at each change of an index, which was a quarter of the time of its tests.
 */
export async function createMemoryFolder(folder: string): Promise<string | undefined> {
  const room = await statfs(shared).catch(() => undefined);
  if (!room || room.bavail * room.bsize < leastBytes) return undefined;
  const path = memoryFolderOf(folder);
  await mkdir(path, { recursive: true });
  return path;
}

/** Removes the folder in memory of a stack, if it has one. */
export async function removeMemoryFolder(folder: string): Promise<void> {
  await rm(memoryFolderOf(folder), { recursive: true, force: true });
}

/** Two stacks can have folders with the same last name. */
function memoryFolderOf(folder: string): string {
  return join(shared, resolve(folder).slice(1).replaceAll('/', '-'));
}
