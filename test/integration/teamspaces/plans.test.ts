import { expect, test } from 'vitest';
import { resourceName } from '../../../src/resources/library.ts';
import type { Plan } from '../../../src/identity/teamspaces/teamspaces.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer, type ApiServer } from '../api/api-server.ts';
import { addUser, askerWith, memberOfDocs, outcome, type Asker } from './team.ts';

const place = { docsRepoUrl: 'https://codeberg.org/team/plans.git' };
const hidden = { ...place, private: true };

function setPlan({ send }: ApiServer, plan: Plan) {
  return send('PATCH', '/api/v1/teamspaces/docs', { plan });
}

const add = (ask: Asker, body: object) => ask('POST', '/api/v2/add/repo/git', body);

test('a teamspace with the plan free can have only public libraries', async () => {
  const server = await apiServer();
  const owner = await memberOfDocs(server, 'ada', 'owner');
  const nobodys = await askerWith(server, { teamspace: 'docs' });
  await setPlan(server, 'free');
  for (const ask of [owner, nobodys]) {
    const refused = await add(ask, hidden);
    expect(outcome(refused)).toEqual([403, 'forbidden']);
    expect(refused.json.message).toContain('require the plan pro or enterprise; teamspace docs');
  }
  expect(outcome(await add(owner, { ...place, gitToken: 'a-token' }))[0]).toBe(403);
  expect(await server.registry.list()).toEqual([]);
  expect((await add(owner, place)).status).toBe(200);
});

test.each(['pro', 'enterprise'] as const)('the plan %s has private libraries', async (plan) => {
  const server = await apiServer();
  const owner = await memberOfDocs(server, 'ada', 'owner');
  await setPlan(server, plan);
  expect((await add(owner, hidden)).status).toBe(200);
  const held = await server.registry.get(resourceName('/team/plans'));
  expect(held?.spec).toMatchObject({ visibility: 'private', teamspace: 'docs' });
});

test('owners, admins and keys without a user can add private libraries, members cannot', async () => {
  const server = await apiServer();
  await addUser(server, 'first', 'owner');
  const member = await memberOfDocs(server, 'bob', 'member');
  const refused = await add(member, hidden);
  expect(outcome(refused)).toEqual([403, 'forbidden']);
  expect(refused.json.message).toContain('Only owners and admins of teamspace docs');
  expect((await add(member, place)).status).toBe(200);

  const url = (name: string) => ({ docsRepoUrl: `https://codeberg.org/team/${name}.git` });
  const admin = await memberOfDocs(server, 'ada', 'admin');
  expect((await add(admin, { ...hidden, ...url('a') })).status).toBe(200);
  const nobodys = await askerWith(server, { teamspace: 'docs' });
  expect((await add(nobodys, { ...hidden, ...url('b') })).status).toBe(200);
});

test('a teamspace that fell back to free keeps its private libraries, without new tokens', async () => {
  const spec = { id: '/team/plans', visibility: 'private', teamspace: 'docs' } as const;
  const server = await apiServer({ libraries: [makeLibrary({ spec })] });
  const owner = await memberOfDocs(server, 'ada', 'owner');
  await setPlan(server, 'free');
  const refresh = (more: object) =>
    owner('POST', '/api/v1/refresh', { libraryName: '/team/plans', ...more });
  expect(outcome(await refresh({ gitToken: 'a-token' }))).toEqual([403, 'forbidden']);
  expect((await refresh({})).status).toBe(200);
});

test('a library can belong only to a project of its teamspace', async () => {
  const server = await apiServer();
  const owner = await memberOfDocs(server, 'ada', 'owner');
  await owner('POST', '/api/v1/teamspaces/docs/projects', { id: 'web' });
  await server.send('POST', '/api/v1/teamspaces/other/projects', { id: 'theirs' });
  for (const projectId of ['theirs', 'none']) {
    const refused = await add(owner, { ...place, projectId });
    expect(outcome(refused)).toEqual([400, 'validation_error']);
    expect(refused.json.message).toContain('"projectId" must be a project of teamspace docs');
  }
  expect((await add(owner, { ...place, projectId: 'web' })).status).toBe(200);
  const held = await server.registry.get(resourceName('/team/plans'));
  expect(held?.spec.projectRef).toEqual({ name: 'web' });
});
