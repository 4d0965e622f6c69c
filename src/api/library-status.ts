import { descriptionOf, titleOf } from '../libraries/library/record.ts';
import { defaultTeamspace, mayAct, type Caller } from '../identity/access/caller.ts';
import { readersOf } from '../identity/access/credential-policy.ts';
import { mayRun, type MemberRuns } from '../identity/access/visibility.ts';
import { sourceAddress } from './live/source-address.ts';
import type { ShownNaming } from '../search/shown-naming.ts';
import {
  isImported,
  stateOf,
  type Library,
  type LibraryRun,
  type LibraryState,
  type LibraryStatus,
} from '../resources/library.ts';
import { isRequested, requestedAt } from '../resources/requests.ts';

type ServedVersion = NonNullable<LibraryStatus['versions']>[number];

/** A library in the API (LibraryStatus of the OpenAPI document). */
export interface LibrarySummary {
  id: string;
  title: string;
  description: string;
  sourceType: string;
  /** Address of the source without credentials. Only the operator sees a path on the server's machine. */
  source?: string;
  /** The library comes from another install; it is not refreshed. */
  imported: boolean;
  /** The effective visibility, which may be stricter than the settings. */
  visibility: 'public' | 'private';
  /** True if the caller may start and cancel runs of this library. */
  mayRun: boolean;
  /** The credential that read the source. */
  credential?: NonNullable<LibraryStatus['credential']>;
  /** Project in the teamspace; only for callers of that teamspace and for admins. */
  projectId?: string;
  state: LibraryState;
  message: string;
  suspended: boolean;
  /** A run was requested and has not started. */
  queued: boolean;
  /** Time of that request. */
  queuedAt?: string;
  totalSnippets: number;
  totalTokens: number;
  lastUpdateDate?: string;
  /** Time of the next scheduled run. */
  nextRefreshTime?: string;
  /** Percentage of the content that has vectors; 0 before anything is served. */
  embeddedPercent: number;
  failures: number;
  /** Without the embedding model, because its name can contain the host of an endpoint. */
  versions: Omit<ServedVersion, 'model'>[];
  /** Stars on the source's host. */
  stars?: number;
  trustScore?: number;
  benchmarkScore?: number;
  /** The inputs of trustScore, without the source's address. */
  trust?: Omit<NonNullable<LibraryStatus['trust']>, 'origin'>;
  contentWarnings?: LibraryStatus['contentWarnings'];
  /** Rules from the repository's configuration, and the number of rules in answers. */
  ownerRules?: LibraryStatus['ownerRules'];
  run?: LibraryRun;
}

/** Display settings of an install. */
export interface DisplayOptions {
  /** Screens titles and descriptions from sources. */
  naming: ShownNaming;
  /** Whose runs members may start and cancel. Default: those of their teamspace's own libraries. */
  memberRuns?: MemberRuns;
}

/** Returns a Library as a caller may see it, without credentials in its source's address. */
export function summaryOf(
  library: Library,
  caller: Caller,
  { naming, memberRuns }: DisplayOptions,
): LibrarySummary {
  const { spec, status } = library;
  return {
    ...naming({ id: spec.id, title: titleOf(library), description: descriptionOf(library) }),
    sourceType: sourceTypeOf(library),
    ...placeOf(library, caller),
    imported: isImported(library),
    visibility: readersOf(library).visibility,
    mayRun: mayRun(caller, library, memberRuns),
    ...(status.credential && { credential: status.credential }),
    state: stateOf(library),
    suspended: spec.suspend ?? false,
    ...queueOf(library),
    ...progressOf(status),
    ...qualityOf(status),
  };
}

/** Returns the source type. */
export function sourceTypeOf({ spec }: Library): string {
  return Object.keys(spec.source)[0] ?? '';
}

function placeOf(library: Library, caller: Caller): Pick<LibrarySummary, 'source' | 'projectId'> {
  const address = sourceAddress(library);
  const { projectRef, teamspace = defaultTeamspace } = library.spec;
  const isOwn = mayAct(caller, 'member') && caller.teamspace === teamspace;
  return {
    ...(address && (!address.isLocal || caller.role === 'operator') && { source: address.text }),
    ...(projectRef && (isOwn || mayAct(caller, 'admin')) && { projectId: projectRef.name }),
  };
}

function queueOf(library: Library): Pick<LibrarySummary, 'queued' | 'queuedAt'> {
  if (!isQueued(library)) return { queued: false };
  // Users of kubectl can write any text into the annotation.
  const time = Date.parse(requestedAt(library) ?? library.metadata.creationTimestamp);
  return { queued: true, ...(time && { queuedAt: new Date(time).toISOString() }) };
}

/** Returns true from the request of a run until its start. */
export function isQueued(library: Library): boolean {
  const { spec, status } = library;
  if (status.state === 'processing') return false;
  if (isRequested(library)) return true;
  const neverRun = status.state === undefined || status.state === 'initial';
  return neverRun && !spec.suspend;
}

/** Returns why a library has no content: its last run failed, and no other is active or queued. */
export function failureOf(library: Library): string | undefined {
  if (stateOf(library) !== 'error' || isQueued(library)) return undefined;
  return progressOf(library.status).message;
}

function qualityOf({
  stars,
  trustScore,
  benchmarkScore,
  trust,
  contentWarnings,
  ownerRules,
}: LibraryStatus): Pick<
  LibrarySummary,
  'stars' | 'trustScore' | 'benchmarkScore' | 'trust' | 'contentWarnings' | 'ownerRules'
> {
  const { origin: _, ...inputs } = trust ?? { origin: '' };
  return {
    ...(stars !== undefined && { stars }),
    ...(trustScore !== undefined && { trustScore }),
    ...(benchmarkScore !== undefined && { benchmarkScore }),
    ...(trust && { trust: inputs }),
    ...(contentWarnings && { contentWarnings }),
    ...(ownerRules && { ownerRules }),
  };
}

/** Statuses of older releases have no percentage: those releases embedded everything before they served it. */
function percentOf({ embeddedPercent, versions = [] }: LibraryStatus): number {
  return embeddedPercent ?? (versions.length > 0 ? 100 : 0);
}

function progressOf({ conditions, lastUpdateDate, run, ...status }: LibraryStatus) {
  const ready = conditions?.find(({ type }) => type === 'Ready');
  return {
    message: ready?.message ?? 'Waiting for its first run',
    totalSnippets: status.totalSnippets ?? 0,
    totalTokens: status.totalTokens ?? 0,
    ...(lastUpdateDate && { lastUpdateDate }),
    ...(status.nextRefreshTime && { nextRefreshTime: status.nextRefreshTime }),
    embeddedPercent: percentOf(status),
    failures: status.failures ?? 0,
    versions: (status.versions ?? []).map(withoutModel),
    ...(run && { run }),
  };
}

function withoutModel(version: ServedVersion): Omit<ServedVersion, 'model'> {
  const { model: _, ...shown } = version;
  return shown;
}
