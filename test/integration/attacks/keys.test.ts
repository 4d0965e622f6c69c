import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { operationsOf } from '../../../src/api/description.ts';
import { loadDescription } from '../../../src/api/load-description.ts';
import { pushDelivery } from '../../doubles/push-deliveries.ts';
import { operatorToken, startApi, type ApiServer } from '../api/api-server.ts';
import { post } from '../mcp/rpc.ts';

// Records the inputs of the comparison. They show whether its duration could reveal a key. The modules that import it see the
// change, although other test files may have loaded them before.
const compared = vi.spyOn(crypto, 'timingSafeEqual');
syncBuiltinESMExports();
afterAll(() => {
  compared.mockRestore();
  syncBuiltinESMExports();
});

const webhookSecret = 'the secret of the webhooks of this install';
let server: ApiServer;
let key: string;
beforeAll(async () => {
  server = await startApi({ parts: { webhookSecret } });
  key = (await server.keys.create({ name: 'x', role: 'admin', teamspace: 'default' })).key;
  return server.close;
});

describe('a key in a URL', () => {
  const closed = operationsOf(loadDescription()).filter(
    ({ requirement }) => requirement && requirement.role !== 'anonymous',
  );

  test.each(closed)('gives no access: $method $path', async ({ method, path }) => {
    const place = `${server.url}${path.replaceAll(/\{\*?\w+\}/g, '0123456789abcdef')}`;
    const ask = async (url: string): Promise<[number, string]> => {
      const response = await fetch(url, { method: method.toUpperCase() });
      return [response.status, await response.text()];
    };
    const names = ['key', 'api_key', 'apiKey', 'token', 'access_token', 'authorization'];
    for (const given of [key, operatorToken, `Bearer ${key}`]) {
      const query = new URLSearchParams(
        names.map((name): [string, string] => [name, given]),
      ).toString();
      expect(await ask(`${place}?${query}`)).toEqual(await ask(place));
    }
    expect((await ask(place))[0]).toBe(401);
  });

  test('gives no access to tools, nor does a key in a path or as a user name', async () => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const bare = await post(server.url, list);
    const response = await fetch(`${server.url}/mcp?key=${operatorToken}&api_key=${key}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: list,
    });
    expect(await response.text()).toBe(bare.text);
    expect((await fetch(`${server.url}/mcp/${key}`)).status).toBe(404);
    const basic = Buffer.from(`${key}:`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    expect((await server.get('/api/v1/keys', headers)).status).toBe(401);
  });

  test('is in no line of the log and in no response', async () => {
    const answers = [
      await server.get(`/api/v1/keys?key=${key}`),
      await server.get(`/api/v2/context?libraryId=/acme/web&query=route&api_key=${key}`),
      await server.get(`/api/${key}`),
    ];
    const secret = key.slice(21);
    expect(answers.map(({ text }) => text).join()).not.toContain(secret);
    expect(JSON.stringify(server.logged())).not.toContain(secret);
  });
});

describe('secrets are compared in constant time', () => {
  beforeEach(() => void compared.mockClear());

  /** Returns the lengths of the compared values during a request. */
  const lengths = (): number[] => [
    ...new Set(compared.mock.calls.flat().map((one) => one.byteLength)),
  ];

  test.each<[what: string, make: () => string]>([
    ['the right one', () => key],
    ['one that differs in its last character', () => `${key.slice(0, -1)}${other(key.at(-1)!)}`],
    [
      'one that differs in its first character',
      () => `${key.slice(0, 21)}${other(key[21]!)}${key.slice(22)}`,
    ],
    ['one that is longer', () => `${key}xyz`],
    ['the beginning of the operator token', () => operatorToken.slice(0, 20)],
    ['the operator token and more', () => `${operatorToken}5`],
  ])('a key: %s is compared whole, as a hash of 32 bytes', async (_, make) => {
    const given = make();

    const { status } = await server.get('/api/v1/keys', { authorization: `Bearer ${given}` });

    expect(status).toBe(given === key ? 200 : 401);
    expect(compared).toHaveBeenCalled();
    expect(lengths()).toEqual([32]);
  });

  test.each([
    ['github', 'x-hub-signature-256', `sha256=${'0'.repeat(64)}`],
    ['gitea', 'x-gitea-signature', '0'.repeat(64)],
    ['bitbucket', 'x-hub-signature', `sha256=${'0'.repeat(64)}`],
    ['gitlab', 'x-gitlab-token', 'x'],
    ['gitlab', 'x-gitlab-token', webhookSecret.slice(0, -1)],
  ] as const)("a webhook's proof from %s in %s: %s", async (host, header, proof) => {
    const cloneUrl = 'https://git.example/team/manifest.git';
    const { headers, body } = pushDelivery[host]({ cloneUrl, secret: webhookSecret });
    const place = `${server.url}/api/webhooks/${host}`;

    const response = await fetch(place, {
      method: 'POST',
      headers: { ...headers, [header]: proof },
      body,
    });

    expect(response.status).toBe(401);
    expect(lengths()).toEqual([32]);
  });
});

function other(letter: string): string {
  return letter === 'A' ? 'B' : 'A';
}
