import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { FileProblem, type ProjectFiles } from './formats/file-problem.ts';
import { isLockFile } from './formats/known-files.ts';
import { outsideReason } from './formats/reasons.ts';

const megabyte = 1_000_000;
const maxLockBytes = 64 * megabyte;
const maxManifestBytes = 4 * megabyte;
const maxTotalBytes = 256 * megabyte;

/** A pom of the index, or why it cannot be read. */
export type DownloadedPom = { text: string } | { problem: string };

/** Poms outside of the project, by their paths in a Maven repository. */
export interface OutsidePoms {
  /** The folder of the local repository. */
  repository: string;
  /** Poms that were read from the index. */
  downloaded: ReadonlyMap<string, DownloadedPom>;
}

/**
 * Opens files of a project for a parse process. `folder` is the real path of the project. Files that a link places outside
 * of it are not read, nor are files over 64 MB (lock files) or 4 MB.
 */
export function openFiles(
  folder: string,
  paths: readonly string[],
  poms?: OutsidePoms,
): ProjectFiles {
  let left = maxTotalBytes;
  const read = (root: string, path: string): string => {
    const text = readInside(root, path, left);
    left -= text.length;
    return text.toString('utf8').replace(/^\uFEFF/, '');
  };
  return {
    paths,
    read: (path) => read(folder, path),
    readPom(path) {
      const found = poms?.downloaded.get(path);
      if (found && 'problem' in found) throw new FileProblem(found.problem);
      if (found) return found.text;
      const repository = poms && existingPath(poms.repository);
      const isHere = repository !== undefined && existsSync(join(repository, path));
      return isHere ? read(repository, path) : undefined;
    },
  };
}

function existingPath(path: string): string | undefined {
  return existsSync(path) ? realpathSync(path) : undefined;
}

function readInside(folder: string, path: string, left: number): Buffer {
  const real = realPath(join(folder, path));
  const root = folder.endsWith(sep) ? folder : folder + sep;
  if (!real.startsWith(root)) throw new FileProblem(outsideReason);
  // Opening a pipe would wait for a writer.
  const file = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    const limit = isLockFile(path) ? maxLockBytes : maxManifestBytes;
    if (!stat.isFile()) throw new FileProblem('it is not a file');
    if (stat.size > limit) throw new FileProblem(`it is over ${limit / megabyte} MB`);
    if (stat.size > left) {
      throw new FileProblem(
        `the files of its kind are over ${maxTotalBytes / megabyte} MB together`,
      );
    }
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new FileProblem('it does not exist or cannot be read');
  }
}
