import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { RunError } from '../base/errors.ts';
import { ecosystems, type DeclaredProject, type RefusedEntry } from './dependency.ts';
import { findFiles } from './find-files.ts';
import type { EcosystemFacts } from './formats/reading.ts';
import { isLockFile } from './formats/known-files.ts';
import type { FilesToRead } from './parse-tasks.ts';
import type { ProjectParser } from './parser.ts';
import { withPoms, type PomPlaces } from './with-poms.ts';

interface ReadProjectOptions {
  signal: AbortSignal;
  /** Whether dependencies for development and tests count. */
  dev: boolean;
  parser: ProjectParser;
  /** Where poms outside of the project are. Default: nowhere. */
  poms?: PomPlaces;
}

/**
 * Reads what a project's files declare. Refuses broken files and entries, and continues. Throws RunError('NotFound') if the
 * folder is missing, and the signal's reason.
 */
export async function readProject(
  folder: string,
  { dev, ...options }: ReadProjectOptions,
): Promise<DeclaredProject> {
  const root = await realFolder(folder);
  const { byEcosystem, refused } = await findFiles(root, options.signal);
  const reads = ecosystems.map(async (ecosystem) => {
    const paths = byEcosystem.get(ecosystem);
    return paths && readEcosystem({ ecosystem, folder: root, paths }, options);
  });
  const facts = (await Promise.all(reads)).filter((read) => read !== undefined);
  const all = facts.flatMap(({ dependencies }) => dependencies);
  const dependencies = all.filter((dependency) => dev || !dependency.dev);
  return {
    name: facts.find(({ name }) => name !== '')?.name ?? basename(root),
    dependencies,
    development: all.length - dependencies.length,
    refused: [...refused, ...facts.flatMap((read) => read.refused)],
  };
}

/** Returns the real path of a folder. Throws RunError('NotFound') if there is none. */
export async function realFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    throw new RunError('NotFound', `${folder} cannot be read; name the folder of a project`, {
      cause: error,
    });
  }
  throw new RunError('NotFound', `${folder} is not a folder; name the folder of a project`);
}

/** Reads the files of one ecosystem. If that fails on a lock file, for memory or time, reads the manifests alone. */
async function readEcosystem(
  files: FilesToRead,
  { signal, parser, poms }: Omit<ReadProjectOptions, 'dev'>,
): Promise<EcosystemFacts> {
  const refused: RefusedEntry[] = [];
  const manifests = files.paths.filter((path) => !isLockFile(path));
  for (const paths of [files.paths, manifests]) {
    try {
      const read = (input: FilesToRead): Promise<EcosystemFacts> =>
        parser.run('dependencies', input, { signal });
      const facts = await withPoms({ ...files, paths }, { read, places: poms, signal });
      return { ...facts, refused: [...refused, ...facts.refused] };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RunError)) throw error;
      const failed = paths === manifests ? manifests : files.paths.filter(isLockFile);
      refused.push(...failed.map((file) => ({ file, entry: '', reason: error.message })));
    }
  }
  return { name: '', dependencies: [], refused };
}
