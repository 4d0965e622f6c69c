import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Handover } from '../../src/store/gateway/handovers.ts';
import type { SnippetIndex } from '../../src/store/snippet-index.ts';
import { encodeVector } from '../../src/store/snippets/elasticsearch/vectors.ts';
import { indexNames } from '../../src/store/snippets/elasticsearch/indices.ts';
import { createElasticsearchRunHandovers } from '../../src/store/snippets/elasticsearch/run-handovers.ts';
import { createElasticsearchRunJournal } from '../../src/store/snippets/elasticsearch/run-journal.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { createElasticsearchUploads } from '../../src/store/snippets/elasticsearch/uploads.ts';
import { describeSnippetIndex } from '../contract/snippet-index/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../contract/snippet-index/snippets.ts';
import { facts } from '../contract/snippet-index/subject.ts';
import { openIndices } from '../support/elasticsearch.ts';
import { startGateways, type GatewayUnderTest } from '../support/gateway.ts';

const openIndex = async () => {
  const { client, prefix, cleanUp } = await openIndices();
  const gateway = await startGateways(client, prefix);
  const direct = createElasticsearchSnippetIndex({ client, prefix });
  const runs = new Map<string, Promise<Awaited<ReturnType<GatewayUnderTest['storesOf']>>>>();
  const of = async (library: string) => {
    const stores = runs.get(library) ?? gateway.storesOf({ library });
    runs.set(library, stores);
    return (await stores).index;
  };
  // A run never requests a page of snippets, and never removes a whole library.
  const index: SnippetIndex = {
    open: async (library, ...rest) => (await of(library)).open(library, ...rest),
    openVectors: async (library, ...rest) => (await of(library)).openVectors(library, ...rest),
    versions: async (library) => (await of(library)).versions(library),
    search: async (query, signal) => (await of(query.libraryId)).search(query, signal),
    read: async (library, version) => (await of(library)).read(library, version),
    page: (query, signal) => direct.page(query, signal),
    delete: async (library, version) =>
      version === undefined ? direct.delete(library) : (await of(library)).delete(library, version),
    close: () => direct.close(),
  };
  return {
    index,
    another: () => index,
    cleanUp: async () => {
      await gateway.close();
      await cleanUp();
    },
  };
};

// A run asks the gateway once, with the vector of the question.
describeSnippetIndex('Snippet index behind the write gateway', openIndex, { earlyWords: false });

describe('the write gateway', () => {
  let client: Client;
  let prefix: string;
  let gateway: GatewayUnderTest;
  let index: SnippetIndex;
  const victim = '/acme/victim';
  const own = '/acme/own';
  const embedder = 'test-embedder';

  beforeEach(async () => {
    const opened = await openIndices();
    ({ client, prefix } = opened);
    gateway = await startGateways(client, prefix, {
      isModel: (id, dimensions = 32) => id === embedder && dimensions === 32,
    });
    index = createElasticsearchSnippetIndex({ client, prefix });
    await publish(index, victim, 'original');
    return opened.cleanUp;
  });
  afterEach(() => gateway.close());

  async function publish(
    into: Pick<SnippetIndex, 'open'>,
    library: string,
    ...texts: string[]
  ): Promise<void> {
    const writer = await into.open(library, '', embedder);
    for (const [n, text] of texts.entries()) {
      const snippet = toWrite(snippetOf(`${text}.md`, text), vectorAlong(n));
      await writer.write({ path: `${text}.md`, hash: text }, [snippet]);
    }
    await writer.activate(facts);
  }

  const titlesOf = async (library: string): Promise<string[]> => {
    const content = await index.read(library, '');
    const titles: string[] = [];
    for await (const page of content?.pages(AbortSignal.timeout(30_000)) ?? []) {
      titles.push(...page.map(({ title }) => title));
    }
    await content?.close();
    return titles.sort();
  };

  /** The grant of a Pod that takes further runs. */
  const waitingPod = { key: 'job:one', library: '', run: 'one', handover: 'one' };

  const furtherRun = (run: string): Handover => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    return { grant: { key: 'docs/own', library: own, run, expiresAt }, job: { id: run } };
  };

  const ask = async (
    { url }: GatewayUnderTest,
    operation: string,
    token: string,
  ): Promise<{ status: number; text: string }> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/v1/${operation}`, { method: 'POST', headers, body: '{}' });
    return { status: response.status, text: await response.text() };
  };

  const send = async (
    operation: string,
    body: unknown,
    token?: string,
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${gateway.url}/v1/${operation}`, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  /** Opens a generation. Returns the first fields of its requests. */
  async function opened(token: string): Promise<Record<string, string>> {
    const place = { version: '', embedderId: embedder };
    const { text } = await send('open', place, token);
    return { ...place, mark: (JSON.parse(text.split('\n')[0]!) as { token: string }).token };
  }

  /** Returns the mark of the run that writes a library's version. */
  const markOf = async (library: string): Promise<string | undefined> => {
    const index = `${prefix}-versions-v1`;
    await client.indices.refresh({ index });
    const query = { term: { library } };
    const found = await client.search<{ run?: { token: string } }>({ index, query });
    const [{ _source: record } = {}] = found.hits.hits;
    return record?.run?.token;
  };

  const idsOf = async (kind: 'documents-v1' | 'snippets', library: string): Promise<string[]> => {
    const found = await client.search({
      index: `${prefix}-${kind}`,
      query: { term: { library } },
    });
    return found.hits.hits.map(({ _id }) => _id!);
  };

  test('lets a run write, search, read and end versions of its own library', async () => {
    const run = await gateway.storesOf({ library: own });
    await publish(run.index, own, 'alpha', 'beta');
    expect(await titlesOf(own)).toEqual(['alpha', 'beta']);
    expect(await run.index.versions(own)).toEqual(await index.versions(own));
    const hits = await run.index.search({
      libraryId: own,
      version: '',
      question: 'alpha',
      embedding: vectorAlong(0),
      limit: 5,
    });
    expect(hits?.lexical).toHaveLength(1);
    expect(hits?.snippets.size).toBe(2);
  });

  test('takes the library from the token, whatever library a run names', async () => {
    const run = await gateway.storesOf({ library: own });
    await expect(publish(run.index, victim, 'forged')).rejects.toThrow(
      /does not match its content/,
    );
    await publish(run.index, own, 'mine');
    expect(await run.index.versions(victim)).toEqual(await index.versions(own));
    await run.index.delete(victim, '');
    expect(await titlesOf(own)).toEqual([]);
    expect(await titlesOf(victim)).toEqual(['original']);
    expect(await run.index.versions(victim)).toEqual([]);
  });

  test('does not change, hide or take over documents of another library, with any key', async () => {
    const { token } = await gateway.storesOf({ library: own });
    const place = await opened(token);
    const [documents, snippets] = [
      await idsOf('documents-v1', victim),
      await idsOf('snippets', victim),
    ];
    expect([documents.length, snippets.length]).toEqual([1, 1]);
    const snippetIndex = indexNames('').model(embedder).slice(1);
    const writes = [
      ...documents.flatMap((id) => [true, false].map((show) => ({ kind: 'document', id, show }))),
      ...snippets.flatMap((id) => [true, false].map((show) => ({ kind: 'snippet', id, show }))),
    ];
    const held = async (): Promise<unknown> => {
      const place = (kind: string, _id: string) => ({ _index: `${prefix}-${kind}`, _id });
      const docs = [
        ...documents.map((id) => place('documents-v1', id)),
        ...snippets.map((id) => place(snippetIndex, id)),
      ];
      return client.mget({ docs: docs.map((doc) => ({ ...doc, routing: victim })) });
    };
    const before = await held();
    expect((await send('store', { ...place, writes }, token)).status).toBe(200);
    expect(await held()).toEqual(before);

    const create = { kind: 'document', path: 'a.md', hash: 'h', members: snippets, tokens: [1] };
    const made = { kind: 'document', id: 'the-key-of-another-library', show: true, create };
    expect(await send('store', { ...place, writes: [made] }, token)).toMatchObject({
      status: 400,
      text: expect.stringContaining('The key of a document does not match its content.'),
    });
    expect(await titlesOf(victim)).toEqual(['original']);
    await publish(index, victim, 'original', 'later');
    expect(await titlesOf(victim)).toEqual(['later', 'original']);
  });

  test('gives vectors only to snippets of the library of the token', async () => {
    const theirs = await index.open(victim, '', embedder, 32);
    const snippet = { snippet: snippetOf('a.md', 'waits'), embeddingHash: 'h', texts: ['waits'] };
    await theirs.write({ path: 'a.md', hash: 'a' }, [snippet]);
    await theirs.activate(facts);
    const [id] = (await idsOf('snippets', victim)).slice(-1);
    const { token } = await gateway.storesOf({ library: own });
    const place = { version: '', embedderId: embedder };
    const vectors = [encodeVector(vectorAlong(1))];

    expect((await send('waiting', place, token)).status).toBe(204);
    expect(JSON.parse((await send('nextTexts', { ...place, limit: 9 }, token)).text)).toEqual([]);
    const write = { id, stage: 'none', vectors };
    expect((await send('storeVectors', { ...place, writes: [write] }, token)).status).toBe(200);
    const routed = { ...place, writes: [{ ...write, routing: victim }] };
    expect((await send('storeVectors', routed, token)).status).toBe(400);

    const writer = await index.openVectors(victim, '', embedder);
    expect(writer?.waiting).toEqual({ snippets: 1, texts: 1 });
  });

  test('does not continue a generation of another library, or move its pointer', async () => {
    const theirs = await gateway.storesOf({ library: victim });
    const writer = await theirs.index.open(victim, '', embedder);
    const mark = await markOf(victim);
    const { token } = await gateway.storesOf({ library: own });
    const place = { version: '', embedderId: embedder, mark };
    const outcome = { facts, changed: true, growth: { documents: 0, snippets: 0, tokens: 0 } };
    for (const [operation, more] of [
      ['store', { writes: [] }],
      ['members', { ids: ['x'] }],
      ['activate', { outcome }],
    ] as const) {
      const { status, text } = await send(operation, { ...place, ...more }, token);
      expect([operation, status, text]).toEqual([
        operation,
        422,
        expect.stringContaining('Another run of /acme/own has started'),
      ]);
    }
    expect((await send('discard', { ...place, loss: true }, token)).status).toBe(204);
    const before = { generation: 0, model: `${prefix}-versions-v1` };
    expect((await send('cleanUp', { ...place, before }, token)).status).toBe(204);

    await writer.write({ path: 'new.md', hash: 'new' }, [
      toWrite(snippetOf('new.md', 'new'), vectorAlong(1)),
    ]);
    await writer.activate(facts);
    expect(await titlesOf(victim)).toEqual(['new']);
  });

  test('accepts reports only for the run of the token', async () => {
    const journal = createElasticsearchRunJournal({ client, prefix });
    const { token } = await gateway.storesOf({ library: own, run: 'run-own' });
    await send('report', { run: { id: 'run-victim', phase: 'done' } }, token);
    const found = await journal.read(['run-own', 'run-victim']);
    expect([...found]).toEqual([
      ['run-own', expect.objectContaining({ run: { id: 'run-own', phase: 'done' } })],
    ]);
  });

  test('gives a waiting Pod a further run with a token for its library only', async () => {
    const patient = await startGateways(client, prefix, { furtherRunMs: 30_000 });
    const handovers = createElasticsearchRunHandovers({ client, prefix });
    const { token } = await patient.storesOf(waitingPod);
    const asked = ask(patient, 'next', token);

    await vi.waitFor(
      async () => expect(await handovers.give('one', furtherRun('run-2'))).toBe(true),
      { timeout: 20_000 },
    );
    const { status, text } = await asked;
    const given = JSON.parse(text) as { job: object; token: string };

    expect([status, given.job]).toEqual([200, { id: 'run-2' }]);
    expect(await handovers.give('one', furtherRun('run-3'))).toBe(false);
    const statuses = [
      await ask(patient, 'versions', given.token),
      await ask(patient, 'next', given.token),
      await ask(patient, 'versions', token),
    ].map((answer) => answer.status);
    expect(statuses).toEqual([200, 403, 403]);
    await patient.close();
  });

  test('gives no run to a Pod that has left', async () => {
    const impatient = await startGateways(client, prefix, { furtherRunMs: 0 });
    const handovers = createElasticsearchRunHandovers({ client, prefix });
    const { token } = await impatient.storesOf(waitingPod);

    expect((await ask(impatient, 'next', token)).status).toBe(204);

    expect(await handovers.give('one', furtherRun('run-2'))).toBe(false);
    expect((await ask(impatient, 'next', token)).status).toBe(403);
    await impatient.close();
  });

  test('gives a Pod its further run after the gateway that it asked first has died', async () => {
    const index = `${prefix}-handovers`;
    const handovers = createElasticsearchRunHandovers({ client, prefix });
    await handovers.take('another', 0);
    const until = new Date(Date.now() + 60_000).toISOString();
    await client.index({ index, id: 'of-dead', document: { until } });
    const run = furtherRun('run-2');
    expect(await handovers.give('of-dead', run)).toBe(true);

    expect(await handovers.take('of-dead', 0)).toEqual(run);

    expect(await handovers.take('of-dead', 0)).toBeUndefined();
  });

  test('forgets Pods that ended together with their gateway', async () => {
    const index = `${prefix}-handovers`;
    const handovers = createElasticsearchRunHandovers({ client, prefix });
    await handovers.take('another', 0);
    const document = { until: '2020-01-01T00:00:00Z' };
    await client.index({ index, id: 'ended', document, refresh: true });

    await handovers.take('another', 0);

    expect(await client.exists({ index, id: 'ended' })).toBe(false);
  });

  test('opens only the upload of the run', async () => {
    const uploads = createElasticsearchUploads({ client, prefix });
    const { signal } = new AbortController();
    for (const name of ['mine', 'theirs']) {
      const content = Readable.from([Buffer.from(`what is ${name}`)]);
      await uploads.put(name, content, { maxBytes: 100, signal });
    }
    const run = await gateway.storesOf({ library: own, upload: 'mine' });
    const pieces: Uint8Array[] = [];
    for await (const piece of (await run.uploads.open('mine'))!) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('what is mine');
    await expect(run.uploads.open('theirs')).rejects.toThrow(/403.*no such upload/);
  });

  test('opens no more versions than a library may have, also if many are opened at once', async () => {
    const { token } = await gateway.storesOf({ library: own });
    await opened(token);
    const refused: { text: string }[] = [];
    // The gateway takes 64 requests of a run at once.
    for (let at = 0; at < 250; at += 50) {
      const versions = Array.from({ length: 50 }, (_, n) => `v${at + n}`);
      const opens = versions.map((version) =>
        send('open', { version, embedderId: embedder }, token),
      );
      refused.push(...(await Promise.all(opens)).filter(({ status }) => status === 422));
    }
    expect(refused[50]?.text).toContain('/acme/own may have 200 versions');
    // One record is that of the victim.
    expect((await client.count({ index: `${prefix}-versions-v1` })).count).toBeLessThanOrEqual(201);
    await opened(token);
  });

  test('creates no index for a model that the install does not use, or with another vector length', async () => {
    const { token } = await gateway.storesOf({ library: own });
    const other = { version: '', embedderId: 'another-model' };
    expect((await send('open', other, token)).status).toBe(400);
    const place = await opened(token);
    expect((await send('model', { ...place, dimensions: 7 }, token)).status).toBe(400);
    expect((await send('model', { ...place, dimensions: 32 }, token)).status).toBe(204);
  });

  test('refuses requests without a token, with a wrong or expired one, and after the end of the run', async () => {
    const { token } = await gateway.storesOf({ library: own });
    const [id] = token.split('.');
    const forged = `${id}.${'A'.repeat(43)}`;
    for (const wrong of [undefined, '', 'x', forged, `${token}x`]) {
      expect([wrong, (await send('versions', {}, wrong)).status]).toEqual([wrong, 403]);
    }
    expect((await send('versions', {}, token)).status).toBe(200);

    const past = new Date(Date.now() - 1).toISOString();
    const expired = await gateway.storesOf({ library: '/acme/expired', expiresAt: past });
    expect((await send('versions', {}, expired.token)).status).toBe(403);

    const key = `docs${own}`;
    await gateway.grants.end(key, 'another-run');
    expect((await send('versions', {}, token)).status).toBe(200);
    const place = await opened(token);
    await gateway.grants.end(key, 'run-1');
    const all = ['versions', 'open', 'store', 'activate', 'discard', 'report', 'storeVectors'];
    for (const operation of all) {
      const { status } = await send(operation, place, token);
      expect([operation, status]).toEqual([operation, 403]);
    }
  });

  test('removes grants that nobody ended, once they have expired', async () => {
    const past = new Date(Date.now() - 1).toISOString();
    await gateway.storesOf({ key: 'job:killed', expiresAt: past });
    await gateway.storesOf({ key: 'docs/runs', run: 'run-1' });
    await client.indices.refresh({ index: `${prefix}-grants` });

    await gateway.storesOf({ key: 'docs/begins', run: 'run-2' });

    const runs = ['job:killed', 'docs/runs', 'docs/begins'].map((key) => gateway.grants.runOf(key));
    expect(await Promise.all(runs)).toEqual([undefined, 'run-1', 'run-2']);
  });

  test('counts requests by outcome, refused tokens, and bytes', async () => {
    const { token } = await gateway.storesOf({ library: own });

    await send('versions', {}, token);
    const { text } = await send('versions', 'not JSON', token);
    await send('versions', {}, 'x'.repeat(40));
    await send('nothing', {}, token);

    await vi.waitFor(async () => {
      const lines = (await gateway.metrics()).split('\n');
      const count = 'lectern_gateway_request_duration_seconds_count';
      expect(lines).toContain(`${count}{operation="versions",outcome="answered"} 1`);
      expect(lines).toContain(`${count}{operation="versions",outcome="mistake"} 1`);
      expect(lines).toContain(`${count}{operation="versions",outcome="refused"} 1`);
      expect(lines).toContain(`${count}{operation="unknown",outcome="mistake"} 1`);
      expect(lines).toContain('lectern_gateway_refused_total 1');
      const bytes = (direction: string): number =>
        Number(/ (\d+)$/.exec(lines.find((line) => line.includes(`"${direction}"`)) ?? '')?.[1]);
      expect(bytes('received')).toBeGreaterThan('not JSON'.length + 3 * token.length);
      expect(bytes('sent')).toBeGreaterThan(text.length);
    }, 30_000);
  });

  test('revokes the grant of a run when the next run of its library gets one', async () => {
    const first = await gateway.storesOf({ library: own, run: 'run-1' });
    const second = await gateway.storesOf({ library: own, run: 'run-2' });
    expect((await send('versions', {}, first.token)).status).toBe(403);
    expect((await send('versions', {}, second.token)).status).toBe(200);
  });

  test.each([
    ['GET', '/v1/versions', undefined, 404],
    ['POST', '/v1/constructor', '{}', 404],
    ['POST', '/v1/versions/', '{}', 404],
    ['POST', '/v1/versions', '{', 400],
    ['POST', '/v1/versions', '[]', 400],
    ['POST', '/v1/delete', '{}', 400],
    ['POST', '/v1/delete', '{"version":"","library":"/acme/victim"}', 400],
  ])('responds to %s %s with the body %s with %s', async (method, path, body, status) => {
    const { token } = await gateway.storesOf({ library: own });
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBe(status);
    expect(await titlesOf(victim)).toEqual(['original']);
  });

  test('loses nothing of a run when gateways restart and responses are lost', async () => {
    let count = 0;
    gateway.intercept = (_request, response) => {
      count += 1;
      if (count % 3 === 0) {
        // The gateway executes the request, but its response is lost.
        response.end = ((): typeof response => response.destroy()) as typeof response.end;
        return false;
      }
      if (count % 5 !== 0) return false;
      response.writeHead(503).end();
      return true;
    };
    const run = await gateway.storesOf({ library: own });
    const texts = Array.from({ length: 40 }, (_, n) => `text ${n}`);
    for (const some of [texts, texts.slice(10), texts]) {
      await publish(run.index, own, ...some);
      expect(await titlesOf(own)).toEqual([...some].sort());
      await sleep(0);
    }
    expect(count).toBeGreaterThan(20);
    expect(await markOf(own)).toBeUndefined();
  });
});
