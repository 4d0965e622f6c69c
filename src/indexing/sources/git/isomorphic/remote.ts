import { mkdtemp, rm } from 'node:fs/promises';
import fs from 'node:fs';
import { join } from 'node:path';
import git, { type HttpClient, type ServerRef } from 'isomorphic-git';
import { RunError } from '../../../../base/errors.ts';
import { accessFor, authorization } from '../credentials.ts';
import { resolveRedirect } from '../redirects.ts';
import {
  explainIsomorphic,
  createIsomorphicHttp,
  Redirect,
  type IsomorphicHttpOptions,
} from './http.ts';
import { peel, isomorphicReader, type IsomorphicStore } from './objects.ts';
import {
  branchOf,
  emptyRepository,
  fullNames,
  isCommitId,
  maxRefsBytes,
  refNamesOf,
  unknownRef,
  type RefNames,
} from '../ref-name.ts';
import type { RemoteLocation } from '../remote-git.ts';
import type { Repository, RepositoryOptions } from '../repository.ts';

interface Connection {
  url: string;
  http: HttpClient;
  onAuth: () => { headers?: Record<string, string>; cancel?: boolean };
}

/** Opens a repository on a server without the git program. Fetches one whole commit, by http and https only. */
export async function openIsomorphicRemote(
  location: RemoteLocation,
  options: RepositoryOptions,
): Promise<Repository> {
  const folder = await mkdtemp(join(options.workDir, 'git-'));
  try {
    return await connected(location, options, async (connection) =>
      fetchCommit(await listRefs(connection, options), options, folder),
    );
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

type IsomorphicOptions = IsomorphicHttpOptions & Pick<RepositoryOptions, 'credentials'>;
type RefsOptions = Omit<IsomorphicOptions, 'maxTotalBytes'>;

async function refsOf(location: RemoteLocation, options: RefsOptions): Promise<ServerRef[]> {
  const limited = { ...options, maxTotalBytes: maxRefsBytes };
  return connected(location, limited, async (connection) => {
    const { refs } = await listRefs(connection, limited);
    return refs;
  });
}

/** Returns the commit of a branch, a tag or HEAD, without the git program; undefined if it does not exist. */
export async function isomorphicRevision(
  location: RemoteLocation,
  { ref, ...options }: RefsOptions & { ref?: string },
): Promise<string | undefined> {
  const refs = await refsOf(location, options);
  const found = fullNames(ref).map((name) => refs.find((entry) => entry.ref === name));
  const entry = found.find((held) => held !== undefined);
  return entry?.peeled ?? entry?.oid;
}

/** Returns branches and tags of a repository on a server, and its default branch, without the git program. */
export async function isomorphicRefs(
  location: RemoteLocation,
  options: RefsOptions,
): Promise<RefNames & { defaultBranch?: string }> {
  const refs = await refsOf(location, options);
  const head = refs.find(({ ref }) => ref === 'HEAD')?.target;
  const branch = branchOf(head ?? '');
  const names = refNamesOf(refs.map(({ ref }) => ref));
  return { ...names, ...(branch !== undefined && { defaultBranch: branch }) };
}

/** Returns the tags of a repository on a server with their commits, without the git program. */
export async function isomorphicTags(
  location: RemoteLocation,
  options: RefsOptions,
): Promise<{ name: string; commit: string }[]> {
  const refs = await refsOf(location, options);
  return refs
    .filter(({ ref }) => ref.startsWith('refs/tags/') && !ref.endsWith('^{}'))
    .map(({ ref, oid, peeled }) => ({
      name: ref.slice('refs/tags/'.length),
      commit: peeled ?? oid,
    }));
}

async function connected<Result>(
  location: RemoteLocation,
  options: IsomorphicOptions,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (location.kind === 'ssh') {
    throw new RunError(
      'InvalidSource',
      `${location.url} needs the git program (2.31 or newer), which is not installed; without it only https:// URLs can be read`,
    );
  }
  const access = accessFor(location, options.credentials);
  const header = access && authorization(access);
  // Without credentials, a request for them means that the repository is private.
  const onAuth: Connection['onAuth'] = () =>
    header === undefined ? { cancel: true } : { headers: { Authorization: header } };
  const http = createIsomorphicHttp(options);
  try {
    return await work({ url: location.url, http, onAuth });
  } catch (error) {
    options.signal.throwIfAborted();
    throw explainIsomorphic(error, location.url);
  } finally {
    await http.close();
  }
}

interface ListedConnection extends Connection {
  refs: ServerRef[];
}

/** Lists the refs of the server, with the URL after a redirect to another spelling. */
async function listRefs(
  connection: Connection,
  options: IsomorphicHttpOptions,
): Promise<ListedConnection> {
  const list = (url: string): Promise<ServerRef[]> =>
    git.listServerRefs({ ...connection, url, symrefs: true, peelTags: true });
  try {
    return { ...connection, refs: await list(connection.url) };
  } catch (error) {
    if (!(error instanceof Redirect)) throw error;
    const url = await resolveRedirect(connection.url, options);
    return { ...connection, url, refs: await list(url) };
  }
}

async function fetchCommit(
  { refs, ...connection }: ListedConnection,
  { ref }: RepositoryOptions,
  folder: string,
): Promise<Repository> {
  const names = refNamesOf(refs.map((entry) => entry.ref));
  const empty = emptyRepository(connection.url, names);
  if (empty) throw empty;
  const wanted = wantedRef(refs, ref);
  if (!wanted) throw unknownRef(ref ?? 'HEAD', connection.url, names);
  const store: IsomorphicStore = { gitdir: folder, cache: {} };
  await git.init({ fs, gitdir: folder, bare: true });
  await git.addRemote({ fs, gitdir: folder, remote: 'origin', url: connection.url });
  const shape = { remote: 'origin', ref: wanted, depth: 1, singleBranch: true, tags: false };
  const { fetchHead } = await git.fetch({ fs, ...store, ...connection, ...shape });
  const revision = await peel(store, fetchHead ?? '').catch((error: unknown) => {
    // A server without this commit sends none.
    throw isCommitId(wanted) ? unknownRef(wanted, connection.url, names) : error;
  });
  const branch = branchOf(wanted);
  return {
    revision,
    ...(branch !== undefined && { branch }),
    ...isomorphicReader(store, revision),
    refs: async () => names,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function wantedRef(refs: ServerRef[], ref: string | undefined): string | undefined {
  const head = refs.find((entry) => entry.ref === 'HEAD');
  if (ref === undefined) return head?.target ?? (head ? 'HEAD' : undefined);
  const candidates = [`refs/heads/${ref}`, `refs/tags/${ref}`];
  const found = candidates.find((name) => refs.some((entry) => entry.ref === name));
  // Servers do not list commits.
  return found ?? (isCommitId(ref) ? ref : undefined);
}
