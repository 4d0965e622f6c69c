import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { operationsOf } from '../../../src/api/description.ts';
import { loadDescription } from '../../../src/api/load-description.ts';
import { makeLibrary } from '../../support/library.ts';
import { openStores } from '../../support/stores.ts';
import { apiServer } from './api-server.ts';

const questions = operationsOf(loadDescription()).filter(
  ({ method, path }) => method === 'get' && path !== '/api/v1/events',
);

test('without the tables of the database no operation responds 500, and reads respond 503', async () => {
  const stores = await openStores();
  const libraries = [makeLibrary({ spec: { id: '/acme/web' } })];
  const server = await apiServer({ stores, libraries });
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(
    stores.database,
  );
  await sql`pragma foreign_keys = off`.execute(stores.database);
  for (const { name } of rows) {
    await sql`drop table if exists ${sql.table(name)}`.execute(stores.database);
  }

  const answers: Record<string, number> = {};
  for (const { path, parameters } of questions) {
    const filled = path.replaceAll(/\{\*?\w+\}/g, 'acme');
    const query = parameters.filter(({ in: place, required }) => place === 'query' && required);
    const given = new URLSearchParams(
      query.map(({ name }): [string, string] => [name, '/acme/web']),
    );
    const headers = { authorization: `Bearer ${'5'.repeat(64)}` };
    answers[path] = (await server.get(`${filled}?${given.toString()}`, headers)).status;
  }
  const crashed = Object.entries(answers).filter(([, status]) => status === 500);
  expect(crashed).toEqual([]);
  expect(answers).toMatchObject({
    '/api/v2/libs/search': 503,
    '/api/v1/keys': 503,
    '/api/v1/teamspaces': 503,
  });
});
