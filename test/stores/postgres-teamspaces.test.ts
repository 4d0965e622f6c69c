import { afterAll } from 'vitest';
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
