import {
  annotations,
  labels,
  resourceName,
  type Library,
  type LibrarySpec,
  type LibraryStatus,
} from '../../resources/library.ts';
import { managedBy } from '../../resources/managed-by.ts';
import type { Teamspace } from '../teamspaces/teamspaces.ts';
import { defaultTeamspace, type Caller } from './caller.ts';

/** What a source is read with: nothing, its own URL, the Secret of its library, or an integration of the install. */
export type Credential = NonNullable<LibraryStatus['credential']>;

/** Who made a library; `resource` is the author of a custom resource. */
export type Maker = 'operator' | 'admin' | 'manifest' | 'resource' | 'member';

/** Who may read a library: everybody, or the keys of its teamspace and admins. */
export interface Readers {
  visibility: 'public' | 'private';
  teamspace: string;
}

/** What decides about the readers of a library. */
export type Judged = Pick<Library, 'spec' | 'status'>;

/** A source that refuses to be read without a credential, and what there is to read it with. */
export interface Demand {
  maker: Maker;
  /** Id of the library's teamspace. */
  teamspace: string;
  /** That teamspace; undefined where the install has none of this id. */
  held: Pick<Teamspace, 'plan' | 'integrations'> | undefined;
  /** An admin has published what is read with a credential. */
  isPublished: boolean;
  credential: Exclude<Credential, 'none'>;
  /** Name of the integration that has the credential. */
  integration?: string;
}

/** Who makes a library by a request. */
export function makerOfCaller({ role }: Pick<Caller, 'role'>): Maker {
  return role === 'operator' || role === 'admin' ? role : 'member';
}

/**
 * Who made a library. Requests to older versions left no mark. Libraries that such a request may have made have the
 * name that Lectern gives, and count as made by a member. Pure.
 */
export function makerOf({ metadata, spec }: Pick<Library, 'metadata' | 'spec'>): Maker {
  const added = metadata.annotations?.[annotations.addedBy];
  if (added !== undefined) return added === 'operator' || added === 'admin' ? added : 'member';
  if (metadata.labels?.[labels.managedBy] !== undefined) return 'manifest';
  if (metadata.annotations?.[annotations.allowLocal] === 'true') return 'operator';
  const isNamedByLectern = metadata.name === resourceName(spec.id);
  return isNamedByLectern && managedBy(metadata) === undefined ? 'member' : 'resource';
}

/** Teamspace of a library, whoever may read it. */
export function teamspaceOf({ teamspace }: Pick<LibrarySpec, 'teamspace'>): string {
  return teamspace ?? defaultTeamspace;
}

/**
 * Why a source may not be read with the credential that there is, as a clause without a full stop; undefined where it may.
 * An integration is for libraries of admins, the operator, manifests and custom resources, and for teamspaces that an admin
 * has granted it. What is read with any credential is private, which the plan of the teamspace must allow. Pure.
 */
export function refusalOf({ maker, teamspace, held, ...demand }: Demand): string | undefined {
  const { credential, integration, isPublished } = demand;
  const isGranted = integration !== undefined && (held?.integrations ?? []).includes(integration);
  if (credential === 'integration' && maker === 'member' && !isGranted) {
    return `it cannot be read without a credential, and teamspace ${teamspace} may not use the integration ${integration}; ask an admin to grant it (lectern teamspaces grant ${teamspace} ${integration})`;
  }
  if (isPublished || (held && held.plan !== 'free')) return undefined;
  const what = held
    ? `teamspace ${teamspace} has the plan free, which has no private libraries; ask an admin for the plan pro or enterprise`
    : `there is no teamspace ${teamspace}; ask an admin to make it (lectern teamspaces create ${teamspace})`;
  return `it cannot be read without a credential, so its library is private, and ${what}`;
}

/**
 * Who may read a library: what was read with a credential is private to its teamspace, whatever its spec says besides,
 * unless an admin has published it. Pure.
 */
export function readersOf({ spec, status }: Judged): Readers {
  const isPrivate = spec.visibility === 'private' || isHeldBack({ spec, status });
  return { visibility: isPrivate ? 'private' : 'public', teamspace: teamspaceOf(spec) };
}

/** Whether a library is private for what it was read with alone. Pure. */
export function isHeldBack(library: Judged): boolean {
  const { visibility, publishCredentialed } = library.spec;
  return visibility !== 'private' && publishCredentialed !== true && isCredentialed(library);
}

/** What a person is told of a library that became private for what it is read with. Pure. */
export function heldBackMessage({ spec, status }: Judged): string {
  return `${spec.id} is private to teamspace ${teamspaceOf(spec)} now: its source is read with a credential (${status.credential}). An admin can let everybody read it: spec.publishCredentialed, or PATCH /api/v1/library/settings`;
}

/** Whether a library may leave the install. Pure. */
export function isExportable(library: Judged): boolean {
  return readersOf(library).visibility === 'public';
}

/** Whether a library's source was read with a credential, or will be by what its spec says. Pure. */
function isCredentialed({ spec, status }: Judged): boolean {
  return (status.credential ?? ownCredential(spec) ?? 'none') !== 'none';
}

/** The credential that a spec names by itself; undefined where the host's integration alone may have one. Pure. */
export function ownCredential({
  source,
  secretRef,
}: LibrarySpec): Exclude<Credential, 'none'> | undefined {
  if (secretRef) return 'secret';
  if (source.wiki || source.pages) return 'integration';
  return source.git && hasPassword(source.git.url) ? 'url' : undefined;
}

function hasPassword(url: string): boolean {
  if (!url.includes('@')) return false;
  const { protocol = '', username, password } = URL.parse(url) ?? {};
  return /^(?:git\+)?https?:$/.test(protocol) && Boolean(username || password);
}
