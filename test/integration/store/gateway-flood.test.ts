import { createServer, request, type ClientRequest } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GatewayClient } from '../../../src/store/gateway/client.ts';
import { createGateway } from '../../../src/store/gateway/server.ts';

const unused = (): never => {
  throw new Error('this test has no such store');
};
/** Versions of a library arrive when the test lets them. */
let arrive: PromiseWithResolvers<[]>;
let asked: number;
let flood: ClientRequest[];
const server = createServer(
  createGateway({
    grants: {
      find: async (token) => ({ key: token, library: '/a/b', run: 'r', expiresAt: '' }),
      give: unused,
      end: unused,
    },
    handovers: { take: unused },
    index: {
      versions() {
        asked += 1;
        return arrive.promise;
      },
      search: unused,
      read: unused,
      delete: unused,
    },
    journal: { report: unused },
    uploads: { open: unused },
    runStore: unused,
    vectorStore: unused,
    isModel: () => true,
    metrics: { request: () => undefined, bytes: () => undefined },
    log: { info: () => undefined, warn: () => undefined },
  }),
);
let port: number;

beforeEach(async () => {
  arrive = Promise.withResolvers();
  asked = 0;
  flood = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  for (const one of flood) one.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Begins a request of a run, and sends the start of a body of this length. */
function begin(run: string, bytes: number): ClientRequest {
  const headers = { authorization: `Bearer ${run}`, 'content-length': bytes };
  const sent = request({ port, path: '/v1/versions', method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write('{}');
  flood.push(sent);
  return sent;
}

/** Returns the status of a request; undefined while it has no answer. */
async function statusOf(sent: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number }];
  return response.statusCode;
}

test('a run that sends too much at once is refused, and others are answered', async () => {
  const large = Array.from({ length: 3 }, () => begin('flooding', 32_000_000));
  expect(await Promise.race(large.map(statusOf))).toBe(503);

  const client = new GatewayClient({ url: `http://127.0.0.1:${port}`, token: 'honest' });
  const answer = client.ask('versions', {});
  await expect.poll(() => asked).toBe(1);
  arrive.resolve([]);

  expect(await answer).toEqual([]);
  await client.close();
});

test('a run whose requests end may send further ones', async () => {
  const many = Array.from({ length: 64 }, () => begin('busy', 2));
  for (const one of many) one.end();
  await expect.poll(() => asked).toBe(64);
  expect(await statusOf(begin('busy', 2))).toBe(503);
  arrive.resolve([]);
  expect(new Set(await Promise.all(many.map(statusOf)))).toEqual(new Set([200]));

  const client = new GatewayClient({ url: `http://127.0.0.1:${port}`, token: 'busy' });

  expect(await client.ask('versions', {})).toEqual([]);
  await client.close();
});
