import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RunError } from '../../../base/errors.ts';

/** Where a local repository keeps its things. */
export interface LocalLayout {
  /** Folder of HEAD: `.git`, a bare repository, or a worktree's own folder. */
  gitDir: string;
  /** Folder of objects and branches; another one for a worktree. */
  commonDir: string;
}

/**
 * Finds the repository of a folder that is the top of a checkout, a worktree or a bare repository; undefined for a
 * folder that is none of these, also one inside a checkout. Finding it here rather than by git has git read the
 * repository the operator named whoever owns it (git's safe.directory guards against running what a found
 * repository configures, and nothing of it is run). Throws RunError('NotFound' | 'InvalidSource').
 */
export async function findLayout(path: string): Promise<LocalLayout | undefined> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new RunError('NotFound', `${path} does not exist or may not be read`, { cause });
  });
  if (!found.isDirectory()) {
    throw new RunError('InvalidSource', `${path} is a file; expected a repository or a folder`);
  }
  const gitDir = (await linkedDir(join(path, '.git'))) ?? path;
  if (!(await exists(join(gitDir, 'HEAD')))) return undefined;
  const common = await readFile(join(gitDir, 'commondir'), 'utf8').catch(() => '.');
  const commonDir = resolve(gitDir, common.trim());
  const isRepository =
    (await exists(join(commonDir, 'objects'))) && (await exists(join(commonDir, 'refs')));
  return isRepository ? { gitDir, commonDir } : undefined;
}

/** `.git` is a folder, or in a worktree or submodule a file that names one. */
async function linkedDir(dotGit: string): Promise<string | undefined> {
  const found = await stat(dotGit).catch(() => undefined);
  if (!found) return undefined;
  if (found.isDirectory()) return dotGit;
  const target = /^gitdir: (.+)$/m.exec(await readFile(dotGit, 'utf8'))?.[1];
  return target === undefined ? undefined : resolve(dotGit, '..', target.trim());
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
