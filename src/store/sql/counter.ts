import type { Transaction } from 'kysely';
import type { DatabaseSchema } from './schema.ts';

/** The next number of a named sequence. */
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
