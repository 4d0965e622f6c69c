import type { Transaction } from 'kysely';
import { teamNotFound } from '../../../identity/teamspaces/refusals.ts';
import type { DatabaseSchema } from '../schema.ts';

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
