import { sql, type Transaction } from 'kysely';
import { isShared, type MetadataDatabase } from './database.ts';
import type { DatabaseSchema } from './schema.ts';

/** Numbers of one start of the database server. The next start begins with a multiple of it. */
const ofOneStart = 2 ** 32;

/**
 * Returns the next number of a named sequence. On Postgres, the row of the counter stays locked until the transaction ends, so
 * numbers become visible in order. A reader of "greater than the last" misses none. Call it as late as possible, after any other
 * lock.
 *
 * A standby that takes over can lack the last writes, and its counter is behind what readers know. So the first number after
 * each start of a server is larger than all numbers before.
 */
export async function nextValue(db: Transaction<DatabaseSchema>, name: string): Promise<number> {
  const { value, start, known } = await db
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', 1) })),
    )
    .returning('value')
    .$if(isShared(db), (query) =>
      query.returning([
        sql<number>`(extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint`.as('start'),
        sql<number | null>`(select value from counters where name = ${startOf(name)})`.as('known'),
      ]),
    )
    .executeTakeFirstOrThrow();
  if (start === undefined || start === known) return value;
  await put(db, startOf(name), start);
  if (known === undefined || known === null) return value;
  const part = partOf(value) + 1;
  await put(db, lastBefore(name, part), value - 1);
  await put(db, name, part * ofOneStart);
  return part * ofOneStart;
}

/** Returns the last number; 0 before the first. */
export async function lastValue(db: MetadataDatabase, name: string): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? 0;
}

/** Returns whether a reader of numbers up to `known` must read all rows again: the server has started since, and may lack writes. */
export function mustReadAnew(known: number, last: number): boolean {
  return known > 0 && (last < known || partOf(last) !== partOf(known));
}

/** Returns whether the number `known`, which a reader has seen, is lost. `next` is a number of a later start of the server. */
export async function isLost(
  db: MetadataDatabase,
  name: string,
  { known, next }: { known: number; next: number },
): Promise<boolean> {
  if (known === 0 || partOf(next) === partOf(known)) return false;
  return (await lastValue(db, lastBefore(name, partOf(known) + 1))) < known;
}

function partOf(value: number): number {
  return Math.floor(value / ofOneStart);
}

/** Name of the counter with the time of the server's start. */
function startOf(name: string): string {
  return `${name}@start`;
}

/** Name of the counter with the last number before a part. */
function lastBefore(name: string, part: number): string {
  return `${name}@${part}`;
}

async function put(db: Transaction<DatabaseSchema>, name: string, value: number): Promise<void> {
  await db
    .insertInto('counters')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
