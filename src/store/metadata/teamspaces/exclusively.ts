import type { Transaction } from 'kysely';
import { nextValue } from '../counter.ts';
import type { MetadataDatabase } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';

/**
 * One change of teamspaces, users and members after the other, whichever process makes them: what a change has looked at
 * is still so when it writes.
 */
export function exclusively<T>(
  db: MetadataDatabase,
  change: (transaction: Transaction<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    // The counter's row stays locked until the end.
    await nextValue(transaction, 'teamspaces');
    return change(transaction);
  });
}
