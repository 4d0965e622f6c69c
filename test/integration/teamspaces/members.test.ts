import { beforeAll, describe, expect, test } from 'vitest';
import { apiServer, startApi, type ApiServer } from '../api/api-server.ts';
import { addUser, askerWith, memberOfDocs, outcome, type Asker } from './team.ts';

const docs = '/api/v1/teamspaces/docs';

/** Returns the status of each operation on a teamspace for one caller. */
async function rightsOf(ask: Asker): Promise<Record<string, number>> {
  const ways: [name: string, method: string, path: string, body?: unknown][] = [
    ['read it', 'GET', docs],
    ['read projects', 'GET', `${docs}/projects`],
    ['make projects', 'POST', `${docs}/projects`, { id: 'web' }],
    ['delete projects', 'DELETE', `${docs}/projects/web`],
    ['read members', 'GET', `${docs}/members`],
    ['add members', 'PUT', `${docs}/members/eve`, { role: 'member' }],
    ['make admins', 'PUT', `${docs}/members/eve`, { role: 'admin' }],
    ['make owners', 'PUT', `${docs}/members/eve`, { role: 'owner' }],
    ['remove members', 'DELETE', `${docs}/members/eve`],
    ['change policies', 'PATCH', '/api/v2/policies', { libraryFilters: { mode: null } }],
  ];
  const rights: Record<string, number> = {};
  for (const [name, method, path, body] of ways) {
    rights[name] = (await ask(method, path, body)).status;
  }
  return rights;
}

describe('rights', () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApi();
    await addUser(server, 'first', 'owner');
    await addUser(server, 'eve');
    return server.close;
  });

  const manages = {
    'read it': 200,
    'read projects': 200,
    'make projects': 201,
    'delete projects': 200,
    'read members': 200,
    'add members': 200,
    'make admins': 200,
    'make owners': 200,
    'remove members': 200,
    'change policies': 200,
  };
  const reads = {
    ...Object.fromEntries(Object.keys(manages).map((name) => [name, 403])),
    'read it': 200,
    'read projects': 200,
  };
  const nothing = Object.fromEntries(Object.keys(manages).map((name) => [name, 404]));

  test.each([
    ['an owner', 'owner', manages],
    ['an admin of the teamspace', 'admin', { ...manages, 'make owners': 403 }],
    ['a member', 'member', reads],
  ] as const)('of %s', async (_name, role, rights) => {
    expect(await rightsOf(await memberOfDocs(server, `the-${role}`, role))).toEqual(rights);
  });

  test('of an admin of the install', async () => {
    const admin = await askerWith(server, { role: 'admin' });
    expect(await rightsOf(admin)).toEqual(manages);
  });

  test('of a key without a user are those of a member', async () => {
    expect(await rightsOf(await askerWith(server, { teamspace: 'docs' }))).toEqual(reads);
  });

  test('of an owner of another teamspace are none: the teamspace does not exist for them', async () => {
    await addUser(server, 'ada');
    await server.send('PUT', '/api/v1/teamspaces/other/members/ada', { role: 'owner' });
    const stranger = await askerWith(server, { teamspace: 'other', userId: 'ada' });
    const rights = await rightsOf(stranger);
    expect(rights).toEqual({ ...nothing, 'change policies': 200 });
    const members = await server.send('GET', `${docs}/members`);
    expect(members.text).not.toContain('eve');
    for (const [method, rest, body] of [
      ['PUT', 'members/eve', { role: 'owner' }],
      ['DELETE', 'members/eve', undefined],
      ['POST', 'projects', { id: 'web' }],
      ['DELETE', 'projects/web', undefined],
    ] as const) {
      const found = await stranger(method, `${docs}/${rest}`, body);
      const missing = await stranger(method, `/api/v1/teamspaces/none/${rest}`, body);
      expect(found.text.replaceAll('docs', 'none')).toBe(missing.text);
    }
  });
});

describe('members', () => {
  test('have names and roles, and a role changes what a key may at once', async () => {
    const server = await apiServer();
    await addUser(server, 'first', 'owner');
    const ada = await memberOfDocs(server, 'ada', 'member');
    expect((await ada('GET', `${docs}/members`)).status).toBe(403);
    await server.send('PUT', `${docs}/members/ada`, { role: 'admin' });
    expect((await ada('GET', `${docs}/members`)).json.members).toEqual([
      { userId: 'ada', name: 'ada', role: 'admin' },
      { userId: 'first', name: 'first', role: 'owner' },
    ]);
  });

  test('who leave lose only their keys for the teamspace, at once', async () => {
    const server = await apiServer();
    const { send } = server;
    const here = await memberOfDocs(server, 'bob', 'member');
    await send('PUT', '/api/v1/teamspaces/other/members/bob', { role: 'member' });
    const there = await askerWith(server, { teamspace: 'other', userId: 'bob' });
    expect((await here('GET', docs)).status).toBe(200);

    expect((await send('DELETE', `${docs}/members/bob`)).status).toBe(200);
    expect(outcome(await here('GET', docs))).toEqual([401, 'invalid_api_key']);
    expect((await there('GET', '/api/v1/teamspaces/other')).status).toBe(200);
    await send('PUT', `${docs}/members/bob`, { role: 'member' });
    expect((await here('GET', docs)).status).toBe(200);
  });

  test('keep their last owner, who cannot be removed, demoted or deleted', async () => {
    const server = await apiServer();
    const { send } = server;
    const owner = await memberOfDocs(server, 'ada', 'owner');
    await addUser(server, 'bob', 'admin');
    const lastOwner = [409, 'last_owner'];
    expect(outcome(await owner('DELETE', `${docs}/members/ada`))).toEqual(lastOwner);
    expect(outcome(await owner('PUT', `${docs}/members/ada`, { role: 'admin' }))).toEqual(
      lastOwner,
    );
    expect(outcome(await send('DELETE', '/api/v1/users/ada'))).toEqual(lastOwner);
    await owner('PUT', `${docs}/members/bob`, { role: 'owner' });
    expect((await send('DELETE', '/api/v1/users/ada')).status).toBe(200);
  });

  test('who do not exist get the same error as unknown users', async () => {
    const server = await apiServer();
    const owner = await memberOfDocs(server, 'ada', 'owner');
    await addUser(server, 'bob');
    const bob = await owner('DELETE', `${docs}/members/bob`);
    const nobody = await owner('DELETE', `${docs}/members/eve`);
    expect(outcome(bob)).toEqual([404, 'user_not_found']);
    expect(bob.text.replaceAll('bob', 'eve')).toBe(nobody.text);
    const joining = await owner('PUT', `${docs}/members/eve`, { role: 'member' });
    expect(outcome(joining)).toEqual([404, 'user_not_found']);
    const wrong = await owner('PUT', `${docs}/members/bob`, { role: 'boss' });
    expect(wrong.json.message).toContain('"role" must be one of owner, admin, member');
  });
});

describe('projects', () => {
  test('are created once, listed and deleted', async () => {
    const { send } = await apiServer();
    const made = await send('POST', `${docs}/projects`, { id: 'web', name: 'The web' });
    expect([made.status, made.json]).toEqual([201, { id: 'web', name: 'The web' }]);
    expect(outcome(await send('POST', `${docs}/projects`, { id: 'web' }))).toEqual([
      409,
      'already_exists',
    ]);
    expect((await send('GET', `${docs}/projects`)).json.projects).toEqual([made.json]);
    expect((await send('DELETE', `${docs}/projects/web`)).status).toBe(200);
    expect(outcome(await send('DELETE', `${docs}/projects/web`))).toEqual([
      404,
      'project_not_found',
    ]);
  });
});
