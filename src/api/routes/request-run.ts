import { mayAct, type Caller } from '../../identity/access/caller.ts';
import { readersOf } from '../../identity/access/credential-policy.ts';
import { mayRun, type MemberRuns } from '../../identity/access/visibility.ts';
import { givenGitSecret, newGitSecretName, replacedToken } from '../../store/git-secret.ts';
import { isCancelAsked, isRequested } from '../../resources/requests.ts';
import { LecternError } from '../../base/errors.ts';
import { annotations, keyOf, labels, type Library } from '../../resources/library.ts';
import type { Registry } from '../../store/registry.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import { isQueued } from '../library-status.ts';

interface RunPorts {
  registry: Pick<Registry, 'patch'>;
  secrets: Pick<SecretStore, 'put'>;
}

/**
 * A requested run, and the library's state before. A library with an active run is read again after it, because that run may
 * already have read what has changed since.
 */
export interface RunRequest {
  library: Library;
  was: 'idle' | 'queued' | 'running';
  /** False if an earlier pending request covers this one. */
  isNew: boolean;
}

/**
 * Throws LecternError('forbidden') unless the caller may set the token of a library. A token decides whether the library can be
 * read: members may set it for private libraries of their teamspace, admins for all.
 */
export function refuseForeignToken(caller: Caller, library: Library): void {
  const { spec } = library;
  if (readersOf(library).visibility === 'private' || mayAct(caller, 'admin')) return;
  const message = `Field "gitToken" needs a key of the role admin for ${spec.id}, because the library serves everyone.`;
  throw new LecternError('forbidden', message);
}

/**
 * Throws LecternError('forbidden') unless the caller may start and cancel runs of a library. Runs put load on the source and on
 * the install, so members may do so only for libraries of their teamspace.
 */
export function refuseForeignRun(caller: Caller, library: Library, memberRuns?: MemberRuns): void {
  if (mayRun(caller, library, memberRuns)) return;
  const message = `Only admins start and cancel runs of ${library.spec.id}, because it is not a library of teamspace ${caller.teamspace}. The setting memberRuns (LECTERN_MEMBER_RUNS=all) lets members do it.`;
  throw new LecternError('forbidden', message);
}

/**
 * Requests a run, with new credentials if given. A pending request covers this one. Throws LecternError('validation_error') if
 * callers may not set the library's credentials.
 */
export async function requestRun(
  ports: RunPorts,
  library: Library,
  credentials?: SecretValues,
): Promise<RunRequest> {
  const was = busyWith(library);
  if (credentials) {
    return { library: await withCredentials(ports, library, credentials), was, isNew: true };
  }
  const waits = was === 'queued' || (was === 'running' && isRequested(library));
  if (waits) return { library, was, isNew: false };
  return { library: await ports.registry.patch(keyOf(library.metadata), now()), was, isNew: true };
}

/** Returns whether a run is active or queued. A run that is being cancelled counts as neither. */
function busyWith(library: Library): RunRequest['was'] {
  if (isCancelAsked(library)) return 'idle';
  if (library.status.state === 'processing') return 'running';
  return isQueued(library) ? 'queued' : 'idle';
}

function now() {
  return { annotations: { [annotations.requestedAt]: new Date().toISOString() } };
}

/**
 * Creates the new Secret before the spec names it; the controller deletes the old one later. So every run finds its Secret.
 * Somebody may have changed the library while Git tried the token. Their change stays.
 */
async function withCredentials(
  { registry, secrets }: RunPorts,
  library: Library,
  credentials: SecretValues,
): Promise<Library> {
  const { metadata } = library;
  refuseKeptToken(library);
  const name = newGitSecretName(metadata);
  const key = keyOf({ ...metadata, name });
  await secrets.put(key, credentials, metadata);
  try {
    return await registry.patch(keyOf(metadata), (current) => {
      refuseKeptToken(current);
      refuseOtherSource(current, library);
      const before = givenGitSecret(current);
      return {
        spec: { ...current.spec, secretRef: { name } },
        annotations: { ...now().annotations, ...(before !== undefined && replacedToken(before)) },
      };
    });
  } catch (error) {
    // If the spec names the Secret after all, the controller keeps it.
    const unused = { annotations: replacedToken(name) };
    await registry.patch(keyOf(metadata), unused).catch(() => undefined);
    throw error;
  }
}

/** Throws LecternError('validation_error') if the token was tried with another repository, because it is only for that one. */
function refuseOtherSource(current: Library, tried: Library): void {
  if (current.spec.source.git?.url === tried.spec.source.git?.url) return;
  const message = `The source of library ${current.spec.id} changed while Lectern tried the token. Send the request again.`;
  throw new LecternError('validation_error', message);
}

/** Throws LecternError('validation_error') if callers may not set a library's credentials. */
export function refuseKeptToken(library: Library): void {
  if (givenGitSecret(library) !== undefined) return;
  const { metadata, spec } = library;
  const manifest = metadata.labels?.[labels.managedBy];
  const holder = spec.secretRef
    ? 'its operator chose a Secret'
    : `the manifest ${manifest} made it`;
  if (!spec.secretRef && manifest === undefined) return;
  throw new LecternError(
    'validation_error',
    `Field "gitToken" cannot be set for library ${spec.id}, because ${holder}; leave gitToken out, and change the credentials there.`,
  );
}
