import { DEFAULT_VERSION } from '../../store/snippet-index.ts';
import type { LibraryRecord } from '../../store/catalog.ts';
import type { Library } from '../../resources/library.ts';

/** The search record of a Library; `topics` is carried over from the last run that read everything. Pure. */
export function recordOf({ spec, status }: Library, topics: string): LibraryRecord {
  const stars = status.stars ?? 0;
  return {
    id: spec.id,
    title: spec.title ?? status.title ?? titleFromId(spec.id),
    description: spec.description ?? status.description ?? '',
    aliases: spec.aliases ?? [],
    formerIds: spec.formerIds ?? [],
    branch: status.branch ?? '',
    state: status.state ?? 'initial',
    lastUpdateDate: status.lastUpdateDate ?? '',
    totalTokens: status.totalTokens ?? 0,
    totalSnippets: status.totalSnippets ?? 0,
    stars,
    trustScore: status.trustScore ?? trustFromStars(stars),
    benchmarkScore: status.benchmarkScore ?? 0,
    versions: (status.versions ?? [])
      .map(({ name }) => name)
      .filter((name) => name !== DEFAULT_VERSION),
    topics,
  };
}

function titleFromId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).replaceAll(/[_-]+/g, ' ');
}

/** 5 where the host tells nothing (an operator's own source), up to 10 at 30,000 stars. */
function trustFromStars(stars: number): number {
  return Math.min(10, 5 + Math.floor(Math.log10(stars + 1) * 1.15));
}
