import { describe, expect, test } from 'vitest';
import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import type { SnippetQuery } from '../../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from './snippets.ts';
import { EMBEDDER, facts, LIBRARY, type Subject } from './subject.ts';

/** Defines tests of the search for written snippets. */
export function describeSearch(at: Subject): void {
  describe('search', () => {
    test('finds a snippet by its words and returns it unchanged', async () => {
      const snippet = snippetOf('a.md', 'routing', {
        codeList: [{ language: 'ts', code: 'app.get()' }],
      });
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      await writer.write({ path: 'a.md', hash: 'h' }, [toWrite(snippet, vectorAlong(1))]);
      await writer.activate(facts);
      const hits = await at.ask('How does routing work?');
      expect(hits?.lexical).toEqual([{ id: snippet.id, score: expect.any(Number) }]);
      expect(hits?.snippets.get(snippet.id)).toEqual(snippet);
      expect(hits?.dense).toEqual([]);
    });

    test('ranks a word of the title above the same word of the body', async () => {
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      const inBody = snippetOf('body.md', 'other', { content: 'Something on caching here.' });
      const inTitle = snippetOf('title.md', 'caching', { content: 'Something else here.' });
      await writer.write({ path: 'body.md', hash: 'h' }, [toWrite(inBody, vectorAlong(1))]);
      await writer.write({ path: 'title.md', hash: 'h' }, [toWrite(inTitle, vectorAlong(2))]);
      await writer.activate(facts);
      expect(await at.titles('caching')).toEqual(['caching', 'other']);
    });

    test("orders the dense list by the nearest of a snippet's vectors", async () => {
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      const near = toWrite(snippetOf('near.md', 'near'), vectorAlong(9), vectorAlong(3));
      const far = toWrite(snippetOf('far.md', 'far'), vectorAlong(3, 0.8));
      await writer.write({ path: 'far.md', hash: 'h' }, [far]);
      await writer.write({ path: 'near.md', hash: 'h' }, [near]);
      await writer.activate(facts);
      const hits = await at.ask('', { embedding: vectorAlong(3) });
      expect(hits?.dense.map(({ id }) => id)).toEqual([near.snippet.id, far.snippet.id]);
      expect(hits?.dense[0]?.score).toBeCloseTo(1, 5);
      expect(hits?.lexical).toEqual([]);
    });

    test('gives each list at most `limit` hits', async () => {
      await at.publish(Array.from({ length: 30 }, (_, n) => `widget ${n}`));
      const hits = await at.index.search({
        libraryId: LIBRARY,
        version: '',
        question: 'widget',
        embedding: vectorAlong(0),
        limit: 4,
      });
      expect([hits?.lexical.length, hits?.dense.length]).toEqual([4, 4]);
    });

    test('returns an empty list for a question of syntax characters', async () => {
      await at.publish(['alpha']);
      expect(await at.titles('"(*) AND NOT ^:{}')).toEqual([]);
    });

    test('shows one generation if another is activated while the question is embedded', async () => {
      await at.publish(['old alpha']);
      const { search, embed } = startSearch(at);
      await at.publish(['new alpha']);
      embed(vectorAlong(0));
      const hits = await search;
      const titles = (list: { id: string }[] = []): (string | undefined)[] =>
        list.map(({ id }) => hits?.snippets.get(id)?.title);
      expect(titles(hits?.lexical)).toEqual(['new alpha']);
      expect(titles(hits?.dense)).toEqual(['new alpha']);
    });

    test('finds nothing in a library that is deleted while the question is embedded', async () => {
      await at.publish(['alpha']);
      const { search, embed } = startSearch(at);
      await at.index.delete(LIBRARY);
      embed(vectorAlong(0));
      expect(await search).toBeUndefined();
    });

    test('shows a library that is deleted and written again while the question is embedded', async () => {
      await at.publish(['old alpha', 'older alpha']);
      const { search, embed } = startSearch(at);
      await at.index.delete(LIBRARY);
      await at.publish(['new alpha']);
      embed(vectorAlong(0));
      const hits = await search;
      expect(hits?.lexical.map(({ id }) => hits.snippets.get(id)?.title)).toEqual(['new alpha']);
    });

    test('ends if the caller leaves while the question is embedded', async () => {
      await at.publish(['alpha']);
      const leaving = new AbortController();
      const { search, embed } = startSearch(at, { signal: leaving.signal });
      leaving.abort(new Error('gone'));
      embed(undefined);
      await expect(search).rejects.toThrow('gone');
    });

    test('refuses to start after an abort', async () => {
      await at.publish(['alpha']);
      const query = { libraryId: LIBRARY, version: '', question: 'alpha', limit: 1 };
      await expect(at.index.search(query, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
        'gone',
      );
    });
  });
}

/** Defines tests of `onWords`, for adapters that search by words while the question is embedded. */
export function describeEarlyWords(at: Subject): void {
  test('announces the snippets that it finds by words while the question is embedded', async () => {
    await at.publish(['old alpha', 'older alpha', 'beta']);
    const announced = new Set<IndexedSnippet>();
    const { search, embed } = startSearch(at, { onWords: (snippet) => announced.add(snippet) });
    embed(vectorAlong(0));
    const hits = await search;
    expect([...announced].map(({ title }) => title).sort()).toEqual(['old alpha', 'older alpha']);
    // The same objects: what the caller has read of them is not read again.
    expect([...hits!.snippets.values()].filter((snippet) => announced.has(snippet))).toHaveLength(
      2,
    );
  });
}

/** Starts a search for "alpha" whose question is not embedded until `embed` is called. */
function startSearch(
  at: Subject,
  { signal, ...asked }: Pick<SnippetQuery, 'onWords'> & { signal?: AbortSignal } = {},
) {
  const { promise, resolve: embed } = Promise.withResolvers<Float32Array | undefined>();
  const query = { libraryId: LIBRARY, version: '', question: 'alpha', limit: 10, ...asked };
  return { embed, search: at.index.search({ ...query, embedding: promise }, signal) };
}
