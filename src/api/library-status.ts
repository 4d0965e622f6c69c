import {
  annotations,
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
  state: LibraryState;
  message: string;
  suspended: boolean;
  /** A run was asked for and has not begun. */
  queued: boolean;
  totalSnippets: number;
  totalTokens: number;
  lastUpdateDate?: string;
  failures: number;
  versions: NonNullable<LibraryStatus['versions']>;
  trustScore?: number;
  benchmarkScore?: number;
  /** What trustScore is made of, without the source's address. */
  trust?: Omit<NonNullable<LibraryStatus['trust']>, 'origin'>;
  contentWarnings?: LibraryStatus['contentWarnings'];
  /** Rules of the repository's own configuration, and how many of them stand in answers. */
  ownerRules?: LibraryStatus['ownerRules'];
  run?: LibraryRun;
}

/** What a Library's resource says, without its source's URL, which may name paths or carry credentials. */
export function summaryOf(library: Library): LibrarySummary {
  const { metadata, spec, status } = library;
  return {
    id: spec.id,
    title: spec.title ?? status.title ?? spec.id,
    description: spec.description ?? status.description ?? '',
    sourceType: Object.keys(spec.source)[0] ?? '',
    state: metadata.deletionTimestamp ? 'delete' : (status.state ?? 'initial'),
    suspended: spec.suspend ?? false,
    queued: isQueued(library),
    ...progressOf(status),
    ...qualityOf(status),
  };
}

/** True from the moment a run is asked for until it begins, whatever is served meanwhile. */
export function isQueued({ metadata, spec, status }: Library): boolean {
  if (status.state === 'processing') return false;
  const requested = metadata.annotations?.[annotations.requestedAt];
  if (requested !== undefined && requested !== status.lastHandledReconcileAt) return true;
  const neverRun = status.state === undefined || status.state === 'initial';
  return neverRun && !spec.suspend;
}

function qualityOf({
  trustScore,
  benchmarkScore,
  trust,
  contentWarnings,
  ownerRules,
}: LibraryStatus): Pick<
  LibrarySummary,
  'trustScore' | 'benchmarkScore' | 'trust' | 'contentWarnings' | 'ownerRules'
> {
  const { origin: _, ...inputs } = trust ?? { origin: '' };
  return {
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
    failures: status.failures ?? 0,
    versions: status.versions ?? [],
    ...(run && { run }),
  };
}
