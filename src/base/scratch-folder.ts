import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives `work` a new folder in `parent`, whose name begins with `prefix`. Removes it when the work ends or fails. */
export async function inScratchFolder<Result>(
  parent: string,
  prefix: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(parent, prefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
