import type { Transaction } from 'kysely';
import { nextValue } from '../sequence.ts';
import type { MetadataDatabase } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';
import { teamNotFound } from '../../../identity/teamspaces/errors.ts';

/**
 * Serializes changes of teamspaces, users and members across processes, so that what a change has read is still true when it
 * writes.
 */
export function exclusively<T>(
  db: MetadataDatabase,
  change: (transaction: Transaction<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    // The row of the sequence stays locked until the transaction ends.
    await nextValue(transaction, 'teamspaces');
    return change(transaction);
  });
}

/** Throws LecternError('team_not_found') if the teamspace does not exist. */
export async function refuseUnknownTeamspace(
  transaction: Transaction<DatabaseSchema>,
  id: string,
): Promise<void> {
  const there = await transaction
    .selectFrom('teamspaces')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!there) throw teamNotFound(id);
}
