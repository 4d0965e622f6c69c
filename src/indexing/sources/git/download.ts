import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RunError } from '../../../base/errors.ts';
import { startGit, type GitCommand, type GitProgram } from './git-process.ts';

export interface DownloadOptions extends GitCommand {
  /** Repository the packs arrive in. */
  gitDir: string;
  /** Bytes of packs, those that are there already included. */
  maxBytes: number;
}

const checkEveryMs = 25;

/**
 * Runs a clone or fetch and ends it when more arrives than is allowed: git itself has no such limit. Throws
 * RunError('TooLarge') then, and what `startGit` reports.
 */
export async function download(git: GitProgram, options: DownloadOptions): Promise<void> {
  const { gitDir, maxBytes } = options;
  const run = startGit(git, options);
  run.stdout.resume();
  const check = async (): Promise<void> => {
    if ((await packBytes(gitDir)) <= maxBytes) return;
    run.stop(new RunError('TooLarge', `the repository sends more than ${maxBytes} bytes`));
  };
  const timer = setInterval(() => void check(), checkEveryMs);
  try {
    await run.ended;
  } finally {
    clearInterval(timer);
  }
}

/** Bytes of a repository's packs, unfinished ones included. */
export async function packBytes(gitDir: string): Promise<number> {
  const folder = join(gitDir, 'objects', 'pack');
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
