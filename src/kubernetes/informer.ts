import { orAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { ApiError } from './api-error.ts';
import { keyOfObject, type KubeObject } from './kube-object.ts';
import type { Listed, ListerWatcher, WatchEvent } from './list-watch.ts';
import { type Indexes, ObjectCache } from './object-cache.ts';
import { wait } from './wait.ts';
import { backoffMs } from './work-queue.ts';

/** What an informer tells its listeners about one object. */
export interface Change<T> {
  type: 'added' | 'modified' | 'deleted';
  /** The current object; for a deletion, its last known state. */
  object: T;
  /** The state before; absent for an added object. */
  old?: T;
  /** True if a list reported the change, not the watch. Fresh changes may overtake it. */
  listed: boolean;
}

interface InformerOptions<T> {
  /** Returns the parts of an object to cache. Default: all but metadata.managedFields, which is a third of many objects. */
  transform?: (object: T) => T;
  indexes?: Indexes<T>;
  /** Receives every error, and its cause if a list or a watch failed. The informer continues after each. */
  onError: (message: string, error?: unknown) => void;
}

/** A shorter watch counts as failed, so that a server that ends each at once is not overloaded. */
const healthyMs = 10_000;
/** After an outage of the API server, changes arrive when the longest wait ends. */
const backoff = { baseMs: 500, maxMs: 10_000 };

/**
 * The cluster was restored from a backup, so it no longer has changes that it has reported. A reader of these changes must list all
 * objects again, because versions count from an older one and no longer tell which state of an object is later.
 */
class StateLost extends Error {
  override readonly name = 'StateLost';
}

/**
 * A local copy of all objects of a source. While `run` runs, one watch keeps it up to date. After a failed list or watch, the
 * informer retries with backoff, from the last known version if the server still has it. Otherwise (410, or an invalid
 * response) it lists again and reports the differences as changes.
 */
export class Informer<T extends KubeObject> {
  private readonly source: ListerWatcher<T>;
  private readonly transform: (object: T) => T;
  private readonly onError: InformerOptions<T>['onError'];
  private readonly cache: ObjectCache<T>;
  private readonly listeners: ((change: Change<T>) => void)[] = [];
  private readonly synced = Promise.withResolvers<void>();
  /** Objects that `update` has added since the list began; undefined unless a list is under way. */
  private written: Map<string, T> | undefined;
  /** The last version from the source; undefined before the first list. */
  private position: string | undefined;
  private mustList = true;
  private syncedOnce = false;

  constructor(source: ListerWatcher<T>, options: InformerOptions<T>) {
    this.source = source;
    this.transform = options.transform ?? withoutManagedFields;
    this.onError = options.onError;
    this.cache = new ObjectCache(options.indexes ?? {});
  }

  /** True if the cache contains the first list. */
  get hasSynced(): boolean {
    return this.syncedOnce;
  }

  /** Resolves when the cache contains the first list. Rejects with the signal's reason. */
  async whenSynced(signal: AbortSignal): Promise<void> {
    await orAbort(this.synced.promise, signal);
  }

  /** Do not change objects of the cache. */
  get(key: string): T | undefined {
    return this.cache.get(key);
  }

  list(): T[] {
    return this.cache.list();
  }

  byIndex(name: string, value: string): T[] {
    return this.cache.byIndex(name, value);
  }

  /** Calls the listener for each known object, then for each change. Errors of the listener go to onError. */
  onChange(listener: (change: Change<T>) => void): void {
    this.listeners.push(listener);
    for (const object of this.cache.list()) {
      this.tell([listener], { type: 'added', object, listed: true });
    }
  }

  /**
   * Adds the result of a write, so that no reconciler decides on the state before its own write. Ignores older states, and objects
   * that the source has reported as deleted.
   */
  update(object: T): void {
    const key = keyOfObject(object);
    const known = this.cache.get(key);
    if (!isAfter(versionOf(object), known ? versionOf(known) : this.position)) return;
    const kept = this.transform(object);
    this.written?.set(key, kept);
    this.put(key, kept, false);
  }

  /** Lists and watches until the signal aborts. Throws only StateLost. */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let watchedFrom = Infinity;
      try {
        if (this.mustList) await this.relist(signal);
        watchedFrom = performance.now();
        for await (const event of this.source.watch(this.position ?? '', signal)) {
          this.take(event);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof StateLost) throw error;
        this.mustList ||= needsList(error);
        this.onError(messageOf(error), error);
      }
      failures = performance.now() - watchedFrom >= healthyMs ? 0 : failures + 1;
      if (failures > 0) await wait(backoffMs(failures, backoff), signal);
    }
  }

  private async relist(signal: AbortSignal): Promise<void> {
    const written = new Map<string, T>();
    this.written = written;
    const listed = await this.source.list(this.transform, signal);
    this.written = undefined;
    if (isAfter(this.position, listed.resourceVersion)) {
      throw new StateLost('the cluster was restored from a backup; its objects are read anew');
    }
    this.replace(listed, written);
    this.position = listed.resourceVersion;
    this.mustList = false;
    if (!this.syncedOnce) {
      this.syncedOnce = true;
      this.synced.resolve();
    }
  }

  private replace({ items, resourceVersion }: Listed<T>, written: Map<string, T>): void {
    const now = new Map(items.map((item) => [keyOfObject(item), item]));
    for (const [key, object] of written) {
      // It was written during the list, which shows the state before.
      if (isAfter(versionOf(object), resourceVersion)) now.set(key, object);
    }
    for (const [key, old] of this.cache.entries()) {
      if (!now.has(key)) this.remove(key, { object: old, listed: true });
    }
    for (const [key, object] of now) this.put(key, object, true);
  }

  private take(event: WatchEvent<T>): void {
    const version = versionOf(event.object);
    if (event.type !== 'bookmark') {
      const object = this.transform(event.object);
      const key = keyOfObject(object);
      const known = this.cache.get(key);
      // A state from `update` may be newer than the watch.
      if (!known || !isAfter(versionOf(known), version)) {
        if (event.type === 'deleted') this.remove(key, { object, listed: false });
        else this.put(key, object, false);
      }
    }
    if (version !== undefined) this.position = version;
  }

  private put(key: string, object: T, listed: boolean): void {
    const old = this.cache.get(key);
    if (old && versionOf(old) === versionOf(object)) return;
    this.cache.set(key, object);
    const change = old
      ? { type: 'modified' as const, object, old, listed }
      : { type: 'added' as const, object, listed };
    this.tell(this.listeners, change);
  }

  private remove(key: string, { object, listed }: { object: T; listed: boolean }): void {
    const old = this.cache.get(key);
    if (!old) return;
    this.cache.delete(key);
    this.tell(this.listeners, { type: 'deleted', object, old, listed });
  }

  private tell(listeners: ((change: Change<T>) => void)[], change: Change<T>): void {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        this.onError(`a listener failed on ${keyOfObject(change.object)}: ${messageOf(error)}`);
      }
    }
  }
}

function withoutManagedFields<T extends KubeObject>(object: T): T {
  if (object.metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function versionOf({ metadata }: KubeObject): string | undefined {
  return metadata?.resourceVersion;
}

/** Versions of one resource are increasing decimal numbers (Kubernetes API concepts, "Resource versions"). */
function isAfter(version: string | undefined, other: string | undefined): boolean {
  return Number(version ?? 0) > Number(other ?? 0);
}

/**
 * Returns true if the watch cannot continue from the same version: the server refused it, its response was invalid, or it sent
 * nothing. A server that was restored from a backup accepts a watch from a version that it does not have yet, and is silent.
 */
function needsList(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const refused = error.status >= 400 && error.status < 500 && error.status !== 429;
  return refused || error.reason === 'Malformed' || error.reason === 'Silent';
}
