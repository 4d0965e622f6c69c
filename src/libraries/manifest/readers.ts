import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LecternError, messageOf, RunError } from '../../base/errors.ts';
import { inScratchFolder } from '../../base/scratch-folder.ts';
import { contentHash } from '../../indexing/sources/content-hash.ts';
import { keyOf } from '../../resources/library.ts';
import type { SecretData } from '../../indexing/sources/git/credentials.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';
import { openRepository } from '../../indexing/sources/git/open-repository.ts';
import type { Toolbox } from '../../indexing/sources/git/toolbox.ts';
import type { RemoteLocation } from '../../indexing/sources/git/remote-git.ts';
import { remoteRevision } from '../../indexing/sources/git/ls-remote.ts';
import type { Repository } from '../../indexing/sources/git/repository.ts';
import { usualManifest } from '../../resources/manifest-sync.ts';

/** The content of a manifest. */
export interface ManifestText {
  text: string;
  /** Commit, or content hash if the manifest is not in Git. */
  revision: string;
  /** The manifest's name in messages. */
  name: string;
  /** Base folder of relative local paths. Absent if the manifest must not name local paths. */
  baseDir?: string;
}

/**
 * Reads one manifest. Throws RunError if the manifest is unreachable, and LecternError('manifest_invalid') if there is something
 * else in its place.
 */
export interface ManifestReader {
  /** Returns the revision that `read` would return now, with as little I/O as possible. */
  revision(signal: AbortSignal): Promise<string>;
  read(signal: AbortSignal): Promise<ManifestText>;
}

/** Maximum bytes of a manifest. A ConfigMap is always smaller: Kubernetes limits it to 1 MiB. */
const maxManifestBytes = 5_000_000;

/** Creates the reader of a file on this machine. It belongs to the operator, so it may name local paths. */
export function createFileReader(file: string): ManifestReader {
  return {
    revision: async (signal) => (await readManifestFile(file, signal)).revision,
    read: (signal) => readManifestFile(file, signal),
  };
}

/** Milliseconds without a change after which a file counts as complete. A part of a manifest can be a valid manifest. */
const quietMs = 500;
/** Times to wait for that. */
const maxWaits = 10;

/** Reads a file that is not being written. Throws LecternError('manifest_invalid') if the file is missing or too large. */
export async function readManifestFile(file: string, signal?: AbortSignal): Promise<ManifestText> {
  try {
    const size = await quietSize(file, signal);
    if (size > maxManifestBytes) throw new Error(`it is over ${maxManifestBytes} bytes`);
    const text = await readFile(file, 'utf8');
    return { text, revision: contentHash(text), name: file, baseDir: dirname(resolve(file)) };
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `Cannot read the manifest ${file}: ${messageOf(cause)}`;
    throw new LecternError('manifest_invalid', message, { cause });
  }
}

/** Waits until a file does not change. Returns its size in bytes. */
async function quietSize(file: string, signal: AbortSignal | undefined): Promise<number> {
  for (let waits = 0; ; waits += 1) {
    const { size, mtimeMs } = await stat(file);
    const ageMs = Date.now() - mtimeMs;
    // A time in the future comes from another clock.
    if (Math.abs(ageMs) >= quietMs || waits === maxWaits) return size;
    await pause(quietMs - ageMs, undefined, { signal });
  }
}

/** Returns the data of a ConfigMap; undefined if it does not exist. Default namespace: that of this process. */
export type ReadConfigMap = (
  namespace: string | undefined,
  name: string,
) => Promise<Readonly<Record<string, string>> | undefined>;

interface ConfigMapLocation {
  /** Absent in registries without namespaces, such as the SQL registry. */
  namespace?: string;
  name: string;
  /** Default: repos.yaml. */
  key?: string;
}

/** Creates the reader of a manifest in a ConfigMap. */
export function createConfigMapReader(
  { namespace, name, key = usualManifest }: ConfigMapLocation,
  readConfigMap: ReadConfigMap,
): ManifestReader {
  const where = `the ConfigMap ${keyOf({ ...(namespace !== undefined && { namespace }), name })}`;
  const read = async (): Promise<ManifestText> => {
    const data = await readConfigMap(namespace, name);
    // The ConfigMap may come later: `kubectl apply` creates resources in any order.
    if (!data) throw new RunError('NotFound', `${where} does not exist`, { retry: 'backoff' });
    const text = data[key];
    if (text === undefined) {
      const keys = Object.keys(data).join(', ') || 'none';
      throw new LecternError('manifest_invalid', `${where} has no key ${key}; it has ${keys}`);
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
  /** Branch or tag. Default: the default branch. */
  branch?: string;
  credentials?: SecretData;
}

/** How and from where this install may read repositories of manifests. */
export interface GitReaderOptions {
  tools: Toolbox;
  /** Folder for temporary files. */
  workDir: string;
  /** CIDR ranges of private addresses that requests may go to. */
  allowedRanges: readonly string[];
  /** Milliseconds without data until a request fails. */
  idleMs: number;
  /** Whether a manifest without credentials is read with the operator's Git configuration and keys. */
  trusted: boolean;
}

/** Maximum bytes of commits and folders. If the server supports partial clones, the manifest is the only file in the download. */
const maxRepositoryBytes = 200_000_000;

/** Creates the reader of a manifest in a remote Git repository. Throws RunError('InvalidSource') for an invalid URL. */
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
  return {
    revision: (signal) =>
      inScratchFolder(workDir, 'manifest-', (folder) =>
        remoteRevision(location, { ...connection, workDir: folder, signal }, tools),
      ),
    read: (signal) =>
      inScratchFolder(workDir, 'manifest-', async (folder) => {
        const isCandidate = (): boolean => false;
        const wanted = { ...connection, ...limits, workDir: folder, isCandidate, signal };
        const { repository } = await openRepository(location, wanted, tools);
        try {
          const text = await fileOf(repository, path, signal);
          if (typeof text === 'string') return { text, revision: repository.revision, name: path };
          const commit = repository.revision.slice(0, 12);
          const message = `${path} ${text.problem} in ${location.url} at ${commit}`;
          throw new LecternError('manifest_invalid', message);
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
