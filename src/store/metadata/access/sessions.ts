import type { Insertable, Selectable } from 'kysely';
import type {
  Holder,
  SessionStore,
  StoredSession,
} from '../../../identity/sessions/session-store.ts';
import type { MetadataDatabase } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';

type Row = Selectable<DatabaseSchema['sessions']>;

/** Sessions in a table of the metadata database. */
export class SqlSessions implements SessionStore {
  private readonly db: MetadataDatabase;

  constructor(db: MetadataDatabase) {
    this.db = db;
  }

  async add(session: StoredSession, most: number): Promise<void> {
    const row = rowOf(session);
    await this.db.insertInto('sessions').values(row).execute();
    // This runs after the insert: of several concurrent inserts, the last one sees all sessions.
    const others = this.db
      .selectFrom('sessions')
      .select('hash')
      .where('kind', '=', row.kind)
      .where('holder', '=', row.holder)
      .where('hash', '!=', row.hash)
      .orderBy('last_used_at', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('hash')
      .limit(most - 1);
    await this.db
      .deleteFrom('sessions')
      .where('kind', '=', row.kind)
      .where('holder', '=', row.holder)
      .where('hash', '!=', row.hash)
      .where('hash', 'not in', others)
      .execute();
  }

  async find(hash: string): Promise<StoredSession | undefined> {
    const row = await this.db
      .selectFrom('sessions')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row && sessionOf(row);
  }

  async noteUse(hash: string, at: number): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ last_used_at: at })
      .where('hash', '=', hash)
      .where('last_used_at', '<', at)
      .execute();
  }

  async remove(hash: string): Promise<void> {
    await this.db.deleteFrom('sessions').where('hash', '=', hash).execute();
  }

  async removeExpired(now: number): Promise<void> {
    await this.db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  }
}

function rowOf({ hash, holder, ...times }: StoredSession): Insertable<DatabaseSchema['sessions']> {
  const person = holder.kind === 'person' ? holder.person : undefined;
  return {
    hash,
    kind: holder.kind,
    holder: holder.kind === 'person' ? holder.person.subject : holder.id,
    name: person?.name ?? null,
    role: person?.role ?? null,
    teamspace: person?.teamspace ?? null,
    created_at: times.createdAt,
    last_used_at: times.lastUsedAt,
    expires_at: times.expiresAt,
  };
}

function sessionOf(row: Row): StoredSession | undefined {
  const holder = holderOf(row);
  return (
    holder && {
      hash: row.hash,
      holder,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
    }
  );
}

function holderOf({ kind, holder: id, name, role, teamspace }: Row): Holder | undefined {
  if (kind !== 'person') return { kind, id };
  if (name === null || role === null || teamspace === null) return undefined;
  return { kind, person: { subject: id, name, role, teamspace } };
}
