import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { accepted, askLegacy, askModern, callTool, post } from '../mcp/rpc.ts';
import { install, startInstall, type OauthInstall } from './install.ts';

const question = { libraryId: '/acme/web', query: 'How do I declare a route?' };
const context = '/api/v2/context?libraryId=/acme/web&query=route';

let shared: OauthInstall;
beforeAll(async () => {
  shared = await startInstall();
  return shared.close;
});
afterEach(() => void vi.useRealTimers());

test('if questions need a token, the tool server reports where to get one and with which scope', async () => {
  const { lectern, resource, oidc } = shared;
  const metadata = `${lectern.url}/.well-known/oauth-protected-resource`;
  const challenge = `Bearer scope="lectern:read", resource_metadata="${metadata}"`;
  for (const answer of [
    await askLegacy(lectern.url, 'initialize', { protocolVersion: '2025-11-25' }),
    await askModern(lectern.url, 'server/discover'),
    await post(lectern.url, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x' })),
  ]) {
    expect([answer.status, answer.json.error.code]).toEqual([401, -32001]);
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
    expect(answer.json.error.message).toContain(`access token of ${oidc.issuer}`);
  }
  for (const address of [metadata, `${metadata}/mcp`]) {
    const described = await fetch(address);
    expect(await described.json()).toEqual({
      resource,
      resource_name: 'Lectern',
      authorization_servers: [oidc.issuer],
      scopes_supported: ['lectern:read'],
      bearer_methods_supported: ['header'],
    });
  }
});

test('if anonymous callers may ask, only a tool that changes something needs a token', async () => {
  const { lectern } = await install({ anonymousAccess: 'ask' });
  expect((await callTool(lectern.url, 'query-docs', question)).text).toContain('Declare a route');
  expect((await lectern.get('/api/auth/mcp')).json).toEqual({ enabled: false });
  const refresh = { name: 'refresh-library', arguments: { libraryId: '/acme/web' } };
  const { status, headers } = await askModern(lectern.url, 'tools/call', refresh);
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toContain('resource_metadata=');
});

test('if anonymous callers may ask, a client can still sign in at /mcp/oauth', async () => {
  const { lectern, as } = await install({ anonymousAccess: 'ask' });
  const ask = (headers: Record<string, string>, path = '/mcp/oauth'): Promise<Response> =>
    fetch(`${lectern.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: accepted, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const refused = await ask({});
  expect(refused.status).toBe(401);
  expect((await ask({}, '/mcp/oauth/')).status).toBe(401);
  expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32001 } });
  const challenge = refused.headers.get('www-authenticate') ?? '';
  const [, metadata] = /resource_metadata="([^"]+)"/.exec(challenge)!;
  expect((await fetch(metadata!)).status).toBe(200);
  const answered = await ask(await as('robot'));
  expect([answered.status, await answered.text()]).toEqual([
    200,
    expect.stringContaining('refresh-library'),
  ]);
});

test('setup programs learn that questions need a key or token', async () => {
  const { lectern } = shared;
  expect((await lectern.get('/api/auth/mcp')).json).toEqual({ enabled: true });
});

test('the HTTP API accepts the same tokens as the tool server, and no other', async () => {
  const { lectern, oidc, as } = shared;
  const { status, text } = await lectern.get(context, await as('robot'));
  expect([status, text]).toEqual([200, expect.stringContaining('Declare a route')]);

  const elsewhere = await oidc.tokenFor('robot', { resource: 'https://mail.example.com' });
  const wrong = await lectern.get(context, { authorization: `Bearer ${elsewhere}` });
  expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_api_key']);
  expect(wrong.json.message).toContain(`its claim "aud" must name ${lectern.url}/mcp`);
  expect(wrong.headers.get('www-authenticate')).toMatch(
    /^Bearer error="invalid_token", scope="lectern:read", resource_metadata="http/,
  );
  const tool = await askModern(
    lectern.url,
    'tools/list',
    {},
    { authorization: `Bearer ${elsewhere}` },
  );
  expect(tool.status).toBe(401);
  expect(tool.headers.get('www-authenticate')).toBe(wrong.headers.get('www-authenticate'));
});

test('a token whose scope does not cover a request is 403 with the scope that does', async () => {
  const { lectern, as } = shared;
  const reads = await as('robot');
  const refresh = { name: 'refresh-library', arguments: { libraryId: '/acme/web' } };
  const needed = `Bearer error="insufficient_scope", scope="lectern:read lectern:write", resource_metadata="${lectern.url}/.well-known/oauth-protected-resource"`;
  const body = { libraryName: '/acme/web' };
  const asked = await lectern.send('POST', '/api/v1/refresh', body, reads);
  expect([asked.status, asked.json.error]).toEqual([403, 'forbidden']);
  expect(asked.headers.get('www-authenticate')).toBe(needed);
  for (const ask of [askModern, askLegacy]) {
    const { status, headers, json } = await ask(lectern.url, 'tools/call', refresh, reads);
    expect([status, json.error.message]).toEqual([
      403,
      'This needs an access token with the scope lectern:write; this one has lectern:read.',
    ]);
    expect(headers.get('www-authenticate')).toBe(needed);
  }
  const writes = await as('robot', 'lectern:write');
  const read = await lectern.get(context, writes);
  expect(read.status).toBe(403);
  expect((await lectern.send('POST', '/api/v1/refresh', body, writes)).status).toBe(200);
  expect((await askLegacy(lectern.url, 'tools/list', {}, writes)).status).toBe(403);
});

test('the claims determine the teamspace and the role', async () => {
  const { lectern, as } = shared;
  const secret = '/api/v2/context?libraryId=/team/secret&query=plan';
  expect((await lectern.get(secret, await as('docs'))).json.error).toBe('library_not_finalized');
  const hidden = await lectern.get(secret, await as('stranger'));
  const unknown = await lectern.get(secret.replace('secret', 'nobody'), await as('stranger'));
  expect(hidden.json).toEqual({
    error: 'library_not_found',
    message: unknown.json.message.replace('nobody', 'secret'),
  });
  const homeless = await lectern.get(secret, await as('homeless'));
  expect([homeless.status, homeless.json.message]).toEqual([
    403,
    expect.stringContaining('names no teamspace: its claim "team"'),
  ]);
  const tools = await askModern(lectern.url, 'tools/list', {}, await as('homeless'));
  expect([tools.status, tools.json.error.message]).toEqual([403, homeless.json.message]);

  const keys = '/api/v1/keys';
  expect((await lectern.get(keys, await as('robot'))).status).toBe(403);
  expect((await lectern.get(keys, await as('chief'))).status).toBe(200);
});

test('a token in a URL is ignored', async () => {
  const { lectern, as } = shared;
  const token = (await as('robot')).authorization.slice('Bearer '.length);
  const inUrl = await lectern.get(`${context}&access_token=${token}`);
  expect([inUrl.status, inUrl.json.message]).toEqual([401, expect.stringContaining('This needs')]);
  const tool = await fetch(`${lectern.url}/mcp?access_token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(tool.status).toBe(401);
  expect(JSON.stringify(lectern.logged())).not.toContain(token);
});

test('while the issuer is unavailable tokens cannot be verified, and keys keep working', async () => {
  const { lectern, oidc, as } = await install();
  const token = await as('robot');
  const { key } = await lectern.keys.create({ name: 'a', role: 'member', teamspace: 'default' });
  await oidc.stop();
  const { status, json } = await lectern.get(context, token);
  expect([status, json.error]).toEqual([503, 'issuer_unreachable']);
  expect(json.message).toContain(oidc.issuer);
  expect((await askModern(lectern.url, 'tools/list', {}, token)).status).toBe(503);
  for (const header of ['authorization', 'x-api-key', 'LECTERN_API_KEY']) {
    const value = header === 'authorization' ? `Bearer ${key}` : key;
    const answer = await callTool(lectern.url, 'query-docs', question, { [header]: value });
    expect(answer.text).toContain('Declare a route');
  }
  expect((await lectern.get(context, { authorization: `Bearer ${key}` })).status).toBe(200);
});

test('after a key change of the issuer, new tokens are valid and old ones are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { lectern, oidc, as } = await install();
  const old = await as('robot');
  expect((await lectern.get(context, old)).status).toBe(200);
  await oidc.rotate();
  vi.setSystemTime(Date.now() + 31_000);
  const fresh = await as('robot');
  expect((await lectern.get(context, fresh)).status).toBe(200);
  expect((await lectern.get(context, old)).json.message).toContain('not signed with a key of');
});
