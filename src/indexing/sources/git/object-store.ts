import { isUtf8 } from 'node:buffer';
import { RunError } from '../../../base/errors.ts';
import { readBlobsIn } from './batch-reader.ts';
import { runGit, startGit, type GitProgram } from './git-process.ts';
import type { TreeEntry } from './repository.ts';

/** Maximum bytes of all paths and ids of a commit: about 600,000 files, more than any repository with documentation has. */
export const maxListingBytes = 64_000_000;

/** Returns the full commit id of a revision; undefined if it does not exist. */
export async function resolveCommit(
  git: GitProgram,
  revision: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const answer = await runGit(git, { args, signal }).catch(unless(signal));
  return answer?.toString('latin1').trim() || undefined;
}

/** Returns the branch of HEAD, even without a commit; undefined if HEAD is detached. */
export async function headBranch(
  git: GitProgram,
  signal: AbortSignal,
): Promise<string | undefined> {
  const args = ['symbolic-ref', '--quiet', '--short', 'HEAD'];
  const answer = await runGit(git, { args, signal }).catch(unless(signal));
  return answer?.toString('utf8').trim() || undefined;
}

/** Lists all files of a commit, without sizes: git would fetch each missing blob to tell its size. */
export async function listTree(
  git: GitProgram,
  commit: string,
  signal: AbortSignal,
): Promise<TreeEntry[]> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit];
  const listing = await runGit(git, { args, signal }, maxListingBytes);
  const entries: TreeEntry[] = [];
  for (let start = 0; start < listing.length;) {
    const end = listing.indexOf(0, start);
    if (end < 0) break;
    const entry = entryOf(listing.subarray(start, end));
    if (entry) entries.push(entry);
    start = end + 1;
  }
  return entries;
}

/** `<mode> <type> <oid>\t<path>`; the path can have any encoding. */
function entryOf(line: Buffer): TreeEntry | undefined {
  const tab = line.indexOf(9);
  const [mode = '', , oid = ''] = line.toString('latin1', 0, tab).split(' ');
  const kind = mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file';
  return { path: pathOf(line.subarray(tab + 1)), kind, oid };
}

/** Decodes a path, which can have any encoding. */
export function pathOf(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}

/** Returns the sizes of the blobs that are present. */
export async function blobSizes(
  git: GitProgram,
  oids: string[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  if (oids.length === 0) return new Map();
  const args = ['cat-file', '--batch-check'];
  const answer = await runGit(git, { args, input: lines(oids), signal }, maxListingBytes);
  const sizes = new Map<string, number>();
  for (const line of answer.toString('latin1').split('\n')) {
    const [oid = '', type, size] = line.split(' ');
    if (type === 'blob') sizes.set(oid, Number(size));
  }
  return sizes;
}

/** Yields the contents of blobs in order, with one in memory at a time. */
export async function* readBlobs(
  git: GitProgram,
  oids: string[],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  if (oids.length === 0) return;
  const run = startGit(git, { args: ['cat-file', '--batch'], input: lines(oids), signal });
  try {
    yield* readBlobsIn(run.stdout as AsyncIterable<Buffer>);
    await run.ended;
  } finally {
    run.stop(new RunError('Internal', 'reading of blobs ended early'));
  }
}

/** Yields object ids as input of a command, in chunks of a pipe's size. */
export function* lines(oids: Iterable<string>): Generator<string> {
  let piece = '';
  for (const oid of oids) {
    piece += `${oid}\n`;
    if (piece.length > 32_768) {
      yield piece;
      piece = '';
    }
  }
  if (piece) yield piece;
}

/** Returns undefined for a failed command, and rethrows an abort. */
function unless(signal: AbortSignal): (error: unknown) => undefined {
  return () => {
    signal.throwIfAborted();
    return undefined;
  };
}
