import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LecternError } from '../../../src/base/errors.ts';
import { EventHub } from '../../../src/api/live/event-hub.ts';
import { LibraryView } from '../../../src/api/live/library-view.ts';
import { resourceName } from '../../../src/resources/library.ts';
import { openEvents, type EventClient } from '../../support/event-source.ts';
import { makeLibrary } from '../../support/library.ts';
import { violations } from '../../support/openapi-check.ts';
import { openStores, type Stores } from '../../support/stores.ts';
import { apiServer, operatorToken, startApi, type ApiServer } from '../api/api-server.ts';

const operator = { authorization: `Bearer ${operatorToken}` };
const source = { website: { url: 'https://docs.example/' } };

let server: ApiServer;
beforeAll(async () => {
  server = await startApi();
  return server.close;
});

const bearer = async (role: 'member' | 'admin', teamspace: string) => {
  const { key } = await server.keys.create({ name: 'x', role, teamspace });
  return { authorization: `Bearer ${key}` };
};

async function listen(
  headers?: Record<string, string>,
  at: ApiServer = server,
): Promise<EventClient> {
  const client = await openEvents(`${at.url}/api/v1/events`, headers);
  onTestFinished(() => client.close());
  expect(client.response.status).toBe(200);
  expect((await client.next()).name).toBe('hello');
  return client;
}

const add = (id: string, more: object = {}) =>
  server.send('POST', '/api/v1/libraries', { id, source, ...more });
const setState = (id: string, state: 'processing' | 'finalized', totalSnippets = 0) =>
  server.registry.patch(resourceName(id), { status: { state, totalSnippets } });

/** Returns the first event about one library after the events of the existing libraries. */
async function about(client: EventClient, id: string, name = 'library') {
  for (;;) {
    const { data } = await client.next(name);
    expect(violations('LiveEvent', { event: name, data: JSON.stringify(data) })).toBe('');
    if (name === 'library') expect(violations('LibraryStatus', data)).toBe('');
    if (data['id'] === id) return data;
  }
}

describe('GET /api/v1/events', () => {
  test('reports to every client which library another has added, its run, and its deletion', async () => {
    const clients = [await listen(), await listen(operator)];
    await add('/acme/told', { title: 'Told' });
    for (const client of clients) {
      expect(await about(client, '/acme/told')).toMatchObject({ title: 'Told', queued: true });
    }
    await setState('/acme/told', 'finalized', 7);
    for (const client of clients) {
      expect(await about(client, '/acme/told')).toMatchObject({ totalSnippets: 7 });
    }
    await server.send('DELETE', '/api/v1/library?id=/acme/told');
    for (const client of clients) await about(client, '/acme/told', 'removed');
  });

  test('is a stream that proxies do not buffer', async () => {
    const { response } = await listen();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
  });

  test('hides libraries from callers who may not see them, and reports their end to callers who could', async () => {
    const stranger = await listen(await bearer('member', 'other'));
    const anybody = await listen();
    const colleague = await listen(await bearer('member', 'docs'));
    await add('/acme/secret', { visibility: 'private', teamspace: 'docs' });
    await about(colleague, '/acme/secret');
    await server.send('DELETE', '/api/v1/library?id=/acme/secret');
    await about(colleague, '/acme/secret', 'removed');
    await add('/acme/after');
    for (const client of [stranger, anybody]) {
      const { data } = await client.next('library', 'removed');
      expect(data['id']).toBe('/acme/after');
    }
  });

  test('reports changes of a manifest only to admins', async () => {
    const admin = await listen(await bearer('admin', 'default'));
    const member = await listen(await bearer('member', 'default'));
    const repoUrl = 'https://git.example/acme/manifest.git';
    const config = { enabled: false, repoUrl, schedule: 'manual' };
    expect((await server.send('PUT', '/api/gitops/config', config)).status).toBe(200);
    await admin.next('sync');
    await add('/acme/later');
    const { name } = await member.next('library', 'sync');
    expect(name).toBe('library');
  });

  test('responds to HEAD without a stream, and to an invalid key with 401', async () => {
    const url = `${server.url}/api/v1/events`;
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const { status, json } = await server.get('/api/v1/events', { authorization: 'Bearer none' });
    expect([status, json.error]).toEqual([401, 'invalid_api_key']);
  });

  test('requires only the right to search', async () => {
    const closed = await apiServer({ settings: { anonymousAccess: 'none' } });
    expect((await closed.get('/api/v1/events')).status).toBe(401);
  });

  test('tells a caller with too many streams when to try again', async () => {
    const own = await apiServer();
    for (let n = 0; n < 30; n++) await listen({}, own);
    const { status, headers, json } = await own.get('/api/v1/events');
    expect([status, json.error]).toEqual([429, 'rate_limit_exceeded']);
    expect(headers.get('retry-after')).toBe('15');
  });

  test('ends at once with the server', async () => {
    const own = await startApi();
    const client = await listen({}, own);
    await own.close();
    expect((await client.rest()).filter(({ name }) => name !== 'resync')).toEqual([]);
  });
});

describe('the hub of events', () => {
  const caller = { role: 'member', teamspace: 'default' } as const;
  const renew = async () => caller;

  async function openHub(more: Partial<ConstructorParameters<typeof EventHub>[0]> = {}) {
    const stores = await openStores();
    const ended = new AbortController();
    onTestFinished(async () => {
      ended.abort();
      await stores.close();
    });
    const { registry, manifests } = stores;
    const common = { stopped: ended.signal, onError: () => undefined };
    const view = new LibraryView({ registry, ...common });
    const hub = new EventHub({
      view,
      manifests,
      naming: (named) => named,
      ...common,
      gapMs: 1,
      ...more,
    });
    return { hub, stores };
  }

  test('limits streams for one caller and in total, and accepts more when some end', async () => {
    const { hub } = await openHub({ limits: { caller: 2, all: 3 } });
    const open = (name: string) => hub.subscribe({ caller, name, renew });
    const first = open('a');
    open('a');
    expect(() => open('a')).toThrow(expect.objectContaining({ code: 'rate_limit_exceeded' }));
    open('b');
    expect(() => open('c')).toThrow(expect.objectContaining({ code: 'search_failed' }));
    first.stream.destroy();
    await once(first.stream, 'close');
    expect(() => open('a')).not.toThrow();
  });

  test('keeps half of the streams for callers with a key', async () => {
    const { hub } = await openHub({ limits: { caller: 2, all: 4 } });
    const stranger = { role: 'anonymous', teamspace: 'default' } as const;
    const openTo = (name: string) =>
      hub.subscribe({ caller: stranger, name, renew: async () => stranger });
    openTo('192.0.2.1');
    openTo('192.0.2.2');

    expect(() => openTo('192.0.2.3')).toThrow(expect.objectContaining({ code: 'search_failed' }));
    expect(() => hub.subscribe({ caller, name: 'a', renew })).not.toThrow();
  });

  test('ends the stream of a caller who lost access, and keeps it if the check fails', async () => {
    const { hub } = await openHub({ heartbeatMs: 5 });
    const revoked = new LecternError('invalid_api_key', 'revoked');
    const away = new LecternError('search_failed', 'away');
    const kept = hub.subscribe({ caller, name: 'a', renew: () => Promise.reject(away) });
    const ended = hub.subscribe({ caller, name: 'b', renew: () => Promise.reject(revoked) });
    const left = hub.subscribe({
      caller,
      name: 'c',
      renew: async () => ({ role: 'anonymous', teamspace: 'default' }),
    });
    kept.stream.resume();
    await Promise.all([once(ended.stream.resume(), 'end'), once(left.stream.resume(), 'end')]);
    expect(kept.stream.readableEnded).toBe(false);
  });

  test('merges many changes into one event, and sends one resync to a client that does not read', async () => {
    const { hub, stores } = await openHub();
    const { stream } = hub.subscribe({ caller, name: 'a', renew });
    await fill(stores, 700);
    let text = '';
    stream.setEncoding('utf8');
    for await (const chunk of stream) {
      text += chunk;
      if (text.includes('event: resync')) break;
    }
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
  });

  test('needs no more memory for a client that does not read', async () => {
    const own = await apiServer();
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
    socket.pause();
    socket.write('GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    onTestFinished(() => void socket.destroy());
    const witness = await listen({}, own);
    await own.registry.create({
      metadata: { name: 'anvil' },
      spec: makeLibrary({ spec: { description: 'x'.repeat(400) } }).spec,
    });
    for (let n = 0; n < 300; n += 1) {
      await own.registry.patch('anvil', { status: { state: 'processing', totalSnippets: n } });
    }
    await own.registry.patch('anvil', { status: { state: 'finalized', totalSnippets: 1_000 } });
    for (;;) {
      const { name, data } = await witness.next('library', 'resync');
      expect(name).toBe('library');
      if (data['totalSnippets'] === 1_000) break;
    }
  });
});

async function fill({ registry }: Stores, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { spec } = makeLibrary({
      spec: { id: `/acme/lib-${n}`, description: 'x'.repeat(450) },
    });
    await registry.create({ metadata: { name: `lib-${n}` }, spec });
  }
}
