import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { operationsOf } from '../../../src/api/description.ts';
import { loadDescription } from '../../../src/api/load-description.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { operatorToken, startApi, type ApiServer } from '../api/api-server.ts';

const operations = operationsOf(loadDescription()).map(({ method, path }) => ({
  method: method.toUpperCase(),
  path: path.replaceAll(/\{\*?\w+\}/g, '0123456789abcdef'),
}));
/** Paths of the server that its OpenAPI document does not describe. */
const others = [
  ['GET', '/'],
  ['GET', '/favicon.svg'],
  ['GET', '/assets/index.js'],
  ['GET', '/ping'],
  ['GET', '/mcp'],
  ['POST', '/mcp'],
  ['OPTIONS', '/mcp'],
  ['POST', '/mcp/oauth'],
  ['GET', '/.well-known/oauth-protected-resource'],
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['GET', '/nothing'],
].map(([method = '', path = '']) => ({ method, path }));
const everything = [...operations, ...others];

interface Asked {
  method?: string;
  path?: string;
  [header: string]: string | undefined;
}

async function ask(server: ApiServer, { method = 'GET', path, ...headers }: Asked) {
  const told = { host: new URL(server.url).host, ...headers } as Record<string, string>;
  const answer = await rawRequest(`${server.url}${path ?? '/api/health'}`, {
    method,
    headers: told,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

let laptop: ApiServer;
let shared: ApiServer;
beforeAll(async () => {
  laptop = await startApi();
  shared = await startApi({
    parts: {
      host: '0.0.0.0',
      publicUrl: 'https://docs.example.com',
      allowedHosts: ['docs.corp.example', '*.apps.corp.example'],
      allowedOrigins: ['https://app.example.net'],
    },
  });
  return async () => {
    await laptop.close();
    await shared.close();
  };
});

describe('a page whose name was re-bound to the server (DNS rebinding)', () => {
  test.each(everything)('gets nothing from $method $path', async ({ method, path }) => {
    for (const server of [laptop, shared]) {
      for (const host of ['attacker.example', `attacker.example:${new URL(server.url).port}`]) {
        // A browser sends this if the page and the request have the same origin.
        const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
        const bearer = { authorization: `Bearer ${operatorToken}` };
        for (const headers of [{ host }, own, { ...own, ...bearer }]) {
          const { status, headers: told, text } = await ask(server, { method, path, ...headers });
          expect([status, JSON.parse(text || '{}').error]).toEqual([403, 'access_denied']);
          expect(told.get('access-control-allow-origin')).toBeNull();
        }
      }
    }
  });

  test('learns which header is refused, its value and the setting that allows it', async () => {
    const { text } = await ask(shared, { host: 'attacker.example' });
    expect(JSON.parse(text).message).toBe(
      'The Host header says "attacker.example", which is not a name of this server. Call the server by https://docs.example.com, or add the name to allowedHosts (LECTERN_ALLOWED_HOSTS).',
    );
  });

  test.each([
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    'attacker.example.',
    'attacker.example:notaport',
    'localhost@attacker.example',
    'docs.example.com.attacker.example',
    'xdocs.corp.example',
    'apps.corp.example',
    'attacker.local.example',
    'xn--80ak6aa92e.com',
  ])('gets nothing under the name %j', async (host) => {
    for (const server of [laptop, shared]) {
      expect((await ask(server, { host })).status, server.url).toBe(403);
    }
  });

  test('cannot hide its name behind a second Host header', async () => {
    const { host, port } = new URL(laptop.url);
    for (const names of [
      [host, 'evil.example'],
      ['evil.example', host],
    ]) {
      const socket = connect(Number(port), '127.0.0.1');
      const lines = names.map((name) => `Host: ${name}\r\n`).join('');
      socket.end(`GET /api/health HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*must have one Host header only/s);
    }
  });

  test('cannot have a proxy name the server for it', async () => {
    const forwarded = { 'x-forwarded-host': '127.0.0.1', forwarded: 'host=127.0.0.1' };
    const { status } = await ask(laptop, { host: 'attacker.example', ...forwarded });
    expect(status).toBe(403);
  });
});

describe('a page of another origin', () => {
  test.each(everything)('gets nothing from $method $path', async ({ method, path }) => {
    for (const server of [laptop, shared]) {
      for (const headers of [
        { origin: 'https://attacker.example' },
        { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
        { origin: 'https://docs.example.com.attacker.example' },
        { origin: 'http://127.0.0.1.attacker.example' },
        // An image or a script of the page.
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        // The page in a frame.
        {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'iframe',
        },
      ]) {
        const { status, headers: told, text } = await ask(server, { method, path, ...headers });
        expect([status, JSON.parse(text || '{}').error]).toEqual([403, 'access_denied']);
        expect(told.get('access-control-allow-origin')).toBeNull();
      }
    }
  });

  test('learns which header is refused, its value and the setting that allows it', async () => {
    const { text } = await ask(laptop, { origin: 'https://attacker.example' });
    expect(JSON.parse(text).message).toContain('Origin header says "https://attacker.example"');
    expect(JSON.parse(text).message).toContain('allowedOrigins (LECTERN_ALLOWED_ORIGINS)');
  });

  test('may be one of the same machine only if the server is bound to loopback', async () => {
    const origin = 'http://localhost:6274';
    expect((await ask(laptop, { origin })).headers.get('access-control-allow-origin')).toBe(origin);
    expect((await ask(shared, { origin })).status).toBe(403);
  });

  test.each(['GET', 'HEAD'])('may lead a person here by a link: %s', async (method) => {
    const navigation = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const { status, headers } = await ask(laptop, { method, ...navigation });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  test('cannot send a form', async () => {
    const form = {
      origin: 'https://attacker.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const { status } = await ask(laptop, { method: 'POST', path: '/api/v1/refresh', ...form });
    expect(status).toBe(403);
  });
});

describe('what is allowed', () => {
  test.each(['127.0.0.1:7700', 'localhost', '[::1]:7700', 'docs.localhost'])(
    'a laptop answers to %s',
    async (host) => {
      expect((await ask(laptop, { host })).status).toBe(200);
    },
  );

  test.each([
    '10.42.0.7:7700',
    '[fd00::7]:7700',
    'lectern-api:7700',
    'lectern-api.docs.svc',
    'lectern-api.docs.svc.cluster.local:7700',
    'nas.local',
    'docs.corp.internal',
    'localhost:8080',
    'DOCS.example.com',
    'docs.example.com:443',
    'docs.corp.example',
    'team.apps.corp.example',
  ])('a server on another address answers to %s', async (host) => {
    expect((await ask(shared, { host })).status).toBe(200);
  });

  test.each(['https://docs.example.com', 'https://app.example.net'])(
    'pages of %s call the server and read exactly what CORS names',
    async (origin) => {
      const foreign = { origin, 'sec-fetch-site': 'cross-site' };
      const preflight = await ask(shared, {
        ...foreign,
        method: 'OPTIONS',
        path: '/api/v2/context',
        'access-control-request-method': 'GET',
      });
      expect(preflight.status).toBe(200);
      const answer = await ask(shared, foreign);
      expect(answer.status).toBe(200);
      for (const { headers } of [preflight, answer]) {
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        expect(headers.get('access-control-allow-headers')).toContain('SERVICE_API_KEY');
        expect(headers.get('access-control-expose-headers')).toContain('X-Answer-Tokens');
        expect(headers.get('vary')).toMatch(/\bOrigin\b/);
      }
    },
  );

  test('a page of the server itself is answered without CORS headers', async () => {
    const { host } = new URL(laptop.url);
    const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    const { status, headers } = await ask(laptop, own);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
    expect(headers.get('vary')).toMatch(/\bOrigin\b/);
  });
});
