import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { FileProblem, type ProjectFiles } from './formats/file-problem.ts';
import { isLockFile } from './formats/known-files.ts';

const megabyte = 1_000_000;
const maxLockBytes = 64 * megabyte;
const maxManifestBytes = 4 * megabyte;
const maxTotalBytes = 256 * megabyte;

/**
 * Opens files of a project for a parse process. `folder` is the real path of the project. Files that a link places outside
 * of it are not read, nor are files over 64 MB (lock files) or 4 MB.
 */
export function openFiles(folder: string, paths: readonly string[]): ProjectFiles {
  let left = maxTotalBytes;
  return {
    paths,
    read(path) {
      const text = readInside(folder, path, left);
      left -= text.length;
      return text.toString('utf8').replace(/^\uFEFF/, '');
    },
  };
}

function readInside(folder: string, path: string, left: number): Buffer {
  const real = realPath(join(folder, path));
  const root = folder.endsWith(sep) ? folder : folder + sep;
  if (!real.startsWith(root)) throw new FileProblem('it is outside of the project');
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
