import { describe, expect, onTestFinished, test } from 'vitest';
import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import { benchmark } from '../../../src/search/benchmark.ts';
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
  snippet(`${at}${topic}`, {
    title: 'Usage',
    breadcrumb: ['Usage'],
    description: 'This is how it is used in most of the cases.',
    codeList: [{ language: 'js', code: `makeThing(defaultOptions, ${at});` }],
  }),
);

async function scored(snippets: IndexedSnippet[]): ReturnType<typeof benchmark> {
  const { index, close } = await openStores();
  onTestFinished(close);
  const embedder = fakeEmbedder();
  const library = { libraryId: '/acme/web', version: '' };
  if (snippets.length > 0) await storeSnippets({ index, embedder }, library, snippets);
  return benchmark({ index, embedder, libraryId: '/acme/web' }, signal);
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

  test('ends when its time is up', async () => {
    const { index, close } = await openStores();
    onTestFinished(close);
    const embedder = fakeEmbedder();
    await storeSnippets({ index, embedder }, { libraryId: '/acme/web', version: '' }, clear);
    const options = { index, embedder, libraryId: '/acme/web' };

    await expect(benchmark(options, AbortSignal.abort(new Error('enough')))).rejects.toThrow(
      'enough',
    );
  });
});
