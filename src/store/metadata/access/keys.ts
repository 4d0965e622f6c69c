import type { Selectable } from 'kysely';
import type {
  FoundKey,
  KeyRecord,
  KeyStore,
  StoredKey,
} from '../../../identity/access/key-store.ts';
import { type MetadataDatabase, wasAdded } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';

type Row = Selectable<DatabaseSchema['access_keys']>;

/** Keys in a table of the metadata database. */
export class SqlKeys implements KeyStore {
  private readonly db: MetadataDatabase;

  constructor(db: MetadataDatabase) {
    this.db = db;
  }

  async add(key: StoredKey): Promise<boolean> {
    return this.db.transaction().execute(async (transaction) => {
      const added = await insert(transaction, key);
      if (added && key.isBootstrap) {
        await transaction
          .updateTable('access_keys')
          .set({ revoked_at: key.createdAt })
          .where('bootstrap', '=', 1)
          .where('id', '!=', key.id)
          .where('revoked_at', 'is', null)
          .execute();
      }
      return added;
    });
  }

  async find(id: string): Promise<FoundKey | undefined> {
    const row = await this.db
      .selectFrom('access_keys')
      .leftJoin('members', (join) =>
        join
          .onRef('members.teamspace', '=', 'access_keys.teamspace')
          .onRef('members.user_id', '=', 'access_keys.user_id'),
      )
      .selectAll('access_keys')
      .select('members.role as teamspace_role')
      .where('access_keys.id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { salt, hash, teamspace_role: teamspaceRole } = row;
    return { ...recordOf(row), salt, hash, ...(teamspaceRole !== null && { teamspaceRole }) };
  }

  async list(): Promise<KeyRecord[]> {
    const rows = await this.db
      .selectFrom('access_keys')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(recordOf);
  }

  async revoke(id: string, at: number): Promise<boolean> {
    const known = await this.db
      .updateTable('access_keys')
      .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(at)) }))
      .where('id', '=', id)
      .executeTakeFirst();
    return known.numUpdatedRows > 0n;
  }

  async noteUse(times: ReadonlyMap<string, number>): Promise<void> {
    for (const [id, at] of times) {
      await this.db
        .updateTable('access_keys')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
        .execute();
    }
  }
}

async function insert(db: MetadataDatabase, key: StoredKey): Promise<boolean> {
  const added = await db
    .insertInto('access_keys')
    .values({
      id: key.id,
      name: key.name,
      role: key.role,
      teamspace: key.teamspace,
      user_id: key.userId ?? null,
      salt: key.salt,
      hash: key.hash,
      created_at: key.createdAt,
      expires_at: key.expiresAt ?? null,
      last_used_at: null,
      revoked_at: null,
      bootstrap: key.isBootstrap ? 1 : 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return wasAdded(added);
}

function recordOf(row: Row): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    teamspace: row.teamspace,
    ...(row.user_id !== null && { userId: row.user_id }),
    createdAt: row.created_at,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  };
}
