import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openImport } from '../../../src/indexing/sources/import/open-import.ts';
import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import type { ActiveVersion, ServedContent } from '../../../src/store/snippet-index.ts';
import { GatewayClient } from '../../../src/store/gateway/client.ts';
import { createRemoteStores } from '../../../src/store/gateway/remote-stores.ts';
import { createGateway, type GatewayOptions } from '../../../src/store/gateway/server.ts';
import { snippet } from '../../support/fake-stores.ts';

const active: ActiveVersion = {
  version: '',
  generation: 1,
  revision: 'r',
  fingerprint: 'f',
  embedderId: 'e',
  linkTemplate: '{path}',
  documents: 1,
  snippets: 1,
  tokens: 1,
  updatedAt: '2026-01-02T03:04:05.000Z',
};
const storageFailed = { reason: 'StorageFailed', retry: 'backoff' };
const { signal } = new AbortController();
const absent = async (): Promise<never> => {
  throw new Error('this test has no such store');
};

let answer: RequestListener;
let server: Server;
let url: string;
let client: GatewayClient;
let stores: ReturnType<typeof createRemoteStores>;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new GatewayClient({ url, token: 'token', patienceMs: 10_000 });
  stores = createRemoteStores(client);
});
afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function connections(): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}

/** Returns a gateway for one run. It has only the stores of the test. */
function gatewayOver({
  read = absent,
  open = absent,
}: {
  read?: GatewayOptions['index']['read'];
  open?: GatewayOptions['uploads']['open'];
}): RequestListener {
  const grant = { key: 'k', library: '/a/b', run: 'r', upload: 'u', expiresAt: '' };
  return createGateway({
    grants: { find: async () => grant, give: absent, end: absent },
    handovers: { take: absent },
    index: { read, versions: absent, search: absent, delete: absent },
    journal: { report: absent },
    uploads: { open },
    runStore: () => {
      throw new Error('this test has no such store');
    },
    vectorStore: () => {
      throw new Error('this test has no such store');
    },
    isModel: () => true,
    metrics: { request: () => undefined, bytes: () => undefined },
    log: { info: () => undefined, warn: () => undefined },
  });
}

function served(pages: ServedContent['pages']): ServedContent {
  return { active, pages, close: async () => undefined };
}

/** Yields the first part. The gateway stops when the test calls `stop`. */
function stopping<Part>(part: Part): { parts: () => AsyncGenerator<Part>; stop: () => void } {
  const { promise, resolve: stop } = Promise.withResolvers<void>();
  const parts = async function* (): AsyncGenerator<Part> {
    yield part;
    await promise;
    server.closeAllConnections();
    yield part;
  };
  return { parts, stop };
}

describe('a gateway that stops while a run reads', () => {
  test('an upload makes the run try again later', async () => {
    const head = gzipSync(`${JSON.stringify({ title: 'Widgets' })}\n`);
    const { parts, stop } = stopping<Uint8Array>(head);
    answer = gatewayOver({ open: async () => parts() });
    const snapshot = await openImport({ upload: 'u' }, {
      uploads: stores.uploads,
      limits: { maxTotalBytes: 1_000_000 },
      signal,
    } as Parameters<typeof openImport>[1]);

    stop();

    const documents = snapshot.documents(() => undefined, signal);
    await expect(Array.fromAsync(documents)).rejects.toMatchObject(storageFailed);
    await snapshot.close();
  });

  test('a version makes the run try again later', async () => {
    const { parts, stop } = stopping<IndexedSnippet[]>([snippet('one')]);
    answer = gatewayOver({ read: async () => served(parts) });
    const content = await stores.index.read('/a/b', '');
    const pages = content!.pages(signal)[Symbol.asyncIterator]();
    expect(await pages.next()).toMatchObject({ value: [{ id: 'one' }] });

    stop();

    await expect(pages.next()).rejects.toMatchObject(storageFailed);
    await content!.close();
  });
});

test('a request is repeated if the gateway is killed after it worked on it for long', async () => {
  const hasty = new GatewayClient({ url, token: 'token', patienceMs: 500 });
  onTestFinished(() => hasty.close());
  answer = (request) => {
    answer = (_, response) => response.end('[]');
    setTimeout(() => request.socket.destroy(), 600);
  };

  await expect(hasty.ask('versions', {})).resolves.toEqual([]);
});

test('a request fails if no gateway answers for as long as its sender is patient', async () => {
  const hasty = new GatewayClient({ url, token: 'token', patienceMs: 500 });
  onTestFinished(() => hasty.close());
  answer = (request) => request.socket.destroy();

  await expect(hasty.ask('versions', {})).rejects.toMatchObject({
    ...storageFailed,
    message: expect.stringContaining('it cannot be reached'),
  });
});

test('a version with the line separators of Unicode in a text and a path reaches the run', async () => {
  const stored = snippet('one', { path: 'docs/a\u2028b.md', description: 'c\u2029d' });
  answer = gatewayOver({
    read: async () =>
      served(async function* () {
        yield [stored];
      }),
  });

  const content = await stores.index.read('/a/b', '');

  expect(await Array.fromAsync(content!.pages(signal))).toEqual([[stored]]);
});

test('a document with the line separators of Unicode in its path does not stop later runs', async () => {
  const shown = { path: 'docs/a\u2028b.md', hash: 'h', members: ['m'], tokens: [1] };
  answer = (_, response) => response.end(`{"token":"t"}\n${JSON.stringify([shown])}\n`);

  const lines = await client.askLines('open', { version: '', embedderId: 'e' });

  expect(lines).toEqual([{ token: 't' }, [shown]]);
});

test('a response that is not JSON is an error at once', async () => {
  let requests = 0;
  answer = (_, response) => {
    requests += 1;
    response.end('<html>\n');
  };
  const failure = { ...storageFailed, message: expect.stringContaining('is not JSON') };

  await expect(client.ask('versions', {})).rejects.toMatchObject(failure);
  await expect(client.askLines('open', { version: '', embedderId: 'e' })).rejects.toMatchObject(
    failure,
  );
  await expect(stores.index.read('/a/b', '')).rejects.toMatchObject(failure);

  expect(requests).toBe(3);
});

test('a run that stops reading a version closes its connection', async () => {
  const many = async function* (): AsyncGenerator<IndexedSnippet[]> {
    for (;;) yield Array.from({ length: 100 }, (_, n) => snippet(`${n}`));
  };
  answer = gatewayOver({ read: async () => served(many) });
  const unread = await stores.index.read('/a/b', '');
  await unread!.close();
  const content = await stores.index.read('/a/b', '');
  for await (const page of content!.pages(signal)) if (page.length > 0) break;

  await vi.waitFor(async () => expect(await connections()).toBe(0), 30_000);
});
