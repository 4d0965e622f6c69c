import type { Library, LibraryRun, LibraryState, LibraryStatus } from '../resources/library.ts';

/** A library as the command line shows it (LibraryStatus of the OpenAPI document). */
export interface LibrarySummary {
  id: string;
  title: string;
  description: string;
  sourceType: string;
  state: LibraryState;
  message: string;
  suspended: boolean;
  totalSnippets: number;
  totalTokens: number;
  lastUpdateDate?: string;
  failures: number;
  versions: NonNullable<LibraryStatus['versions']>;
  run?: LibraryRun;
}

/** What a Library's resource says, without its source's URL, which may name paths or carry credentials. */
export function summaryOf({ metadata, spec, status }: Library): LibrarySummary {
  return {
    id: spec.id,
    title: spec.title ?? status.title ?? spec.id,
    description: spec.description ?? status.description ?? '',
    sourceType: Object.keys(spec.source)[0] ?? '',
    state: metadata.deletionTimestamp ? 'delete' : (status.state ?? 'initial'),
    suspended: spec.suspend ?? false,
    ...progressOf(status),
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
