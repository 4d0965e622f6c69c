import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { LecternError } from '../../errors.ts';
import type { Library, ObjectMeta } from '../../resources/library.ts';
import type { LibraryPatch, Registry, RegistryEvent } from '../registry.ts';
import { nextValue } from './counter.ts';
import type { MetadataDatabase } from './database.ts';
import type { DatabaseSchema } from './schema.ts';
import { WatchQueue } from './watch-queue.ts';

type NewLibrary = Parameters<Registry['create']>[0];

/** Libraries in a table, with Kubernetes' rules for generation, resourceVersion, finalizers and deletion. */
export class SqlRegistry implements Registry {
  private readonly db: MetadataDatabase;
  private readonly watchers = new Set<WatchQueue>();

  constructor(db: MetadataDatabase) {
    this.db = db;
  }

  async list(): Promise<Library[]> {
    const rows = await this.db.selectFrom('libraries').select('object').orderBy('name').execute();
    return rows.map(({ object }) => parseLibrary(object));
  }

  /** Tells of changes made through this object only; one process owns the table. */
  async *watch(signal: AbortSignal): AsyncGenerator<RegistryEvent> {
    const queue = new WatchQueue();
    // Before the list is read: what changes meanwhile is in the queue, and the newer state wins.
    this.watchers.add(queue);
    try {
      for (const library of await this.list()) queue.push(library);
      yield* queue.drain(signal);
    } finally {
      this.watchers.delete(queue);
    }
  }

  async create({ metadata, spec }: NewLibrary): Promise<Library> {
    const created = await this.db.transaction().execute(async (transaction) => {
      if (await find(transaction, metadata.name)) {
        throw new LecternError('duplicate_repo', 409, `Library ${spec.id} already exists`);
      }
      const resourceVersion = String(await nextValue(transaction, 'libraries'));
      const library = plain<Library>({
        metadata: {
          ...metadata,
          uid: randomUUID(),
          generation: 1,
          resourceVersion,
          creationTimestamp: new Date().toISOString(),
        },
        spec,
        status: {},
      });
      await transaction.insertInto('libraries').values(toRow(library)).execute();
      return library;
    });
    this.publish(created);
    return structuredClone(created);
  }

  async patch(name: string, patch: LibraryPatch): Promise<Library> {
    const result = await this.db.transaction().execute(async (transaction) => {
      const current = await get(transaction, name);
      const next = patched(current, plain(patch));
      if (isDeepStrictEqual(next, current)) return { library: current, change: 'none' as const };
      return save(transaction, next);
    });
    if (result.change !== 'none') this.publish(result.library, result.change === 'removed');
    return structuredClone(result.library);
  }

  async delete(name: string): Promise<void> {
    const result = await this.db.transaction().execute(async (transaction) => {
      const current = await get(transaction, name);
      if (current.metadata.deletionTimestamp) return undefined;
      const deletionTimestamp = new Date().toISOString();
      return save(transaction, {
        ...current,
        metadata: { ...current.metadata, deletionTimestamp },
      });
    });
    if (result) this.publish(result.library, result.change === 'removed');
  }

  private publish(library: Library, deleted = false): void {
    for (const watcher of this.watchers) watcher.push(structuredClone(library), deleted);
  }
}

type Saved = { library: Library; change: 'written' | 'removed' };

/** Writes a changed Library, or removes it when it is being deleted and nothing holds it any more. */
async function save(transaction: Transaction<DatabaseSchema>, changed: Library): Promise<Saved> {
  const resourceVersion = String(await nextValue(transaction, 'libraries'));
  const library = { ...changed, metadata: { ...changed.metadata, resourceVersion } };
  const { name, deletionTimestamp, finalizers = [] } = library.metadata;
  if (deletionTimestamp && finalizers.length === 0) {
    await transaction.deleteFrom('libraries').where('name', '=', name).execute();
    return { library, change: 'removed' };
  }
  await transaction.updateTable('libraries').set(toRow(library)).where('name', '=', name).execute();
  return { library, change: 'written' };
}

function patched(current: Library, patch: LibraryPatch): Library {
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
  return { metadata, spec, status: patch.status ?? current.status };
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

async function get(transaction: Transaction<DatabaseSchema>, name: string): Promise<Library> {
  const library = await find(transaction, name);
  if (!library)
    throw new LecternError('library_not_found', 404, `Library resource ${name} not found`);
  return library;
}

async function find(
  transaction: Transaction<DatabaseSchema>,
  name: string,
): Promise<Library | undefined> {
  const row = await transaction
    .selectFrom('libraries')
    .select('object')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && parseLibrary(row.object);
}

function toRow(library: Library): DatabaseSchema['libraries'] {
  const { name, resourceVersion } = library.metadata;
  return { name, resource_version: Number(resourceVersion), object: JSON.stringify(library) };
}

function parseLibrary(object: string): Library {
  const library: Library = JSON.parse(object);
  return library;
}

/** As it will be read back: without undefined values, and shared with nobody. */
function plain<T>(value: T): T {
  const copy: T = JSON.parse(JSON.stringify(value));
  return copy;
}
