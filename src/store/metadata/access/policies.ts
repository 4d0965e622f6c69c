import type { Policies } from '../../../identity/access/policies.ts';
import type { PolicyStore } from '../../../identity/access/policy-cache.ts';
import { nextValue } from '../sequence.ts';
import type { MetadataDatabase } from '../database.ts';

/** Policies in a table of the metadata database. */
export class SqlPolicies implements PolicyStore {
  private readonly db: MetadataDatabase;

  constructor(db: MetadataDatabase) {
    this.db = db;
  }

  find(teamspace: string): Promise<Policies | undefined> {
    return read(this.db, teamspace);
  }

  change(teamspace: string, change: (held: Policies | undefined) => Policies): Promise<Policies> {
    return this.db.transaction().execute(async (transaction) => {
      // The counter's row stays locked until the end of the transaction, so concurrent changes are not lost.
      await nextValue(transaction, 'policies');
      const after = change(await read(transaction, teamspace));
      const policies = JSON.stringify(after);
      await transaction
        .insertInto('policies')
        .values({ teamspace, policies })
        .onConflict((conflict) => conflict.column('teamspace').doUpdateSet({ policies }))
        .execute();
      return after;
    });
  }
}

async function read(
  db: Pick<MetadataDatabase, 'selectFrom'>,
  teamspace: string,
): Promise<Policies | undefined> {
  const row = await db
    .selectFrom('policies')
    .select('policies')
    .where('teamspace', '=', teamspace)
    .executeTakeFirst();
  return row && (JSON.parse(row.policies) as Policies);
}
