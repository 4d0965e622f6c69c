import { describe, expect, test } from 'vitest';
import { fakeEmbedder, snippet } from '../../test/support/fake-stores.ts';
import type { Embedder } from '../models/embedder.ts';
import type { ActiveVersion, SearchHits, SnippetQuery } from '../store/snippet-index.ts';
import type { Concepts } from './concepts.ts';
import { createHitSearch } from './hit-search.ts';

const query = { libraryId: '/acme/anvils', version: '', question: 'how hot', limit: 5 };
const { signal } = new AbortController();
const active: ActiveVersion = {
  version: '',
  generation: 1,
  revision: 'r',
  fingerprint: 'f',
  embedderId: '',
  linkTemplate: '{path}',
  documents: 1,
  snippets: 3,
  tokens: 3,
  updatedAt: '2026-01-01T00:00:00Z',
};

/** An index whose version has vectors of one model. It finds a snippet by meaning if the question has that model's vector. */
function indexOf(embedderId: string, embedder: Embedder) {
  const asked: SnippetQuery[] = [];
  return {
    asked,
    async search(given: SnippetQuery): Promise<SearchHits> {
      asked.push(given);
      const [vector] = await embedder.embed([given.question], 'query');
      const isNear = (await given.embedding)?.join() === vector?.join();
      return {
        lexical: [{ id: 'words', score: 1 }],
        dense: [{ id: isNear ? 'meaning' : 'wrong', score: 1 }],
        snippets: new Map(['words', 'meaning', 'wrong'].map((id) => [id, snippet(id)])),
        active: { ...active, embedderId },
      };
    },
  };
}

/** An embedder whose vectors differ from those of the other ones. */
function model(id: string, shift: number): Embedder {
  const inner = fakeEmbedder();
  return {
    ...inner,
    id,
    embed: async (texts, purpose) => {
      const vectors = await inner.embed(texts, purpose);
      return vectors.map((vector) => vector.map((value) => value + shift));
    },
  };
}

describe('a search for hits', () => {
  const old = model('old', 1);
  const now = model('new', 2);
  const log = { warn: () => {} };

  test('uses the current model for a version with its vectors, and asks once', async () => {
    const index = indexOf('new', now);
    const search = createHitSearch({ index, embedder: now, previousEmbedder: old, log });

    const found = await search(query, { signal });

    expect(found?.hits.dense.map(({ id }) => id)).toEqual(['meaning']);
    expect(index.asked).toHaveLength(1);
  });

  test('has the terms that a question describes, by the vector of the model that found the snippets', async () => {
    const asked: string[] = [];
    const concepts: Concepts = {
      near: (question, { embedderId }) => {
        asked.push(`${question} ${embedderId}`);
        return Promise.resolve([{ text: 'furnace', weight: 0.1 }]);
      },
      smallTalk: () => Promise.resolve(undefined),
    };
    const search = createHitSearch({ index: indexOf('new', now), embedder: now, concepts, log });

    expect((await search(query, { signal }))?.terms).toEqual([{ text: 'furnace', weight: 0.1 }]);
    expect(asked).toEqual(['how hot new']);
  });

  test('leaves small talk out, unless it asks for code', async () => {
    const concepts: Concepts = { near: async () => [], smallTalk: async () => () => true };
    const index = indexOf('new', now);
    const search = createHitSearch({ index, embedder: now, concepts, log });
    const question = 'Hi! I would like an example. Thanks!';

    const found = await search({ ...query, question }, { signal });

    expect(found?.question).toBe('I would like an example.');
    expect(index.asked.map((one) => one.question)).toEqual(['I would like an example.']);
  });

  test('searches by words while the model computes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const index = indexOf('new', now);
    const waiting: Embedder = {
      ...now,
      embed: async (texts, purpose) => {
        await promise;
        return now.embed(texts, purpose);
      },
    };
    const search = createHitSearch({ index, embedder: waiting, log })(query, { signal });

    await expect.poll(() => index.asked).toHaveLength(1);
    resolve();
    expect((await search)?.hits.dense.map(({ id }) => id)).toEqual(['meaning']);
  });

  test('searches with the vector itself if the question was asked before', async () => {
    const index = indexOf('new', now);
    const search = createHitSearch({ index, embedder: now, log });
    await search(query, { signal });

    await search(query, { signal });

    expect(index.asked[1]!.embedding).toBeInstanceOf(Float32Array);
  });

  test('reports a caller that leaves while the model computes, also if nothing is served', async () => {
    const leaving = new AbortController();
    const index = { search: async () => undefined };
    const hanging: Embedder = { ...now, embed: () => new Promise(() => {}) };
    const search = createHitSearch({ index, embedder: hanging, log });
    const found = search(query, { signal: leaving.signal });
    leaving.abort(new Error('gone'));

    await expect(found).rejects.toThrow('gone');
  });

  test('uses the previous model for a version that still has its vectors', async () => {
    const index = indexOf('old', old);
    const search = createHitSearch({ index, embedder: now, previousEmbedder: old, log });

    expect((await search(query, { signal }))?.hits.dense.map(({ id }) => id)).toEqual(['meaning']);
  });

  test('finds only by words if the version has vectors of a model that is gone', async () => {
    const index = indexOf('older', old);
    for (const models of [{ embedder: now }, { embedder: now, previousEmbedder: old }]) {
      const found = await createHitSearch({ index, ...models, log })(query, { signal });
      expect(found?.hits).toMatchObject({ lexical: [{ id: 'words' }], dense: [] });
      expect(found?.tokens).toBeUndefined();
    }
  });
});
