import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternError } from '../../base/errors.ts';
import type { SecretData } from '../../indexing/sources/git/credentials.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';
import { openRepository, type Toolbox } from '../../indexing/sources/git/open-repository.ts';
import type { RemoteLocation } from '../../indexing/sources/git/remote-git.ts';
import { remoteRevision } from '../../indexing/sources/git/remote-revision.ts';
import type { Repository } from '../../indexing/sources/git/repository.ts';
import { maxManifestBytes, type ManifestReader } from './reader.ts';

export interface GitManifest {
  /** An https, ssh or scp-like URL. */
  repository: string;
  /** Path in the repository, with forward slashes. */
  path: string;
  /** Branch or tag; absent for the default branch. */
  branch?: string;
  credentials?: SecretData;
}

export interface GitReaderOptions {
  tools: Toolbox;
  /** Folder for what is needed meanwhile. */
  workDir: string;
  allowedRanges: readonly string[];
  /** Milliseconds a server may stay silent. */
  idleMs: number;
  /** Without credentials of its own, the operator's Git configuration and keys are used. */
  trusted: boolean;
}

/** Bytes of a repository's commits and folders; of its files, only the manifest is fetched where the server can. */
const maxRepositoryBytes = 200_000_000;

/** A manifest in a Git repository on a server. Throws RunError('InvalidSource') for a URL that is none. */
export function createGitReader(manifest: GitManifest, options: GitReaderOptions): ManifestReader {
  const location = parseLocation(manifest.repository, false) as RemoteLocation;
  const path = manifest.path.replace(/^(?:\.?\/)+/, '');
  const { tools, workDir, allowedRanges, idleMs, trusted } = options;
  const connection = {
    ...(manifest.branch && { ref: manifest.branch }),
    ...(manifest.credentials && { credentials: manifest.credentials }),
    allowedRanges,
    idleMs,
    trusted,
  };
  const limits = { maxBlobBytes: maxManifestBytes, maxTotalBytes: maxRepositoryBytes };
  const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
    const folder = await mkdtemp(join(workDir, 'manifest-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return {
    revision: (signal) =>
      inFolder((folder) =>
        remoteRevision(location, { ...connection, workDir: folder, signal }, tools),
      ),
    read: (signal) =>
      inFolder(async (folder) => {
        const isCandidate = (): boolean => false;
        const wanted = { ...connection, ...limits, workDir: folder, isCandidate, signal };
        const { repository } = await openRepository(location, wanted, tools);
        try {
          const text = await fileOf(repository, path, signal);
          if (typeof text === 'string') return { text, revision: repository.revision, name: path };
          const commit = repository.revision.slice(0, 12);
          const message = `${path} ${text.problem} in ${location.url} at ${commit}`;
          throw new LecternError('manifest_invalid', 422, message);
        } finally {
          await repository.close();
        }
      }),
  };
}

async function fileOf(
  repository: Repository,
  path: string,
  signal: AbortSignal,
): Promise<string | { problem: string }> {
  const entries = await repository.entries(signal);
  const entry = entries.find((held) => held.path === path);
  if (!entry) return { problem: 'does not exist' };
  if (entry.kind !== 'file') return { problem: `is a ${entry.kind}, not a file` };
  const tooLarge = { problem: `is over ${maxManifestBytes} bytes` };
  const size = (await repository.obtain([entry.oid], signal)).get(entry.oid);
  if (size === undefined || size > maxManifestBytes) return tooLarge;
  for await (const content of repository.read([entry.oid], signal)) {
    return content.length > maxManifestBytes ? tooLarge : content.toString('utf8');
  }
  return { problem: 'cannot be read' };
}
