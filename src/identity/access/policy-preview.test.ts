import { expect, test } from 'vitest';
import type { LibraryRecord } from '../../resources/library-record.ts';
import { openPolicies, patched, type PoliciesPatch } from './policies.ts';
import { previewOf, type PoliciesPreview } from './policy-preview.ts';

const now = Date.parse('2026-06-01T00:00:00Z');

function library(id: string, facts: Partial<LibraryRecord> = {}): LibraryRecord {
  const counts = { totalTokens: 1, totalSnippets: 1, stars: 5, trustScore: 8, benchmarkScore: 0 };
  const lists = { aliases: [], formerIds: [], versions: [] };
  const lastUpdateDate = '2026-05-01T00:00:00.000Z';
  const words = { title: id, description: '', branch: 'main', topics: '', source: 'git' };
  return { id, state: 'finalized', lastUpdateDate, ...words, ...counts, ...lists, ...facts };
}

interface Case {
  before?: PoliciesPatch;
  patch: PoliciesPatch;
  limit?: number;
}

function preview({ before = {}, patch, limit = 50 }: Case, libraries: LibraryRecord[]) {
  const held = patched(openPolicies(), before);
  const seen = previewOf({ before: held, after: patched(held, patch), now, limit });
  for (const one of libraries) seen.see(one);
  return seen.result();
}

const quality = (filter: NonNullable<PoliciesPatch['libraryFilters']>['quality'] = {}) => ({
  libraryFilters: { mode: 'quality' as const, quality: filter },
});

test.each<[patch: PoliciesPatch, setting: string, reason: string]>([
  [{ sourceTypes: { disable: ['public_repos'] } }, 'sourceTypes.public_repos', 'are turned off'],
  [
    { libraryFilters: { mode: 'select' } },
    'libraryFilters.select.allowedLibraries',
    'not an allowed library',
  ],
  [quality({ blockedLibraries: { add: ['/acme'] } }), 'quality.blockedLibraries', 'by name'],
  [quality({ requireVerified: true }), 'quality.requireVerified', 'score is 8; a verified'],
  [quality({ minTrustScore: 9 }), 'quality.minTrustScore', 'is 8; at least 9 is required'],
  [quality({ maxAgeDays: 30 }), 'quality.maxAgeDays', 'updated 31 days ago; at most 30 days'],
  [quality({ repoFilters: { minStars: 6 } }), 'repoFilters.minStars', '5 stars; at least 6'],
  [
    quality({ repoFilters: { allowedLicenses: { add: ['MIT'] } } }),
    'repoFilters.allowedLicenses',
    'Its license is unknown',
  ],
])('%j excludes a library and gives the reason', (patch, setting, reason) => {
  const { hidden, hiddenLibraries } = preview({ patch }, [library('/acme/web')]);

  expect(hidden).toBe(1);
  expect(hiddenLibraries[0]).toMatchObject({ id: '/acme/web', newly: true });
  expect(hiddenLibraries[0]?.setting).toContain(setting);
  expect(hiddenLibraries[0]?.reason).toContain(reason);
});

test('changes are distinguished from libraries that were excluded before', () => {
  const libraries = [
    library('/a/low', { trustScore: 2 }),
    library('/b/middle', { trustScore: 5 }),
    library('/c/high', { trustScore: 9 }),
    library('/d/site', { source: 'website' }),
  ];
  const before = { ...quality({ minTrustScore: 4 }), sourceTypes: { disable: ['websites'] } };
  const patch = { ...quality({ minTrustScore: 6 }), sourceTypes: { enable: ['websites'] } };

  expect(
    preview({ before: before as PoliciesPatch, patch: patch as PoliciesPatch }, libraries),
  ).toEqual<PoliciesPreview>({
    visible: 2,
    hidden: 2,
    newlyVisible: 1,
    newlyHidden: 1,
    bySetting: [{ setting: 'libraryFilters.quality.minTrustScore', libraries: 2 }],
    hiddenLibraries: [
      expect.objectContaining({ id: '/b/middle', newly: true }),
      expect.objectContaining({ id: '/a/low', newly: false }),
    ],
    newlyVisibleLibraries: [{ id: '/d/site', title: '/d/site' }],
  });
});

test('the limit applies to lists, not to counts', () => {
  const libraries = ['/a/a', '/a/b', '/a/c'].map((id) => library(id));
  const patch = { libraryFilters: { mode: 'select' as const } };

  const { hidden, hiddenLibraries } = preview({ patch, limit: 2 }, libraries);

  expect(hidden).toBe(3);
  expect(hiddenLibraries.map(({ id }) => id)).toEqual(['/a/a', '/a/b']);
});
