import { expect, test } from 'vitest';
import { record } from '../../support/fake-stores.ts';
import { apiServer, type ApiServer } from '../api/api-server.ts';
import { callTool } from '../mcp/rpc.ts';

const search = '/api/v2/libs/search?libraryName=web&query=web';
const context = '/api/v2/context?libraryId=/acme/web&query=route';

function change(server: ApiServer, body: unknown, headers?: Record<string, string>) {
  return server.send('PATCH', '/api/v2/policies', body, headers);
}

async function keyOf(server: ApiServer, facts: object): Promise<Record<string, string>> {
  const { json } = await server.send('POST', '/api/v1/keys', { name: 'a key', ...facts });
  return { authorization: `Bearer ${json.key}` };
}

test('a filter excludes libraries from search and context, and search reports it', async () => {
  const server = await apiServer({ records: [record('/trusted/web', { trustScore: 10 })] });
  const before = (await server.get(search)).json;
  expect(before.searchFilterApplied).toBe(false);
  const libraryFilters = { mode: 'quality', quality: { requireVerified: true } };
  expect((await change(server, { libraryFilters })).status).toBe(200);

  const after = (await server.get(search)).json;
  expect(after.searchFilterApplied).toBe(true);
  expect(after.results.map(({ id }: { id: string }) => id)).toEqual(['/trusted/web']);
  const asked = await server.get(context);
  expect([asked.status, asked.json.error]).toEqual([403, 'access_denied']);
  const given = { libraryId: '/acme/web', query: 'route' };
  expect((await callTool(server.url, 'query-docs', given)).text).toContain(
    "your teamspace's policies exclude",
  );

  await change(server, { libraryFilters: { mode: null } });
  expect((await server.get(context)).status).toBe(200);
});

test('policies apply only to their teamspace', async () => {
  const server = await apiServer();
  const docs = await keyOf(server, { teamspace: 'docs', role: 'admin' });
  const other = await keyOf(server, { teamspace: 'other' });
  await change(server, { sourceTypes: { disable: ['public_repos'] } }, docs);
  expect((await server.get(context, docs)).status).toBe(403);
  expect((await server.get(context, other)).status).toBe(200);
  const held = (await server.get('/api/v2/policies', docs)).json;
  expect(held.sourceTypes.public_repos).toEqual({ enabled: false });
  expect((await server.get('/api/v2/policies', other)).json.sourceTypes.public_repos).toEqual({
    enabled: true,
  });
});

test('members see the policies, admins change them', async () => {
  const server = await apiServer();
  const member = await keyOf(server, {});
  expect((await server.get('/api/v2/policies', member)).json.accessibleLibraryCount).toBe(3);
  const { status, json } = await change(server, { libraryFilters: { mode: null } }, member);
  expect([status, json.error]).toEqual([403, 'forbidden']);
  expect((await server.get('/api/v2/policies')).status).toBe(401);
});

test('a preview reports what a change would exclude, and changes nothing', async () => {
  const secret = { visibility: 'private', teamspace: 'other' } as const;
  const records = [record('/trusted/web', { trustScore: 10 }), record('/other/own', secret)];
  const server = await apiServer({ records });
  const preview = '/api/v2/policies/preview';
  const patch = { libraryFilters: { mode: 'quality', quality: { minTrustScore: 6 } } };

  const { status, json } = await server.send('POST', `${preview}?limit=2`, patch);

  expect(status).toBe(200);
  expect(json).toMatchObject({ visible: 1, hidden: 3, newlyHidden: 3, newlyVisible: 0 });
  const setting = 'libraryFilters.quality.minTrustScore';
  expect(json.bySetting).toEqual([{ setting, libraries: 3 }]);
  const reason = 'Its trust score is 5; at least 6 is required';
  expect(json.hiddenLibraries).toEqual([
    { id: '/acme/moved', title: 'moved', setting, reason, newly: true },
    { id: '/acme/queued', title: 'queued', setting, reason, newly: true },
  ]);
  expect((await server.send('GET', '/api/v2/policies')).json.libraryFilters.mode).toBeNull();
  const other = await server.send('POST', `${preview}?teamspace=other`, patch);
  expect(other.json).toMatchObject({ visible: 2, hidden: 3 });
});

test('only callers who may change policies may preview a change', async () => {
  const server = await apiServer();
  const member = await keyOf(server, { teamspace: 'docs' });
  const asked = (path: string, headers?: Record<string, string>) =>
    server.send('POST', `/api/v2/policies/preview${path}`, { sourceTypes: {} }, headers);

  expect((await asked('', member)).json.error).toBe('forbidden');
  expect((await asked('?teamspace=other', member)).json.error).toBe('team_not_found');
  expect((await asked('', {})).status).toBe(401);
  expect((await asked('?teamspace=nowhere')).status).toBe(404);
  expect((await asked('?teamspace=docs')).json.visible).toBe(3);
});

test('an admin changes the policies of any teamspace', async () => {
  const server = await apiServer();
  const docs = await keyOf(server, { teamspace: 'docs' });
  const path = '/api/v2/policies?teamspace=docs';
  const { status } = await server.send('PATCH', path, { sourceTypes: { disable: ['websites'] } });

  expect(status).toBe(200);
  const held = (await server.get('/api/v2/policies', docs)).json;
  expect(held.sourceTypes.websites).toEqual({ enabled: false });
  const own = (await server.send('GET', '/api/v2/policies')).json;
  expect(own.sourceTypes.websites).toEqual({ enabled: true });
  expect((await server.get('/api/v2/policies?teamspace=other', docs)).status).toBe(404);
});

test.each([
  [{}, 'at least one'],
  [{ libraryFilters: { mode: 'strict' } }, 'libraryFilters.mode'],
  [{ sourceTypes: { enable: ['gopher'] } }, 'sourceTypes.enable'],
  [{ libraryFilters: { quality: { minTrustScore: 11 } } }, 'minTrustScore'],
  [
    { libraryFilters: { select: { allowedLibraries: { add: ['a b'] } } } },
    'must be /owner/name, /owner or a domain',
  ],
  [{ libraryFilters: { quality: { websiteFilters: {} } } }, 'unknown field "websiteFilters"'],
])('the change %j is refused and changes nothing', async (body, message) => {
  const server = await apiServer();
  const { status, json } = await change(server, body);
  expect([status, json.error]).toEqual([400, 'validation_error']);
  expect(json.message).toContain(message);
});

test('concurrent changes are all kept', async () => {
  const server = await apiServer();
  const names = Array.from({ length: 5 }, (_, n) => `/owner${n}`);
  const block = (name: string) =>
    change(server, { libraryFilters: { quality: { blockedLibraries: { add: [name] } } } });
  await Promise.all(names.map(block));
  const { json } = await server.send('GET', '/api/v2/policies');
  expect(json.libraryFilters.quality.blockedLibraries.sort()).toEqual(names);
});
