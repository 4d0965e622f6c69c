import { describe, expect, test } from 'vitest';
import {
  fakeCatalog,
  fakeEmbedder,
  fakeIndex,
  record,
  snippet,
} from '../../test/support/fake-stores.ts';
import type { Embedder } from '../models/embedder.ts';
import type { ContextAnswer, RankedSnippet } from './answer.ts';
import { createContextSearch, type ContextSearchOptions } from './context.ts';

const signal = new AbortController().signal;
const question = {
  libraryId: '/acme/web',
  query: 'declare a route',
  fast: false,
  sees: () => true,
};
const stored = {
  '/acme/web@': [
    snippet('route', { title: 'Declare a route' }),
    snippet('copy', { title: 'Declare a route', codeList: [{ language: 'js', code: 'route()' }] }),
    snippet('why', { kind: 'info', title: 'Why a route', content: 'A route leads.', codeList: [] }),
    snippet('other', { title: 'Something else', description: 'Nothing in common.' }),
  ],
};

function search(parts: Partial<ContextSearchOptions> = {}): ReturnType<typeof createContextSearch> {
  const embedder = parts.embedder ?? fakeEmbedder();
  return createContextSearch({
    catalog: fakeCatalog([record('/acme/web')]),
    index: fakeIndex(stored, embedder),
    embedder,
    log: { warn: () => {} },
    ...parts,
  });
}

const shown = ({ code, info }: ContextAnswer): RankedSnippet[] =>
  [...code, ...info].sort((a, b) => a.rank - b.rank);

describe('createContextSearch', () => {
  test('ranks over both kinds without a gap and shows no snippet twice', async () => {
    const answer = await search().answer(question, signal);
    const snippets = shown(answer);
    expect(snippets.map(({ rank }) => rank)).toEqual(snippets.map((_, at) => at + 1));
    const titles = snippets.map((one) => one.snippet.title);
    expect(titles[0]).toBe('Declare a route');
    expect(titles.filter((title) => title === 'Declare a route')).toHaveLength(1);
    expect(answer.info.map((one) => one.snippet.title)).toEqual(['Why a route']);
    expect(answer.tokens).toBeLessThanOrEqual(3300);
  });

  test('finds what stands behind the copies of a part that many pages repeat', async () => {
    const copies = Array.from({ length: 80 }, (_, page) =>
      snippet(`copy${page}`, {
        kind: 'info',
        title: 'Declare a route',
        content: 'Declare a route in the table of routes.',
        codeList: [],
      }),
    );
    const other = snippet('other', { title: 'A route', description: 'What a route is.' });
    const index = fakeIndex({ '/acme/web@': [...copies, other] }, fakeEmbedder());

    const answer = await search({ index }).answer(question, signal);

    expect(shown(answer).map((one) => one.snippet.title)).toEqual(['Declare a route', 'A route']);
  });

  test('a mistyped question has the answer of the right one, also from a reranker', async () => {
    const asked: string[] = [];
    const reranker = {
      rerank: async (wanted: string, texts: string[]) => {
        asked.push(wanted);
        return texts.map((_, at) => at);
      },
    };
    const right = await search({ reranker }).answer(question, signal);

    const mistyped = { ...question, query: 'delcare a ruote' };
    const answer = await search({ reranker }).answer(mistyped, signal);

    expect(answer).toEqual(right);
    expect(asked).toEqual(['declare a route', 'delcare a ruote']);
  });

  test('a question is also searched with the terms that a model expects, unless it is fast', async () => {
    const other = snippet('throttle', { title: 'Throttle', description: 'Waits for its turn.' });
    const inner = fakeIndex({ '/acme/web@': [...stored['/acme/web@'], other] }, fakeEmbedder());
    const searched: string[] = [];
    const index = {
      ...inner,
      search: async (...given: Parameters<typeof inner.search>) => {
        searched.push(given[0].question);
        return inner.search(...given);
      },
    };
    const asked: string[][] = [];
    const reranker = {
      rerank: async (_: string, texts: string[]) => [
        texts.findIndex((text) => text.startsWith('Throttle')),
        ...texts.keys(),
      ],
      expectTerms: async (...about: [string, string]) => {
        asked.push(about.slice(0, 2));
        return ['throttle', 'turn'];
      },
    };
    const slow = { ...question, query: 'slow callers down' };

    const [first] = shown(await search({ index, reranker }).answer(slow, signal));
    await search({ index, reranker }).answer({ ...slow, fast: true }, signal);

    expect(first?.snippet.title).toBe('Throttle');
    const plain = 'slow callers down';
    expect(searched.toSorted()).toEqual([plain, plain, `${plain} (throttle, turn)`]);
    expect(asked).toEqual([[plain, 'web (/acme/web)']]);
  });

  test('a model that fails to name terms leaves the answer', async () => {
    const warned: unknown[] = [];
    const reranker = {
      rerank: async (_: string, texts: string[]) => [...texts.keys()],
      expectTerms: async () => Promise.reject(new Error('overloaded')),
    };
    const log = { warn: (line: unknown) => warned.push(line) };

    const answer = await search({ reranker, log }).answer(question, signal);

    expect(answer).toEqual(await search().answer(question, signal));
    expect(warned).toEqual([{ reason: 'overloaded' }]);
  });

  test('a question that names its library has the answer of one that does not', async () => {
    const right = await search().answer(question, signal);
    const named = { ...question, query: 'In Web, declare a route' };

    expect(await search().answer(named, signal)).toEqual(right);
  });

  test('snippets that instruct a model are flagged, left out, or shown as any other', async () => {
    const flagged = snippet('bad', { title: 'Declare a route', flags: ['injection'] });
    const index = fakeIndex(
      { '/acme/web@': [flagged, snippet('why', { title: 'Route' })] },
      fakeEmbedder(),
    );
    const titles = async (injections?: 'keep' | 'flag' | 'drop') => {
      const context = search({ index, ...(injections && { injections }) });
      return shown(await context.answer(question, signal)).map((one) => one.snippet);
    };
    expect(await titles()).toContainEqual(flagged);
    expect((await titles('keep')).map(({ id, flags }) => [id, flags])).toContainEqual([
      'bad',
      undefined,
    ]);
    expect((await titles('drop')).map(({ id }) => id)).toEqual(['why']);
  });

  test('a question asked again is not embedded again', async () => {
    const { embedder, asked } = counting();
    const context = search({ embedder, index: fakeIndex(stored, fakeEmbedder()) });
    for (let n = 0; n < 3; n += 1) await context.answer(question, signal);
    await context.answer({ ...question, query: 'route' }, signal);
    expect(asked).toEqual(['declare a route', 'route']);
  });

  test('vectors of another model are not compared', async () => {
    const other = { ...fakeEmbedder(), id: 'another' };
    const index = fakeIndex({ '/acme/web@': [snippet('far', { title: 'xyz' })] }, other);
    const query = { ...question, query: 'xyz' };
    const words = await search({ index, embedder: fakeEmbedder() }).answer(query, signal);
    expect(shown(words)).toHaveLength(1);
    const none = index.search;
    const denseOnly = {
      ...index,
      search: async (...given: Parameters<typeof none>) => {
        const hits = await none(...given);
        return hits && { ...hits, lexical: [] };
      },
    };
    await expect(
      search({ index: denseOnly, embedder: fakeEmbedder() }).answer(query, signal),
    ).rejects.toThrow(expect.objectContaining({ code: 'no_snippets_found' }));
  });

  test('a caller who goes away ends the work instead of getting a poorer answer', async () => {
    const gone = new AbortController();
    const embedder: Embedder = {
      ...fakeEmbedder(),
      embed: async () => {
        gone.abort(new Error('client left'));
        return Promise.reject(new Error('aborted'));
      },
    };
    const index = fakeIndex(stored, fakeEmbedder());
    await expect(search({ embedder, index }).answer(question, gone.signal)).rejects.toThrow(
      'client left',
    );
  });

  test('an answer has the time of every stage', async () => {
    const stages: string[] = [];
    const onStage = (stage: string, seconds: number): void => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      stages.push(stage);
    };
    await search().answer({ ...question, onStage }, signal);
    expect(stages).toEqual(['embed', 'search', 'select']);
  });

  test('a reranker sees title and text of the candidates, and the candidates that it leaves out follow', async () => {
    let seen: string[] = [];
    const reranker = {
      rerank: async (_question: string, texts: string[]) => {
        seen = texts;
        return [texts.findIndex((text) => text.startsWith('Why a route'))];
      },
    };
    const snippets = shown(await search({ reranker }).answer(question, signal));
    expect(seen).toContainEqual(expect.stringContaining('A route leads.'));
    expect(snippets.map((one) => one.snippet.title).slice(0, 2)).toEqual([
      'Why a route',
      'Declare a route',
    ]);
  });

  test('an unserved default version is library_not_finalized although a tag is served', async () => {
    const index = fakeIndex({ '/acme/web@v1': stored['/acme/web@'] }, fakeEmbedder());
    await expect(search({ index }).answer(question, signal)).rejects.toThrow(
      expect.objectContaining({ code: 'library_not_finalized', status: 202 }),
    );
  });
});

function counting(): { embedder: Embedder; asked: string[] } {
  const inner = fakeEmbedder();
  const asked: string[] = [];
  const embedder: Embedder = {
    ...inner,
    embed: async (texts, purpose) => {
      asked.push(...texts);
      return inner.embed(texts, purpose);
    },
  };
  return { embedder, asked };
}
