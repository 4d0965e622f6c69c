import { describe, expect, test } from 'vitest';
import type { SnippetToWrite } from '../../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from './snippets.ts';
import { EMBEDDER, facts, LIBRARY, type Subject } from './subject.ts';

/** The snippet of `Subject.writeTexts`, as a run writes it if the index has its vectors. */
function without(text: string): SnippetToWrite {
  const { snippet, embeddingHash } = toWrite(snippetOf(`${text}.md`, text));
  return { snippet, embeddingHash };
}

/** Defines tests of further runs over a library. */
export function describeRefresh(at: Subject): void {
  describe('refresh', () => {
    test('of an unchanged library writes nothing', async () => {
      await at.publish(['alpha', 'beta']);
      const before = await at.index.versions(LIBRARY);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      for (const path of ['alpha.md', 'beta.md']) {
        expect(writer.known(path)).toEqual({ hash: 'h1' });
        await writer.write({ path, hash: 'h1' }, 'unchanged');
      }
      expect(await writer.activate(facts)).toEqual(before[0]);
      expect(await at.index.versions(LIBRARY)).toEqual(before);
    });

    test('with only a new revision changes only the revision and the links', async () => {
      await at.publish(['alpha']);
      const [before] = await at.index.versions(LIBRARY);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
      const moved = {
        revision: 'r2',
        fingerprint: 'f1',
        linkTemplate: 'https://example.org/r2/{path}',
      };
      await writer.activate(moved);
      expect(await at.index.versions(LIBRARY)).toEqual([{ ...before, ...moved }]);
    });

    test('ends documents that were not written', async () => {
      await at.publish(['alpha', 'beta']);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.write({ path: 'beta.md', hash: 'h1' }, 'unchanged');
      expect(await writer.activate(facts)).toMatchObject({
        documents: 1,
        snippets: 1,
        tokens: 10,
      });
      expect(await at.titles('alpha beta')).toEqual(['beta']);
    });

    test('stores the validator of a document', async () => {
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.write({ path: 'a', hash: 'h', validator: 'etag-1' }, []);
      await writer.activate(facts);
      const second = await at.index.open(LIBRARY, '', EMBEDDER);
      expect(second.known('a')).toEqual({ hash: 'h', validator: 'etag-1' });
      await second.write({ path: 'a', hash: 'h', validator: 'etag-2' }, 'unchanged');
      await second.activate(facts);
      const third = await at.index.open(LIBRARY, '', EMBEDDER);
      expect(third.known('a')).toEqual({ hash: 'h', validator: 'etag-2' });
      await third.discard();
    });

    test('needs no vectors for texts that are embedded already', async () => {
      await at.publish(['alpha']);
      const kept = toWrite(snippetOf('alpha.md', 'alpha'));
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      const { snippet, embeddingHash } = kept;
      await writer.write({ path: 'moved.md', hash: 'h9' }, [
        { snippet: { ...snippet, id: 'moved', path: 'moved.md' }, embeddingHash },
      ]);
      await writer.activate({ ...facts, revision: 'r2' });
      expect((await at.ask('', { embedding: vectorAlong(0) }))?.dense.map(({ id }) => id)).toEqual([
        'moved',
      ]);
    });

    test('finds the vectors of documents that it has just received', async () => {
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      const first = toWrite(snippetOf('a.md', 'alpha'), vectorAlong(4));
      await writer.write({ path: 'a.md', hash: 'h' }, [first]);
      const { embeddingHash } = first;
      await writer.write({ path: 'b.md', hash: 'h' }, [
        { snippet: snippetOf('b.md', 'beta'), embeddingHash },
      ]);
      await writer.activate(facts);
      expect((await at.ask('', { embedding: vectorAlong(4) }))?.dense).toHaveLength(2);
    });

    test('refuses a snippet with unknown vectors', async () => {
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      const { snippet, embeddingHash } = toWrite(snippetOf('a.md', 'alpha'));
      const run = async (): Promise<void> => {
        await writer.write({ path: 'a.md', hash: 'h' }, [{ snippet, embeddingHash }]);
        await writer.activate(facts);
      };
      await expect(run()).rejects.toMatchObject({ reason: 'StorageFailed' });
      await writer.discard();
      expect(await at.index.versions(LIBRARY)).toEqual([]);
    });

    test('finds the vectors of a failed run', async () => {
      const failed = await at.index.open(LIBRARY, '', EMBEDDER);
      const texts = Array.from({ length: 400 }, (_, n) => `text ${n}`);
      await at.writeTexts(failed, texts);
      await failed.discard();
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      expect(writer.known('text 0.md', 'h1')).toBeUndefined();
      await writer.write({ path: 'text 0.md', hash: 'h1' }, [without('text 0')]);
      await writer.activate(facts);
      const hits = await at.ask('', { embedding: vectorAlong(0) });
      expect(hits?.dense).toEqual([{ id: 'text 0.md#text 0', score: expect.closeTo(1, 5) }]);
    });

    test('forgets the vectors of a failed run with the next activation', async () => {
      const failed = await at.index.open(LIBRARY, '', EMBEDDER);
      await at.writeTexts(
        failed,
        Array.from({ length: 400 }, (_, n) => `text ${n}`),
      );
      await failed.discard();
      await at.publish(['alpha']);
      const last = await at.index.open(LIBRARY, '', EMBEDDER);
      const reuse = async (): Promise<void> => {
        await last.write({ path: 'text 0.md', hash: 'h1' }, [without('text 0')]);
        await last.activate(facts);
      };
      await expect(reuse()).rejects.toMatchObject({ reason: 'StorageFailed' });
      await last.discard();
    });

    test('keeps the last of two writes of one document', async () => {
      await at.publish(['alpha']);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      const alpha = (text: string) => toWrite(snippetOf('alpha.md', text), vectorAlong(2));
      await writer.write({ path: 'alpha.md', hash: 'h2' }, [alpha('first')]);
      await writer.write({ path: 'alpha.md', hash: 'h3' }, [alpha('second')]);
      const active = await writer.activate({ ...facts, revision: 'r2' });
      expect(active).toMatchObject({ documents: 1, snippets: 1, tokens: 10 });
      expect(await at.titles('alpha first second')).toEqual(['second']);
    });

    test('keeps the last of three writes of one document that changes and changes back', async () => {
      const path = 'alpha.md';
      // So many that the writer stores them at once.
      const first = Array.from({ length: 400 }, (_, n) =>
        toWrite(snippetOf(path, `alpha ${n}`), vectorAlong(n)),
      );
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.write({ path, hash: 'h1' }, first);
      expect(writer.known(path, 'h1')).toEqual({ hash: 'h1' });
      await writer.write({ path, hash: 'h2' }, [toWrite(snippetOf(path, 'beta'), vectorAlong(1))]);
      await writer.write({ path, hash: 'h1' }, 'unchanged');
      expect(await writer.activate(facts)).toMatchObject({ documents: 1, snippets: 400 });
      expect(await at.titles('beta')).toEqual([]);
    });

    test('refuses calls after its end', async () => {
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.activate(facts);
      await expect(writer.write({ path: 'a', hash: 'h' }, [])).rejects.toThrow('activated');
      await expect(writer.activate(facts)).rejects.toThrow('activated');
      await writer.discard();
      expect(await at.index.versions(LIBRARY)).toHaveLength(1);
    });
  });

  describe('another embedder', () => {
    test('does not reuse vectors of the old one', async () => {
      await at.publish(['alpha']);
      const writer = await at.index.open(LIBRARY, '', 'other-embedder');
      expect(writer.known('alpha.md')).toBeUndefined();
      expect(writer.known('alpha.md', 'h1')).toBeUndefined();
      const reuse = async (): Promise<void> => {
        await writer.write({ path: 'alpha.md', hash: 'h1' }, [without('alpha')]);
        await writer.activate(facts);
      };
      await expect(reuse()).rejects.toMatchObject({ reason: 'StorageFailed' });
      await writer.discard();
    });

    test('serves the old vectors until its run is activated, then only the new ones', async () => {
      await at.publish(['alpha', 'beta']);
      const writer = await at.index.open(LIBRARY, '', 'other-embedder');
      await writer.write({ path: 'alpha.md', hash: 'h1' }, [
        toWrite(snippetOf('alpha.md', 'alpha'), vectorAlong(20)),
      ]);
      const before = await at.ask('', { embedding: vectorAlong(0) });
      expect(before?.active.embedderId).toBe(EMBEDDER);
      expect(before?.dense[0]?.score).toBeCloseTo(1, 5);
      await writer.activate(facts);
      const after = await at.ask('', { embedding: vectorAlong(20) });
      expect(after?.active.embedderId).toBe('other-embedder');
      expect(after?.dense).toEqual([{ id: 'alpha.md#alpha', score: expect.closeTo(1, 5) }]);
    });

    test('may have vectors of another length', async () => {
      await at.publish(['alpha']);
      const writer = await at.index.open(LIBRARY, '', 'short-embedder');
      const short = new Float32Array([0.6, 0.8, 0, 0]);
      await writer.write({ path: 'alpha.md', hash: 'h1' }, [
        toWrite(snippetOf('alpha.md', 'alpha'), short),
      ]);
      await writer.activate(facts);
      expect((await at.ask('', { embedding: short }))?.dense[0]?.score).toBeCloseTo(1, 5);
      expect((await at.ask('', { embedding: vectorAlong(0) }))?.dense).toEqual([]);
    });
  });
}
