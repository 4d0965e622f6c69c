import { setImmediate as nextTick } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Catalog, CatalogQuery, FoundLibrary } from '../catalog.ts';
import type { LibraryRecord } from '../../resources/library-record.ts';
import { mustReadAnew, nextValue } from './sequence.ts';
import type { MetadataDatabase } from './database.ts';
import { NameIndex } from './names/name-index.ts';
import { NameSearch } from './names/name-search.ts';
import { detachUsage } from './usage.ts';

/** Rows in one read: parsing more would block the thread for too long. */
const PAGE = 100;

/** Compiled once, because it runs before every search. */
const lastRevision = CompiledQuery.raw("select value from counters where name = 'catalog'");

/**
 * Stores library records in a table and searches names in memory. Before each search, it reads the rows that any process has
 * changed since the last search. So SQLite and Postgres do not need different full-text search.
 */
export class SqlCatalog implements Catalog {
  private readonly db: MetadataDatabase;
  private names = new NameIndex();
  private known = 0;
  private reading: Promise<void> | undefined;

  constructor(db: MetadataDatabase) {
    this.db = db;
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
    await this.catchUp();
    const search = new NameSearch(this.names, query);
    if (!search.findNamed()) {
      search.findDescribed(search.isDescription ? await query.closeness?.() : undefined);
    }
    return search.best().map((found) => ({ ...found, record: copyOf(found.record) }));
  }

  async each(visit: (record: LibraryRecord) => void): Promise<void> {
    await this.catchUp();
    this.names.each(visit);
  }

  async load(): Promise<void> {
    await this.catchUp();
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

  /** Reads changes since the last search. Concurrent callers wait for the read, then check again. */
  private async catchUp(): Promise<void> {
    while (this.reading) await this.reading;
    if ((await this.last()) === this.known) return;
    this.reading ??= this.readChanges().finally(() => (this.reading = undefined));
    await this.reading;
  }

  private async last(): Promise<number> {
    const { rows } = await this.db.executeQuery<{ value: number }>(lastRevision);
    return rows[0]?.value ?? 0;
  }

  private async readChanges(): Promise<void> {
    // A number from before this read may be older than what another one has read since.
    const last = await this.last();
    if (mustReadAnew(this.known, last)) {
      this.names = new NameIndex();
      this.known = 0;
    }
    for (;;) {
      const rows = await this.db
        .selectFrom('catalog_records')
        .select(['id', 'record', 'revision'])
        .where('revision', '>', this.known)
        .orderBy('revision')
        .limit(PAGE)
        .execute();
      for (const { id, record, revision } of rows) {
        if (record === null) this.names.remove(id);
        else this.names.put(parseRecord(record));
        this.known = revision;
      }
      if (rows.length < PAGE) break;
      await nextTick();
    }
    // Some numbers have no row.
    this.known = Math.max(this.known, last);
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
