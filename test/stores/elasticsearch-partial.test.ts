import type { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchRunJournal } from '../../src/store/snippets/elasticsearch/run-journal.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import type { SnippetIndex } from '../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../contract/snippet-index/snippets.ts';
import { elasticsearchUrl, openIndices } from '../support/elasticsearch.ts';
import {
  startRewritingProxy,
  type Rewrite,
  type RewritingProxy,
} from '../support/rewriting-proxy.ts';

const LIBRARY = '/partial/test';
const facts = { revision: 'r', fingerprint: 'f', linkTemplate: '{path}' };
const texts = ['alpha', 'beta', 'gamma'];

let client: Client;
let away: Client;
let proxy: RewritingProxy;
let prefix: string;
let index: SnippetIndex;
let through: SnippetIndex;

beforeEach(async () => {
  proxy = await startRewritingProxy(new URL(elasticsearchUrl()));
  const opened = await openIndices();
  ({ client, prefix } = opened);
  away = await createElasticsearchClient({ url: proxy.url, requestTimeoutMs: 30_000 });
  index = createElasticsearchSnippetIndex({ client, prefix });
  through = createElasticsearchSnippetIndex({ client: away, prefix });
  await publish(texts, index);
  return opened.cleanUp;
});
afterEach(async () => {
  await away.close();
  proxy.close();
});

async function publish(names: string[], to: SnippetIndex): Promise<void> {
  const writer = await to.open(LIBRARY, '', 'model');
  try {
    for (const [n, name] of names.entries()) {
      const path = `${name}.md`;
      await writer.write({ path, hash: name }, [toWrite(snippetOf(path, name), vectorAlong(n))]);
    }
    await writer.activate(facts);
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

type Hits = { hits?: { hits?: unknown[] }; _shards?: object; timed_out?: boolean; count?: number };

/** A shard has not responded. Its hits are missing, and the response does not count it as failed. */
const shardAway = (answer: Hits): Hits => ({
  ...answer,
  ...(answer.hits && { hits: { ...answer.hits, hits: [] } }),
  ...(answer.count !== undefined && { count: 0 }),
  _shards: { total: 1, successful: 0, skipped: 0, failed: 0 },
});
const shardFailed = (answer: Hits): Hits => ({
  ...shardAway(answer),
  _shards: { total: 1, successful: 0, skipped: 0, failed: 1 },
});
const timedOut = (answer: Hits): Hits => ({ ...shardAway(answer), ...answer, timed_out: true });

const onSearches =
  (change: (answer: Hits) => Hits): Rewrite =>
  (path, answer) => {
    if (Array.isArray(answer['responses'])) {
      return { ...answer, responses: (answer['responses'] as Hits[]).map(change) };
    }
    return /_search|_count/.test(path) ? change(answer) : answer;
  };

const onItems =
  (found: 'error' | 'missing'): Rewrite =>
  (path, answer) => {
    if (!path.includes('_mget')) return answer;
    const docs = (answer['docs'] as { _index: string; _id: string }[]).map(({ _index, _id }) => {
      const error = { type: 'no_shard_available_action_exception', reason: 'no shard available' };
      return found === 'error' ? { _index, _id, error } : { _index, _id, found: false };
    });
    return { ...answer, docs };
  };

const faults: [string, Rewrite][] = [
  ['a shard without a copy', onSearches(shardAway)],
  ['a shard that failed', onSearches(shardFailed)],
  ['a search that timed out', onSearches(timedOut)],
  ['documents that cannot be read', onItems('error')],
  ['documents that are missing', onItems('missing')],
];

describe('a server with partial responses', () => {
  test.each(faults)('never returns an incomplete list: %s', async (_, rewrite) => {
    const question = { libraryId: LIBRARY, version: '', question: 'alpha', limit: 5 };
    const reads: [string, () => Promise<number | undefined>, number][] = [
      ['search', async () => (await through.search(question))?.lexical.length, 1],
      ['page', async () => (await through.page({ ...question, limit: 10 }))?.snippets.length, 3],
      ['versions', async () => (await through.versions(LIBRARY)).length, 1],
      ['content', () => contentOf(through), 3],
    ];
    for (const [name, read, whole] of reads) {
      expect(await read(), name).toBe(whole);
    }
    proxy.rewrite = rewrite;
    let refused = 0;
    for (const [name, read, whole] of reads) {
      const answer = await read().catch((error: unknown) => error);
      if (answer === whole) continue;
      refused += 1;
      expect(answer, name).toMatchObject({ code: 'search_failed', status: 503 });
    }
    expect(refused).toBeGreaterThan(0);
    proxy.rewrite = null;
    for (const [name, read, whole] of reads) expect(await read(), name).toBe(whole);
  });

  test.each(faults.filter(([name]) => name !== 'documents that are missing'))(
    'fails the active run, and the active generation stays: %s',
    async (_, rewrite) => {
      proxy.rewrite = rewrite;
      await expect(publish(['alpha', 'delta'], through)).rejects.toMatchObject({
        reason: 'StorageFailed',
        retry: 'backoff',
        message: expect.stringContaining('it answered in part'),
      });
      proxy.rewrite = null;
      expect(await contentOf(index)).toBe(3);
      await publish(['alpha', 'delta'], through);
      expect(await contentOf(index)).toBe(2);
    },
  );

  test('does not make the progress of runs look missing', async () => {
    const journal = createElasticsearchRunJournal({ client: away, prefix });
    const run = { id: 'r1', phase: 'indexing', startedAt: '2026-01-02T03:04:05.000Z' } as const;
    const counts = { fetched: 1, documents: 1, skipped: 0, snippets: 1, embedded: 1 };
    await journal.report({ runId: 'r1', library: LIBRARY, run: { ...run, ...counts } });
    proxy.rewrite = onItems('error');
    await expect(journal.read(['r1'])).rejects.toMatchObject({ reason: 'StorageFailed' });
    proxy.rewrite = null;
    expect((await journal.read(['r1'])).size).toBe(1);
  });

  test('does not report a failed deletion as a success', async () => {
    proxy.rewrite = (path, answer) =>
      path.includes('_delete_by_query')
        ? { ...answer, failures: [{ cause: { type: 'unavailable_shards_exception' } }] }
        : answer;
    await expect(through.delete(LIBRARY)).rejects.toMatchObject({ reason: 'StorageFailed' });
    proxy.rewrite = null;
    await through.delete(LIBRARY);
    expect(await index.versions(LIBRARY)).toEqual([]);
  });
});

async function contentOf(from: SnippetIndex): Promise<number> {
  const content = await from.read(LIBRARY, '');
  if (!content) return 0;
  let count = 0;
  try {
    for await (const page of content.pages(AbortSignal.timeout(30_000))) count += page.length;
  } finally {
    await content.close();
  }
  return count;
}
