import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { SourceDocument } from '../../../src/indexing/documents/document.ts';
import { RunError } from '../../../src/base/errors.ts';
import type { GitSource } from '../../../src/resources/library.ts';
import { createGitOpener, type OpenGit } from '../../../src/indexing/sources/git/open-git.ts';
import type { Snapshot, SourceItem, SourceOptions } from '../../../src/indexing/sources/source.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { parser } from '../../support/parser.ts';

/** The environment of this process without the Git configuration of its user. */
export const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

export const withGit = createGitOpener({ gitProgram: 'git', env });
export const withoutGit = createGitOpener({ gitProgram: undefined, env });

/** Both ways to read a repository. Their results must be the same. */
export const openers: [name: string, open: OpenGit][] = [
  ['the git program', withGit],
  ['isomorphic-git', withoutGit],
];

export const limits = {
  maxDocumentBytes: 1_000_000,
  maxTotalBytes: 100_000_000,
  maxDocuments: 10_000,
  requestTimeoutMs: 10_000,
};

/** Folders of one test file. They are removed at its end. */
export class Scratch {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<Scratch> {
    return new Scratch(await mkdtemp(join(tmpdir(), 'lectern-git-test-')));
  }

  folder(name: string): string {
    return join(this.path, name);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  /** Returns options of a run that may read this machine. It has a work folder of its own. */
  async options(changes: Partial<SourceOptions> = {}): Promise<SourceOptions> {
    return {
      limits,
      workDir: await mkdtemp(join(this.path, 'work-')),
      allowedRanges: ['127.0.0.0/8'],
      allowLocal: true,
      parser,
      signal: new AbortController().signal,
      ...changes,
    };
  }
}

/** A server for the repositories in the folder `served`. */
interface Served {
  scratch: Scratch;
  server: GitServer;
  /** Publishes a repository with one commit, and with what `prepare` adds. Returns its URL on the server, too. */
  published: (
    files: Record<string, string | Buffer>,
    prepare?: (repository: TestRepository) => Promise<unknown>,
  ) => Promise<{ repository: TestRepository; url: string }>;
}

/** Starts a server. It ends with the tests of the file. */
export async function serve(): Promise<Served> {
  const scratch = await Scratch.create();
  const server = await startGitServer({ root: scratch.folder('served') });
  afterAll(async () => {
    await server.close();
    await scratch.remove();
  });
  let count = 0;
  return {
    scratch,
    server,
    published: async (files, prepare) => {
      count += 1;
      const name = `r${count}.git`;
      const repository = await TestRepository.create(scratch.folder(`work-${count}`), files);
      await prepare?.(repository);
      await repository.publish(scratch.folder(`served/${name}`));
      return { repository, url: `${server.origin}/${name}` };
    },
  };
}

/** Returns all items of a snapshot. `known` has the documents of an earlier run, by path. */
export async function itemsOf(
  snapshot: Snapshot,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  const lookup = (path: string): { hash: string } | undefined => {
    const hash = known.get(path);
    return hash === undefined ? undefined : { hash };
  };
  for await (const item of snapshot.documents(lookup, new AbortController().signal))
    items.push(item);
  return items;
}

export function documentsIn(items: SourceItem[]): SourceDocument[] {
  return items.flatMap((item) => (item.type === 'document' ? [item.document] : []));
}

export function pathsIn(items: SourceItem[]): string[] {
  return documentsIn(items).map(({ path }) => path);
}

export function skippedIn(items: SourceItem[]): { path: string; reason: string }[] {
  return items.flatMap((item) =>
    item.type === 'skipped' ? [{ path: item.path, reason: item.reason }] : [],
  );
}

/** Opens a source, reads all items and closes it. */
export async function readAll(
  open: OpenGit,
  source: GitSource,
  options: SourceOptions,
): Promise<{ snapshot: Snapshot; items: SourceItem[] }> {
  const snapshot = await open(source, options);
  try {
    return { snapshot, items: await itemsOf(snapshot) };
  } finally {
    await snapshot.close();
  }
}

/** Returns the error of opening a source, and the files that remained in the work folder. */
export async function failureOf(
  open: OpenGit,
  source: GitSource,
  options: SourceOptions,
): Promise<{ reason: string; message: string; retry: string; left: string[] }> {
  try {
    const snapshot = await open(source, options);
    await snapshot.close();
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    const { reason, message, retry } = error;
    return { reason, message, retry, left: await readdir(options.workDir) };
  }
  throw new Error('the source opened');
}
