import { afterAll, expect, test } from 'vitest';
import { apiServer } from '../integration/api/api-server.ts';
import { memberOfDocs, outcome } from '../integration/teamspaces/team.ts';
import { describeTeams } from '../contract/teams.ts';
import { createPostgresDatabase } from '../support/postgres-database.ts';
import { teamsOf } from '../support/teams.ts';

const database = await createPostgresDatabase();
afterAll(() => database.cleanUp());

describeTeams('teamspaces in Postgres', async () => ({
  ...teamsOf(await database.open()),
  another: async () => teamsOf(await database.open()),
  cleanUp: database.empty,
}));

test('if two processes remove the two owners at the same time, one stays', async () => {
  const processes = [teamsOf(await database.open()), teamsOf(await database.open())];
  const { teams } = processes[0]!;
  const users = ['ada', 'bob'];
  for (const id of users) {
    await teams.users.add({ id, name: id, createdAt: 0 });
    await teams.members.put('default', id, 'owner');
  }
  const left = await Promise.allSettled(
    users.map((id, n) => processes[n]!.teams.members.remove('default', id)),
  );
  expect(left.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await teams.members.list('default')).toHaveLength(1);
  await database.empty();
});

test('a user who leaves a teamspace loses the keys of that teamspace, as on a cluster', async () => {
  const server = await apiServer({ database: await database.open() });
  const docs = '/api/v1/teamspaces/docs';
  const owner = await memberOfDocs(server, 'ada', 'owner');
  const member = await memberOfDocs(server, 'bob', 'member');
  expect(outcome(await member('GET', `${docs}/members`))).toEqual([403, 'forbidden']);
  expect(outcome(await member('GET', '/api/v1/teamspaces/other'))).toEqual([404, 'team_not_found']);
  const listed = (await owner('GET', `${docs}/members`)).json.members;
  expect(listed.map(({ userId }: { userId: string }) => userId)).toEqual(['ada', 'bob']);
  expect((await owner('DELETE', `${docs}/members/bob`)).status).toBe(200);
  expect(outcome(await member('GET', docs))).toEqual([401, 'invalid_api_key']);
  expect(outcome(await owner('DELETE', `${docs}/members/ada`))).toEqual([409, 'last_owner']);
});
