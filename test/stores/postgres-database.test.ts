import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgresDatabase } from '../../src/store/metadata/postgres.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { migrations } from '../../src/store/metadata/migrations.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const spec = { id: '/acme/anvil', source: { git: { url: 'https://example.org/anvil.git' } } };
const away = { name: 'DatabaseUnavailable', code: 'search_failed', status: 503 };

describe('a Postgres database', () => {
  let database: PostgresDatabase;
  beforeEach(async () => {
    database = await createPostgresDatabase();
  });
  afterEach(() => database.cleanUp());

  describe('when it is opened', () => {
    test('is migrated once if five processes start at the same time', async () => {
      await Promise.all(Array.from({ length: 5 }, () => database.open()));
      const ran = await database.query<{ name: string }>('select name from kysely_migration');
      expect(ran.map(({ name }) => name).sort()).toEqual(Object.keys(migrations));
    });

    test('is refused when a newer version has changed it', async () => {
      await database.open();
      await database.query(`insert into kysely_migration values ('9999-of-tomorrow', '2100')`);
      await expect(database.open()).rejects.toThrow(
        /changed by a newer version of Lectern \(its migration 9999-of-tomorrow .*run that version, or restore a backup/,
      );
    });

    test('has its own tables in the schema of the search path', async () => {
      await database.query('create schema one');
      await database.query('create schema two');
      const registryIn = async (schema: string): Promise<SqlRegistry> => {
        const url = new URL(database.url);
        url.searchParams.set('options', `-c search_path=${schema}`);
        return new SqlRegistry(await database.open({ url: url.href }), 'libraries');
      };
      const [one, two] = [await registryIn('one'), await registryIn('two')];
      await one.create({ metadata: { name: 'anvil' }, spec });
      expect(await one.list()).toHaveLength(1);
      expect(await two.list()).toEqual([]);
    });

    test.each([
      ['nobody listens', 'postgres://me:s3cret@127.0.0.1:1/x', /127\.0\.0\.1:1\/x.*ECONNREFUSED/],
      ['the host is unknown', 'postgres://me:s3cret@no-such-host.invalid/x', /no-such-host/],
      [
        'the file of its authority is missing',
        'postgres://me:s3cret@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/missing/ca.crt',
        /ENOENT.*'\/missing\/ca\.crt'/,
      ],
      ['the URL is none', 'me:s3cret@host', /expected postgres:\/\/user:password@host/],
      ['it is of another kind', 'mysql://me:s3cret@host/x', /expected postgres:/],
      ['the password has a slash', 'postgres://me:1/s3cret@host/x', /percent-encoded/],
      ['the password has a hash', 'postgres://me:1#s3cret@host/x', /percent-encoded/],
    ])('reports why it cannot be opened, without the password: %s', async (_, url, message) => {
      const error: unknown = await openPostgresDatabase({ url }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: expect.stringMatching(message) });
      expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('s3cret');
    });

    test('reports that the database does not exist', async () => {
      const url = new URL(database.url);
      url.pathname = 'nowhere';
      await expect(openPostgresDatabase({ url: url.href })).rejects.toThrow(
        `Cannot open the database ${url.host}/nowhere: database "nowhere" does not exist`,
      );
    });
  });

  test('opens no more connections than the maximum', async () => {
    const db = await database.open({ maxConnections: 2, applicationName: 'counted' });
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.02)`.execute(db)));
    const [sessions] = await database.query<{ count: string }>(
      `select count(*) from pg_stat_activity where application_name = 'counted'`,
    );
    expect(Number(sessions?.count)).toBe(2);
  });

  test('counts beyond what 32 bits hold', async () => {
    const registry = new SqlRegistry(await database.open(), 'libraries');
    await database.query(`insert into counters values ('libraries', 5000000000)`);
    const created = await registry.create({ metadata: { name: 'anvil' }, spec });
    expect(created.metadata.resourceVersion).toBe('5000000001');
  });

  test('ends a statement that takes too long and runs the next one', async () => {
    const db = await database.open({ statementTimeoutMs: 100 });
    await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject(away);
    await sql`select 1`.execute(db);
  });

  test('does not let a process that hangs within a transaction block others', async () => {
    const [stopped, other] = [await database.open(), await database.open()];
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const standing = stopped.transaction().execute(async (transaction) => {
      await transaction.insertInto('counters').values({ name: 'libraries', value: 1 }).execute();
      hold();
      await over;
      await sql`select 1`.execute(transaction);
    });
    await held;
    await new SqlRegistry(other, 'libraries').create({ metadata: { name: 'anvil' }, spec });
    end();
    await expect(standing).rejects.toMatchObject(away);
    expect(await new SqlRegistry(stopped, 'libraries').list()).toHaveLength(1);
  });

  describe('that becomes unavailable', () => {
    let proxy: TcpProxy;
    let url: string;
    beforeEach(async () => {
      const { hostname, port } = database.url;
      proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
      const through = new URL(database.url);
      through.host = `127.0.0.1:${proxy.port}`;
      url = through.href;
    });
    afterEach(() => proxy.stop());

    test('causes 503 and is used again later, without a restart', async () => {
      const registry = new SqlRegistry(await database.open({ url }), 'libraries');
      await Promise.all(
        [1, 2, 3].map((n) => registry.create({ metadata: { name: `a${n}` }, spec })),
      );

      await proxy.stop();
      await expect(registry.list()).rejects.toMatchObject(away);
      await expect(registry.patch('a1', { labels: { x: 'y' } })).rejects.toMatchObject({
        ...away,
        message: 'The database does not answer (ECONNREFUSED); try again',
      });

      await proxy.start();
      await registry.patch('a1', { labels: { x: 'y' } });
      expect(await registry.list()).toHaveLength(3);
    });

    test('during a transaction keeps nothing of the transaction', async () => {
      const db = await database.open({ url });
      const writing = db.transaction().execute(async (transaction) => {
        await transaction.insertInto('counters').values({ name: 'x', value: 1 }).execute();
        await proxy.stop();
        await transaction.insertInto('counters').values({ name: 'y', value: 1 }).execute();
      });
      await expect(writing).rejects.toMatchObject(away);
      await proxy.start();
      expect(await db.selectFrom('counters').selectAll().execute()).toEqual([]);
    });

    test('and no longer responds is dropped after a timeout, and queried over another connection', async () => {
      const db = await database.open({ url, statementTimeoutMs: 200, connectTimeoutMs: 2_000 });
      await sql`select 1`.execute(db);
      proxy.silence();
      await expect(sql`select 2`.execute(db)).rejects.toMatchObject(away);
      await expect(sql`select 3`.execute(db)).rejects.toMatchObject(away);
      await proxy.start();
      const { rows } = await sql<{ answer: number }>`select 4 as answer`.execute(db);
      expect(rows).toEqual([{ answer: 4 }]);
    });

    test('because an administrator ended its sessions fails one query for each session', async () => {
      const db = await database.open({ url, applicationName: 'ended' });
      await db.connection().execute(async (connection) => {
        await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ended'`,
        );
        await expect(sql`select 1`.execute(connection)).rejects.toMatchObject(away);
      });
      await sql`select 1`.execute(db);
    });
  });
});
