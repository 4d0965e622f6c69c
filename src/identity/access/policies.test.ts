import { describe, expect, test } from 'vitest';
import {
  isRestricting,
  openPolicies,
  type JudgedLibrary,
  patched,
  type PoliciesPatch,
} from './policies.ts';
import { isAllowed } from './policy-judge.ts';

const now = Date.parse('2026-06-01T00:00:00Z');
const repository: JudgedLibrary = {
  id: '/acme/web',
  source: 'git',
  trustScore: 8,
  stars: 500,
  license: 'MIT',
  lastUpdateDate: '2026-05-01T00:00:00.000Z',
};
const site: JudgedLibrary = { ...repository, id: '/websites/acme_dev', source: 'website' };
const own: JudgedLibrary = { id: '/team/own', source: 'git', visibility: 'private' };

function quality(filter: NonNullable<PoliciesPatch['libraryFilters']>['quality'] = {}) {
  return patched(openPolicies(), { libraryFilters: { mode: 'quality', quality: filter } });
}

test('a teamspace without policies may use every library', () => {
  expect(isRestricting(openPolicies())).toBe(false);
  for (const one of [repository, site, own]) expect(isAllowed(openPolicies(), one, now)).toBe(true);
});

describe('quality', () => {
  test.each([
    [{ minTrustScore: 8 }, true],
    [{ minTrustScore: 9 }, false],
    [{ requireVerified: true }, false],
    [{ maxAgeDays: 31 }, true],
    [{ maxAgeDays: 30 }, false],
    [{ repoFilters: { minStars: 500 } }, true],
    [{ repoFilters: { minStars: 501 } }, false],
    [{ repoFilters: { allowedLicenses: { add: ['mit'] } } }, true],
    [{ repoFilters: { allowedLicenses: { add: ['Apache-2.0'] } } }, false],
    [{ blockedLibraries: { add: ['/acme'] } }, false],
    [{ blockedLibraries: { add: ['/acm', '/acme/we'] } }, true],
    [{ minTrustScore: 9, exceptedLibraries: { add: ['/acme/web'] } }, true],
    [{ blockedLibraries: { add: ['/acme'] }, exceptedLibraries: { add: ['/acme/web'] } }, false],
  ])('%j allows a repository of trust 8, 500 stars, MIT, a month old: %s', (filter, allowed) => {
    expect(isAllowed(quality(filter), repository, now)).toBe(allowed);
  });

  test('unknown facts of a library meet no threshold', () => {
    expect(isAllowed(quality({ minTrustScore: 1 }), { id: '/a/b' }, now)).toBe(false);
    expect(isAllowed(quality({ maxAgeDays: 1000 }), { id: '/a/b' }, now)).toBe(false);
  });

  test('thresholds for stars and licenses apply only to repositories, and none to private libraries', () => {
    const strict = quality({ minTrustScore: 8, repoFilters: { minStars: 9_000 } });
    expect(isAllowed(strict, site, now)).toBe(true);
    expect(isAllowed(strict, own, now)).toBe(true);
  });
});

test('select allows named ids, owners and domains, and private libraries', () => {
  const allowedLibraries = { add: ['docs.acme.dev', '/other'] };
  const policies = patched(openPolicies(), {
    libraryFilters: { mode: 'select', select: { allowedLibraries } },
  });
  const allowed = (one: JudgedLibrary) => isAllowed(policies, one, now);
  expect([site, { id: '/other/lib' }, own, repository].map(allowed)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('a domain does not block repositories, and an id does not block ids that it begins', () => {
  const blocks = (entry: string, id: string): boolean =>
    !isAllowed(quality({ blockedLibraries: { add: [entry] } }), { ...site, id }, now);
  expect(blocks('acme.com', '/acme/web')).toBe(false);
  expect(blocks('acme.dev', '/websites/acme_dev_guide')).toBe(true);
  expect(blocks('/websites/acme', '/websites/acme_dev')).toBe(false);
});

test('capitals in names make no difference', () => {
  const policies = quality({ blockedLibraries: { add: ['/Acme', '/Other/Lib'] } });
  expect(isAllowed(policies, repository, now)).toBe(false);
  expect(isAllowed(policies, { ...repository, id: '/other/lib' }, now)).toBe(false);
});

test.each([
  ['public_repos', repository],
  ['private_sources', own],
  ['websites', site],
  ['llmstxt', { id: '/llmstxt/a', source: 'llmstxt' }],
  ['confluence', { id: '/confluence/a', source: 'wiki' }],
  ['uploaded_files', { id: '/openapi/a', source: 'openapi' }],
] as const)('%s can be turned off, and on again', (kind, library) => {
  const off = patched(openPolicies(), { sourceTypes: { disable: [kind] } });
  expect(isAllowed(off, library, now)).toBe(false);
  expect(isRestricting(off)).toBe(true);
  const on = patched(off, { sourceTypes: { enable: [kind] } });
  expect(on).toEqual(openPolicies());
});

test('a change keeps absent fields, and lists can be extended, reduced and cleared', () => {
  const first = quality({ minTrustScore: 7, blockedLibraries: { add: ['/a', '/b', '/a'] } });
  const second = patched(first, {
    libraryFilters: { quality: { blockedLibraries: { remove: ['/a'], add: ['/c'] } } },
  });
  expect(second.libraryFilters.mode).toBe('quality');
  expect(second.libraryFilters.quality).toMatchObject({
    minTrustScore: 7,
    blockedLibraries: ['/b', '/c'],
  });
  const blockedLibraries = { clear: true, add: ['/d'] };
  const third = patched(second, { libraryFilters: { mode: null, quality: { blockedLibraries } } });
  expect(third.libraryFilters.mode).toBeNull();
  expect(third.libraryFilters.quality.blockedLibraries).toEqual(['/d']);
});
