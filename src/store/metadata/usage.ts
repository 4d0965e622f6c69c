import { sql } from 'kysely';
import type { UsageClient, UsageRow, UsageSum } from '../../identity/usage/use.ts';
import type {
  Cap,
  LibraryUsage,
  TeamspaceUsage,
  UsageStore,
} from '../../identity/usage/usage-store.ts';
import type { MetadataDatabase } from './database.ts';

const keyColumns = [
  'teamspace',
  'day',
  'key_id',
  'library_id',
  'operation',
  'form',
  'client',
] as const;

/** Maximum keys in a report. */
const maxKeys = 1_000;

// On Postgres the sum of bigints is numeric, which `pg` returns as text.
const sums = [
  sql<number>`cast(sum(requests) as bigint)`.as('requests'),
  sql<number>`cast(sum(tokens) as bigint)`.as('tokens'),
  sql<number>`cast(sum(cost) as bigint)`.as('cost'),
] as const;

/** Usage in tables of the metadata database. */
export class SqlUsage implements UsageStore {
  private readonly db: MetadataDatabase;

  constructor(db: MetadataDatabase) {
    this.db = db;
  }

  async add(rows: readonly UsageRow[]): Promise<void> {
    const values = rows.map(({ keyId, libraryId, ...row }) => ({
      ...row,
      key_id: keyId,
      library_id: libraryId,
    }));
    await this.db
      .insertInto('usage')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(keyColumns).doUpdateSet((row) => ({
          requests: row('usage.requests', '+', row.ref('excluded.requests')),
          tokens: row('usage.tokens', '+', row.ref('excluded.tokens')),
          cost: row('usage.cost', '+', row.ref('excluded.cost')),
        })),
      )
      .execute();
  }

  async ofTeamspace(teamspace: string, since: string): Promise<TeamspaceUsage> {
    const rows = this.db
      .selectFrom('usage')
      .select(sums)
      .where('teamspace', '=', teamspace)
      .where('day', '>=', since);
    const byDay = await rows.select('day').groupBy('day').orderBy('day').execute();
    const byKey = await rows
      .select('key_id as keyId')
      .groupBy('key_id')
      .orderBy('requests', 'desc')
      .orderBy('key_id')
      .limit(maxKeys)
      .execute();
    const byClient = await rows.select('client').groupBy('client').orderBy('client').execute();
    return { byDay, byKey, byClient: byClient as ({ client: UsageClient } & UsageSum)[] };
  }

  async ofLibrary(libraryId: string, since: string): Promise<LibraryUsage> {
    const rows = this.db
      .selectFrom('usage')
      .where('library_id', '=', libraryId)
      .where('day', '>=', since)
      .where('operation', '=', 'context');
    const byDay = await rows
      .select(['day', 'client', sums[0]])
      .groupBy(['day', 'client'])
      .execute();
    const mcpUsers = await rows
      .select(['day', sql<number>`count(distinct key_id)`.as('users')])
      .where('client', '=', 'mcp')
      .groupBy('day')
      .execute();
    return { byDay: byDay as LibraryUsage['byDay'], mcpUsers };
  }

  async forget(before: string): Promise<void> {
    await this.db.deleteFrom('usage').where('day', '<', before).execute();
  }

  async caps(since: string): Promise<Map<string, Cap>> {
    const rows = await this.db
      .selectFrom('spending_limits as limits')
      .leftJoin('usage', (join) =>
        join.onRef('usage.teamspace', '=', 'limits.teamspace').on('usage.day', '>=', since),
      )
      .select([
        'limits.teamspace',
        'limits.amount',
        sql<number>`cast(coalesce(sum(usage.cost), 0) as bigint)`.as('spent'),
      ])
      .groupBy(['limits.teamspace', 'limits.amount'])
      .execute();
    return new Map(
      rows.map(({ teamspace, amount, spent }) => [teamspace, { limit: amount, spent }]),
    );
  }

  async spent(teamspace: string, since: string): Promise<number> {
    const { spent } = await this.db
      .selectFrom('usage')
      .select(sql<number>`cast(coalesce(sum(cost), 0) as bigint)`.as('spent'))
      .where('teamspace', '=', teamspace)
      .where('day', '>=', since)
      .executeTakeFirstOrThrow();
    return spent;
  }

  async setLimit(teamspace: string, amount: number | null): Promise<void> {
    if (amount === null) {
      await this.db.deleteFrom('spending_limits').where('teamspace', '=', teamspace).execute();
      return;
    }
    await this.db
      .insertInto('spending_limits')
      .values({ teamspace, amount })
      .onConflict((conflict) => conflict.column('teamspace').doUpdateSet({ amount }))
      .execute();
  }
}

/** Rows in one statement. */
const batch = 200;

/**
 * Keeps the counts of a library for its teamspaces, but without its id: who creates a library with this id later must not see
 * them. Call it in a transaction.
 */
export async function detachUsage(db: MetadataDatabase, libraryId: string): Promise<void> {
  const held = await db
    .deleteFrom('usage')
    .where('library_id', '=', libraryId)
    .returning(['teamspace', 'day', 'key_id as keyId', 'operation', 'form', 'client'])
    .returning(['requests', 'tokens', 'cost'])
    .execute();
  const rows = held.map((row) => ({ ...row, libraryId: '' }) as UsageRow);
  const usage = new SqlUsage(db);
  for (let at = 0; at < rows.length; at += batch) {
    await usage.add(rows.slice(at, at + batch));
  }
}
