import { describe, expect, test } from 'vitest';
import { snippetOf, toWrite, vectorAlong } from './snippets.ts';
import { EMBEDDER, facts, LIBRARY, type Subject } from './subject.ts';

/** Defines tests of several versions of a library. */
export function describeVersions(at: Subject): void {
  describe('versions', () => {
    test('are reported with the facts of their activation and their counts', async () => {
      await at.publish(['alpha', 'beta']);
      const [active] = await at.index.versions(LIBRARY);
      expect(active).toEqual({
        ...facts,
        version: '',
        generation: 1,
        embedderId: EMBEDDER,
        documents: 2,
        snippets: 2,
        tokens: 20,
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      expect((await at.ask('alpha'))?.active).toEqual(active);
    });

    test('keep correct counts through changes, additions and removals', async () => {
      await at.publish(['alpha', 'beta', 'gamma']);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
      await writer.write({ path: 'beta.md', hash: 'h2' }, [
        toWrite(snippetOf('beta.md', 'beta'), vectorAlong(1)),
        toWrite(snippetOf('beta.md', 'more', { tokens: 7 }), vectorAlong(2)),
      ]);
      const active = await writer.activate({ ...facts, revision: 'r2' });
      expect(active).toMatchObject({ generation: 2, documents: 2, snippets: 3, tokens: 27 });
    });

    test('are in the order of their numbers, after the default version', async () => {
      for (const version of ['v10.0', 'v9.2', 'v9.10', '']) await at.publish(['alpha'], version);

      const versions = (await at.index.versions(LIBRARY)).map(({ version }) => version);

      expect(versions).toEqual(['', 'v9.2', 'v9.10', 'v10.0']);
    });

    test('of one library are searched separately', async () => {
      await at.publish(['alpha', 'shared'], '');
      await at.publish(['beta', 'shared'], 'v1');
      expect((await at.titles('alpha beta shared'))?.sort()).toEqual(['alpha', 'shared']);
      expect((await at.titles('alpha beta shared', { version: 'v1' }))?.sort()).toEqual([
        'beta',
        'shared',
      ]);
      const dense = await at.ask('', { version: 'v1', embedding: vectorAlong(0) });
      expect(dense?.dense).toHaveLength(2);
    });

    test('reuse documents of another version without writing their snippets', async () => {
      await at.publish(['alpha', 'beta']);
      const writer = await at.index.open(LIBRARY, 'v1', EMBEDDER);
      expect(writer.known('alpha.md')).toBeUndefined();
      expect(writer.known('alpha.md', 'h1')).toEqual({ hash: 'h1' });
      expect(writer.known('alpha.md', 'other')).toBeUndefined();
      await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
      await writer.activate(facts);
      expect(await at.titles('alpha beta', { version: 'v1' })).toEqual(['alpha']);
      const dense = await at.ask('', { version: 'v1', embedding: vectorAlong(0) });
      expect(dense?.dense[0]?.score).toBeCloseTo(1, 5);
    });

    test('keep shared content when one of them changes or is deleted', async () => {
      await at.publish(['alpha', 'shared']);
      await at.publish(['shared'], 'v1');
      await at.publish(['alpha']);
      expect(await at.titles('shared', { version: 'v1' })).toEqual(['shared']);
      await at.index.delete(LIBRARY, '');
      expect(await at.titles('shared', { version: 'v1' })).toEqual(['shared']);
      expect((await at.ask('', { version: 'v1', embedding: vectorAlong(0) }))?.dense).toHaveLength(
        1,
      );
    });

    test('that are written at the same time do not hide snippets from each other', async () => {
      const earlier = await at.index.open(LIBRARY, 'v1', EMBEDDER);
      await at.publish(['alpha', 'shared']);
      await at.writeTexts(earlier, ['beta', 'shared']);
      await earlier.activate(facts);
      expect((await at.titles('alpha beta shared'))?.sort()).toEqual(['alpha', 'shared']);
    });

    test('may have any name', async () => {
      const names = ['release/1.0', 'v\'1"; drop table versions', '..', '版本'];
      for (const version of names) await at.publish([`in ${version}`], version);
      const served = (await at.index.versions(LIBRARY)).map(({ version }) => version);
      expect(served.sort()).toEqual(names.sort());
    });
  });

  test('libraries whose ids differ only in punctuation or case are separate', async () => {
    const ids = ['/a/b-c', '/a/b.c', '/a/b_c', '/A/b-c', '/a-b/c'];
    for (const id of ids) {
      const writer = await at.index.open(id, '', EMBEDDER);
      await writer.write({ path: id, hash: 'h' }, [
        toWrite(snippetOf(id, `word ${id}`), vectorAlong(1)),
      ]);
      await writer.activate(facts);
    }
    for (const libraryId of ids) {
      const hits = await at.index.search({ libraryId, version: '', question: 'word', limit: 10 });
      expect([...hits!.snippets.values()].map(({ path }) => path)).toEqual([libraryId]);
    }
  });
}
