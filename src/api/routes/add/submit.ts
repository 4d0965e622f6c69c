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

/** The stores that a new library is checked against and written to. */
export interface AddPorts {
  registry: Pick<LiveRegistry, 'get' | 'find' | 'create' | 'patch' | 'delete'>;
  catalog: Pick<Catalog, 'get'>;
  secrets: Pick<SecretStore, 'get' | 'put'>;
  access: { teams: PlanPorts };
  /** Default: members run only the libraries of their teamspace. */
  memberRuns?: MemberRuns;
  tryToken: TryToken;
}

/** The library that a submission created or found. */
export interface Submitted {
  library: Library;
  /** The library existed. It is read again, with its own settings instead of those of the submission. */
  existed: boolean;
}

/**
 * Creates the Library of a submission, or requests a run of an existing one with the same source if `force` is set. Throws
 * LecternError:
 * - forbidden: the caller may not add private libraries.
 * - validation_error: the project is unknown, or no integration can read the source.
 * - duplicate_repo: the id is taken, even by a library that the caller may not see.
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

/** Returns the spec of a submission, with a free id or the id that its source already has. */
export async function specFor(
  ports: Pick<AddPorts, 'registry' | 'catalog'>,
  { spec, isPrivate }: Submission,
  caller: Caller,
): Promise<LibrarySpec> {
  const id = await idFor(ports, spec.source, caller);
  const { teamspace } = caller;
  // Libraries that members add belong to their teamspace, even if they are public.
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

/** Throws LecternError('validation_error') for a project that the caller's teamspace does not have. */
export async function refuseProject(
  { access }: Pick<AddPorts, 'access'>,
  { spec }: Submission,
  caller: Caller,
): Promise<void> {
  const project = spec.projectRef?.name;
  if (project !== undefined) await refuseUnknownProject(access.teams, caller.teamspace, project);
}

/** Throws LecternError if the existing Library with a submission's id may not be read again instead. */
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

/**
 * Creates a suspended Library and its Secret, then resumes it. The Library owns the Secret, so it must exist first. Until then, it
 * names another Secret, so that it is private from the beginning.
 */
async function createWithSecret(
  { registry, secrets }: AddPorts,
  { metadata, spec }: NewResource,
  credentials: SecretValues,
): Promise<Library> {
  const first = { name: newGitSecretName({ uid: '', ...metadata }) };
  const made = await registry.create({
    metadata,
    spec: { ...spec, secretRef: first, suspend: true },
  });
  const secret = newGitSecretName(made.metadata);
  const complete: LibrarySpec = { ...spec, secretRef: { name: secret } };
  const secretKey = keyOf({ ...made.metadata, name: secret });
  try {
    await secrets.put(secretKey, credentials, made.metadata);
    return await registry.patch(keyOf(made.metadata), { spec: complete });
  } catch (error) {
    await registry.delete(keyOf(made.metadata)).catch(() => undefined);
    throw error;
  }
}

/** Returns the error for an id that another library has. */
export function duplicate(message: string): LecternError {
  return new LecternError('duplicate_repo', message);
}
