import { describe, expect, test, vi } from 'vitest';
import { annotations, resourceName } from '../../../src/resources/library.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer } from '../api/api-server.ts';
import { askerWith, outcome } from '../teamspaces/team.ts';
import { scriptedInstall } from './scripted-install.ts';

const path = '/api/v1/cancel';
const body = { libraryName: '/acme/anvil' };
const added = { id: '/acme/anvil', source: { git: { url: 'https://example.org/anvil.git' } } };

describe('POST /api/v1/cancel', () => {
  test('ends the run of a library, which is in its history, and a refresh starts another run', async () => {
    const { api, jobs } = await scriptedInstall();
    await api.send('POST', '/api/v1/libraries', added);
    await vi.waitFor(() => expect(jobs.started).toHaveLength(1), 30_000);

    const { status, json } = await api.send('POST', path, body);

    expect([status, json.was]).toEqual([200, 'running']);
    await vi.waitFor(async () => {
      const { json: library } = await api.get('/api/v1/library?id=/acme/anvil');
      expect(library).toMatchObject({
        state: 'error',
        message: expect.stringContaining('Cancelled on request'),
        run: { phase: 'cancelled' },
        runs: [{ outcome: 'cancelled', trigger: 'added' }],
      });
    }, 30_000);
    expect(jobs.cancelled).toEqual([resourceName('/acme/anvil')]);
    expect((await api.send('POST', path, body)).json.was).toBe('idle');

    await api.send('POST', '/api/v1/refresh', body);

    await vi.waitFor(() => expect(jobs.started).toHaveLength(2), 30_000);
    jobs.end(resourceName('/acme/anvil'));
    await vi.waitFor(async () => {
      const { json: library } = await api.get('/api/v1/library?id=/acme/anvil');
      const { runs }: { runs: { outcome: string; trigger: string }[] } = library;
      expect(runs.map(({ outcome: how, trigger }) => [how, trigger])).toEqual([
        ['done', 'request'],
        ['cancelled', 'added'],
      ]);
    }, 30_000);
  });

  test('removes a library from the queue', async () => {
    const { api, jobs } = await scriptedInstall();
    await api.send('POST', '/api/v1/libraries', { ...added, id: '/acme/first' });
    await vi.waitFor(() => expect(jobs.started).toHaveLength(1), 30_000);
    await api.send('POST', '/api/v1/libraries', added);

    expect((await api.send('POST', path, body)).json.was).toBe('queued');

    await vi.waitFor(async () => {
      const { json } = await api.get('/api/v1/library?id=/acme/anvil');
      expect(json).toMatchObject({ state: 'error', queued: false, runs: [] });
    }, 30_000);
    jobs.end(resourceName('/acme/first'));
    await api.send('POST', '/api/v1/libraries', { ...added, id: '/acme/last' });
    await vi.waitFor(() => expect(jobs.started.at(-1)?.spec.id).toBe('/acme/last'), 30_000);
    expect(jobs.started.map(({ spec }) => spec.id)).not.toContain('/acme/anvil');
  });

  test('withdraws the request of a suspended library', async () => {
    const { api, jobs } = await scriptedInstall();
    await api.send('POST', '/api/v1/libraries', { ...added, suspend: true });
    await api.send('POST', '/api/v1/refresh', body);

    expect((await api.send('POST', path, body)).json.was).toBe('queued');

    await vi.waitFor(async () => {
      expect((await api.get('/api/v1/library?id=/acme/anvil')).json.queued).toBe(false);
    }, 30_000);
    expect(jobs.started).toEqual([]);
  });

  test('changes nothing without a run, and does not block a later refresh', async () => {
    const busy = makeLibrary({ spec: { id: '/acme/busy' }, status: { state: 'processing' } });
    const { send, registry } = await apiServer({ libraries: [makeLibrary(), busy] });

    const idle = await send('POST', path, body);

    expect(idle.json.message).toBe('/acme/anvil has no queued or active run.');
    const [before] = (await registry.list()).filter(({ spec }) => spec.id === '/acme/anvil');
    expect(before?.metadata.annotations).toBeUndefined();
    await send('POST', path, { libraryName: '/acme/busy' });
    await send('POST', '/api/v1/refresh', { libraryName: '/acme/busy' });
    const [after] = (await registry.list()).filter(({ spec }) => spec.id === '/acme/busy');
    expect(Object.keys(after?.metadata.annotations ?? {}).toSorted()).toEqual([
      annotations.cancelledAt,
      annotations.requestedAt,
    ]);
  });

  test('requires a member of the teamspace of the library', async () => {
    const hidden = { id: '/acme/plans', visibility: 'private', teamspace: 'docs' } as const;
    const libraries = [{ teamspace: 'other' }, hidden].map((spec) => makeLibrary({ spec }));
    const server = await apiServer({ libraries });
    const other = await askerWith(server, { teamspace: 'other', role: 'member' });
    expect(outcome(await server.send('POST', path, body, {}))).toEqual([401, 'invalid_api_key']);
    expect((await other('POST', path, body)).status).toBe(200);
    expect(outcome(await other('POST', path, { libraryName: '/acme/plans' }))).toEqual([
      404,
      'library_not_found',
    ]);
  });
});
