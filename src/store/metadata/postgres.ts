import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type PoolConfig, types, DatabaseError, type PoolClient, Pool } from 'pg';
import { messageOf } from '../../base/errors.ts';
import type { MetadataDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import type { DatabaseSchema } from './schema.ts';
import { DatabaseUnavailable } from './database-errors.ts';

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

/**
 * SQLSTATEs of troubles that pass: connection, resources, an operator's intervention and timeouts, a server that became a
 * standby, a transaction left idle, deadlock, lock not had in time.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passing = /^(?:08|53|57|25006|25P03|40|55P03)/;

/**
 * A pool for kysely that outlives lost connections: none of them ends the process or is used again, and what was being
 * asked throws DatabaseUnavailable. The next question opens a new connection.
 */
function createPostgresPool(config: PoolConfig): PostgresPool {
  const pool = new Pool(config);
  // A connection that breaks emits 'error', idle or not, and an 'error' nobody listens to ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    options: pool.options,
    async connect() {
      try {
        return guarded(await pool.connect());
      } catch (error) {
        throw unavailable(error) ?? error;
      }
    },
    end: () => pool.end(),
  };
}

/** After a failure of its own the connection is not asked again: a late answer would be taken for that of the next question. */
function guarded(client: PoolClient): PostgresPoolClient {
  let lost: DatabaseUnavailable | undefined;
  async function query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    if (lost) throw lost;
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      lost = unavailable(error);
      throw lost ?? error;
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || lost !== undefined),
  };
}

/** The error to throw in place of one that time can mend; undefined for the server's answer that a question is wrong. */
function unavailable(cause: unknown): DatabaseUnavailable | undefined {
  if (cause instanceof DatabaseError && !passing.test(cause.code ?? '')) return undefined;
  return new DatabaseUnavailable(reasonOf(cause), { cause });
}

/** Of a system error the code alone: its message has addresses, or nothing where several were tried. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('syscall' in error || error instanceof AggregateError) {
    const { code } = error as NodeJS.ErrnoException;
    if (code) return code;
  }
  return error.message;
}
