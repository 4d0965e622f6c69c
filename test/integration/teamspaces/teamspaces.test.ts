import { beforeAll, describe, expect, test } from 'vitest';
import { makeLibrary } from '../../support/library.ts';
import { apiServer, startApi, type ApiServer } from '../api/api-server.ts';
import { addUser, askerWith, memberOfDocs, outcome } from './team.ts';

const all = '/api/v1/teamspaces';

let shared: ApiServer;
beforeAll(async () => {
  shared = await startApi();
  return shared.close;
});

describe('teamspaces', () => {
  test('are created, changed and deleted by admins', async () => {
    const server = await apiServer({ teamspaces: [] });
    const { send } = server;
    const made = await send('POST', all, { id: 'docs', name: 'Documentation', plan: 'pro' });
    expect(made).toMatchObject({ status: 201, json: { id: 'docs', plan: 'pro' } });
    expect(outcome(await send('POST', all, { id: 'docs' }))).toEqual([409, 'already_exists']);
    const changed = await send('PATCH', `${all}/docs`, { plan: 'free' });
    expect(changed.json).toMatchObject({ name: 'Documentation', plan: 'free' });
    const listed = (await send('GET', all)).json.teamspaces;
    expect(listed.map(({ id, plan }: Record<string, string>) => [id, plan])).toEqual([
      ['default', 'enterprise'],
      ['docs', 'free'],
    ]);
    expect((await send('DELETE', `${all}/docs`)).status).toBe(200);
    expect(outcome(await send('GET', `${all}/docs`))).toEqual([404, 'team_not_found']);
  });

  test.each([
    ['POST', '', { id: 'Docs' }, 'Field "id" must be lower-case letters'],
    ['POST', '', { id: 'docs', plan: 'gold' }, 'Field "plan" must be one of free, pro'],
    ['POST', '', { id: 'docs', name: 'a\nb' }, 'Field "name" must not contain control'],
    ['PATCH', '/docs', {}, 'at least one of name, plan and integrations'],
    ['GET', '/Docs', undefined, 'Path parameter "teamspace" must be lower-case letters'],
  ])('%s %s %j is refused with the reason', async (method, path, body, message) => {
    const answer = await shared.send(method, all + path, body);
    expect(outcome(answer)).toEqual([400, 'validation_error']);
    expect(answer.json.message).toContain(message);
  });

  test('show a member only the own one; another one looks unknown', async () => {
    const member = await askerWith(shared, { teamspace: 'docs' });
    const seen = (await member('GET', all)).json.teamspaces;
    expect(seen.map(({ id }: { id: string }) => id)).toEqual(['docs']);
    expect((await member('GET', `${all}/docs`)).json).toMatchObject({ id: 'docs' });
    for (const rest of ['', '/members', '/projects']) {
      const other = await member('GET', `${all}/other${rest}`);
      const none = await member('GET', `${all}/none${rest}`);
      expect(outcome(other)).toEqual([404, 'team_not_found']);
      expect(other.text.replaceAll('other', 'none')).toBe(none.text);
    }
  });

  test('cannot be created, changed or deleted by their owners, or seen without a key', async () => {
    const owner = await memberOfDocs(shared, 'olga', 'owner');
    expect(outcome(await owner('POST', all, { id: 'mine' }))).toEqual([403, 'forbidden']);
    expect(outcome(await owner('PATCH', `${all}/docs`, { plan: 'pro' }))[0]).toBe(403);
    expect(outcome(await owner('DELETE', `${all}/docs`))[0]).toBe(403);
    expect((await shared.get(all)).status).toBe(401);
  });

  test('cannot be deleted while something belongs to them', async () => {
    const spec = { id: '/acme/mine', visibility: 'private', teamspace: 'docs' } as const;
    const server = await apiServer({
      libraries: [makeLibrary({ spec, metadata: { finalizers: [] } })],
    });
    const { send } = server;
    const remove = () => send('DELETE', `${all}/docs`);
    expect(outcome(await send('DELETE', `${all}/default`))).toEqual([409, 'team_in_use']);
    expect((await remove()).json).toMatchObject({
      error: 'team_in_use',
      message: expect.stringContaining('/acme/mine'),
    });
    const [library] = await server.registry.list();
    await server.registry.delete(library!.metadata.name);
    const { json } = await send('POST', '/api/v1/keys', { name: 'k', teamspace: 'docs' });
    expect((await remove()).json.message).toContain('it has 1 key;');
    await send('DELETE', `/api/v1/keys/${json.id}`);
    expect((await remove()).status).toBe(200);
  });
});

describe('users', () => {
  test('are created, listed and deleted by admins', async () => {
    const { send } = shared;
    const facts = { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' };
    expect(await send('POST', '/api/v1/users', facts)).toMatchObject({ status: 201, json: facts });
    expect(outcome(await send('POST', '/api/v1/users', facts))).toEqual([409, 'already_exists']);
    expect((await send('GET', '/api/v1/users')).json.users).toContainEqual({
      ...facts,
      createdAt: expect.any(String),
    });
    expect((await send('DELETE', '/api/v1/users/ada')).status).toBe(200);
    expect(outcome(await send('GET', '/api/v1/users/ada'))).toEqual([404, 'user_not_found']);
    expect(outcome(await send('DELETE', '/api/v1/users/ada'))).toEqual([404, 'user_not_found']);
  });

  test('see only themselves; others look unknown', async () => {
    const owner = await memberOfDocs(shared, 'olaf', 'owner');
    await addUser(shared, 'bob');
    expect((await owner('GET', '/api/v1/users/olaf')).json).toMatchObject({ id: 'olaf' });
    const bob = await owner('GET', '/api/v1/users/bob');
    const nobody = await owner('GET', '/api/v1/users/eve');
    expect(outcome(bob)).toEqual([404, 'user_not_found']);
    expect(bob.text.replaceAll('bob', 'eve')).toBe(nobody.text);
    expect(outcome(await owner('GET', '/api/v1/users'))[0]).toBe(403);
    expect(outcome(await owner('POST', '/api/v1/users', { id: 'eve' }))[0]).toBe(403);
    expect(outcome(await owner('DELETE', '/api/v1/users/bob'))[0]).toBe(403);
  });

  test('who are deleted lose their keys at once', async () => {
    const server = await apiServer();
    const bob = await memberOfDocs(server, 'bob', 'member');
    expect((await bob('GET', all)).status).toBe(200);
    await server.send('DELETE', '/api/v1/users/bob');
    expect(outcome(await bob('GET', all))).toEqual([401, 'invalid_api_key']);
    const { keys } = (await server.send('GET', '/api/v1/keys')).json;
    expect(keys).toMatchObject([{ userId: 'bob', state: 'revoked' }]);
    await addUser(server, 'bob', 'member');
    expect((await bob('GET', all)).status).toBe(401);
  });
});

describe('a key', () => {
  test('needs an existing teamspace, and a user who is a member', async () => {
    await addUser(shared, 'oda', 'owner');
    await addUser(shared, 'bob');
    const make = (facts: object) => shared.send('POST', '/api/v1/keys', { name: 'k', ...facts });
    expect(outcome(await make({ teamspace: 'none' }))).toEqual([404, 'team_not_found']);
    expect(outcome(await make({ userId: 'eve' }))).toEqual([404, 'user_not_found']);
    const foreign = await make({ teamspace: 'docs', userId: 'bob' });
    expect(outcome(foreign)).toEqual([400, 'validation_error']);
    expect(foreign.json.message).toContain('"userId" must be a member of teamspace docs');
    const made = await make({ teamspace: 'docs', userId: 'oda' });
    expect(made.json).toMatchObject({ teamspace: 'docs', userId: 'oda' });
  });
});
