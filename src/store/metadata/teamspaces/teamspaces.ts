import type { Selectable, Transaction } from 'kysely';
import { plural } from '../../../base/plural.ts';
import { teamInUse, teamNotFound } from '../../../identity/teamspaces/errors.ts';
import type {
  Teamspace,
  TeamspaceChange,
  Teamspaces,
} from '../../../identity/teamspaces/teamspaces.ts';
import { type MetadataDatabase, wasAdded } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';
import { exclusively } from './transaction.ts';

/** Tables with rows of a teamspace. A later teamspace with the same id must not find them. */
const tablesOfTeamspace = [
  'members',
  'projects',
  'code_projects',
  'policies',
  'usage',
  'spending_limits',
] as const;

/** Teamspaces in a table of the metadata database. */
export class SqlTeamspaces implements Teamspaces {
  private readonly db: MetadataDatabase;

  constructor(db: MetadataDatabase) {
    this.db = db;
  }

  async list(): Promise<Teamspace[]> {
    const rows = await this.db.selectFrom('teamspaces').selectAll().orderBy('id').execute();
    return rows.map(teamspaceOf);
  }

  async find(id: string): Promise<Teamspace | undefined> {
    const row = await this.db
      .selectFrom('teamspaces')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && teamspaceOf(row);
  }

  async add({ id, name, plan, integrations, createdAt }: Teamspace): Promise<boolean> {
    const granted = JSON.stringify(integrations);
    const added = await this.db
      .insertInto('teamspaces')
      .values({ id, name, plan, integrations: granted, created_at: createdAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return wasAdded(added);
  }

  async change(id: string, { name, plan, integrations }: TeamspaceChange): Promise<Teamspace> {
    const row = await this.db
      .updateTable('teamspaces')
      .set((held) => ({
        name: name ?? held.ref('name'),
        plan: plan ?? held.ref('plan'),
        ...(integrations && { integrations: JSON.stringify(integrations) }),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw teamNotFound(id);
    return teamspaceOf(row);
  }

  remove(id: string, now: number): Promise<void> {
    return exclusively(this.db, async (transaction) => {
      await refuseInUse(transaction, id, now);
      for (const table of tablesOfTeamspace) {
        await transaction.deleteFrom(table).where('teamspace', '=', id).execute();
      }
      const { numDeletedRows } = await transaction
        .deleteFrom('teamspaces')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw teamNotFound(id);
    });
  }
}

/** Throws if the teamspace has keys or members. Its last owner may stay, because a last owner cannot be removed. */
async function refuseInUse(
  transaction: Transaction<DatabaseSchema>,
  id: string,
  now: number,
): Promise<void> {
  const keys = await transaction
    .selectFrom('access_keys')
    .select('id')
    .where('teamspace', '=', id)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .execute();
  if (keys.length > 0) {
    throw teamInUse(id, `it has ${plural(keys.length, 'key')}; revoke its keys first.`);
  }
  const members = await transaction
    .selectFrom('members')
    .select('role')
    .where('teamspace', '=', id)
    .execute();
  const [only] = members;
  if (!only || (members.length === 1 && only.role === 'owner')) return;
  throw teamInUse(
    id,
    `it has ${plural(members.length, 'member')}; remove them first. Only its last owner may remain.`,
  );
}

function teamspaceOf(row: Selectable<DatabaseSchema['teamspaces']>): Teamspace {
  const integrations: string[] = JSON.parse(row.integrations ?? '[]');
  return { id: row.id, name: row.name, plan: row.plan, integrations, createdAt: row.created_at };
}
