import type { Transaction } from 'kysely';
import type { MetadataDatabase } from './database.ts';
import type { DatabaseSchema } from './schema.ts';

/**
 * The next number of a named sequence. On Postgres the counter's row stays locked until the transaction ends, so numbers
 * appear in the order in which they were given: whoever reads "greater than the last I saw" misses none. Take it as late
 * as possible, and after any other lock.
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

/** The last number that was given; 0 before the first. */
export async function lastValue(db: MetadataDatabase, name: string): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? 0;
}
