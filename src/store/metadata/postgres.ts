import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type PoolConfig, types, DatabaseError, type PoolClient, Pool } from 'pg';
import { messageOf } from '../../base/errors.ts';
import { isUntrustedCertificate } from '../../base/http/untrusted-certificate.ts';
import type { MetadataDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import type { DatabaseSchema } from './schema.ts';
import { DatabaseUnavailable } from './database-errors.ts';

/** The database, and how many of its connections and how much of its time a process takes. */
export interface PostgresOptions {
  /** postgres://user:password@host:5432/database; accepts libpq's parameters, such as sslmode, sslrootcert and options. */
  url: string;
  /** Name in the server's list of sessions. */
  applicationName?: string;
  /** Maximum connections of this process. */
  maxConnections?: number;
  /** Milliseconds to wait for the server, or for a free connection of the pool. */
  connectTimeoutMs?: number;
  /** Milliseconds after which the server cancels a statement. */
  statementTimeoutMs?: number;
}

/** Migrations may take long, and so may waiting for another process to run them. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;
/** A process that hangs within a transaction blocks all other writers. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;

/**
 * Opens the Postgres database of registry and catalog, and migrates it if needed. Rejects if the database is unreachable or
 * unusable. Later, queries throw DatabaseUnavailable while the server is unavailable. No error contains the URL.
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
          // The server cancels a statement first; this timeout is for a server that no longer responds.
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

/** Counters and counts are int8, which `pg` returns as text; all of them fit in a number. */
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

/** Returns host and database for messages. Throws if a reserved character in the password would split the URL elsewhere. */
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
 * SQLSTATEs of temporary failures: connection, resources, an operator's intervention and timeouts, a server that became a
 * standby, an idle transaction, deadlock, lock timeout.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passing = /^(?:08|53|57|25006|25P03|40|55P03)/;

/**
 * A pool for kysely that survives lost connections: it never reuses one, and none ends the process. A query on a lost
 * connection throws DatabaseUnavailable. The next query opens a new connection.
 */
function createPostgresPool(config: PoolConfig): PostgresPool {
  const pool = new Pool(config);
  // A broken connection emits 'error', idle or not, and an unhandled 'error' ends the process.
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

/** After a connection failure, the client refuses queries: a late response would be taken for that of the next query. */
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

/** Returns the error to throw for temporary failures; undefined if the server refused the query itself. */
function unavailable(cause: unknown): DatabaseUnavailable | undefined {
  if (cause instanceof DatabaseError && !passing.test(cause.code ?? '')) return undefined;
  return new DatabaseUnavailable(reasonOf(cause), { cause });
}

/** Says what helps for a certificate. Returns only the code of an error of the network: its message has addresses, or is empty if several were tried. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  // The message about another name has both names.
  if (isUntrustedCertificate(code) && code !== 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is not trusted: ${code}; if its authority is yours, name the file in the URL: sslmode=verify-full&sslrootcert=<file>`;
  }
  const isOfNetwork = 'syscall' in error || error instanceof AggregateError;
  // Only an error of a file has a path, such as that of a missing certificate.
  return isOfNetwork && code !== '' && path === undefined ? code : error.message;
}
