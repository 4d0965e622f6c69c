import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { annotations, labels, type Library, type LibrarySpec } from '../../resources/library.ts';
import { derivedIds } from '../../indexing/sources/library-id.ts';
import { planManifest, type PlanOptions } from './plan.ts';

const spec = (id: string, url = `https://example.org${id}.git`): LibrarySpec => ({
  id,
  source: { git: { url } },
});
const owned = { labels: { [labels.managedBy]: 'default' } };
const plan = (specs: LibrarySpec[], libraries: Library[], options: Partial<PlanOptions> = {}) =>
  planManifest(specs, libraries, {
    owner: 'default',
    prune: false,
    allowLocal: false,
    ...options,
  }).map(({ action, spec, reason }) => `${action} ${spec.id}${reason ? ` (${reason})` : ''}`);

describe('planManifest', () => {
  test('creates missing libraries', () => {
    expect(plan([spec('/a/b')], [])).toEqual(['create /a/b']);
  });

  test('does not prune a library that the file names and the install cannot serve now', () => {
    const libraries = ['/a/b', '/a/c'].map((id) => makeLibrary({ spec: { id }, metadata: owned }));

    expect(plan([], libraries, { prune: true, kept: [spec('/a/b')] })).toEqual(['prune /a/c']);
  });

  test('does not prune such a library if its id is not the first one of the address', () => {
    const source = { wiki: { siteUrl: 'https://oak.example.org/wiki', spaceKey: 'SAW' } };
    const [first = '', last = ''] = derivedIds(source, 'author');
    const libraries = [
      makeLibrary({ spec: { id: first, source: { wiki: { ...source.wiki, pageIds: ['7'] } } } }),
      makeLibrary({ spec: { id: last, source }, metadata: owned }),
    ];
    const kept = [{ id: first, source }];
    expect(plan([], libraries, { prune: true, kept, derived: new Set([first]) })).toEqual([]);
  });

  test('leaves what matches', () => {
    expect(plan([spec('/a/b')], [makeLibrary({ spec: spec('/a/b'), metadata: owned })])).toEqual([
      'leave /a/b',
    ]);
  });

  test('leaves what an API server filled the defaults of', () => {
    const url = 'https://example.org/';
    const stored = { id: '/a/b', source: { website: { url, maxDepth: 3, maxPages: 100 } } };
    const library: Library = { ...makeLibrary({ metadata: owned }), spec: stored };

    expect(plan([{ id: '/a/b', source: { website: { url } } }], [library])).toEqual(['leave /a/b']);
    expect(plan([{ id: '/a/b', source: { website: { url, maxPages: 7 } } }], [library])).toEqual([
      'update /a/b',
    ]);
  });

  test('updates what differs', () => {
    const library = makeLibrary({ spec: spec('/a/b', 'https://old'), metadata: owned });

    expect(plan([spec('/a/b')], [library])).toEqual(['update /a/b']);
  });

  describe('keeps the publication by an admin', () => {
    const publicationAfter = (
      held: LibrarySpec['source'],
      wanted: LibrarySpec['source'],
      versions: string[] = [],
    ): boolean | undefined => {
      const published = { id: '/a/b', source: held, publishCredentialed: true };
      const library: Library = { ...makeLibrary({ metadata: owned }), spec: published };
      const entry: LibrarySpec = { id: '/a/b', source: wanted, versions };
      const options = { owner: 'default', prune: false, allowLocal: false };
      return planManifest([entry], [library], options)[0]?.spec.publishCredentialed;
    };

    test('but not for child pages that the admin did not publish', () => {
      const wiki = { siteUrl: 'https://saws.example.net/wiki', pageIds: ['7'] };
      const pages = { wiki };
      const withChildren = { wiki: { ...wiki, includeSubPages: true } };

      expect(publicationAfter(pages, { wiki: { ...wiki, spaceName: 'Saws' } })).toBe(true);
      expect(publicationAfter(withChildren, withChildren)).toBe(true);
      expect(publicationAfter(withChildren, pages)).toBe(true);
      expect(publicationAfter(pages, withChildren)).toBeUndefined();
    });

    test('but not for source code of which the admin published only the documentation', () => {
      const git = { url: 'https://saws.example.net/acme/saws.git' };
      const documents = { git };
      const withCode = { git: { ...git, indexSourceCode: true } };

      expect(publicationAfter(documents, documents, ['v2'])).toBe(true);
      expect(publicationAfter(documents, { git: { ...git, branch: 'v2' } })).toBe(true);
      expect(publicationAfter(withCode, withCode)).toBe(true);
      expect(publicationAfter(withCode, documents)).toBe(true);
      expect(publicationAfter(documents, withCode)).toBeUndefined();
    });
  });

  test('removes local access from a library that a manifest of another kind created', () => {
    const metadata = { ...owned, annotations: { [annotations.allowLocal]: 'true' } };
    const library = makeLibrary({ spec: spec('/a/b'), metadata });

    expect(plan([spec('/a/b')], [library])).toEqual(['update /a/b']);
    expect(plan([spec('/a/b')], [library], { allowLocal: true })).toEqual(['leave /a/b']);
  });

  test('retries failed libraries, but not those that still run', () => {
    const failed = makeLibrary({
      spec: spec('/a/b'),
      metadata: owned,
      status: { state: 'error' },
    });
    const busy = makeLibrary({
      spec: spec('/a/c'),
      metadata: owned,
      status: { state: 'processing' },
    });

    expect(plan([spec('/a/b'), spec('/a/c')], [failed, busy])).toEqual([
      'rerun /a/b',
      'leave /a/c',
    ]);
  });

  test('runs a library again whose last run was canceled, also if it serves older content', () => {
    const cancelled = {
      type: 'Ready',
      status: 'True' as const,
      reason: 'Cancelled',
      message: 'Cancelled on request; 2 snippets served',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    const status = { state: 'finalized' as const, conditions: [cancelled] };
    const served = makeLibrary({ spec: spec('/a/b'), metadata: owned, status });
    const queued = makeLibrary({
      spec: spec('/a/c'),
      metadata: owned,
      status: { ...status, conditions: [{ ...cancelled, reason: 'Queued' }] },
    });

    expect(plan([spec('/a/b'), spec('/a/c')], [served, queued])).toEqual([
      'rerun /a/b',
      'leave /a/c',
    ]);
  });

  test('prunes only libraries that the manifest created, and only if prune is set', () => {
    const ours = makeLibrary({ spec: spec('/a/ours'), metadata: owned });
    const byHand = makeLibrary({ spec: spec('/a/hand') });
    const other = makeLibrary({
      spec: spec('/a/other'),
      metadata: { labels: { [labels.managedBy]: 'other' } },
    });
    const elsewhere = makeLibrary({
      spec: spec('/a/elsewhere'),
      metadata: { ...owned, namespace: 'elsewhere' },
    });
    const libraries = [ours, byHand, other, elsewhere];

    expect(plan([], libraries)).toEqual([]);
    expect(plan([], libraries, { prune: true })).toEqual(['prune /a/ours']);
  });

  test('does not delete a library twice, and waits before it creates a deleted library again', () => {
    const metadata = { ...owned, deletionTimestamp: '2026-01-01T00:00:00Z' };
    const leaving = makeLibrary({ spec: spec('/a/b'), metadata });

    expect(plan([], [leaving], { prune: true })).toEqual([]);
    expect(plan([spec('/a/b')], [leaving])).toEqual([
      'fail /a/b (the library is being deleted; the next sync creates it again)',
    ]);
  });

  test.each([
    ['by hand', {}, 'the library was added by hand'],
    [
      'by another manifest',
      { labels: { [labels.managedBy]: 'other' } },
      'the library was added by the manifest other',
    ],
    [
      'in another namespace',
      { ...owned, namespace: 'teams' },
      'the library was added in another namespace',
    ],
  ])('skips what was added %s, with the reason', (_, metadata, reason) => {
    const library = makeLibrary({ spec: spec('/a/b', 'https://other'), metadata });

    expect(plan([spec('/a/b')], [library], { prune: true })).toEqual([`skip /a/b (${reason})`]);
  });
});
