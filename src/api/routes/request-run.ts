import { mayAct, type Caller } from '../../identity/access/caller.ts';
import { readersOf } from '../../identity/access/credential-policy.ts';
import { mayRun, type MemberRuns } from '../../identity/access/visibility.ts';
import { givenGitSecret, newGitSecretName, replacedToken } from '../../store/git-secret.ts';
import { isCancelAsked } from '../../libraries/library/decide.ts';
import { LecternError } from '../../base/errors.ts';
import { annotations, keyOf, labels, type Library } from '../../resources/library.ts';
import type { Registry } from '../../store/registry.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import { isQueued, isRequested } from '../library-status.ts';

export interface RunPorts {
  registry: Pick<Registry, 'patch'>;
  secrets: Pick<SecretStore, 'put'>;
}

/**
 * A Library whose source will be read, and what it was doing when that was asked for. A Library that is 'running' is read
 * again when its run has ended, because that run may have read what has changed since.
 */
export interface RunRequest {
  library: Library;
  was: 'idle' | 'queued' | 'running';
  /** False where an earlier request, which waits, stands for this one. */
  isNew: boolean;
}

/**
 * A token decides whether a library can be read at all: members give one to private libraries of their teamspace, admins
 * to all. Throws LecternError('forbidden').
 */
export function refuseForeignToken(caller: Caller, library: Library): void {
  const { spec } = library;
  if (readersOf(library).visibility === 'private' || mayAct(caller, 'admin')) return;
  const message = `Field "gitToken" needs a key of the role admin for ${spec.id}, because everybody is served by it.`;
  throw new LecternError('forbidden', 403, message);
}

/**
 * Runs cost their source and the install, and a cancelled one leaves a library as old as it is: members start and cancel
 * those of their teamspace's own libraries. Throws LecternError('forbidden').
 */
export function refuseForeignRun(caller: Caller, library: Library, memberRuns?: MemberRuns): void {
  if (mayRun(caller, library, memberRuns)) return;
  const message = `Only admins start and cancel runs of ${library.spec.id}, because it is not a library of teamspace ${caller.teamspace}. The setting memberRuns (LECTERN_MEMBER_RUNS=all) lets members do it.`;
  throw new LecternError('forbidden', 403, message);
}

/**
 * Asks for a run, with new credentials if there are any. A request that no run has begun to serve stands for this one too. Throws
 * LecternError('validation_error') where the Library's credentials are not a caller's to set.
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

/** What a Library's run is doing, if one is under way or about to be; one that is being cancelled is neither. */
function busyWith(library: Library): RunRequest['was'] {
  if (isCancelAsked(library)) return 'idle';
  if (library.status.state === 'processing') return 'running';
  return isQueued(library) ? 'queued' : 'idle';
}

function now() {
  return { annotations: { [annotations.requestedAt]: new Date().toISOString() } };
}

/** The new Secret stands before the spec names it, and the controller removes the old one after: no run finds none. */
async function withCredentials(
  { registry, secrets }: RunPorts,
  library: Library,
  credentials: SecretValues,
): Promise<Library> {
  const { metadata, spec } = library;
  refuseKeptToken(library);
  const before = givenGitSecret(library);
  const name = newGitSecretName(metadata.name);
  const key = keyOf({ ...metadata, name });
  await secrets.put(key, credentials, metadata);
  try {
    return await registry.patch(keyOf(metadata), {
      spec: { ...spec, secretRef: { name } },
      annotations: { ...now().annotations, ...(before !== undefined && replacedToken(before)) },
    });
  } catch (error) {
    // The controller leaves a Secret that the spec names after all.
    const unused = { annotations: replacedToken(name) };
    await registry.patch(keyOf(metadata), unused).catch(() => undefined);
    throw error;
  }
}

/** Throws LecternError('validation_error') where a Library's credentials are not a caller's to set. */
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
    400,
    `Field "gitToken" cannot be set for library ${spec.id}, because ${holder}; leave gitToken out, and change the credentials there.`,
  );
}
