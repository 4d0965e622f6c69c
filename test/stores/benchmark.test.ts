import { expect, onTestFinished, test } from 'vitest';
import { benchmark } from '../../src/search/benchmark.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { openIndices } from '../support/elasticsearch.ts';
import { fakeEmbedder, snippet } from '../support/fake-stores.ts';
import { openStores, storeSnippets } from '../support/stores.ts';

const { signal } = new AbortController();
const libraryId = '/acme/web';
const topics = ['route', 'session', 'cookie', 'template', 'upload', 'redirect'];

test('a library has the same benchmark questions on a cluster and in one process', async () => {
  const here = await openStores();
  const { client, prefix, cleanUp } = await openIndices();
  onTestFinished(async () => {
    await here.close();
    await cleanUp();
  });
  const embedder = fakeEmbedder();
  const snippets = topics.map((topic) =>
    snippet(topic, {
      title: `Make a ${topic}`,
      breadcrumb: ['Guide', `Make a ${topic}`],
      description: `A ${topic} is made by its own function, which takes ${topic} options.`,
    }),
  );
  const indices = [here.index, createElasticsearchSnippetIndex({ client, prefix })];

  const reports = [];
  for (const index of indices) {
    await storeSnippets({ index, embedder }, { libraryId, version: '' }, snippets);
    reports.push(await benchmark({ index, embedder, purpose: 'document', libraryId }, signal));
  }

  const asked = reports.map((report) => report?.questions.map(({ question }) => question));
  expect(asked[0]).toHaveLength(topics.length);
  expect(asked[1]).toEqual(asked[0]);
  for (const report of reports) expect(report!.score).toBeGreaterThan(70);
});
