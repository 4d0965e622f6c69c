import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { previewSource } from '../../../src/indexing/sources/preview/preview-source.ts';
import type { CheckedResponse } from '../../support/openapi-check.ts';
import { endless, redirect, startWebServer, type WebServer } from '../../support/web-server.ts';
import { patientPreviews, startApi, type ApiServer } from '../api/api-server.ts';
import { hostileBranches, hostileUrls, privateHosts } from './hostile-urls.ts';
import { parser, recordingParser } from '../../support/parser.ts';

const token = 'planted-token-0123456789';

/** A server that sources must not reach. Each request that it receives is a successful attack. */
let inside: WebServer;
let outside: WebServer;
let folder: string;
let server: ApiServer;
let headers: { authorization: string };
const recording = recordingParser();
beforeAll(async () => {
  inside = await startWebServer({}, '127.0.0.2');
  outside = await startWebServer();
  folder = await mkdtemp(join(tmpdir(), 'lectern-attack-'));
  // Sources may read from this address, and from no other address of this machine.
  const preview = { allowedRanges: ['127.0.0.1/32'], workDir: folder, ...patientPreviews };
  server = await startApi({
    parts: {
      preview: { ...preview, gitCredentials: async () => undefined },
      parser: recording.parser,
    },
  });
  const { key } = await server.keys.create({ name: 'x', role: 'member', teamspace: 'docs' });
  headers = { authorization: `Bearer ${key}` };
});
afterAll(async () => {
  await server.close();
  await Promise.all([inside[Symbol.asyncDispose](), outside[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  inside.requests.length = 0;
  outside.requests.length = 0;
  outside.pages.clear();
});

async function preview(body: Record<string, unknown>): Promise<CheckedResponse['json']> {
  const { status, json } = await server.send('POST', '/api/v1/preview', body, headers);
  expect([status, json]).toMatchObject([200, {}]);
  return json;
}

const kinds: [type: string, bodyOf: (origin: string) => Record<string, unknown>, path: string][] = [
  ['website', (origin) => ({ websiteUrl: `${origin}/` }), '/'],
  ['llmstxt', (origin) => ({ llmstxtUrl: `${origin}/llms.txt` }), '/llms.txt'],
  ['openapi', (origin) => ({ openApiUrl: `${origin}/openapi.json` }), '/openapi.json'],
  [
    'git',
    (origin) => ({ docsRepoUrl: `${origin}/team/docs.git`, gitToken: token }),
    '/team/docs.git/info/refs?service=git-upload-pack',
  ],
];

describe.each(kinds)('a preview of a %s', (type, bodyOf, path) => {
  test('at a private address is refused before anything is sent, whichever way it is written', async () => {
    // localhost is the allowed address.
    for (const host of privateHosts.filter((one) => one !== 'localhost')) {
      const { failure, found } = await preview({
        type,
        ...bodyOf(`http://${host}:${inside.port}`),
      });
      expect([host, failure?.reason, found]).toEqual([host, 'AddressRefused', undefined]);
    }
    expect(inside.requests).toEqual([]);
  });

  test('does not follow to a private address, and sends no credentials there', async () => {
    outside.pages.set(path, redirect(`http://127.0.0.2:${inside.port}${path}`));
    const { failure } = await preview({ type, ...bodyOf(outside.origin) });
    expect(failure.reason).toMatch(/^(AddressRefused|NotFound)$/);
    expect(inside.requests).toEqual([]);
  });
});

test('a preview of a wiki sends the token of the integration only to its site', async () => {
  const integration = { siteUrl: 'https://wiki.example', token };
  await server.send('PUT', '/api/v1/integrations/wiki', integration);
  const body = { type: 'wiki', siteUrl: outside.origin, spaceKey: 'DOC' };

  const { problems, found } = await preview(body);

  await server.send('DELETE', '/api/v1/integrations/wiki');
  expect(problems[0].message).toContain('the wiki integration reads https://wiki.example, not');
  expect(found).toBeUndefined();
  expect(outside.requests).toEqual([]);
});

test('a preview of a website requests nothing at addresses in its pages', async () => {
  const place = (path: string): string => `http://127.0.0.2:${inside.port}${path}`;
  outside.pages.set('/robots.txt', {
    headers: { 'content-type': 'text/plain' },
    body: `User-agent: *\nAllow: /\nSitemap: ${place('/sitemap.xml')}\n`,
  });
  outside.pages.set('/llms.txt', redirect(place('/llms.txt')));
  outside.pages.set('/', '<title>Pencils</title><p>Turn the pencil until it is sharp.</p>');

  const { found } = await preview({ type: 'website', websiteUrl: `${outside.origin}/` });

  expect(found).toEqual({ url: `${outside.origin}/`, title: 'Pencils' });
  expect(inside.requests).toEqual([]);
});

test('a preview runs no command and reads no file, whatever URL or branch it is given', async () => {
  const canary = join(folder, 'canary');
  for (const docsRepoUrl of hostileUrls(canary)) {
    const { problems, found } = await preview({ type: 'git', docsRepoUrl });
    expect([docsRepoUrl, problems[0]?.field, found]).toEqual([
      docsRepoUrl,
      'docsRepoUrl',
      undefined,
    ]);
  }
  for (const branch of hostileBranches(canary)) {
    const docsRepoUrl = `${outside.origin}/team/docs.git`;
    const { problems, found } = await preview({ type: 'git', docsRepoUrl, branch });
    expect([branch, problems[0]?.field, found]).toEqual([branch, 'branch', undefined]);
  }
  expect(outside.requests).toEqual([]);
  await expect(access(canary)).rejects.toThrow('ENOENT');
});

test('a preview of an endless file ends', async () => {
  outside.pages.set('/openapi.json', endless(' '.repeat(65_536)));
  const { failure } = await preview({
    type: 'openapi',
    openApiUrl: `${outside.origin}/openapi.json`,
  });
  expect(failure.reason).toBe('TooLarge');
});

test('a site that is slow to parse does not block the main thread', async () => {
  const agents = Array.from({ length: 3_000 }, (_, at) => `User-agent: crawler-${at}`);
  const rules = Array.from({ length: 3_000 }, (_, at) => `Disallow: /${at}`);
  const robots = [...agents, 'User-agent: *', ...rules].join('\n');
  outside.pages.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: robots });
  outside.pages.set('/', `<title>Pencils</title>${'<div><a href="/x">x</a>'.repeat(100_000)}`);
  const urls = Array.from({ length: 20_000 }, (_, at) => `<url><loc>/${at}</loc></url>`);
  outside.pages.set('/sitemap.xml', `<urlset>${urls.join('')}</urlset>`);
  recording.tasks.length = 0;

  const previewing = preview({ type: 'website', websiteUrl: `${outside.origin}/` });
  const health = await fetch(`${server.url}/api/health`);
  const { found } = await previewing;

  expect([health.status, found?.title]).toEqual([200, 'Pencils']);
  // Another process parses all that is slow.
  expect(recording.tasks).toEqual(expect.arrayContaining(['robots', 'page', 'sitemap']));
});

test('a preview ends at its time limit, even if its server never responds', async () => {
  outside.pages.set('/llms.txt', () => undefined);
  const options = {
    allowedRanges: ['127.0.0.1/32'],
    workDir: folder,
    tools: { program: undefined, env: {} },
    parser,
    signal: new AbortController().signal,
    maxMs: 200,
  };

  const { failure } = await previewSource(
    { llmstxt: { url: `${outside.origin}/llms.txt` } },
    options,
  );

  expect(failure?.reason).toBe('Timeout');
});

test('previews of one caller are two at a time', async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const two = Promise.withResolvers<void>();
  outside.pages.set('/llms.txt', (_request, response) => {
    if (outside.requests.length === 2) two.resolve();
    void released.then(() => response.writeHead(404).end());
  });
  const body = { type: 'llmstxt', llmstxtUrl: `${outside.origin}/llms.txt` };
  const previews = Promise.all(Array.from({ length: 6 }, () => preview(body)));
  await two.promise;

  release();

  expect((await previews).map(({ failure }) => failure.reason)).toEqual(Array(6).fill('NotFound'));
  expect(outside.requests).toHaveLength(6);
  expect(outside.maxParallel).toBe(2);
});
