import { Kysely, PostgresDialect, sql } from 'kysely';
import { type PoolConfig, types } from 'pg';
import { messageOf } from '../../base/errors.ts';
import type { MetadataDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { createPostgresPool } from './postgres-pool.ts';
import type { DatabaseSchema } from './schema.ts';

export interface PostgresOptions {
  /** postgres://user:password@host:5432/database; parameters such as sslmode, sslrootcert and options as libpq has them. */
  url: string;
  /** What the server's list of sessions shows. */
  applicationName?: string;
  /** Connections of this process at most. */
  maxConnections?: number;
  /** Milliseconds to wait for the server, or for a connection of the pool to come free. */
  connectTimeoutMs?: number;
  /** Milliseconds after which the server ends a statement. */
  statementTimeoutMs?: number;
}

/** Migrations may take long, and waiting for those of another process too. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;
/** A process that stands still within a transaction holds up the writers of all others. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;

/**
 * Opens, and where needed migrates, the Postgres database that holds registry and catalog. Rejects when it cannot be
 * reached or used; afterwards a server that is away makes questions fail with DatabaseUnavailable until it is back. No
 * error carries the URL.
 */
export async function openPostgresDatabase({
  url,
  applicationName = 'lectern',
  maxConnections = 10,
  connectTimeoutMs = 5_000,
  statementTimeoutMs = 30_000,
}: PostgresOptions): Promise<MetadataDatabase> {
  const place = placeOf(url);
  const connect = (max: number, timeoutMs: number): MetadataDatabase =>
    new Kysely<DatabaseSchema>({
      dialect: new PostgresDialect({
        pool: createPostgresPool({
          ...numbersAsNumbers,
          connectionString: url,
          application_name: applicationName,
          max,
          connectionTimeoutMillis: connectTimeoutMs,
          keepAlive: true,
          keepAliveInitialDelayMillis: 10_000,
          statement_timeout: timeoutMs,
          // The server ends a statement first; this is for one that has fallen silent.
          query_timeout: timeoutMs + connectTimeoutMs,
          idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
        }),
      }),
    });
  const migrating = connect(1, MIGRATION_TIMEOUT_MS);
  try {
    await migrate(migrating, await currentSchema(migrating));
  } catch (error) {
    throw new Error(`Cannot open the database ${place}: ${messageOf(error)}`, { cause: error });
  } finally {
    await migrating.destroy();
  }
  return connect(maxConnections, statementTimeoutMs);
}

/** Counters and counts are int8, which `pg` hands out as text; none of them outgrows a number. */
const numbersAsNumbers: Pick<PoolConfig, 'types'> = {
  types: {
    getTypeParser: (oid, format) =>
      oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
  },
};

async function currentSchema(db: MetadataDatabase): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? undefined;
}

/** Host and database for messages. A password with reserved characters splits the URL elsewhere: then nothing is told. */
function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const rest = parsed && parsed.pathname + parsed.search + parsed.hash;
  if (!parsed || !/^postgres(?:ql)?:$/.test(parsed.protocol) || rest?.includes('@')) {
    throw new Error(
      'The database URL cannot be read; expected postgres://user:password@host:5432/database, with reserved characters of user and password percent-encoded',
    );
  }
  return `${parsed.host}${parsed.pathname}`;
}
