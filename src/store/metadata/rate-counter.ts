import { sql } from 'kysely';
import {
  countedSeconds,
  type Count,
  type Counter,
  type CounterOptions,
} from '../../identity/limits/counter.ts';
import { withTimeout } from '../../base/with-timeout.ts';
import type { MetadataDatabase } from './database.ts';

const minuteMs = countedSeconds * 1_000;
/**
 * Milliseconds in which a minute can end. More is left only if the clock was ahead, here or on another machine, and that must not
 * keep callers out for hours.
 */
const longestMs = 2 * minuteMs;

/** Milliseconds to keep rows of past minutes, and milliseconds between deletions. */
const keptMs = 3_600_000;
const cleanEveryMs = 300_000;
/** Above this many blocked callers, those whose minute has ended are removed from memory. */
const manyBlocked = 1_000;

interface PostgresCounterOptions extends CounterOptions {
  /** Timeout of a statement in milliseconds, so that it does not delay later ones. */
  timeoutMs: number;
}

interface Row {
  key: string;
  points: number;
  expire: number;
}

/** Waiting requests, by name. */
type Waiting = Map<string, PromiseWithResolvers<Count>[]>;

/**
 * Counts in a table of Postgres, so that all replicas share the counts. Requests that come during a statement share the next
 * one: rate-limiter-flexible's own Postgres limiter uses a statement for each, which halves the searches per second. A caller
 * over the limit causes no statement until the minute is over.
 */
export function postgresCounter(
  database: MetadataDatabase,
  { limit, kind, timeoutMs }: PostgresCounterOptions,
): Counter {
  const blocked = new Map<string, number>();
  let waiting: Waiting = new Map();
  let isBusy = false;
  let cleanAt = 0;

  async function work(): Promise<void> {
    isBusy = true;
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      try {
        tell(batch, await withTimeout(upsert(batch), timeoutMs));
      } catch (error) {
        [...batch.values()].flat().forEach(({ reject }) => reject(error));
      }
    }
    isBusy = false;
    if (Date.now() >= cleanAt) clean();
  }

  async function upsert(batch: Waiting): Promise<Row[]> {
    const now = Date.now();
    // All replicas lock rows in the same order, which prevents deadlocks.
    const names = [...batch.keys()].sort();
    const counts = names.map((name) => batch.get(name)?.length ?? 0);
    const { rows } = await sql<Row>`
      insert into rate_limits as held (key, points, expire)
      select asked.key, asked.points, ${now + minuteMs}::bigint
        from unnest(${names}::text[], ${counts}::bigint[]) as asked (key, points)
      on conflict (key) do update set
        points = case when held.expire between ${now + 1} and ${now + longestMs} then held.points else 0 end
          + excluded.points,
        expire = case when held.expire between ${now + 1} and ${now + longestMs} then held.expire else excluded.expire end
      returning key, points, expire`.execute(database);
    return rows;
  }

  function tell(batch: Waiting, rows: Row[]): void {
    for (const { key, points, expire } of rows) {
      const callers = batch.get(key) ?? [];
      if (points >= limit) blocked.set(key, expire);
      const resetsInMs = Math.max(0, expire - Date.now());
      for (const [at, { resolve }] of callers.entries()) {
        const count = points - callers.length + at + 1;
        resolve({ allowed: count <= limit, remaining: Math.max(0, limit - count), resetsInMs });
      }
    }
    if (blocked.size < manyBlocked) return;
    for (const [name, until] of blocked) if (until <= Date.now()) blocked.delete(name);
  }

  function clean(): void {
    cleanAt = Date.now() + cleanEveryMs;
    void database
      .deleteFrom('rate_limits')
      .where('expire', '<', Date.now() - keptMs)
      .execute()
      // The next cleanup deletes them.
      .catch(() => undefined);
  }

  return {
    async add(name) {
      const key = `${kind}:${name}`;
      const resetsInMs = (blocked.get(key) ?? 0) - Date.now();
      if (resetsInMs > 0 && resetsInMs <= longestMs)
        return { allowed: false, remaining: 0, resetsInMs };
      const counted = Promise.withResolvers<Count>();
      const others = waiting.get(key);
      if (others) others.push(counted);
      else waiting.set(key, [counted]);
      if (!isBusy) void work();
      return counted.promise;
    },
  };
}
