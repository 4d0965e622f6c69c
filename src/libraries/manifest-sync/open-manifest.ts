import { RunError } from '../../base/errors.ts';
import {
  createConfigMapReader,
  type ReadConfigMap,
  createFileReader,
  createGitReader,
  type GitReaderOptions,
  type ManifestReader,
} from '../manifest/readers.ts';
import { keyOf } from '../../resources/library.ts';
import { usualManifest, type ManifestSync } from '../../resources/manifest-sync.ts';
import type { SecretData } from '../../indexing/sources/git/credentials.ts';
import { isRefusal } from '../../indexing/sources/git/ls-remote.ts';
import { createToolFinder } from '../../indexing/sources/git/toolbox.ts';

/**
 * Reads the Secret of a `secretRef`. Default namespace: that of this install. Throws RunError('AccessDenied') that says why the
 * Secret cannot be used.
 */
type ReadSecret = (namespace: string | undefined, name: string) => Promise<SecretData>;

/** Objects of the cluster that manifests may refer to. */
export interface ClusterObjects {
  readSecret: ReadSecret;
  readConfigMap: ReadConfigMap;
}

interface ManifestOpenerOptions extends Omit<GitReaderOptions, 'tools' | 'trusted'> {
  /** The git program. Undefined: read without it. */
  gitProgram: string | undefined;
  /** The environment of the process, which may contain settings of git. */
  env: NodeJS.ProcessEnv;
  /** Absent on the embedded platform, where manifests may be files and the operator's Git configuration applies. */
  cluster?: ClusterObjects;
  /** Returns the integration's credentials for manifests that name no Secret. */
  gitCredentials?: (url: string, signal: AbortSignal) => Promise<SecretData | undefined>;
}

/** Milliseconds to get the credentials of an integration. */
const credentialsMs = 30_000;

/** Returns the reader of a ManifestSync with a valid spec. Throws RunError if an object that it refers to is missing. */
export type OpenManifest = (sync: ManifestSync) => Promise<ManifestReader>;

/** Creates the function that opens manifests of every kind. */
export function createManifestOpener(options: ManifestOpenerOptions): OpenManifest {
  const { gitProgram, env, cluster } = options;
  const findTools = createToolFinder(gitProgram, env);
  return async (sync) => {
    const { configMapRef, file } = sync.spec;
    if (file !== undefined) return createFileReader(file);
    if (configMapRef && cluster) {
      const { namespace } = sync.metadata;
      const place = { ...configMapRef, ...(namespace !== undefined && { namespace }) };
      return createConfigMapReader(place, cluster.readConfigMap);
    }
    return openGit(sync, { ...options, tools: await findTools(), trusted: !cluster });
  };
}

/** Reads a manifest in a repository with its own Secret, or in the install's namespace with the integration of the repository's host. */
async function openGit(
  sync: ManifestSync,
  { cluster, gitCredentials, ...options }: ManifestOpenerOptions & GitReaderOptions,
): Promise<ManifestReader> {
  const { repository = '', path = usualManifest, branch } = sync.spec;
  const manifest = { repository, path, ...(branch && { branch }) };
  const secret = cluster && (await secretOf(sync, cluster));
  const given = secret ? undefined : await integrationFor(sync, gitCredentials);
  const withOwn = { ...manifest, ...(secret && { credentials: secret.data }) };
  const reader = given
    ? onlyWhereRefused(
        createGitReader(manifest, { ...options, trusted: false }),
        createGitReader({ ...manifest, credentials: given }, options),
      )
    : createGitReader(withOwn, options);
  return cluster ? sayingWhatToSet(reader, sync, secret?.name) : reader;
}

/**
 * Returns the credentials of an integration. The author of a ManifestSync in another namespace need not be an admin of the
 * install, so it gets none (docs/adr/0016).
 */
async function integrationFor(
  { metadata, spec }: ManifestSync,
  find: ManifestOpenerOptions['gitCredentials'],
): Promise<SecretData | undefined> {
  if (metadata.isForeign) return undefined;
  return find?.(spec.repository ?? '', AbortSignal.timeout(credentialsMs));
}

/** Uses the credential of an integration only if the host refuses to serve the repository without one. */
function onlyWhereRefused(open: ManifestReader, credentialed: ManifestReader): ManifestReader {
  let chosen = credentialed;
  return {
    async revision(signal) {
      try {
        const revision = await open.revision(signal);
        chosen = open;
        return revision;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        chosen = credentialed;
        return credentialed.revision(signal);
      }
    },
    read: (signal) => chosen.read(signal),
  };
}

async function secretOf(
  { metadata, spec }: ManifestSync,
  { readSecret }: ClusterObjects,
): Promise<{ name: string; data: SecretData } | undefined> {
  if (!spec.secretRef) return undefined;
  const name = keyOf({ ...metadata, name: spec.secretRef.name });
  return { name, data: await readSecret(metadata.namespace, spec.secretRef.name) };
}

/** Adds to a refusal's message what to do about it on a cluster. */
function sayingWhatToSet(
  reader: ManifestReader,
  { metadata }: ManifestSync,
  secret: string | undefined,
): ManifestReader {
  const orIntegration = metadata.isForeign ? '' : ', or an integration of the host';
  const what =
    secret === undefined
      ? `set spec.secretRef to a Secret with username and password, or bearerToken (identity and known_hosts for ssh)${orIntegration}`
      : `the Secret ${secret} was used`;
  const explain = (error: unknown): never => {
    if (!(error instanceof RunError) || error.reason !== 'AccessDenied') throw error;
    throw new RunError(error.reason, `${error.message}; ${what}`, { cause: error });
  };
  return {
    revision: (signal) => reader.revision(signal).catch(explain),
    read: (signal) => reader.read(signal).catch(explain),
  };
}
