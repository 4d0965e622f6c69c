import { describe, expect, it } from 'vitest';
import { makeLibrary } from '../../test/support/library.ts';
import { labels, type LibrarySpec } from '../resources/library.ts';
import { planManifest } from './plan.ts';

const spec = (id: string, url = `https://example.org${id}.git`): LibrarySpec => ({
  id,
  source: { git: { url } },
});
const owned = { labels: { [labels.managedBy]: 'manifest' } };
const plan = (specs: LibrarySpec[], libraries: ReturnType<typeof makeLibrary>[], prune = false) =>
  planManifest(specs, libraries, { owner: 'manifest', prune }).map(
    ({ action, libraryId, reason }) => `${action} ${libraryId}${reason ? ` (${reason})` : ''}`,
  );

describe('planManifest', () => {
  it('creates what is not there', () => {
    expect(plan([spec('/a/b')], [])).toEqual(['create /a/b']);
  });

  it('leaves what matches', () => {
    expect(plan([spec('/a/b')], [makeLibrary({ spec: spec('/a/b'), metadata: owned })])).toEqual([
      'leave /a/b',
    ]);
  });

  it('updates what differs', () => {
    const library = makeLibrary({ spec: spec('/a/b', 'https://old'), metadata: owned });

    expect(plan([spec('/a/b')], [library])).toEqual(['update /a/b']);
  });

  it('runs again what did not finish', () => {
    const library = makeLibrary({
      spec: spec('/a/b'),
      metadata: owned,
      status: { state: 'error' },
    });

    expect(plan([spec('/a/b')], [library])).toEqual(['update /a/b']);
  });

  it('prunes only what the manifest made, and only when told so', () => {
    const ours = makeLibrary({ spec: spec('/a/ours'), metadata: owned });
    const byHand = makeLibrary({ spec: spec('/a/hand') });

    expect(plan([], [ours, byHand])).toEqual(['leave /a/ours']);
    expect(plan([], [ours, byHand], true)).toEqual(['prune /a/ours']);
  });

  it('skips what was added by hand, with the reason', () => {
    expect(plan([spec('/a/b')], [makeLibrary({ spec: spec('/a/b', 'https://other') })])).toEqual([
      'skip /a/b (the library was added by hand)',
    ]);
  });
});
