import { beforeAll, describe, expect, test } from 'vitest';
import { annotations, resourceName, type Library } from '../../../src/resources/library.ts';
import { apiServer, startApi, type ApiServer } from '../api/api-server.ts';
import { askModern, callTool } from '../mcp/rpc.ts';
import { record } from '../../support/fake-stores.ts';

const secret = '/team/secret-plans';
const nothing = '/team/nothing-there';

function library(id: string, spec: Partial<Library['spec']>): Library {
  return {
    metadata: {
      name: resourceName(id),
      uid: id,
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: '2026-01-02T03:04:05.000Z',
    },
    spec: { id, source: { git: { url: `https://github.com${id}.git` } }, ...spec },
    status: { state: 'finalized', branch: 'main' },
  };
}

const hidden = { visibility: 'private', teamspace: 'docs' } as const;

let server: ApiServer;
const keys: Record<string, string | undefined> = {};
beforeAll(async () => {
  server = await startApi({
    libraries: [library(secret, hidden), library('/acme/open', {})],
    records: [record(secret, { ...hidden, formerIds: ['/team/former'] }), record('/acme/open')],
  });
  for (const [caller, facts] of Object.entries({
    colleague: { teamspace: 'docs' },
    stranger: { teamspace: 'other' },
    anybody: {},
    admin: { role: 'admin' },
  })) {
    const { json } = await server.send('POST', '/api/v1/keys', { name: caller, ...facts });
    keys[caller] = json.key;
  }
  return server.close;
});

const bearer = (caller: string): Record<string, string> =>
  keys[caller] === undefined ? {} : { authorization: `Bearer ${keys[caller]}` };

/** Every operation that shows a library, with the status for callers who may see it. The library is not indexed yet. */
const ways: [name: string, ask: (id: string, caller: string) => Promise<Answer>, seen: number][] = [
  [
    'GET /api/v2/context',
    (id, caller) => get(`/api/v2/context?libraryId=${id}&query=plan`, caller),
    202,
  ],
  [
    'GET /api/v2/context of a version',
    (id, caller) => get(`/api/v2/context?libraryId=${id}/v1&query=plan`, caller),
    202,
  ],
  ['GET /api/v1/library', (id, caller) => get(`/api/v1/library?id=${id}`, caller), 200],
];

interface Answer {
  status: number;
  text: string;
}

function get(path: string, caller: string): Promise<Answer> {
  return server.get(path, bearer(caller));
}

function refresh(libraryName: string, caller: string): Promise<Answer> {
  return server.send('POST', '/api/v1/refresh', { libraryName }, bearer(caller));
}

describe.each(['stranger', 'anybody', 'nobody'])('to %s, a private library of others', (caller) => {
  test.each(ways)('is unknown in %s', async (_name, ask) => {
    const [found, missing] = [await ask(secret, caller), await ask(nothing, caller)];
    expect(found.status).toBe(404);
    expect(found.text.replaceAll(secret, nothing)).toBe(missing.text);
  });

  test('cannot be found by a former id', async () => {
    const found = await get('/api/v2/context?libraryId=/team/former&query=plan', caller);
    expect(found.status).toBe(404);
    expect(found.text).not.toContain(secret);
  });

  test('is in no list and in no search', async () => {
    const listed = await get('/api/v1/libraries', caller);
    expect(listed.text).toContain('/acme/open');
    expect(listed.text).not.toContain(secret);
    for (const name of ['secret-plans', secret, 'team']) {
      const found = await get(`/api/v2/libs/search?libraryName=${name}&query=x`, caller);
      expect(found.text.replaceAll(JSON.stringify(name).slice(1, -1), '')).not.toContain('/team/');
    }
  });

  test('cannot be found by the tools', async () => {
    const { url } = server;
    const tool = (name: string, given: object) => callTool(url, name, given, bearer(caller));
    const found = await tool('query-docs', { libraryId: secret, query: 'plan' });
    const missing = await tool('query-docs', { libraryId: nothing, query: 'plan' });
    expect(found.text.replaceAll(secret, nothing)).toBe(missing.text);
    const named = await tool('resolve-library-id', { libraryName: 'secret-plans', query: 'plan' });
    expect(named.text).not.toContain(secret);
    const uri = `lectern://library${secret}`;
    const { json } = await askModern(url, 'resources/read', { uri }, bearer(caller));
    expect(json.error.message).toContain('There is no resource');
  });
});

describe.each(['stranger', 'anybody'])('by %s, a private library of others', (caller) => {
  test('cannot be refreshed', async () => {
    const [found, missing] = [await refresh(secret, caller), await refresh(nothing, caller)];
    expect(found.status).toBe(404);
    expect(found.text.replaceAll(secret, nothing)).toBe(missing.text);
    const held = await server.registry.get(resourceName(secret));
    expect(held?.metadata.annotations?.[annotations.requestedAt]).toBeUndefined();
  });

  test.each([
    ['/api/export-libraries', (id: string) => ({ libraries: [id] })],
    [
      '/api/v1/refresh',
      (id: string) => ({ libraryName: id, branch: 'main', gitToken: 'x'.repeat(20) }),
    ],
  ] as const)('is unknown in POST %s', async (path, bodyOf) => {
    const ask = (id: string) => server.send('POST', path, bodyOf(id), bearer(caller));
    const [found, missing] = [await ask(secret), await ask(nothing)];
    expect(found.status).toBe(404);
    expect(found.text.replaceAll(secret, nothing)).toBe(missing.text);
  });

  test('cannot be found by the on-premise refresh, and is in no list of runs', async () => {
    const ask = (id: string) =>
      server.send('POST', `/api/projects${id}/refresh`, undefined, bearer(caller));
    const [found, missing] = [await ask(secret), await ask(nothing)];
    expect(found.status).toBe(404);
    expect(found.text.replaceAll(secret, nothing)).toBe(missing.text);
    const active = await get('/api/parse-status', caller);
    expect(active.status).toBe(200);
    expect(active.text).not.toContain(secret);
  });

  test('keeps its id, and adding it again does not start a run', async () => {
    const body = { docsRepoUrl: `https://github.com${secret}`, force: true };
    const { status, json } = await server.send(
      'POST',
      '/api/v2/add/repo/github',
      body,
      bearer(caller),
    );
    expect([status, json.error]).toEqual([409, 'duplicate_repo']);
    const held = await server.registry.get(resourceName(secret));
    expect(held?.metadata.annotations?.[annotations.requestedAt]).toBeUndefined();
  });
});

describe.each(['colleague', 'admin'])('to %s, the private library', (caller) => {
  test.each(ways)('is visible in %s', async (_name, ask, seen) => {
    expect((await ask(secret, caller)).status).toBe(seen);
  });

  test('is in the list and found by its name', async () => {
    expect((await get('/api/v1/libraries', caller)).text).toContain(secret);
    const found = await get('/api/v2/libs/search?libraryName=secret-plans&query=x', caller);
    expect(found.text).toContain(secret);
  });
});

test('a library whose content is not yet that of its readers does not show them its names', async () => {
  const moved = '/acme/moved-saws';
  const names = [{ name: 'secret-saw', origin: 'installs' as const }];
  const { get: ask } = await apiServer({
    libraries: [library(moved, {})],
    records: [record(moved, { ...hidden, names })],
  });

  const { status, text } = await ask(`/api/v1/library?id=${moved}`);

  expect(status).toBe(200);
  expect(text).not.toContain('secret-saw');
});

test('a library that is added as private belongs to the teamspace of the key', async () => {
  const body = { docsRepoUrl: 'https://github.com/team/added', private: true };
  const added = await server.send('POST', '/api/v2/add/repo/github', body, bearer('colleague'));
  expect(added.status).toBe(200);
  const held = await server.registry.get(resourceName('/team/added'));
  expect(held?.spec).toMatchObject({ visibility: 'private', teamspace: 'docs' });
  expect((await get('/api/v1/libraries', 'stranger')).text).not.toContain('/team/added');
});
