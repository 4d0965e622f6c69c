import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { LecternError } from '../../base/errors.ts';
import type { Library, Resource } from '../../resources/library.ts';
import {
  patchedMetadata,
  plain,
  type NewResource,
  type Registry,
  type RegistryEvent,
  type ResourceChange,
  type ResourcePatch,
} from '../registry.ts';
import { ChangeFeed } from './change-feed.ts';
import { nextValue } from './sequence.ts';
import { isShared, type MetadataDatabase } from './database.ts';
import {
  type DatabaseSchema,
  DELETIONS_KEPT_MS,
  type ResourceTable,
  type ResourceTableName,
} from './schema.ts';

/** Rows in one read: parsing more would block the thread for too long. */
const PAGE = 100;

interface Saved<R> {
  object: R;
  changed: boolean;
}

/**
 * Stores resources of one kind in a table, with Kubernetes' rules for generation, resourceVersion, finalizers and deletion.
 * With Postgres, several processes can write and watch at the same time; a SQLite file belongs to one process.
 */
export class SqlRegistry<R extends Resource = Library> implements Registry<R> {
  private readonly db: MetadataDatabase;
  private readonly table: ResourceTableName;
  private readonly feed: ChangeFeed<R>;

  constructor(db: MetadataDatabase, table: ResourceTableName) {
    this.db = db;
    this.table = table;
    this.feed = new ChangeFeed(db, table);
  }

  async list(): Promise<R[]> {
    const resources: R[] = [];
    for (let after = ''; ; await nextTick()) {
      const rows = await this.db
        .selectFrom(this.table)
        .select(['name', 'object'])
        .where('name', '>', after)
        .orderBy('name')
        .limit(PAGE)
        .execute();
      for (const { object } of rows) resources.push(JSON.parse(object) as R);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return resources;
      after = last.name;
    }
  }

  async get(key: string): Promise<R | undefined> {
    const row = await this.db
      .selectFrom(this.table)
      .select('object')
      .where('name', '=', key)
      .executeTakeFirst();
    return row && (JSON.parse(row.object) as R);
  }

  watch(signal: AbortSignal, onSynced?: () => void): AsyncGenerator<RegistryEvent<R>> {
    return this.feed.follow(signal, onSynced);
  }

  async create({ metadata, spec }: NewResource<R>): Promise<R> {
    const created = await this.db.transaction().execute(async (transaction) => {
      const identity = {
        uid: randomUUID(),
        generation: 1,
        resourceVersion: String(await nextValue(transaction, this.table)),
        creationTimestamp: new Date().toISOString(),
      };
      const object = plain({ metadata: { ...metadata, ...identity }, spec, status: {} }) as R;
      const inserted = await transaction
        .insertInto(this.table)
        .values(toRow(object))
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst();
      if (inserted) return object;
      throw new LecternError('duplicate_repo', `${metadata.name} already exists`);
    });
    this.feed.wake();
    return created;
  }

  async patch(key: string, patch: ResourcePatch<R> | ResourceChange<R>): Promise<R> {
    const { object, changed } = await this.db.transaction().execute(async (transaction) => {
      const current = await this.held(transaction, key);
      const change: ResourcePatch<R> = typeof patch === 'function' ? patch(current) : patch;
      if (isOther(current, change.uid)) throw unknown(key);
      const next = patched(current, plain(change));
      return this.save(transaction, current, next);
    });
    if (changed) this.feed.wake();
    return object;
  }

  async delete(key: string, uid?: string): Promise<void> {
    const { changed } = await this.db.transaction().execute(async (transaction) => {
      const current = await this.held(transaction, key);
      if (isOther(current, uid)) throw unknown(key);
      const deletionTimestamp = current.metadata.deletionTimestamp ?? new Date().toISOString();
      const metadata = { ...current.metadata, deletionTimestamp };
      return this.save(transaction, current, { ...current, metadata });
    });
    if (changed) this.feed.wake();
  }

  /** Reads a resource for an update. On Postgres, locks its row. Throws LecternError library_not_found. */
  private async held(transaction: Transaction<DatabaseSchema>, name: string): Promise<R> {
    const row = await transaction
      .selectFrom(this.table)
      .select('object')
      .where('name', '=', name)
      .$if(isShared(this.db), (query) => query.forUpdate())
      .executeTakeFirst();
    if (row) return JSON.parse(row.object) as R;
    throw unknown(name);
  }

  /** Writes a changed resource; removes it if it is being deleted and has no finalizers. */
  private async save(
    transaction: Transaction<DatabaseSchema>,
    current: R,
    wanted: R,
  ): Promise<Saved<R>> {
    if (isDeepStrictEqual(wanted, current)) return { object: current, changed: false };
    const resourceVersion = String(await nextValue(transaction, this.table));
    const object = { ...wanted, metadata: { ...wanted.metadata, resourceVersion } };
    const { name, deletionTimestamp, finalizers = [] } = object.metadata;
    if (deletionTimestamp && finalizers.length === 0) await this.remove(transaction, object);
    else {
      const row = toRow(object);
      await transaction.updateTable(this.table).set(row).where('name', '=', name).execute();
    }
    return { object, changed: true };
  }

  /** Removes a resource, and records the deletion for other processes. */
  private async remove(transaction: Transaction<DatabaseSchema>, last: R): Promise<void> {
    const { name, ...row } = toRow(last);
    const now = Date.now();
    await transaction.deleteFrom(this.table).where('name', '=', name).execute();
    await transaction
      .deleteFrom('deleted_resources')
      .where('kind', '=', this.table)
      .where('deleted_at', '<', now - DELETIONS_KEPT_MS)
      .execute();
    await transaction
      .insertInto('deleted_resources')
      .values({ kind: this.table, ...row, deleted_at: now })
      .execute();
  }
}

/** Returns whether a caller means an earlier resource of the same name. */
function isOther({ metadata }: Resource, uid: string | undefined): boolean {
  return uid !== undefined && uid !== metadata.uid;
}

function unknown(name: string): LecternError {
  return new LecternError('library_not_found', `The resource ${name} does not exist`);
}

function patched<R extends Resource>(current: R, patch: ResourcePatch<R>): R {
  const spec = patch.spec ?? current.spec;
  const respecified = !isDeepStrictEqual(spec, current.spec);
  const metadata = patchedMetadata(current.metadata, patch);
  if (respecified) metadata.generation += 1;
  return { ...current, metadata, spec, status: patch.status ?? current.status };
}

function toRow(object: Resource): ResourceTable {
  const { name, resourceVersion } = object.metadata;
  return { name, resource_version: Number(resourceVersion), object: JSON.stringify(object) };
}
