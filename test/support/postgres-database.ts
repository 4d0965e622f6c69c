import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { MetadataDatabase } from '../../src/store/metadata/database.ts';
import { openPostgresDatabase, type PostgresOptions } from '../../src/store/metadata/postgres.ts';

/** A Postgres database for one test, on the server of DATABASE_URL. It starts empty. */
export interface PostgresDatabase {
  url: URL;
  /** Opens the database as another process would. */
  open: (options?: Partial<PostgresOptions>) => Promise<MetadataDatabase>;
  /** Runs SQL without the program. */
  query: <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>;
  /** Closes all connections and empties the tables. This is faster than creating a database. */
  empty: () => Promise<void>;
  /** Closes all connections and drops the database. */
  cleanUp: () => Promise<void>;
}

/** Creates a database. The role of DATABASE_URL needs the right to create one. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const server = process.env['DATABASE_URL'];
  if (!server) throw new Error('DATABASE_URL is not set; expected postgres://user@host:port/name');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await ask(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const opened: MetadataDatabase[] = [];
  const close = async (): Promise<void> => {
    for (const db of opened.splice(0)) await db.destroy();
  };
  return {
    url,
    open: async (options) => {
      const db = await openPostgresDatabase({ url: url.href, ...options });
      opened.push(db);
      return db;
    },
    query: (text, parameters) => ask(url.href, text, parameters),
    empty: async () => {
      await close();
      await ask(
        url.href,
        'truncate libraries, manifest_syncs, deleted_resources, catalog_records, catalog_former_ids, library_vectors, counters, access_keys, policies, users, members, projects, usage, spending_limits, rate_limits, sessions',
      );
      await ask(url.href, "delete from teamspaces where id <> 'default'");
    },
    cleanUp: async () => {
      await close();
      await ask(server, `drop database ${name} with (force)`);
    },
  };
}

async function ask<Row>(url: string, text: string, parameters?: unknown[]): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(text, parameters);
    return rows as Row[];
  } finally {
    await client.end();
  }
}
