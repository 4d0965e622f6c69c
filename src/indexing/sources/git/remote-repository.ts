import { mkdtemp, readFile, rm, writeFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RunError } from '../../../base/errors.ts';
import { localSettings } from './git-environment.ts';
import { explainGit, isUnknownRef } from './git-errors.ts';
import { holdObjects, type HeldObjects } from './held-objects.ts';
import { GitFailure, runGit, type GitProgram, startGit, type GitCommand } from './git-process.ts';
import {
  blobSizes,
  headBranch,
  lines,
  listTree,
  readBlobs,
  resolveCommit,
} from './object-store.ts';
import {
  emptyRepository,
  isCommitId,
  maxRefsBytes,
  refNamesOf,
  unknownRef,
  type RefNames,
} from './ref-name.ts';
import { remoteGit, followRename, type RemoteLocation } from './remote-git.ts';
import type { Repository, RepositoryOptions, TreeEntry } from './repository.ts';

interface RemoteOptions extends RepositoryOptions {
  /** The git program. */
  program: string;
  /** The process's environment. */
  env: NodeJS.ProcessEnv;
}

// Likely maximum size of a document on the wire; see `fetchBlobs`.
const likelyBlobBytes = 65_536;
// Maximum size of packs whose objects are read into memory.
const maxHeldPackBytes = 1_000_000;
// What a small repository has at most: bytes of a file, and of all files on the wire.
const small = { blobBytes: 65_536, bytes: 500_000 };

/**
 * Opens a repository on a server with the git program. Clones one commit without its blobs, then fetches the wanted blobs
 * with one request. If all documents will be read and the repository is small, one request fetches both. A server without
 * support for filters sends the whole commit at once.
 */
export async function openRemote(
  location: RemoteLocation,
  options: RemoteOptions,
): Promise<Repository> {
  const folder = await mkdtemp(join(options.workDir, 'git-'));
  try {
    return await cloneRemote(location, options, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw explainGit(error, location.url);
  }
}

async function cloneRemote(
  location: RemoteLocation,
  options: RemoteOptions,
  folder: string,
): Promise<Repository> {
  const git = await remoteGit(location, options, folder);
  return followRename(location, options, async (url) => {
    const remote = new RemoteRepository(url, options, folder, git);
    await remote.open(options.signal);
    return remote;
  });
}

class RemoteRepository implements Repository {
  readonly url: string;
  revision = '';
  branch?: string;
  private readonly options: RemoteOptions;
  private readonly folder: string;
  private readonly git: GitProgram;
  private gitDir: string;
  /** All objects that were fetched; undefined if they are too large to be held. */
  private held: HeldObjects | undefined;

  constructor(url: string, options: RemoteOptions, folder: string, git: GitProgram) {
    this.url = url;
    this.options = options;
    this.folder = folder;
    this.git = git;
    this.gitDir = join(folder, 'tree.git');
  }

  async open(signal: AbortSignal): Promise<void> {
    try {
      await this.cloneTree(signal);
    } catch (error) {
      if (isUnknownRef(error)) throw await this.missingRef(signal);
      throw error;
    }
    await this.hold(signal);
    const revision = this.held?.commit ?? (await resolveCommit(this.reader, 'HEAD', signal));
    if (!revision) throw await this.missingRef(signal);
    this.revision = revision;
    const branch = await this.headBranch(signal);
    if (branch) this.branch = branch;
  }

  async entries(signal: AbortSignal): Promise<TreeEntry[]> {
    const { revision } = this;
    return this.held?.entries(revision) ?? listTree(this.reader, revision, signal);
  }

  async obtain(oids: string[], signal: AbortSignal): Promise<Map<string, number>> {
    try {
      const present = await this.sizes(oids, signal);
      const missing = [...new Set(oids.filter((oid) => !present.has(oid)))];
      if (missing.length === 0) return present;
      await this.fetchBlobs(missing, signal);
      await this.hold(signal);
      return await this.sizes(oids, signal);
    } catch (error) {
      throw explainGit(error, this.url);
    }
  }

  async *read(oids: string[], signal: AbortSignal): AsyncIterable<Buffer> {
    yield* this.held?.blobs(oids) ?? readBlobs(this.reader, oids, signal);
  }

  async refs(signal: AbortSignal): Promise<RefNames> {
    const { idleMs } = this.options;
    const args = ['ls-remote', '--heads', '--tags', '--refs', '--', this.url];
    const command = { args, signal, idleMs };
    const answer = await runGit(this.git, command, maxRefsBytes).catch((error: unknown) => {
      throw explainGit(error, this.url);
    });
    const names = answer.toString('utf8').split('\n');
    return refNamesOf(names.map((line) => line.slice(line.indexOf('\t') + 1)));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The git program for the local objects, without the network. */
  private get reader(): GitProgram {
    return { ...this.git, settings: [...localSettings, `--git-dir=${this.gitDir}`] };
  }

  private async hold(signal: AbortSignal): Promise<void> {
    const isSmall = (await packBytes(this.gitDir)) <= maxHeldPackBytes;
    this.held = isSmall ? await holdObjects(this.reader, signal) : undefined;
  }

  private async sizes(oids: string[], signal: AbortSignal): Promise<Map<string, number>> {
    return this.held?.sizes(oids) ?? blobSizes(this.reader, oids, signal);
  }

  /** Returns the branch of HEAD. Other formats than the usual one, such as reftable, have a stand-in for it in the file. */
  private async headBranch(signal: AbortSignal): Promise<string | undefined> {
    const head = await readFile(join(this.gitDir, 'HEAD'), 'utf8');
    if (isCommitId(head.trim())) return undefined;
    const [, branch] = /^ref: refs\/heads\/([^\s.][^\s]*)\n$/.exec(head) ?? [];
    return branch ?? headBranch(this.reader, signal);
  }

  private async cloneTree(signal: AbortSignal): Promise<void> {
    if (this.options.isNew && (await this.cloneSmall(signal))) return;
    try {
      await this.clone(['--filter=blob:none'], signal);
    } catch (error) {
      if (!isFilterRefused(error)) throw error;
      await this.clone([], signal);
    }
  }

  /** Clones trees and small files with one request. Returns false if more arrives than a small repository has. */
  private async cloneSmall(signal: AbortSignal): Promise<boolean> {
    const { gitDir } = this;
    this.gitDir = join(this.folder, 'small.git');
    try {
      await this.clone([`--filter=blob:limit=${small.blobBytes}`], signal, small.bytes);
      return true;
    } catch (error) {
      if (!isRefusal(error) && !isFilterRefused(error)) throw error;
      await rm(this.gitDir, { recursive: true, force: true });
      this.gitDir = gitDir;
      return false;
    }
  }

  private async clone(filter: string[], signal: AbortSignal, stopBytes?: number): Promise<void> {
    const { ref, idleMs, maxTotalBytes } = this.options;
    const sizes = { maxBytes: maxTotalBytes, ...(stopBytes !== undefined && { stopBytes }) };
    if (ref !== undefined && isCommitId(ref)) return this.fetchCommit(ref, filter, sizes, signal);
    const shape = ['--bare', '--depth=1', '--single-branch', '--no-tags', '--template='];
    const branch = ref === undefined ? [] : [`--branch=${ref}`];
    const where = ['--progress', '--', this.url, this.gitDir];
    const args = ['clone', ...shape, ...filter, ...branch, ...where];
    const { gitDir } = this;
    await download(this.git, { args, signal, idleMs, gitDir, ...sizes });
    await this.forgetPromise();
  }

  /** Fetches one commit by its id: a clone takes only tags and branches. */
  private async fetchCommit(
    commit: string,
    filter: string[],
    sizes: Pick<DownloadOptions, 'maxBytes' | 'stopBytes'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { idleMs } = this.options;
    const { gitDir } = this;
    const args = ['init', '--quiet', '--bare', '--template=', '--', gitDir];
    await runGit({ ...this.git, settings: [...localSettings] }, { args, signal });
    await runGit(this.reader, { args: ['config', 'remote.origin.url', this.url], signal });
    const git = { ...this.git, settings: [...this.git.settings, `--git-dir=${gitDir}`] };
    const shape = ['--depth=1', '--no-tags', '--no-write-fetch-head', '--no-auto-gc', '--progress'];
    await download(git, {
      args: ['fetch', ...shape, ...filter, 'origin', commit],
      signal,
      idleMs,
      gitDir,
      ...sizes,
    });
    await runGit(this.reader, { args: ['update-ref', '--no-deref', 'HEAD', commit], signal });
    await this.forgetPromise();
  }

  /**
   * Fetches all blobs with one request. Their sizes are unknown before they arrive. Clones the commit again with all blobs
   * up to the size limit if far more arrives than documents usually have, or if the server refuses such requests.
   */
  private async fetchBlobs(oids: string[], signal: AbortSignal): Promise<void> {
    const { idleMs, maxBlobBytes, maxTotalBytes } = this.options;
    const likely = maxBlobBytes + oids.length * likelyBlobBytes;
    const before = await packBytes(this.gitDir);
    const args = ['fetch', '--no-tags', '--no-write-fetch-head', '--no-auto-gc', '--progress'];
    const git = { ...this.git, settings: [...this.git.settings, `--git-dir=${this.gitDir}`] };
    try {
      await download(git, {
        args: [...args, '--filter=blob:none', '--stdin', 'origin'],
        input: lines(oids),
        signal,
        idleMs,
        gitDir: this.gitDir,
        maxBytes: before + Math.min(likely, maxTotalBytes),
      });
      await this.forgetPromise();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.cloneAgain(signal);
    }
  }

  private async cloneAgain(signal: AbortSignal): Promise<void> {
    await rm(this.gitDir, { recursive: true, force: true });
    this.gitDir = join(this.folder, 'whole.git');
    await this.clone([`--filter=blob:limit=${this.options.maxBlobBytes + 1}`], signal);
    if ((await resolveCommit(this.reader, 'HEAD', signal)) === this.revision) return;
    throw new RunError('Unreachable', `${this.url} changed while it was read; it is tried again`);
  }

  /** Removes the promisor settings. With them, git would fetch each missing blob with its own request. */
  private async forgetPromise(): Promise<void> {
    const path = join(this.gitDir, 'config');
    const config = await readFile(path, 'utf8');
    await writeFile(path, config.replace(/^\s*(?:promisor|partialclone\w*)\s*=.*$/gim, ''));
  }

  private async missingRef(signal: AbortSignal): Promise<RunError> {
    const refs = await this.refs(signal);
    return (
      emptyRepository(this.url, refs) ?? unknownRef(this.options.ref ?? 'HEAD', this.url, refs)
    );
  }
}

/** Returns whether the server refuses filters. */
function isFilterRefused(error: unknown): boolean {
  return error instanceof GitFailure && /filter .*not supported/i.test(error.stderr);
}

/** Returns whether the server sends too much, or refuses to send objects by id. */
function isRefusal(error: unknown): boolean {
  if (error instanceof RunError) return error.reason === 'TooLarge';
  return (
    error instanceof GitFailure &&
    /not our ref|unadvertised object|does not allow/i.test(error.stderr)
  );
}

interface DownloadOptions extends GitCommand {
  /** Repository the packs arrive in. */
  gitDir: string;
  /** Maximum bytes of all packs, existing ones included. */
  maxBytes: number;
  /** Bytes at which an unfinished download ends; by default `maxBytes`. A fast one may have ended with more. */
  stopBytes?: number;
}

const checkEveryMs = 25;

/**
 * Runs a clone or fetch and ends it when more arrives than is allowed: git itself has no such limit. Throws
 * RunError('TooLarge') then, and what `startGit` reports.
 */
async function download(git: GitProgram, options: DownloadOptions): Promise<void> {
  const { gitDir, maxBytes, stopBytes = maxBytes } = options;
  const run = startGit(git, options);
  run.stdout.resume();
  const tooLarge = (bytes: number): RunError =>
    new RunError('TooLarge', `the repository sends more than ${bytes} bytes`);
  const check = async (): Promise<void> => {
    if ((await packBytes(gitDir)) > stopBytes) run.stop(tooLarge(stopBytes));
  };
  const timer = setInterval(() => void check(), checkEveryMs);
  try {
    await run.ended;
  } finally {
    clearInterval(timer);
  }
  // A fast download ends between two checks.
  if ((await packBytes(gitDir)) > maxBytes) throw tooLarge(maxBytes);
}

/** Returns the bytes of a repository's packs, unfinished ones included. */
async function packBytes(gitDir: string): Promise<number> {
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
