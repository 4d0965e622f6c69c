import type { Transaction } from 'kysely';
import { nextValue } from '../sequence.ts';
import type { MetadataDatabase } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';
import { teamNotFound } from '../../../identity/teamspaces/errors.ts';

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

/** Throws LecternError('team_not_found') where there is no such teamspace. */
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
