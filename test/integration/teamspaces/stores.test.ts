import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../../../src/store/metadata/migrations.ts';
import type { DatabaseSchema } from '../../../src/store/metadata/schema.ts';
import { SqlTeamspaces } from '../../../src/store/metadata/teamspaces/teamspaces.ts';
import { describeTeams } from '../../contract/teams.ts';
import { sqliteDatabases } from '../../support/sqlite-databases.ts';
import { teamsOf } from '../../support/teams.ts';

describeTeams('teamspaces in SQLite', async () => {
  const { open, cleanUp } = await sqliteDatabases();
  const another = async () => teamsOf(await open());
  return { ...(await another()), another, cleanUp };
});

test('keys that are older than teamspaces keep their teamspaces and rights', async () => {
  const database = new Sqlite(':memory:');
  const db = new Kysely<DatabaseSchema>({ dialect: new SqliteDialect({ database }) });
  const names = Object.keys(migrations).toSorted();
  const before = names.filter((name) => name < '0008');
  for (const name of before) await migrations[name]!.up(db);
  const key = { name: 'k', role: 'member', salt: '', hash: '', created_at: 1 } as const;
  for (const [id, teamspace] of ['docs', 'default', 'docs'].entries()) {
    await db
      .insertInto('access_keys')
      .values({ ...key, id: String(id), teamspace })
      .execute();
  }
  await migrations['0008-teamspaces']!.up(db);
  const teamspaces = await new SqlTeamspaces(db).list();
  expect(teamspaces.map(({ id, plan }) => [id, plan])).toEqual([
    ['default', 'enterprise'],
    ['docs', 'enterprise'],
  ]);
  await db.destroy();
});
