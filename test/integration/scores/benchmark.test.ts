import { describe, expect, onTestFinished, test } from 'vitest';
import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { benchmark, type BenchmarkOptions } from '../../../src/search/benchmark.ts';
import { createContextSearch } from '../../../src/search/context.ts';
import { fakeEmbedder, snippet } from '../../support/fake-stores.ts';
import { openStores, storeSnippets } from '../../support/stores.ts';

const signal = new AbortController().signal;
const topics = ['route', 'session', 'cookie', 'template', 'upload', 'redirect', 'logger', 'worker'];

/** One page for each topic, each with its own recipe. */
const clear = topics.map((topic, at) =>
  snippet(`${at}${topic}`, {
    title: `Make a ${topic}`,
    breadcrumb: ['Guide', `Make a ${topic}`],
    description: `A ${topic} is made by its own function, which takes ${topic} options.`,
    codeList: [{ language: 'js', code: `make${topic}(${topic}Options.default);` }],
  }),
);
/** Pages without a difference that a question could contain. */
const vague = topics.map((topic, at) =>
  snippet(`${topic}${at}`, {
    title: 'Usage',
    breadcrumb: ['Usage'],
    description: 'This is how it is used in most of the cases.',
    codeList: [{ language: 'js', code: `makeThing(defaultOptions, ${at});` }],
  }),
);

const libraryId = '/acme/web';

/** Stores the snippets, and returns what a benchmark of them needs. */
async function stored(snippets: IndexedSnippet[]): Promise<BenchmarkOptions> {
  const { index, close } = await openStores();
  onTestFinished(close);
  const embedder = fakeEmbedder();
  if (snippets.length > 0) {
    await storeSnippets({ index, embedder }, { libraryId, version: '' }, snippets);
  }
  return { index, embedder, purpose: 'document', libraryId };
}

async function scored(snippets: IndexedSnippet[]): ReturnType<typeof benchmark> {
  return benchmark(await stored(snippets), signal);
}

describe('the benchmark of a library', () => {
  test('is high if every question finds its own snippet, and low if none can', async () => {
    const [good, bad] = [await scored(clear), await scored(vague)];

    expect(good!.score).toBeGreaterThan(90);
    expect(good!.questions).toHaveLength(topics.length);
    expect(bad!.score).toBeLessThan(good!.score - 20);
  });

  test('asks the same questions of the same content', async () => {
    expect(await scored(clear)).toEqual(await scored(clear.toReversed()));
  });

  test('asks by heading, code and text', async () => {
    const { questions } = (await scored(clear))!;

    expect(new Set(questions.map(({ kind }) => kind))).toEqual(
      new Set(['heading', 'code', 'text']),
    );
    expect(questions.map(({ question }) => question)).toContain('Make a route in Guide');
  });

  test('has no result for a library without content or with too few snippets', async () => {
    expect(await scored([])).toBeUndefined();
    expect(await scored(clear.slice(0, 4))).toBeUndefined();
  });

  test('ranks each question as if it were asked alone', async () => {
    const options = await stored([...clear, ...vague]);
    const { index, embedder } = options;
    const report = await benchmark(options, signal);
    const alone = createContextSearch({
      catalog: { get: async (id) => ({ id }) },
      index,
      embedder,
      log: { warn: () => {} },
    });

    expect(report!.questions).toHaveLength(topics.length * 2);
    for (const { question, title, path, rank } of report!.questions) {
      const asked = { libraryId, query: question, fast: true, sees: () => true };
      const { code, info } = await alone.answer(asked, signal);
      const right = [...code, ...info].find(
        ({ snippet: found }) => found.title === title && found.path === path,
      );
      expect({ question, rank }).toEqual({ question, rank: right?.rank });
    }
  });

  test('has the same result if the index answers in another order', async () => {
    const options = await stored([...clear, ...vague]);
    const asked = new Map<string, PromiseWithResolvers<void>>();
    // The index answers the first question after it has received the second.
    const search: BenchmarkOptions['index']['search'] = async (query, ended) => {
      const first = asked.size === 0 ? Promise.withResolvers<void>() : undefined;
      if (first) asked.set(query.question, first);
      else for (const waits of asked.values()) waits.resolve();
      await first?.promise;
      return options.index.search(query, ended);
    };
    const { versions, read } = options.index;
    const index = {
      search,
      versions: versions.bind(options.index),
      read: read.bind(options.index),
    };

    expect(await benchmark({ ...options, index }, signal)).toEqual(
      await benchmark(options, signal),
    );
  });

  test('embeds all questions with one call', async () => {
    const options = await stored(clear);
    const calls: string[][] = [];
    const embedder: Embedder = {
      ...options.embedder,
      embed: (texts, purpose) => {
        calls.push(texts);
        return options.embedder.embed(texts, purpose);
      },
    };

    const report = await benchmark({ ...options, embedder }, signal);

    expect(calls).toEqual([report!.questions.map(({ question }) => question)]);
  });

  test('is asked by words alone if the embedder fails', async () => {
    const options = await stored(clear);
    const embed = async (): Promise<never> => {
      throw new Error('out of order');
    };

    const report = await benchmark(
      { ...options, embedder: { ...options.embedder, embed } },
      signal,
    );

    expect(report!.score).toBeGreaterThan(50);
  });

  test('ends when its time is up', async () => {
    const options = await stored(clear);

    await expect(benchmark(options, AbortSignal.abort(new Error('enough')))).rejects.toThrow(
      'enough',
    );
  });

  test('ends when its time is up while it waits for the embedder', async () => {
    const options = await stored(clear);
    const abort = new AbortController();
    const embed = (): Promise<never> => {
      abort.abort(new Error('enough'));
      return new Promise(() => {});
    };
    const embedder = { ...options.embedder, embed };

    await expect(benchmark({ ...options, embedder }, abort.signal)).rejects.toThrow('enough');
  });
});
