import type { LibraryRecord } from '../../src/resources/library-record.ts';

/** Returns the search record of a served library. */
export function libraryRecord(id: string): LibraryRecord {
  return {
    id,
    title: 'Benchmark',
    description: '',
    aliases: [],
    formerIds: [],
    branch: 'main',
    state: 'finalized',
    lastUpdateDate: '2026-01-01T00:00:00.000Z',
    totalTokens: 0,
    totalSnippets: 0,
    stars: 0,
    trustScore: 5,
    benchmarkScore: 0,
    versions: [],
    topics: '',
  };
}
