import { readFile, stat, mkdtemp, rm } from 'node:fs/promises';
import { dirname, resolve, join } from 'node:path';
import { LecternError, messageOf, RunError } from '../../base/errors.ts';
import { contentHash } from '../../indexing/sources/content-hash.ts';
import { keyOf } from '../../resources/library.ts';
import type { SecretData } from '../../indexing/sources/git/credentials.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';
import { openRepository, type Toolbox } from '../../indexing/sources/git/open-repository.ts';
import type { RemoteLocation } from '../../indexing/sources/git/remote-git.ts';
import { remoteRevision } from '../../indexing/sources/git/ls-remote.ts';
import type { Repository } from '../../indexing/sources/git/repository.ts';

/** A manifest as it was read. */
export interface ManifestText {
  text: string;
  /** Commit, or content hash where there are no commits. */
  revision: string;
  /** The manifest's name in messages. */
  name: string;
  /** Folder that local paths in it count from; absent where it may not name any. */
  baseDir?: string;
}

/**
 * Where one manifest is kept. Throws RunError for what cannot be reached, LecternError('manifest_invalid') for what is
 * there and can never be a manifest.
 */
export interface ManifestReader {
  /** What `read` would read now, found out as cheaply as can be. */
  revision(signal: AbortSignal): Promise<string>;
  read(signal: AbortSignal): Promise<ManifestText>;
}

/** Bytes of the largest manifest that is read; also what one ConfigMap can never reach. */
const maxManifestBytes = 5_000_000;

/** A manifest file on this machine, the operator's own: it may name local paths. */
export function createFileReader(file: string): ManifestReader {
  return {
    revision: async () => (await readManifestFile(file)).revision,
    read: () => readManifestFile(file),
  };
}

/** Throws LecternError('manifest_invalid') when there is no such file, or it is too large. */
export async function readManifestFile(file: string): Promise<ManifestText> {
  try {
    const { size } = await stat(file);
    if (size > maxManifestBytes) throw new Error(`it is over ${maxManifestBytes} bytes`);
    const text = await readFile(file, 'utf8');
    return { text, revision: contentHash(text), name: file, baseDir: dirname(resolve(file)) };
  } catch (cause) {
    const message = `Cannot read the manifest ${file}: ${messageOf(cause)}`;
    throw new LecternError('manifest_invalid', 422, message, { cause });
  }
}

/** The data of a ConfigMap, undefined where there is none such. Without a namespace, the process's own is meant. */
export type ReadConfigMap = (
  namespace: string | undefined,
  name: string,
) => Promise<Readonly<Record<string, string>> | undefined>;

interface ConfigMapLocation {
  /** Absent for resources that have none, as those of the SQL registry. */
  namespace?: string;
  name: string;
  /** repos.yaml when absent. */
  key?: string;
}

/** A manifest in a ConfigMap. */
export function createConfigMapReader(
  { namespace, name, key = 'repos.yaml' }: ConfigMapLocation,
  readConfigMap: ReadConfigMap,
): ManifestReader {
  const where = `the ConfigMap ${keyOf({ ...(namespace !== undefined && { namespace }), name })}`;
  const read = async (): Promise<ManifestText> => {
    const data = await readConfigMap(namespace, name);
    // The ConfigMap may follow: `kubectl apply` of both resources does not fix their order.
    if (!data) throw new RunError('NotFound', `${where} does not exist`, { retry: 'backoff' });
    const text = data[key];
    if (text === undefined) {
      const keys = Object.keys(data).join(', ') || 'none';
      throw new LecternError('manifest_invalid', 422, `${where} has no key ${key}; it has ${keys}`);
    }
    return { text, revision: contentHash(text), name: `${name}/${key}` };
  };
  return { read, revision: async () => (await read()).revision };
}

interface GitManifest {
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
