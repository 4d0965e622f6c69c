import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type PoolClient, type PoolConfig, Pool } from 'pg';
import { DatabaseUnavailable } from './unavailable.ts';

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
export function createPostgresPool(config: PoolConfig): PostgresPool {
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
