import { isDeepStrictEqual } from 'node:util';
import { defaultTeamspace, mayAct, type Caller } from '../../identity/access/caller.ts';
import { mayBePublished, readersOf } from '../../identity/access/credential-policy.ts';
import { refuseByPlan, type PlanPorts } from '../../libraries/add/plan.ts';
import { invalid } from '../../libraries/add/submission.ts';
import { LecternError } from '../../base/errors.ts';
import { keyOf, labels, type Library, type LibrarySpec } from '../../resources/library.ts';
import { managedBy } from '../../resources/managed-by.ts';
import type { LiveRegistry } from '../live/live-registry.ts';
import { mayManage } from '../../identity/teamspaces/rights.ts';
import type { Route } from '../route.ts';
import { findLibrary, notFound } from './find-library.ts';
import type { LibraryChange } from '../operations.gen.ts';
import { changedSpec, filtersOf, typeOf } from './library-change.ts';

interface SettingsPorts {
  registry: Pick<LiveRegistry, 'find' | 'patch'>;
  access: { teams: Pick<PlanPorts, 'teamspaces'> };
}

/** GET /api/v1/library/settings. */
export function getLibrarySettings({
  registry,
}: Pick<SettingsPorts, 'registry'>): Route<'getLibrarySettings'> {
  return {
    async handle({ query, caller }) {
      return { json: viewOf(await findLibrary(registry, query('id'), caller), caller) };
    },
  };
}

/** PATCH /api/v1/library/settings. Does not write a change without effect. */
export function changeLibrary({ registry, access }: SettingsPorts): Route<'changeLibrary'> {
  return {
    async handle({ query, body, caller }) {
      const library = await findLibrary(registry, query('id'), caller);
      const { metadata, spec } = library;
      if (metadata.deletionTimestamp) throw notFound(spec.id);
      refuseUnlessChangeable(library, body, caller);
      const changed = ownedBy(caller, changedSpec(spec, body), spec);
      if (changed.visibility === 'private' && spec.visibility !== 'private') {
        await refuseByPlan(access.teams, changed.teamspace ?? defaultTeamspace);
      }
      const before = viewOf(library, caller);
      // A change to a default value has no effect.
      if (isDeepStrictEqual(viewOf({ ...library, spec: changed }, caller), before))
        return { json: before };
      const after = await registry.patch(keyOf(metadata), (current) => ({
        spec: ownedBy(caller, changedSpec(current.spec, body), current.spec),
      }));
      return { json: viewOf(after, caller) };
    },
  };
}

/** Returns true for admins, and for owners and admins of a private library's teamspace. */
function mayChange(library: Library, caller: Caller): boolean {
  if (mayAct(caller, 'admin')) return true;
  const { visibility, teamspace } = readersOf(library);
  return visibility === 'private' && mayManage(caller, teamspace);
}

function refuseUnlessChangeable(library: Library, change: LibraryChange, caller: Caller): void {
  const { spec } = library;
  const { id } = spec;
  const { visibility, teamspace } = readersOf(library);
  if (!mayChange(library, caller)) {
    const orOwner =
      visibility === 'private' ? ` of an owner or admin of teamspace ${teamspace}, or` : '';
    throw forbidden(`Changing the settings of ${id} needs a key${orOwner} of the role admin.`);
  }
  const locked = lockOf(library);
  if (locked !== undefined && !(isOfManifest(library) && publishesAlone(change)))
    throw invalid(locked);
  if (change.publishCredentialed && !mayBePublished(library)) throw invalid(foreignPublication(id));
  if (mayAct(caller, 'admin')) return;
  if (change.publishCredentialed !== undefined) {
    throw forbidden('Only a key of the role admin can change "publishCredentialed".');
  }
  // Both settings affect answers to callers of other teamspaces.
  if (change.visibility === 'public') {
    throw forbidden('Only a key of the role admin can make "visibility" public.');
  }
  if (change.ownerRules !== undefined) {
    throw forbidden('Only a key of the role admin can change "ownerRules".');
  }
}

/** Returns true for libraries of a manifest. A manifest has no field for publication, so syncs keep the admin's setting. */
function isOfManifest({ metadata }: Library): boolean {
  return metadata.labels?.[labels.managedBy] !== undefined;
}

function publishesAlone(change: LibraryChange): boolean {
  return Object.keys(change).every((name) => name === 'publishCredentialed');
}

/** Assigns a library that becomes private to the caller's teamspace, unless the change names one. */
function ownedBy(caller: Caller, changed: LibrarySpec, before: LibrarySpec): LibrarySpec {
  const becomesPrivate = changed.visibility === 'private' && before.visibility !== 'private';
  if (!becomesPrivate || changed.teamspace !== undefined) return changed;
  return { ...changed, teamspace: caller.teamspace };
}

function lockOf({ metadata, spec }: Library): string | undefined {
  const maker = managedBy(metadata);
  if (maker === undefined) return undefined;
  return `The settings of ${spec.id} cannot be changed here, because ${maker} and would undo it; change them there.`;
}

/** Spec fields that the response shows unchanged. */
const plain = ['title', 'description', 'aliases', 'versions', 'refresh', 'timeout'] as const;

function viewOf(library: Library, caller: Caller) {
  const { spec } = library;
  const { credential } = library.status;
  const known = plain.filter((name) => spec[name] !== undefined);
  return {
    id: spec.id,
    sourceType: typeOf(spec.source),
    ...Object.fromEntries(known.map((name) => [name, spec[name]])),
    visibility: spec.visibility ?? 'public',
    readers: readersOf(library).visibility === 'public' ? 'everybody' : 'teamspace',
    ...(credential && { credential }),
    publishCredentialed: spec.publishCredentialed ?? false,
    ownerRules: spec.ownerRules ?? 'ignore',
    suspend: spec.suspend ?? false,
    hasCredentials: spec.secretRef !== undefined,
    source: filtersOf(spec),
    ...rightsOf(library, caller),
  };
}

/** Returns what the caller may change, and the teamspace if the caller may know it. */
function rightsOf(library: Library, caller: Caller) {
  const { teamspace } = library.spec;
  const locked = lockOf(library);
  const isAdmin = mayAct(caller, 'admin');
  const isShown = isAdmin || caller.teamspace === teamspace;
  return {
    ...(teamspace !== undefined && isShown && { teamspace }),
    mayChange: mayChange(library, caller) && locked === undefined,
    mayPublish:
      isAdmin && mayBePublished(library) && (locked === undefined || isOfManifest(library)),
    ...(locked !== undefined && { locked }),
  };
}

function foreignPublication(id: string): string {
  return `${id} cannot be published, because an integration of the install reads it and its Library is in another namespace; create the Library in the namespace of the install.`;
}

function forbidden(message: string): LecternError {
  return new LecternError('forbidden', message);
}
