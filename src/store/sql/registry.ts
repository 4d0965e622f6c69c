import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { LecternError } from '../../errors.ts';
import type { Library, ObjectMeta, Resource } from '../../resources/library.ts';
import type { NewResource, Registry, RegistryEvent, ResourcePatch } from '../registry.ts';
import { nextValue } from './counter.ts';
import type { MetadataDatabase } from './database.ts';
import type { DatabaseSchema, ResourceTable } from './schema.ts';
import { WatchQueue } from './watch-queue.ts';

/** The tables of resources, one a kind. */
export type ResourceTableName = 'libraries' | 'manifest_syncs';

interface Saved<R> {
  object: R;
  change: 'none' | 'written' | 'removed';
}

/** Resources of one kind in a table, with Kubernetes' rules for generation, resourceVersion, finalizers and deletion. */
export class SqlRegistry<R extends Resource = Library> implements Registry<R> {
  private readonly db: MetadataDatabase;
  private readonly table: ResourceTableName;
  private readonly watchers = new Set<WatchQueue<R>>();

  constructor(db: MetadataDatabase, table: ResourceTableName) {
    this.db = db;
    this.table = table;
  }

  async list(): Promise<R[]> {
    const rows = await this.db.selectFrom(this.table).select('object').orderBy('name').execute();
    return rows.map(({ object }) => JSON.parse(object) as R);
  }

  /** Tells of changes made through this object only; one process owns the table. */
  async *watch(signal: AbortSignal): AsyncGenerator<RegistryEvent<R>> {
    const queue = new WatchQueue<R>();
    // Before the list is read: what changes meanwhile is in the queue, and the newer state wins.
    this.watchers.add(queue);
    try {
      for (const object of await this.list()) queue.push(object);
      yield* queue.drain(signal);
    } finally {
      this.watchers.delete(queue);
    }
  }

  async create({ metadata, spec }: NewResource<R>): Promise<R> {
    const created = await this.db.transaction().execute(async (transaction) => {
      if (await this.find(transaction, metadata.name)) {
        throw new LecternError('duplicate_repo', 409, `${metadata.name} already exists`);
      }
      const identity = {
        uid: randomUUID(),
        generation: 1,
        resourceVersion: String(await nextValue(transaction, this.table)),
        creationTimestamp: new Date().toISOString(),
      };
      const object = plain({ metadata: { ...metadata, ...identity }, spec, status: {} }) as R;
      await transaction.insertInto(this.table).values(toRow(object)).execute();
      return object;
    });
    this.publish(created);
    return structuredClone(created);
  }

  async patch(key: string, patch: ResourcePatch<R>): Promise<R> {
    const { object, change } = await this.db.transaction().execute(async (transaction) => {
      const current = await this.get(transaction, key);
      const next = patched(current, plain(patch));
      return this.save(transaction, current, next);
    });
    if (change !== 'none') this.publish(object, change === 'removed');
    return structuredClone(object);
  }

  async delete(key: string): Promise<void> {
    const { object, change } = await this.db.transaction().execute(async (transaction) => {
      const current = await this.get(transaction, key);
      const deletionTimestamp = current.metadata.deletionTimestamp ?? new Date().toISOString();
      const metadata = { ...current.metadata, deletionTimestamp };
      return this.save(transaction, current, { ...current, metadata });
    });
    if (change !== 'none') this.publish(object, change === 'removed');
  }

  private publish(object: R, deleted = false): void {
    for (const watcher of this.watchers) watcher.push(structuredClone(object), deleted);
  }

  private async get(transaction: Transaction<DatabaseSchema>, name: string): Promise<R> {
    const object = await this.find(transaction, name);
    if (object) return object;
    throw new LecternError('library_not_found', 404, `The resource ${name} does not exist`);
  }

  private async find(
    transaction: Transaction<DatabaseSchema>,
    name: string,
  ): Promise<R | undefined> {
    const row = await transaction
      .selectFrom(this.table)
      .select('object')
      .where('name', '=', name)
      .executeTakeFirst();
    return row && (JSON.parse(row.object) as R);
  }

  /** Writes a changed resource, or removes it when it is being deleted and nothing holds it any more. */
  private async save(
    transaction: Transaction<DatabaseSchema>,
    current: R,
    changed: R,
  ): Promise<Saved<R>> {
    if (isDeepStrictEqual(changed, current)) return { object: current, change: 'none' };
    const resourceVersion = String(await nextValue(transaction, this.table));
    const object = { ...changed, metadata: { ...changed.metadata, resourceVersion } };
    const { name, deletionTimestamp, finalizers = [] } = object.metadata;
    if (deletionTimestamp && finalizers.length === 0) {
      await transaction.deleteFrom(this.table).where('name', '=', name).execute();
      return { object, change: 'removed' };
    }
    await transaction.updateTable(this.table).set(toRow(object)).where('name', '=', name).execute();
    return { object, change: 'written' };
  }
}

function patched<R extends Resource>(current: R, patch: ResourcePatch<R>): R {
  const spec = patch.spec ?? current.spec;
  const respecified = !isDeepStrictEqual(spec, current.spec);
  const metadata: ObjectMeta = {
    ...current.metadata,
    ...(patch.finalizers && { finalizers: patch.finalizers }),
    ...(patch.annotations && {
      annotations: merged(current.metadata.annotations, patch.annotations),
    }),
    ...(patch.labels && { labels: merged(current.metadata.labels, patch.labels) }),
  };
  if (respecified) metadata.generation += 1;
  return { ...current, metadata, spec, status: patch.status ?? current.status };
}

/** A JSON merge patch: null removes a key. */
function merged(
  current: Record<string, string> = {},
  patch: Record<string, string | null>,
): Record<string, string> {
  const entries = Object.entries({ ...current, ...patch });
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function toRow(object: Resource): ResourceTable {
  const { name, resourceVersion } = object.metadata;
  return { name, resource_version: Number(resourceVersion), object: JSON.stringify(object) };
}

/** As it will be read back: without undefined values, and shared with nobody. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
