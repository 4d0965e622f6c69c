import { lstat, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RunError } from '../../../base/errors.ts';
import {
  identify,
  repositoryOf,
  type FolderFile,
  type FolderOptions,
} from './folder-repository.ts';
import { unknownRef } from './ref-name.ts';
import type { Repository } from './repository.ts';

const maxRecordBytes = 16_000_000;
const maxFiles = 100_000;

/** Returns whether a folder describes an installed Python package: `six-1.17.0.dist-info`. */
export function isPythonDistribution(path: string): boolean {
  return path.endsWith('.dist-info');
}

/**
 * Opens an installed Python package by the folder that describes it. Its files are the README in METADATA and what RECORD
 * lists: a package can be one file, or share a folder with others
 * (https://packaging.python.org/en/latest/specifications/recording-installed-packages/). Paths are relative to the site
 * folder. Leaves out what RECORD names outside of it, and links.
 */
export async function openPythonDistribution(
  path: string,
  options: FolderOptions,
): Promise<Repository> {
  if (options.ref !== undefined) throw unknownRef(options.ref, path, { tags: [], branches: [] });
  const site = await realpath(dirname(path));
  const info = basename(path);
  const files: FolderFile[] = [];
  for (const file of new Set([`${info}/METADATA`, ...(await recordedFiles(site, info))])) {
    options.signal.throwIfAborted();
    const isWanted = file === `${info}/METADATA` || !file.startsWith(`${info}/`);
    if (!isWanted || !options.isCandidate(file) || !(await isFileIn(site, file))) continue;
    files.push(await identify(site, file, options.maxBlobBytes));
  }
  return repositoryOf(site, files);
}

/** Returns the paths in the first column of RECORD; none if it is missing or too large. */
async function recordedFiles(site: string, info: string): Promise<string[]> {
  const path = `${info}/RECORD`;
  if (!(await isFileIn(site, path))) return [];
  const { size } = await lstat(join(site, path));
  if (size > maxRecordBytes) return [];
  const paths: string[] = [];
  for (const [, quoted, plain] of (await readFile(join(site, path), 'utf8')).matchAll(
    firstColumn,
  )) {
    const listed = quoted?.replaceAll('""', '"') ?? plain ?? '';
    if (isInside(listed)) paths.push(listed);
    if (paths.length > maxFiles) {
      throw new RunError('TooLarge', `${info} lists more than ${maxFiles} files`);
    }
  }
  return paths;
}

const firstColumn = /^(?:"((?:[^"\n]|"")+)"|([^",\r\n]+))(?=[,\r\n]|$)/gm;

function isInside(path: string): boolean {
  if (path.length > 1000 || /^\/|^[a-z]:|[\p{Cc}\\]/iu.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Returns whether a path is a file, and neither it nor a folder above it is a link. `site` is a real path. */
async function isFileIn(site: string, path: string): Promise<boolean> {
  try {
    const full = join(site, path);
    return (await lstat(full)).isFile() && (await realpath(full)) === full;
  } catch {
    return false;
  }
}
