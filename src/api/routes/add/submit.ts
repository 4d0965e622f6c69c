import type { Caller } from '../../../identity/access/caller.ts';
import { makerOfCaller } from '../../../identity/access/credential-policy.ts';
import { maySee, type MemberRuns } from '../../../identity/access/visibility.ts';
import { newGitSecretName } from '../../../store/git-secret.ts';
import { withOwnId, type Submission } from '../../../libraries/add/submission.ts';
import {
  refusePrivate,
  refuseUnknownProject,
  type PlanPorts,
} from '../../../libraries/add/plan.ts';
import { isSameSource } from '../../../indexing/sources/same-source.ts';
import type { TryToken } from '../../../libraries/add/token-trial.ts';
import { refuseUnreadable } from '../../../libraries/add/workspace-offer.ts';
import { LecternError } from '../../../base/errors.ts';
import {
  annotations,
  keyOf,
  resourceName,
  type Library,
  type LibrarySpec,
} from '../../../resources/library.ts';
import type { Catalog } from '../../../store/catalog.ts';
import type { NewResource } from '../../../store/registry.ts';
import type { LiveRegistry } from '../../live/live-registry.ts';
import type { SecretStore, SecretValues } from '../../../store/secrets.ts';
import type { Exchange } from '../../route.ts';
import { holderOf, idFor } from '../find-library.ts';
import {
  requestRun,
  refuseForeignRun,
  refuseForeignToken,
  refuseKeptToken,
} from '../request-run.ts';

export interface AddPorts {
  registry: Pick<LiveRegistry, 'get' | 'find' | 'create' | 'patch' | 'delete'>;
  catalog: Pick<Catalog, 'get'>;
  secrets: Pick<SecretStore, 'get' | 'put'>;
  access: { teams: PlanPorts };
  memberRuns?: MemberRuns;
  tryToken: TryToken;
}

export interface Submitted {
  library: Library;
  /** It was there already, and is read again as it is. */
  existed: boolean;
}

/**
 * Makes the Library of a submission. Throws LecternError: 'forbidden' where the caller may add no private library,
 * 'validation_error' for a project that the teamspace has not, and for what no integration can read, 'duplicate_repo' where the id is taken, be it by a library that the caller may not see, unless `force` is set and the library reads the same place.
 */
export async function submit(
  ports: AddPorts,
  submission: Submission,
  { caller, signal }: Pick<Exchange, 'caller' | 'signal'>,
): Promise<Submitted> {
  const { credentials } = submission;
  await refusePrivacy(ports, submission, caller);
  await refuseProject(ports, submission, caller);
  const spec = await specFor(ports, submission, caller);
  await refuseUnreadable(ports, spec, caller);
  const existing = await holderOf(ports, spec.id, caller);
  if (existing) {
    refuseHeld(existing, submission, caller);
    refuseForeignRun(caller, existing, ports.memberRuns);
    if (credentials) await ports.tryToken(existing.spec.source.git?.url ?? '', credentials, signal);
    const { library } = await requestRun(ports, existing, credentials);
    return { library, existed: true };
  }
  const metadata = {
    name: resourceName(spec.id),
    annotations: { [annotations.addedBy]: makerOfCaller(caller) },
  };
  const library = credentials
    ? await createWithSecret(ports, { metadata, spec }, credentials)
    : await ports.registry.create({ metadata, spec });
  return { library, existed: false };
}

/** The spec of the Library that a caller's submission makes, under an id that is free for it or that it has already. */
export async function specFor(
  ports: Pick<AddPorts, 'registry' | 'catalog'>,
  { spec, isPrivate }: Submission,
  caller: Caller,
): Promise<LibrarySpec> {
  const id = await idFor(ports, spec.source, caller);
  const { teamspace } = caller;
  // What a member adds is their teamspace's, whoever may read it.
  const isOwned = isPrivate || makerOfCaller(caller) === 'member';
  const made = {
    ...spec,
    id,
    ...(isPrivate && { visibility: 'private' as const }),
    ...(isOwned && { teamspace }),
  };
  return withOwnId(made, (taken) => holderOf(ports, taken, caller));
}

/** Throws LecternError('forbidden') for a private library that the caller may not add. */
export async function refusePrivacy(
  { access }: Pick<AddPorts, 'access'>,
  { isPrivate }: Submission,
  caller: Caller,
): Promise<void> {
  if (isPrivate) await refusePrivate(access.teams, caller);
}

/** Throws LecternError('validation_error') for a project that the caller's teamspace has not. */
export async function refuseProject(
  { access }: Pick<AddPorts, 'access'>,
  { spec }: Submission,
  caller: Caller,
): Promise<void> {
  const project = spec.projectRef?.name;
  if (project !== undefined) await refuseUnknownProject(access.teams, caller.teamspace, project);
}

/** Throws LecternError where the Library that has a submission's id may not be read again in its place. */
export function refuseHeld(existing: Library, submission: Submission, caller: Caller): void {
  if (!maySee(caller, existing)) {
    throw duplicate(`The id ${existing.spec.id} is taken. Choose another one.`);
  }
  refuseDuplicate(existing, submission);
  if (!submission.credentials) return;
  refuseForeignToken(caller, existing);
  refuseKeptToken(existing);
}

function refuseDuplicate({ metadata, spec }: Library, submission: Submission): void {
  const { id } = spec;
  if (metadata.deletionTimestamp) {
    throw duplicate(`Library ${id} is being deleted. Add it again after that.`);
  }
  if (!isSameSource(spec.source, submission.spec.source)) {
    throw duplicate(`Library ${id} already exists with another source. Delete it first.`);
  }
  if (submission.force) return;
  throw duplicate(`Library ${id} already exists. Refresh it, or send "force": true.`);
}

/** Suspended until the Secret is there: it belongs to the Library, so that it cannot be made before, and no run does without it. */
async function createWithSecret(
  { registry, secrets }: AddPorts,
  { metadata, spec }: NewResource,
  credentials: SecretValues,
): Promise<Library> {
  const secret = newGitSecretName(metadata.name);
  const complete: LibrarySpec = { ...spec, secretRef: { name: secret } };
  const made = await registry.create({ metadata, spec: { ...complete, suspend: true } });
  const secretKey = keyOf({ ...made.metadata, name: secret });
  try {
    await secrets.put(secretKey, credentials, made.metadata);
    return await registry.patch(keyOf(made.metadata), { spec: complete });
  } catch (error) {
    await registry.delete(keyOf(made.metadata)).catch(() => undefined);
    throw error;
  }
}

function duplicate(message: string): LecternError {
  return new LecternError('duplicate_repo', 409, message);
}
