import type { Transaction } from 'kysely';
import type { MetadataDatabase } from './database.ts';
import type { DatabaseSchema } from './schema.ts';

/**
 * Returns the next number of a named sequence. On Postgres, the row of the counter stays locked until the transaction ends, so
 * numbers become visible in order. A reader of "greater than the last" misses none. Call it as late as possible, after any other
 * lock.
 */
export async function nextValue(db: Transaction<DatabaseSchema>, name: string): Promise<number> {
  const { value } = await db
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
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
