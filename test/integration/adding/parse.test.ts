import { describe, expect, test } from 'vitest';
import { annotations, type Library } from '../../../src/resources/library.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer } from '../api/api-server.ts';

describe('POST /api/parse, /api/parse-website, /api/parse-openapi', () => {
  test.each([
    [
      'parse',
      { repoUrl: 'https://github.com/acme/docs', folders: ['docs'], excludeFiles: ['x.md'] },
      '/acme/docs',
      { git: { url: 'https://github.com/acme/docs', folders: ['docs'], excludeFiles: ['x.md'] } },
    ],
    [
      'parse',
      { url: 'https://github.com/acme/docs' },
      '/acme/docs',
      { git: { url: 'https://github.com/acme/docs' } },
    ],
    [
      'parse-website',
      { websiteUrl: 'https://vite.dev/', maxPages: 5, maxDepth: 1, excludePatterns: ['/blog/**'] },
      '/websites/vite_dev',
      {
        website: {
          url: 'https://vite.dev/',
          maxPages: 5,
          maxDepth: 1,
          excludePatterns: ['/blog/**'],
        },
      },
    ],
    [
      'parse-openapi',
      { openApiUrl: 'https://api.example.com/openapi.yaml' },
      '/openapi/example',
      { openapi: { url: 'https://api.example.com/openapi.yaml' } },
    ],
  ])('%s queues a library', async (path, body, id, source) => {
    const { send, registry } = await apiServer();
    const titled = path === 'parse' ? body : { ...body, projectTitle: 'Title' };
    const { status, json } = await send('POST', `/api/${path}`, titled);
    expect([status, json]).toEqual([
      202,
      { message: 'Parse queued', project: id, queueId: expect.any(Number), position: null },
    ]);
    const [made] = await registry.list();
    expect(made?.spec).toEqual({
      id,
      ...(path !== 'parse' && { title: 'Title' }),
      source,
    });
  });

  test('an existing library is refused, and with force read again', async () => {
    const { send, registry } = await apiServer({ libraries: [makeLibrary()] });
    const body = { repoUrl: 'https://example.org/acme/anvil.git' };
    const refused = await send('POST', '/api/parse', body);
    expect([refused.status, refused.json.error]).toEqual([409, 'duplicate_repo']);
    const forced = await send('POST', '/api/parse', { ...body, force: true });
    expect([forced.status, forced.json.project]).toEqual([202, '/acme/anvil']);
    expect((await registry.list())[0]?.metadata.annotations).toHaveProperty([
      annotations.requestedAt,
    ]);
  });

  test('a request without a URL is refused with the name of the field', async () => {
    const { send } = await apiServer();
    const { status, json } = await send('POST', '/api/parse', { branch: 'main' });
    expect([status, json.message]).toEqual([400, 'Field "repoUrl" is required.']);
  });
});

describe('GET /api/parse-status', () => {
  test('shows only queued and active runs', async () => {
    const run = {
      id: 'r1',
      phase: 'indexing' as const,
      startedAt: '2026-01-02T03:04:05.000Z',
      fetched: 5,
      documents: 4,
      snippets: 9,
      embedded: 3,
      skipped: 0,
    };
    const of = (id: string, status: Library['status']): Library =>
      makeLibrary({ spec: { id }, status });
    const message = 'Indexing, 4 of 9 documents';
    const lastTransitionTime = '2026-01-02T03:04:05.000Z';
    const ready = { type: 'Ready', status: 'True' as const, reason: 'Progressing' };
    const libraries = [
      of('/acme/done', { state: 'finalized' }),
      of('/acme/new', { state: 'initial' }),
      of('/acme/read', {
        state: 'processing',
        run,
        conditions: [{ ...ready, message, lastTransitionTime }],
      }),
      of('/acme/nearly', { state: 'processing', run: { ...run, phase: 'activating' } }),
    ];
    const { get, send } = await apiServer({ libraries });
    expect((await get('/api/parse-status')).status).toBe(401);
    const { json } = await send('GET', '/api/parse-status');
    expect(json.activeParses).toEqual({
      '/acme/new': { status: 'queued', createdAt: expect.stringMatching(/^\d{4}-/) },
      '/acme/read': {
        status: 'parsing',
        createdAt: run.startedAt,
        startedAt: run.startedAt,
        duration: expect.any(Number),
        statusMessage: message,
      },
      '/acme/nearly': expect.objectContaining({ status: 'finalizing' }),
    });
  });
});
