import { expect, test } from 'vitest';
import { patchOf, type Draft } from './draft.ts';

const on = { enabled: true };
const held: Draft = {
  sourceTypes: {
    public_repos: on,
    private_sources: on,
    confluence: on,
    uploaded_files: on,
    websites: { enabled: false },
    llmstxt: on,
  },
  libraryFilters: {
    mode: 'quality',
    quality: {
      requireVerified: false,
      minTrustScore: 4,
      maxAgeDays: null,
      blockedLibraries: ['/acme'],
      exceptedLibraries: [],
      repoFilters: { minStars: null, allowedLicenses: ['MIT'] },
    },
    select: { allowedLibraries: [] },
  },
};

test('a draft that changes nothing is no change', () => {
  expect(patchOf(held, structuredClone(held))).toBeUndefined();
});

test('a change contains only the fields that differ', () => {
  const draft = structuredClone(held);
  draft.sourceTypes.websites = on;
  draft.sourceTypes.llmstxt = { enabled: false };
  draft.libraryFilters.mode = null;
  draft.libraryFilters.quality.minTrustScore = null;
  draft.libraryFilters.quality.blockedLibraries = ['/other'];
  draft.libraryFilters.quality.repoFilters.minStars = 100;
  draft.libraryFilters.quality.repoFilters.allowedLicenses = ['MIT', 'ISC'];

  expect(patchOf(held, draft)).toEqual({
    sourceTypes: { enable: ['websites'], disable: ['llmstxt'] },
    libraryFilters: {
      mode: null,
      quality: {
        minTrustScore: null,
        blockedLibraries: { add: ['/other'], remove: ['/acme'] },
        repoFilters: { minStars: 100, allowedLicenses: { add: ['ISC'] } },
      },
    },
  });
});
