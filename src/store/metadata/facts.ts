import { sql } from 'kysely';
import type { InstallFacts, StoreFacts } from '../../base/install-facts.ts';
import { isShared, type MetadataDatabase } from './database.ts';

/** Returns the product, version and migration of the metadata database. */
export function databaseFacts(
  db: MetadataDatabase,
): Pick<InstallFacts, 'migration'> & { store: StoreFacts } {
  const shared = isShared(db);
  return {
    store: {
      name: 'metadata',
      product: shared ? 'PostgreSQL' : 'SQLite',
      async version() {
        const query = shared
          ? sql<{ version: string }>`select current_setting('server_version') as version`
          : sql<{ version: string }>`select sqlite_version() as version`;
        const { rows } = await query.execute(db);
        return rows[0]?.version ?? '';
      },
    },
    async migration() {
      const last = sql<{ name: string }>`select max(name) as name from kysely_migration`;
      return (await last.execute(db)).rows[0]?.name ?? '';
    },
  };
}
