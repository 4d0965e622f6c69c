import { setImmediate as nextTick } from 'node:timers/promises';
import type { Catalog, CatalogQuery, FoundLibrary } from '../catalog.ts';
import type { LibraryRecord } from '../../resources/library-record.ts';
import { FollowedRows } from './followed-rows.ts';
import { nextValue } from './sequence.ts';
import type { MetadataDatabase } from './database.ts';
import { NameIndex } from './names/name-index.ts';
import { NameSearch } from './names/name-search.ts';
import { detachUsage } from './usage.ts';

/** Rows in one read: parsing more would block the thread for too long. */
const PAGE = 100;

/**
 * Stores library records in a table and searches names in memory. Before each search, it reads the rows that any process has
 * changed since the last search. So SQLite and Postgres do not need different full-text search.
 */
export class SqlCatalog implements Catalog {
  private readonly db: MetadataDatabase;
  private names = new NameIndex();
  private readonly rows: FollowedRows<{ id: string; record: string | null; revision: number }>;

  constructor(db: MetadataDatabase) {
    this.db = db;
    this.rows = new FollowedRows({
      db,
      sequence: 'catalog',
      page: PAGE,
      read: (known, page) =>
        db
          .selectFrom('catalog_records')
          .select(['id', 'record', 'revision'])
          .where('revision', '>', known)
          .orderBy('revision')
          .limit(page)
          .execute(),
      take: ({ id, record }) => {
        if (record === null) this.names.remove(id);
        else this.names.put(parseRecord(record));
      },
      clear: () => {
        this.names = new NameIndex();
      },
    });
  }

  async put(record: LibraryRecord): Promise<void> {
    const { id, formerIds } = record;
    const text = JSON.stringify(record);
    await this.db.transaction().execute(async (transaction) => {
      const held = await transaction
        .selectFrom('catalog_records')
        .select('record')
        .where('id', '=', id)
        .executeTakeFirst();
      if (held?.record === text) return;
      const row = { id, record: text, revision: await nextValue(transaction, 'catalog') };
      await transaction
        .insertInto('catalog_records')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      await transaction.deleteFrom('catalog_former_ids').where('id', '=', id).execute();
      for (const former_id of new Set(formerIds)) {
        await transaction
          .insertInto('catalog_former_ids')
          .values({ former_id, id })
          // A former id leads to the library that claimed it first.
          .onConflict((conflict) => conflict.column('former_id').doNothing())
          .execute();
      }
    });
  }

  async get(id: string): Promise<LibraryRecord | undefined> {
    // No id contains NUL, and Postgres refuses text with NUL.
    if (id.includes('\0')) return undefined;
    const own = await this.read(id);
    if (own) return own;
    const former = await this.db
      .selectFrom('catalog_former_ids')
      .select('id')
      .where('former_id', '=', id)
      .executeTakeFirst();
    return former && this.read(former.id);
  }

  async search(query: CatalogQuery): Promise<FoundLibrary[]> {
    await this.rows.catchUp();
    const search = new NameSearch(this.names, query);
    if (!search.findNamed()) {
      search.findDescribed(search.isDescription ? await query.closeness?.() : undefined);
    }
    return search.best().map((found) => ({ ...found, record: copyOf(found.record) }));
  }

  async each(visit: (record: LibraryRecord) => void): Promise<void> {
    await this.rows.catchUp();
    this.names.each(visit);
  }

  async load(): Promise<void> {
    await this.rows.catchUp();
  }

  async count(): Promise<number> {
    let count = 0;
    await this.each(({ visibility, totalSnippets }) => {
      if (visibility !== 'private' && totalSnippets > 0) count += 1;
    });
    return count;
  }

  async list(): Promise<LibraryRecord[]> {
    const records: LibraryRecord[] = [];
    for (let after = ''; ; await nextTick()) {
      const rows = await this.db
        .selectFrom('catalog_records')
        .select(['id', 'record'])
        .where('id', '>', after)
        .where('record', 'is not', null)
        .orderBy('id')
        .limit(PAGE)
        .execute();
      for (const { record } of rows) if (record !== null) records.push(parseRecord(record));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return records;
      after = last.id;
    }
  }

  async remove(id: string): Promise<void> {
    await this.db.transaction().execute(async (transaction) => {
      // The row stays with a new revision, so that other processes see the removal.
      await transaction
        .updateTable('catalog_records')
        .set({ record: null, revision: await nextValue(transaction, 'catalog') })
        .where('id', '=', id)
        .execute();
      await transaction.deleteFrom('catalog_former_ids').where('id', '=', id).execute();
      await transaction.deleteFrom('library_vectors').where('id', '=', id).execute();
      await detachUsage(transaction, id);
    });
  }

  private async read(id: string): Promise<LibraryRecord | undefined> {
    const row = await this.db
      .selectFrom('catalog_records')
      .select('record')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.record ? parseRecord(row.record) : undefined;
  }
}

function copyOf(record: LibraryRecord): LibraryRecord {
  const { aliases, formerIds, versions, names } = record;
  return {
    ...record,
    aliases: [...aliases],
    formerIds: [...formerIds],
    versions: [...versions],
    ...(names && { names: names.map((name) => ({ ...name })) }),
  };
}

function parseRecord(text: string): LibraryRecord {
  const record: LibraryRecord = JSON.parse(text);
  return record;
}
