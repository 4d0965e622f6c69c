import { defaultTeamspace, mayAct, type Caller } from '../identity/access/caller.ts';
import { readersOf } from '../identity/access/credential-policy.ts';
import { mayRun, type MemberRuns } from '../identity/access/visibility.ts';
import { sourceAddress } from './live/source-address.ts';
import type { ShownNaming } from '../search/shown-naming.ts';
import {
  annotations,
  isImported,
  type Library,
  type LibraryRun,
  type LibraryState,
  type LibraryStatus,
} from '../resources/library.ts';

/** A library as the command line shows it (LibraryStatus of the OpenAPI document). */
export interface LibrarySummary {
  id: string;
  title: string;
  description: string;
  sourceType: string;
  /** Address of the source without credentials; a path of the server's machine for its operator alone. */
  source?: string;
  /** Another install has made its snippets; it is not refreshed. */
  imported: boolean;
  /** Who may read it, whatever its settings say. */
  visibility: 'public' | 'private';
  /** Whether the caller may start and cancel its runs. */
  mayRun: boolean;
  /** What its source was read with. */
  credential?: NonNullable<LibraryStatus['credential']>;
  /** Project of the teamspace, for the teamspace's own callers and for admins. */
  projectId?: string;
  state: LibraryState;
  message: string;
  suspended: boolean;
  /** A run was asked for and has not begun. */
  queued: boolean;
  /** When that run was asked for. */
  queuedAt?: string;
  totalSnippets: number;
  totalTokens: number;
  lastUpdateDate?: string;
  /** When the source will be read again by itself. */
  nextRefreshTime?: string;
  failures: number;
  versions: NonNullable<LibraryStatus['versions']>;
  /** Stars on the source's host. */
  stars?: number;
  trustScore?: number;
  benchmarkScore?: number;
  /** What trustScore is made of, without the source's address. */
  trust?: Omit<NonNullable<LibraryStatus['trust']>, 'origin'>;
  contentWarnings?: LibraryStatus['contentWarnings'];
  /** Rules of the repository's own configuration, and how many of them stand in answers. */
  ownerRules?: LibraryStatus['ownerRules'];
  run?: LibraryRun;
}

/** How an install shows its libraries. */
export interface DisplayOptions {
  /** Screens what sources call their libraries. */
  naming: ShownNaming;
  /** Whose runs members may start and cancel; those of their teamspace's own libraries when absent. */
  memberRuns?: MemberRuns;
}

/** What a Library's resource says to somebody who may see it, without credentials of its source's address. */
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

/** The display name in force. */
export function titleOf({ spec, status }: Library): string {
  return spec.title ?? status.title ?? spec.id;
}

/** The description in force, '' without one. */
export function descriptionOf({ spec, status }: Library): string {
  return spec.description ?? status.description ?? '';
}

/** Which of the kinds of sources it is. */
export function sourceTypeOf({ spec }: Library): string {
  return Object.keys(spec.source)[0] ?? '';
}

/** The state in force: what is being deleted has no other. */
export function stateOf({ metadata, status }: Library): LibraryState {
  return metadata.deletionTimestamp ? 'delete' : (status.state ?? 'initial');
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
  const { metadata } = library;
  // Whoever asks by kubectl writes what they like.
  const asked = metadata.annotations?.[annotations.requestedAt] ?? metadata.creationTimestamp;
  const time = Date.parse(asked);
  return { queued: true, ...(time && { queuedAt: new Date(time).toISOString() }) };
}

/** True from the moment a run is asked for until it begins, whatever is served meanwhile. */
export function isQueued(library: Library): boolean {
  const { spec, status } = library;
  if (status.state === 'processing') return false;
  if (isRequested(library)) return true;
  const neverRun = status.state === undefined || status.state === 'initial';
  return neverRun && !spec.suspend;
}

/** Whether somebody has asked for a run, and none has begun since. */
export function isRequested({ metadata, status }: Library): boolean {
  const requested = metadata.annotations?.[annotations.requestedAt];
  return requested !== undefined && requested !== status.lastHandledReconcileAt;
}

/** Why nothing of a library is indexed: its last run failed, and none runs or waits. */
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

function progressOf({ conditions, lastUpdateDate, run, ...status }: LibraryStatus) {
  const ready = conditions?.find(({ type }) => type === 'Ready');
  return {
    message: ready?.message ?? 'Waiting for its first run',
    totalSnippets: status.totalSnippets ?? 0,
    totalTokens: status.totalTokens ?? 0,
    ...(lastUpdateDate && { lastUpdateDate }),
    ...(status.nextRefreshTime && { nextRefreshTime: status.nextRefreshTime }),
    failures: status.failures ?? 0,
    versions: status.versions ?? [],
    ...(run && { run }),
  };
}
