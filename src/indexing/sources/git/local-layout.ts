import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RunError } from '../../../base/errors.ts';

/** Folders of a local repository. */
export interface LocalLayout {
  /** Folder of HEAD: `.git`, a bare repository, or a worktree's own folder. */
  gitDir: string;
  /** Folder of objects and branches. It differs from gitDir in a worktree. */
  commonDir: string;
}

/**
 * Finds the repository of a folder that is the top of a checkout, a worktree or a bare repository. Returns undefined for
 * any other folder, also for one inside a checkout. Git itself would refuse a repository of another owner
 * (safe.directory), to not run its configuration. Lectern runs nothing of it. Throws RunError('NotFound' |
 * 'InvalidSource').
 */
export async function findLayout(path: string): Promise<LocalLayout | undefined> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new RunError('NotFound', `${path} does not exist or may not be read`, { cause });
  });
  if (!found.isDirectory()) {
    throw new RunError(
      'InvalidSource',
      `${path} is a file; expected a repository, a folder or a .jar file`,
    );
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
