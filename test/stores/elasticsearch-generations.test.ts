import type { Client } from '@elastic/elasticsearch';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import type { GenerationWriter, SearchHits, SnippetIndex } from '../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../contract/snippet-index/snippets.ts';
import { openIndices } from '../support/elasticsearch.ts';
import { killedAt } from '../support/killed-writer.ts';

const LIBRARY = '/elastic/test';
const MODEL = 'model-one';
const facts = { revision: 'r', fingerprint: 'f', linkTemplate: '{path}' };

let client: Client;
let prefix: string;
let index: SnippetIndex;

beforeEach(async () => {
  const opened = await openIndices();
  ({ client, prefix } = opened);
  index = createElasticsearchSnippetIndex({ client, prefix });
  return opened.cleanUp;
});

async function writeAll(writer: GenerationWriter, texts: string[], hash = 'h'): Promise<void> {
  for (const [n, text] of texts.entries()) {
    const path = `${n}.md`;
    const snippet = toWrite(snippetOf(path, text), vectorAlong(n));
    await writer.write({ path, hash }, writer.known(path, hash) ? 'unchanged' : [snippet]);
  }
}

async function publish(
  texts: string[],
  options: { library?: string; version?: string; model?: string; hash?: string } = {},
): Promise<void> {
  const { library = LIBRARY, version = '', model = MODEL, hash } = options;
  const writer = await index.open(library, version, model);
  try {
    await writeAll(writer, texts, hash);
    await writer.activate(facts);
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

function search(
  question: string,
  { from = index, library = LIBRARY, version = '', limit = 20 } = {},
): Promise<SearchHits | undefined> {
  return from.search({ libraryId: library, version, question, limit });
}

function titlesOf(hits: SearchHits | undefined): string[] {
  return [...(hits?.snippets.values() ?? [])].map(({ title }) => title).sort();
}

function texts(count: number, prefix = 'text'): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
}

/** Returns the number of documents in the indices of the test, by kind. */
async function counts(): Promise<{ snippets: number; documents: number; versions: number }> {
  await client.indices.refresh({ index: `${prefix}-*` });
  const count = async (name: string): Promise<number> =>
    (await client.count({ index: `${prefix}-${name}*`, ignore_unavailable: true })).count;
  return {
    snippets: await count('snippets-v1'),
    documents: await count('documents'),
    versions: await count('versions'),
  };
}

/** Returns a client whose activations after the first are saved at once, and refreshed later. */
function withLateRefresh(
  inner: Client,
  {
    saved,
    refreshed,
  }: { saved: PromiseWithResolvers<void>; refreshed: PromiseWithResolvers<void> },
): Client {
  const save = async (request: Parameters<Client['index']>[0]): Promise<unknown> => {
    const { generation = 0 } = request.document as { generation?: number };
    if (!request.refresh || generation < 2) return inner.index(request);
    const answer = await inner.index({ ...request, refresh: false });
    saved.resolve();
    await refreshed.promise;
    await inner.indices.refresh({ index: request.index });
    return answer;
  };
  return withMethod(inner, 'index', save);
}

/** Returns a client whose searches by words alone are sent when `released` resolves. The others resolve `answered`. */
function withLateWords(
  inner: Client,
  {
    answered,
    released,
  }: { answered: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> },
): Client {
  const search = async (
    request: Parameters<Client['msearch']>[0] & object,
    options: object,
  ): Promise<unknown> => {
    const isAlone = 'searches' in request && request.searches?.length === 2;
    if (isAlone) await released.promise;
    const answer = await inner.msearch(request, options);
    if (!isAlone) answered.resolve();
    return answer;
  };
  return withMethod(inner, 'msearch', search);
}

function withMethod(inner: Client, name: keyof Client, method: unknown): Client {
  return new Proxy(inner, {
    get: (target, asked) => {
      if (asked === name) return method;
      const value: unknown = Reflect.get(target, asked);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Waits until this number of snippets is stored. */
async function holds(snippets: number): Promise<void> {
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ snippets }), 30_000);
}

async function indicesBehind(alias: string): Promise<string[]> {
  return Object.keys(await client.indices.getAlias({ name: alias }));
}

describe('the indices', () => {
  test('accept no document without routing, and no undeclared field', async () => {
    await publish(['alpha']);
    for (const index of (await client.cat.indices({ index: `${prefix}-*`, format: 'json' })).map(
      (row) => row.index!,
    )) {
      const document = { library: LIBRARY };
      await expect(client.index({ index, id: '1', document })).rejects.toThrow('routing');
      const unknown = client.index({ index, id: '1', routing: 'a', document: { extra: 1 } });
      await expect(unknown).rejects.toThrow('strict');
    }
  });

  test('store vectors as int8 in a graph, whatever the default of the server', async () => {
    const writer = await index.open(LIBRARY, '', MODEL);
    const wide = new Float32Array(384).fill(0.1);
    await writer.write({ path: 'a', hash: 'h' }, [toWrite(snippetOf('a', 'alpha'), wide)]);
    await writer.activate(facts);
    const mapping = JSON.stringify(
      await client.indices.getMapping({ index: `${prefix}-snippets` }),
    );
    expect(mapping).toContain('"type":"int8_hnsw"');
    expect(mapping).toContain('"dims":384');
  });

  test('store content that two versions share once', async () => {
    await publish(texts(50));
    const before = await counts();
    await publish(texts(50), { version: 'v1' });
    expect(await counts()).toEqual({ ...before, versions: 2 });
    expect(await index.versions(LIBRARY)).toMatchObject([{ snippets: 50 }, { snippets: 50 }]);
  });

  test('keep nothing of an earlier generation', async () => {
    await publish(texts(50));
    await publish(texts(60, 'other'), { hash: 'h2' });
    expect(await counts()).toEqual({ snippets: 60, documents: 60, versions: 1 });
  });

  test('keep only content of a deleted version that other versions share', async () => {
    await publish(texts(50));
    await publish(texts(70), { version: 'v1' });
    await index.delete(LIBRARY, 'v1');
    expect(await counts()).toEqual({ snippets: 50, documents: 50, versions: 1 });
  });

  test('keep nothing of a deleted library and of its failed runs', async () => {
    await publish(texts(20));
    await publish(texts(20), { library: '/other/library' });
    const dead = await index.open(LIBRARY, 'v1', 'model-two');
    await writeAll(dead, texts(768, 'dead'));
    await holds(808);
    await index.delete(LIBRARY);
    expect(await counts()).toEqual({ snippets: 20, documents: 20, versions: 1 });
    await index.delete('/other/library');
    expect(await counts()).toEqual({ snippets: 0, documents: 0, versions: 0 });
  });

  test('keep nothing of a failed run after the next activation', async () => {
    await publish(texts(20));
    const dead = await index.open(LIBRARY, '', MODEL);
    await writeAll(dead, texts(768, 'dead'), 'h2');
    await holds(788);
    await publish(texts(20));
    await publish(texts(21, 'new'), { hash: 'h3' });
    expect(await counts()).toEqual({ snippets: 21, documents: 21, versions: 1 });
  });
});

describe('another model', () => {
  test('gets its own index, and the old index is deleted with its last library', async () => {
    const [one, two] = ['/library/one', '/library/two'];
    await publish(['alpha'], { library: one });
    await publish(['beta'], { library: two });
    const alias = `${prefix}-snippets`;
    const [old] = await indicesBehind(alias);

    const writer = await index.open(one, '', 'model-two');
    await writeAll(writer, ['alpha']);
    expect(titlesOf(await search('alpha', { library: one }))).toEqual(['alpha']);
    await writer.activate(facts);
    expect((await indicesBehind(alias)).length).toBe(2);
    expect(titlesOf(await search('alpha', { library: one }))).toEqual(['alpha']);
    expect(titlesOf(await search('beta', { library: two }))).toEqual(['beta']);

    await publish(['beta'], { library: two, model: 'model-two' });
    const left = await indicesBehind(alias);
    expect(left).toHaveLength(1);
    expect(left).not.toContain(old);
    expect(titlesOf(await search('beta', { library: two }))).toEqual(['beta']);
    expect(await counts()).toEqual({ snippets: 2, documents: 2, versions: 2 });
  });

  test('does not change the old model if its run fails', async () => {
    await publish(['alpha']);
    const before = await index.versions(LIBRARY);
    const writer = await index.open(LIBRARY, '', 'model-two');
    await writeAll(writer, ['changed'], 'h2');
    await writer.discard();
    expect(await index.versions(LIBRARY)).toEqual(before);
    expect(titlesOf(await search('alpha changed'))).toEqual(['alpha']);
  });

  test('must keep the length of its vectors', async () => {
    await publish(['alpha']);
    const writer = await index.open(LIBRARY, '', MODEL);
    const short = toWrite(snippetOf('b.md', 'beta'), Float32Array.of(1, 0));
    const run = async (): Promise<void> => {
      await writer.write({ path: 'b.md', hash: 'h' }, [short]);
      await writer.activate(facts);
    };
    await expect(run()).rejects.toMatchObject({
      reason: 'StorageFailed',
      message: expect.stringContaining('a vector of 2 numbers; its index holds vectors of 32'),
    });
  });
});

describe('several processes', () => {
  test('see an activation by another process at once, in spite of caches', async () => {
    const reader = createElasticsearchSnippetIndex({ client, prefix });
    for (const round of ['one', 'two', 'three', 'four']) {
      await publish([round], { hash: round });
      expect(titlesOf(await search('one two three four', { from: reader }))).toEqual([round]);
    }
    await index.delete(LIBRARY);
    expect(await search('four', { from: reader })).toBeUndefined();
  });

  test('show one version in pages and in searches while an activation is not visible to searches', async () => {
    const pageTitles = async (): Promise<string[]> => {
      const page = await index.page({ libraryId: LIBRARY, version: '', limit: 10 });
      return page!.snippets.map(({ title }) => title);
    };
    await publish(['text old']);
    const [before] = await pageTitles();
    await client.indices.putSettings({
      index: `${prefix}-versions*`,
      settings: { refresh_interval: '-1' },
    });
    const refreshed = Promise.withResolvers<void>();
    const saved = Promise.withResolvers<void>();
    const late = withLateRefresh(client, { saved, refreshed });
    const writer = await createElasticsearchSnippetIndex({ client: late, prefix }).open(
      LIBRARY,
      '',
      MODEL,
    );
    await writeAll(writer, ['text new'], 'other');
    const activated = writer.activate(facts);
    await saved.promise;

    expect(titlesOf(await search('text'))).toEqual([before]);
    expect(await pageTitles()).toEqual([before]);

    refreshed.resolve();
    await activated;
    const [after] = titlesOf(await search('text'));
    expect(after).not.toBe(before);
    expect(await pageTitles()).toEqual([after]);
  });

  test('show one generation if a search by words ends after the rest of the search', async () => {
    await publish(['text old']);
    const answered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const late = withLateWords(client, { answered, released });
    const reader = createElasticsearchSnippetIndex({ client: late, prefix });
    const query = { libraryId: LIBRARY, version: '', question: 'text', limit: 10 };
    const found = reader.search({ ...query, embedding: Promise.resolve(vectorAlong(0)) });
    await answered.promise;
    await publish(['text new'], { hash: 'other' });
    released.resolve();
    const hits = (await found)!;
    const shown = [...hits.snippets.values()].map(({ title }) => title);
    expect(shown).toEqual(['text new']);
    expect([hits.lexical.length, hits.dense.length]).toEqual([1, 1]);
  });

  test('read one complete generation in each result during activations and cleanups', async () => {
    const count = 40;
    await publish(Array(count).fill('generation 1 round'), { hash: '1' });
    const published = new AbortController();
    const seen = new Set<string>();
    const read = async (): Promise<void> => {
      const reader = createElasticsearchSnippetIndex({ client, prefix });
      while (!published.signal.aborted) {
        const hits = await search('generation', { from: reader, limit: 2 * count });
        const titles = titlesOf(hits);
        expect(new Set(titles)).toEqual(new Set([`generation ${hits?.active.generation} round`]));
        expect(titles).toHaveLength(count);
        seen.add(titles[0]!);
      }
    };
    const write = async (): Promise<void> => {
      try {
        for (let round = 2; round <= 12; round++) {
          await publish(Array(count).fill(`generation ${round} round`), { hash: `${round}` });
        }
      } finally {
        published.abort();
      }
    };
    await Promise.all([write(), read(), read(), read()]);
    expect(seen.size).toBeGreaterThan(4);
  });

  test('that run the same version at the same time activate only the later run, completely', async () => {
    await publish(['alpha']);
    const first = await index.open(LIBRARY, '', MODEL);
    await writeAll(first, texts(768, 'first'), 'h2');
    await holds(769);
    const second = await createElasticsearchSnippetIndex({ client, prefix }).open(
      LIBRARY,
      '',
      MODEL,
    );
    const late = async (): Promise<void> => {
      await writeAll(first, texts(1_200, 'late'), 'h3');
      await first.activate(facts);
    };
    await expect(late()).rejects.toMatchObject({
      reason: 'StorageFailed',
      message: expect.stringContaining('Another run'),
    });
    await first.discard();
    await writeAll(second, ['second'], 'h4');
    await second.activate(facts);
    expect(titlesOf(await search('alpha first late second'))).toEqual(['second']);
    expect(await counts()).toEqual({ snippets: 1, documents: 1, versions: 1 });
  });

  test('refresh and read a library of thousands of documents in pages', async () => {
    await publish(texts(6_000));
    const writer = await index.open(LIBRARY, '', MODEL);
    expect(texts(6_000).filter((_, n) => writer.known(`${n}.md`, 'h'))).toHaveLength(6_000);
    await writer.discard();
  });
});

describe('an index that lost something', () => {
  function lose(word: string): Promise<unknown> {
    const query = { match: { title: word } };
    return client.deleteByQuery({ index: `${prefix}-snippets`, refresh: true, query });
  }

  test('is not activated, and the next run writes all documents again', async () => {
    await publish(texts(10));
    await lose('3');
    const refresh = await index.open(LIBRARY, '', MODEL);
    await writeAll(refresh, [...texts(10), 'one more']);
    await expect(refresh.activate(facts)).rejects.toMatchObject({
      reason: 'StorageFailed',
      message: expect.stringContaining('The index holds 10 of 11 snippets'),
    });
    await refresh.discard();
    expect(titlesOf(await search('text'))).toHaveLength(9);

    const rebuild = await index.open(LIBRARY, '', MODEL);
    expect(rebuild.known('1.md', 'h')).toBeUndefined();
    await writeAll(rebuild, [...texts(10), 'one more']);
    await rebuild.activate(facts);
    expect(titlesOf(await search('text one more'))).toHaveLength(11);
    expect(await counts()).toEqual({ snippets: 11, documents: 11, versions: 1 });
  });

  test('is complete again after the next run if the lost document has changed', async () => {
    await publish(texts(10));
    await lose('3');
    const writer = await index.open(LIBRARY, '', MODEL);
    await writeAll(writer, [...texts(3), 'changed', ...texts(10).slice(4)]);
    await writer.write({ path: '3.md', hash: 'h2' }, [
      toWrite(snippetOf('3.md', 'changed'), vectorAlong(3)),
    ]);
    await writer.activate(facts);
    expect(titlesOf(await search('text changed'))).toEqual(
      [...texts(3), 'changed', ...texts(10).slice(4)].sort(),
    );
  });

  test('is written again by the run after the one that detects the loss of shared content', async () => {
    await publish(texts(10));
    await lose('3');
    await expect(publish(texts(10), { version: 'v1' })).rejects.toMatchObject({
      reason: 'StorageFailed',
      message: expect.stringContaining('document_missing_exception'),
    });
    await publish(texts(10), { version: 'v1' });
    expect(titlesOf(await search('text', { version: 'v1' }))).toEqual(texts(10));
  });
});

describe('a writer that is killed', () => {
  const documents = 600;

  /** Kills the writer at a step. Returns the last active generation. */
  async function killAt(step: string, nth: number): Promise<number> {
    const script = new URL('elasticsearch-crash-writer.ts', import.meta.url).pathname;
    return killedAt([script, prefix, LIBRARY, String(documents)], step, nth);
  }

  test('at any step leaves one complete generation active, and the next run succeeds', async () => {
    let last = 0;
    const steps: [string, number][] = [
      ['written', 6],
      ['activating', 1],
      ['moved', 1],
      ['activated', 1],
      ['written', 3],
      ['activating', 2],
      ['moved', 2],
    ];
    for (const [step, nth] of steps) {
      const acknowledged = await killAt(step, nth);
      const hits = await search('generation lasting', { limit: 2 * documents });
      const generation = hits?.active.generation ?? 0;
      expect(generation).toBeGreaterThanOrEqual(Math.max(last, acknowledged));
      last = generation;
      const titles = titlesOf(hits);
      const changed = titles.filter((title) => title !== 'lasting');
      expect(new Set(changed)).toEqual(new Set(generation ? [`generation ${generation}`] : []));
      expect(titles).toHaveLength(generation ? documents : 0);
    }
    expect(last).toBeGreaterThanOrEqual(4);
    await index.delete(LIBRARY);
    expect(await counts()).toEqual({ snippets: 0, documents: 0, versions: 0 });
  }, 120_000);
});
