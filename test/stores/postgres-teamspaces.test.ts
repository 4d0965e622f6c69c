import { afterAll, expect, test } from 'vitest';
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

test('of two owners whom two processes remove at the same time one stays', async () => {
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
