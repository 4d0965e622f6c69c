import type { Selectable } from 'kysely';
import { lastOwner, userNotFound } from '../../../identity/teamspaces/errors.ts';
import type { User, Users } from '../../../identity/teamspaces/teamspaces.ts';
import { type MetadataDatabase, wasAdded } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';
import { exclusively } from './transaction.ts';

/** Users in a table of the metadata database. */
export class SqlUsers implements Users {
  private readonly db: MetadataDatabase;
  private readonly onLeft: () => void;

  /** `onLeft` runs after a user's keys were revoked, so that this process refuses them at once. */
  constructor(db: MetadataDatabase, onLeft: () => void) {
    this.db = db;
    this.onLeft = onLeft;
  }

  async list(): Promise<User[]> {
    const rows = await this.db.selectFrom('users').selectAll().orderBy('id').execute();
    return rows.map(userOf);
  }

  async find(id: string): Promise<User | undefined> {
    const row = await this.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && userOf(row);
  }

  async add({ id, name, email, createdAt }: User): Promise<boolean> {
    const added = await this.db
      .insertInto('users')
      .values({ id, name, email: email ?? null, created_at: createdAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return wasAdded(added);
  }

  async remove(id: string, now: number): Promise<void> {
    await exclusively(this.db, async (transaction) => {
      const owned = await transaction
        .selectFrom('members')
        .select('teamspace')
        .where('role', '=', 'owner')
        .groupBy('teamspace')
        .having((row) => row.fn.countAll(), '=', 1)
        .having((row) => row.fn.max('user_id'), '=', id)
        .orderBy('teamspace')
        .execute();
      if (owned.length > 0)
        throw lastOwner(
          id,
          owned.map(({ teamspace }) => teamspace),
        );
      await transaction.deleteFrom('members').where('user_id', '=', id).execute();
      await transaction
        .updateTable('access_keys')
        .set({ revoked_at: now })
        .where('user_id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      const { numDeletedRows } = await transaction
        .deleteFrom('users')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw userNotFound(id);
    });
    this.onLeft();
  }
}

function userOf(row: Selectable<DatabaseSchema['users']>): User {
  return {
    id: row.id,
    name: row.name,
    ...(row.email !== null && { email: row.email }),
    createdAt: row.created_at,
  };
}
