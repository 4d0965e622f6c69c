import { beforeAll, describe, expect, test } from 'vitest';
import { apiServer, operatorToken, startApi, type ApiServer } from '../api/api-server.ts';
import { askLegacy, askModern } from '../mcp/rpc.ts';

const search = '/api/v2/libs/search?libraryName=web&query=web';
const context = '/api/v2/context?libraryId=/acme/web&query=route';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

let shared: ApiServer;
beforeAll(async () => {
  shared = await startApi();
  return shared.close;
});

async function newKey(server: ApiServer, facts: object = {}): Promise<{ id: string; key: string }> {
  const { status, json } = await server.send('POST', '/api/v1/keys', { name: 'a key', ...facts });
  expect(status).toBe(201);
  return json;
}

describe('keys', () => {
  test('a new key works at once, and only its creation shows it', async () => {
    const { get, send } = shared;
    const made = await send('POST', '/api/v1/keys', { name: 'laptop', role: 'member' });
    expect(made.json).toMatchObject({ name: 'laptop', role: 'member', state: 'active' });
    expect(made.json.key).toBe(`lct_${made.json.id}_${made.json.key.slice(21)}`);
    expect((await get(search, bearer(made.json.key))).status).toBe(200);
    const listed = await send('GET', '/api/v1/keys');
    expect(listed.json.keys).toContainEqual(expect.objectContaining({ id: made.json.id }));
    expect(listed.text).not.toContain(made.json.key.slice(21));
  });

  test('a revoked key becomes invalid at once, and stays in the list', async () => {
    const { get, send } = shared;
    const { id, key } = await newKey(shared);
    expect((await get(search, bearer(key))).status).toBe(200);
    const { status, json } = await send('DELETE', `/api/v1/keys/${id}`);
    expect([status, json.message]).toEqual([200, expect.stringContaining(id)]);
    const refused = await get(search, bearer(key));
    expect([refused.status, refused.json.error]).toEqual([401, 'invalid_api_key']);
    const { keys } = (await send('GET', '/api/v1/keys')).json;
    expect(keys).toContainEqual(expect.objectContaining({ id, state: 'revoked' }));
  });

  test('an unknown key cannot be revoked', async () => {
    const { send } = shared;
    const unknown = await send('DELETE', '/api/v1/keys/0123456789abcdef');
    expect([unknown.status, unknown.json.error]).toEqual([404, 'key_not_found']);
    const wrong = await send('DELETE', '/api/v1/keys/laptop');
    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      expect.stringContaining('"keyId" must be 16 hexadecimal digits'),
    ]);
  });

  test.each([
    [{}, 'Field "name" is required'],
    [{ name: '' }, 'Field "name" must not be empty'],
    [{ name: '  ' }, 'Field "name" must not be empty'],
    [{ name: 'a\nb' }, 'Field "name" must not contain control characters or line breaks'],
    [{ name: 'a', role: 'operator' }, 'Field "role"'],
    [{ name: 'a', expiresAt: 'tomorrow' }, 'Field "expiresAt" must be a time such as 2030-01-31'],
    [{ name: 'a', expiresAt: '2030-13-41T00:00:00Z' }, 'Field "expiresAt" must be a valid time'],
    [{ name: 'a', expiresAt: '2030-02-30T00:00:00Z' }, 'Field "expiresAt" must be a valid time'],
    [{ name: 'a', expiresAt: '2020-01-01T00:00:00Z' }, 'Field "expiresAt" must be in the future'],
    [{ name: 'a', colour: 'red' }, 'unknown field "colour"'],
  ])('a key of %j is refused with the reason', async (body, message) => {
    const { status, json } = await shared.send('POST', '/api/v1/keys', body);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toContain(message);
  });

  test('an older prefix is accepted beside the new one', async () => {
    const server = await apiServer({
      settings: { keyPrefix: 'docs-', acceptedKeyPrefixes: ['lct_'] },
    });
    const { key } = await newKey(server);
    expect(key).toMatch(/^docs-/);
    for (const prefix of ['docs-', 'lct_']) {
      const given = bearer(key.replace('docs-', prefix));
      expect((await server.get(search, given)).status).toBe(200);
    }
    expect((await server.get(search, bearer(key.slice('docs-'.length)))).status).toBe(401);
  });

  test('no key is in the log', async () => {
    const server = await apiServer();
    const { key, id } = await newKey(server);
    await server.get(search, bearer(key));
    await server.get(`/api/v1/keys?key=${key}`, bearer(key));
    await server.get(context, bearer(`${key}x`));
    await server.send('DELETE', `/api/v1/keys/${id}`);
    expect(JSON.stringify(server.logged())).not.toContain(key.slice(21));
  });
});

describe('a bad key', () => {
  test.each([
    ['GET', search],
    ['GET', context],
    ['GET', '/api/v1/libraries'],
    ['GET', '/api/v1/library?id=/acme/web'],
    ['DELETE', '/api/v1/library?id=/acme/web'],
    ['GET', '/api/v1/keys'],
  ])('%s %s responds 401 and names the prefix, even if no key is needed', async (method, path) => {
    const { key } = await newKey(shared);
    for (const bad of ['abc', key.slice(4), `${key}x`, `lct_${'0'.repeat(16)}_${'s'.repeat(43)}`]) {
      const { status, json, headers } = await shared.send(method, path, undefined, bearer(bad));
      expect([status, json.error]).toEqual([401, 'invalid_api_key']);
      expect(json.message).toContain("begin with 'lct_'");
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('does not matter for operations without keys', async () => {
    for (const path of ['/api/health', '/api/ready', '/metrics']) {
      expect((await shared.get(path, bearer('abc'))).status).toBe(200);
    }
  });

  test('a key in the URL is ignored', async () => {
    const { key } = await newKey(shared, { role: 'admin' });
    const { status } = await shared.get(`/api/v1/keys?key=${key}&api_key=${key}`);
    expect(status).toBe(401);
  });
});

describe('roles', () => {
  test.each([
    ['GET', '/api/v1/keys', undefined],
    ['POST', '/api/v1/keys', { name: 'mine', role: 'admin' }],
    ['DELETE', '/api/v1/keys/0123456789abcdef', undefined],
    ['POST', '/api/v1/libraries', { id: '/a/b', source: { openapi: { url: 'https://a.b' } } }],
    ['DELETE', '/api/v1/library?id=/acme/web', undefined],
  ])('%s %s refuses a member', async (method, path, body) => {
    const { key } = await newKey(shared);
    const { status, json } = await shared.send(method, path, body, bearer(key));
    expect([status, json.error]).toEqual([403, 'forbidden']);
    expect(json.message).toContain('a key of the role admin');
  });

  test('an error names the role that the caller lacks in a field', async () => {
    const { key } = await newKey(shared);
    const { json } = await shared.send(
      'DELETE',
      '/api/v1/library?id=/acme/web',
      undefined,
      bearer(key),
    );
    expect(json.missingRole).toEqual({ required: 'admin', actual: 'member' });
  });

  test("an admin key manages keys and libraries, but cannot read the machine's files", async () => {
    const server = await apiServer();
    const { key } = await newKey(server, { role: 'admin' });
    const spec = { id: '/local/docs', source: { git: { url: '/srv/docs' } } };
    expect((await server.send('POST', '/api/v1/libraries', spec, bearer(key))).status).toBe(201);
    const [made] = await server.registry.list();
    expect(made?.metadata.annotations).toEqual({ 'lectern.dev/addedBy': 'admin' });
    const listed = await server.send('GET', '/api/v1/keys', undefined, bearer(key));
    expect(listed.status).toBe(200);
  });
});

describe('callers without a key', () => {
  test.each([
    ['none', 401, 401],
    ['search', 200, 401],
    ['ask', 200, 200],
  ] as const)('where they may %s, search answers %i and context %i', async (may, ...expected) => {
    const server = await apiServer({ settings: { anonymousAccess: may } });
    const { key } = await newKey(server);
    expect((await server.get(search)).status).toBe(expected[0]);
    expect((await server.get('/api/v1/libraries')).status).toBe(expected[0]);
    expect((await server.get(context)).status).toBe(expected[1]);
    expect((await server.get(search, bearer(key))).status).toBe(200);
    expect((await server.get(context, bearer(key))).status).toBe(200);
  });

  test('learn from the tools that they need a key', async () => {
    const { url } = await apiServer({ settings: { anonymousAccess: 'search' } });
    const given = { libraryId: '/acme/web', query: 'route' };
    const call = { name: 'query-docs', arguments: given };
    const { json } = await askModern(url, 'tools/call', call);
    expect(json.result.content[0].text).toContain('This needs an API key');
  });
});

describe('the tool server', () => {
  test.each(['authorization', 'LECTERN_API_KEY', 'SERVICE_API_KEY', 'X-API-Key'])(
    'accepts a key in the header %s',
    async (name) => {
      const { key } = await newKey(shared);
      const { json } = await askModern(shared.url, 'tools/list', {}, { [name]: key });
      expect(json.result.tools).toHaveLength(5);
    },
  );

  test.each([askLegacy, askModern])('refuses a bad key before any tool is called', async (ask) => {
    const { status, json } = await ask(shared.url, 'tools/list', {}, { 'x-api-key': 'lct_bad' });
    expect(status).toBe(401);
    expect(json.error).toMatchObject({
      code: -32001,
      message: expect.stringContaining("begin with 'lct_'"),
    });
  });

  test('also accepts the operator token', async () => {
    const { json } = await askModern(shared.url, 'tools/list', {}, bearer(operatorToken));
    expect(json.result.tools).toHaveLength(5);
  });
});
