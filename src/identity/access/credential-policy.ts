import { LecternError } from '../../base/errors.ts';
import {
  annotations,
  labels,
  resourceName,
  type Library,
  type LibrarySpec,
  type LibraryStatus,
  type ObjectMeta,
} from '../../resources/library.ts';
import { managedBy } from '../../resources/managed-by.ts';
import type { Teamspace } from '../teamspaces/teamspaces.ts';
import { defaultTeamspace, type Caller } from './caller.ts';

/** The credential that reads a source: none, one in its URL, the library's Secret, or an integration of the install. */
export type Credential = NonNullable<LibraryStatus['credential']>;

/** Who created a library; `resource` is the author of a custom resource. */
export type Maker = 'operator' | 'admin' | 'manifest' | 'resource' | 'member';

/** Who may read a library: everyone, or the keys of its teamspace and admins. */
export interface Readers {
  visibility: 'public' | 'private';
  teamspace: string;
}

/** The parts of a library that determine its readers. */
export type Judged = Pick<Library, 'spec' | 'status'> & {
  metadata: Pick<ObjectMeta, 'isForeign'>;
};

/** A source that requires a credential, and the available credential. */
export interface Demand {
  maker: Maker;
  /** Id of the library's teamspace. */
  teamspace: string;
  /** The teamspace; undefined if it does not exist. */
  held: Pick<Teamspace, 'plan' | 'integrations'> | undefined;
  /** An admin has published the content that was read with a credential. */
  isPublished: boolean;
  credential: Exclude<Credential, 'none'>;
  /** Name of the integration with the credential. */
  integration?: string;
}

/** An integration that a teamspace needs an admin's grant for. */
export interface MissingGrant {
  teamspace: string;
  /** Name of the integration. */
  integration: string;
}

/** Why a source may not be read with a credential. */
export interface Refusal {
  /** A clause without a full stop. */
  message: string;
  /** Present if a grant would lift the refusal. */
  missingGrant?: MissingGrant;
}

/** An operation that is forbidden because a teamspace may not use an integration: 403 with the missing grant. */
export class GrantMissing extends LecternError {
  readonly missingGrant: MissingGrant;

  constructor(message: string, missingGrant: MissingGrant) {
    super('forbidden', message);
    this.missingGrant = missingGrant;
  }
}

/** Returns the maker of libraries that a caller creates by a request. */
export function makerOfCaller({ role }: Pick<Caller, 'role'>): Maker {
  return role === 'operator' || role === 'admin' ? role : 'member';
}

/**
 * Returns who created a library. Older versions did not record that for requests. A library without a record and with
 * a name from Lectern may come from such a request, so it counts as created by a member. So does a library outside of the
 * install's namespace, whatever its marks say: its authors can write them. Pure.
 */
export function makerOf({ metadata, spec }: Pick<Library, 'metadata' | 'spec'>): Maker {
  if (metadata.isForeign) return 'member';
  const added = metadata.annotations?.[annotations.addedBy];
  if (added !== undefined) return added === 'operator' || added === 'admin' ? added : 'member';
  if (metadata.labels?.[labels.managedBy] !== undefined) return 'manifest';
  if (metadata.annotations?.[annotations.allowLocal] === 'true') return 'operator';
  const isNamedByLectern = metadata.name === resourceName(spec.id);
  return isNamedByLectern && managedBy(metadata) === undefined ? 'member' : 'resource';
}

/** Returns the teamspace of a library, private or public. */
export function teamspaceOf({ teamspace }: Pick<LibrarySpec, 'teamspace'>): string {
  return teamspace ?? defaultTeamspace;
}

/**
 * Returns why a source may not be read with the available credential; undefined if it may.
 * Libraries of admins, the operator, manifests and custom resources may use an integration; others need a grant to their
 * teamspace. A library that is read with a credential is private, which the plan of its teamspace must allow. Pure.
 */
export function refusalOf({ maker, teamspace, held, ...demand }: Demand): Refusal | undefined {
  const { credential, integration, isPublished } = demand;
  const isGranted = integration !== undefined && (held?.integrations ?? []).includes(integration);
  if (credential === 'integration' && maker === 'member' && !isGranted) {
    const message = `it cannot be read without a credential, and teamspace ${teamspace} may not use the integration ${integration}; ask an admin to grant it (lectern teamspaces grant ${teamspace} ${integration})`;
    return {
      message,
      ...(integration !== undefined && { missingGrant: { teamspace, integration } }),
    };
  }
  if (isPublished || (held && held.plan !== 'free')) return undefined;
  const what = held
    ? `teamspace ${teamspace} has the plan free, which has no private libraries; ask an admin for the plan pro or enterprise`
    : `there is no teamspace ${teamspace}; ask an admin to make it (lectern teamspaces create ${teamspace})`;
  return {
    message: `it cannot be read without a credential, so its library is private, and ${what}`,
  };
}

/**
 * Returns who may read a library. A library that was read with a credential is private to its teamspace, whatever its spec
 * says, unless an admin has published it. Pure.
 */
export function readersOf(library: Judged): Readers {
  const { spec } = library;
  const isPrivate = spec.visibility === 'private' || isHeldBack(library);
  return { visibility: isPrivate ? 'private' : 'public', teamspace: teamspaceOf(spec) };
}

/** Returns true if a library is private only because of its credential. Pure. */
export function isHeldBack(library: Judged): boolean {
  const { visibility, publishCredentialed } = library.spec;
  const isPublished = publishCredentialed === true && mayBePublished(library);
  return visibility !== 'private' && !isPublished && credentialOf(library) !== 'none';
}

/**
 * Returns true if `spec.publishCredentialed` counts. Authors outside of the install's namespace need not be admins, so they
 * cannot publish what an integration of the install reads. Pure.
 */
export function mayBePublished(library: Judged): boolean {
  return !library.metadata.isForeign || credentialOf(library) !== 'integration';
}

/** Returns the message for a library that became private because of its credential. Pure. */
export function heldBackMessage({ spec, status }: Judged): string {
  return `${spec.id} is private to teamspace ${teamspaceOf(spec)} now: its source is read with a credential (${status.credential}). An admin can let everybody read it: spec.publishCredentialed, or PATCH /api/v1/library/settings`;
}

/** Returns true if a library may be exported. Pure. */
export function isExportable(library: Judged): boolean {
  return readersOf(library).visibility === 'public';
}

/** Returns the credential that a library's source was read with, or will be according to its spec. Pure. */
function credentialOf({ spec, status }: Judged): Credential {
  return status.credential ?? ownCredential(spec) ?? 'none';
}

/** Returns the credential in a spec; undefined if only the host's integration may provide one. Pure. */
export function ownCredential({
  source,
  secretRef,
}: LibrarySpec): Exclude<Credential, 'none'> | undefined {
  if (secretRef) return 'secret';
  if (source.wiki || source.pages) return 'integration';
  return source.git && hasPassword(source.git.url) ? 'url' : undefined;
}

/** Returns true if the URL of a repository contains credentials. Pure. */
export function hasPassword(url: string): boolean {
  if (!url.includes('@')) return false;
  const { protocol = '', username, password } = URL.parse(url) ?? {};
  return /^(?:git\+)?https?:$/.test(protocol) && Boolean(username || password);
}
