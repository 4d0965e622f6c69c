import { describe, expect, test } from 'vitest';
import { snippetOf, toWrite, vectorAlong } from './snippets.ts';
import { EMBEDDER, facts, LIBRARY, type Subject } from './subject.ts';

/** Defines tests of the time at which written snippets become visible. */
export function describeVisibility(at: Subject): void {
  describe('visibility', () => {
    test('a library that was never activated is not served', async () => {
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await at.writeTexts(writer, ['alpha']);
      expect(await at.index.versions(LIBRARY)).toEqual([]);
      expect(await at.ask('alpha')).toBeUndefined();
      await writer.discard();
      expect(await at.ask('alpha')).toBeUndefined();
    });

    test('an unknown library is not served', async () => {
      expect(await at.index.versions('/no/where')).toEqual([]);
      expect(
        await at.index.search({ libraryId: '/no/where', version: '', question: 'x', limit: 1 }),
      ).toBeUndefined();
    });

    test('an unknown version is not served', async () => {
      await at.publish(['alpha'], 'v1');
      expect(await at.ask('alpha', { version: 'v2' })).toBeUndefined();
      expect(await at.ask('alpha')).toBeUndefined();
    });

    test('activation shows the new content and hides the old at once', async () => {
      await at.publish(['alpha', 'beta']);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await at.writeTexts(writer, ['beta', 'gamma'], 'h2');
      expect(await at.titles('alpha beta gamma')).toEqual(['alpha', 'beta']);
      await writer.activate({ ...facts, revision: 'r2' });
      expect((await at.titles('alpha beta gamma'))?.sort()).toEqual(['beta', 'gamma']);
      const dense = await at.ask('', { embedding: vectorAlong(0) });
      expect(dense?.dense.map(({ id }) => dense.snippets.get(id)!.title).sort()).toEqual([
        'beta',
        'gamma',
      ]);
    });

    test('a reader sees the complete old or new content while a run writes and activates', async () => {
      await at.publish(['alpha', 'beta']);
      const reader = at.another();
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      const seen: (string[] | undefined)[] = [];
      for (const text of ['one', 'two', 'three']) {
        await writer.write({ path: `${text}.md`, hash: 'h' }, [
          toWrite(snippetOf(`${text}.md`, text), vectorAlong(5)),
        ]);
        seen.push(await at.titles('alpha beta one two three', { from: reader }));
      }
      const activating = writer.activate({ ...facts, revision: 'r2' });
      seen.push(await at.titles('alpha beta one two three', { from: reader }));
      await activating;
      const last = await at.titles('alpha beta one two three', { from: reader });
      expect(seen.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ['alpha', 'beta']));
      expect([['alpha', 'beta'], last]).toContainEqual(seen[3]);
      expect(last?.sort()).toEqual(['one', 'three', 'two']);
      await reader.close();
    });

    test('a discarded run keeps the active content', async () => {
      await at.publish(['alpha', 'beta']);
      const before = await at.index.versions(LIBRARY);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await at.writeTexts(writer, ['beta', 'gamma'], 'h2');
      await writer.discard();
      expect(await at.index.versions(LIBRARY)).toEqual(before);
      expect(await at.titles('alpha beta gamma')).toEqual(['alpha', 'beta']);
    });

    test('an abandoned run leaves nothing in the next one', async () => {
      await at.publish(['alpha']);
      const dead = at.another();
      const lost = await dead.open(LIBRARY, '', EMBEDDER);
      await at.writeTexts(lost, ['lost', ...Array.from({ length: 300 }, (_, n) => `filler ${n}`)]);
      await dead.close();
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
      await at.writeTexts(writer, ['beta']);
      await writer.activate({ ...facts, revision: 'r2' });
      expect((await at.titles('alpha beta lost filler'))?.sort()).toEqual(['alpha', 'beta']);
      expect(await at.index.versions(LIBRARY)).toMatchObject([{ documents: 2, snippets: 2 }]);
    });
  });
}
