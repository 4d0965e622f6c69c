import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { problemOf } from '../../../src/api/error-responses.ts';
import { createRequestScope, requestContext } from '../../../src/api/request-log.ts';
import { startServer } from '../../../src/api/server.ts';
import { dashboard, type DashboardOptions } from '../../../src/api/dashboard.ts';

const script = 'export const answer = 42;\n'.repeat(100);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-page-'));
  await mkdir(join(folder, 'assets'));
  const page = '<!doctype html><html><head><meta nonce="%NONCE%"></head></html>';
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'secret.txt'), 'not to be had');
  await writeFile(join(folder, 'assets/index-1a2b.js'), script);
  await writeFile(join(folder, 'assets/index-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets/index-1a2b.js.gz'), gzipSync(script));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a server with only the page, and the headers of every response. */
async function serve(options: DashboardOptions = {}): Promise<string> {
  const app = express();
  const log = pino({ level: 'silent' });
  const requests = createRequestScope(log);
  app.use(requestContext({ requests, metrics: { request: () => {} }, log }));
  app.use(dashboard({ folder, ...options }));
  app.use((_request: express.Request, response: express.Response) => {
    response.status(404).end();
  });
  const failed: express.ErrorRequestHandler = (error, _request, response, _next) => {
    const { status, body } = problemOf(error);
    response.status(status).json(body);
  };
  app.use(failed);
  const server = await startServer(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return server.url;
}

describe('the page', () => {
  test('runs, shows and requests only content of its server', async () => {
    const response = await fetch(await serve());
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(await response.text()).toContain(`nonce="${nonce}"`);
  });

  test('has another nonce each time', async () => {
    const url = await serve();
    const pages = await Promise.all([1, 2, 3].map(async () => (await fetch(url)).text()));
    expect(new Set(pages).size).toBe(3);
  });

  test('uses the public path of the server', async () => {
    const page = await (await fetch(await serve({ base: '/tools/lectern/' }))).text();
    expect(page).toContain('<head><base href="/tools/lectern/">');
  });

  test('explains how to build it if it is not built', async () => {
    const response = await fetch(await serve({ folder: '/nowhere' }));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: 'not_found',
      message: expect.stringContaining('npm run build:dashboard'),
    });
  });
});

describe('its files', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['identity', null],
  ])('are sent to a browser that accepts %s as %s', async (accepted, encoding) => {
    const url = `${await serve()}/assets/index-1a2b.js`;
    const response = await fetch(url, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(script);
  });

  test('can be cached forever, because changed content has another name', async () => {
    const response = await fetch(`${await serve()}/assets/index-1a2b.js`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test.each(['../secret.txt', '..%2fsecret.txt', '%2e%2e%2fsecret.txt', 'none.js', '.'])(
    'are the only files below assets: %s',
    async (name) => {
      expect((await fetch(`${await serve()}/assets/${name}`)).status).toBe(404);
    },
  );
});
