import { orAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { ApiError } from './api-error.ts';
import { keyOfObject, type KubeObject } from './kube-object.ts';
import type { Listed, ListerWatcher, WatchEvent } from './list-watch.ts';
import { type Indexes, ObjectCache } from './object-cache.ts';
import { wait } from './wait.ts';
import { backoffMs } from './work-queue.ts';

export interface Change<T> {
  type: 'added' | 'modified' | 'deleted';
  /** As it is, or, deleted, as it last was known. */
  object: T;
  /** What was known before; absent when added. */
  old?: T;
  /** Told by a list rather than when it happened: may wait behind fresh changes. */
  listed: boolean;
}

export interface InformerOptions<T> {
  /** What is kept of an object. Without it, all but metadata.managedFields, which is a third of many objects. */
  transform?: (object: T) => T;
  indexes?: Indexes<T>;
  /** Told of every fault; the informer goes on after each. */
  onError: (message: string) => void;
}

/** A watch that lived for less counts as failed, so that a server that ends each at once is not stormed. */
const healthyMs = 10_000;
const backoff = { baseMs: 500, maxMs: 30_000 };

/**
 * A local copy of all objects of a source, kept up to date by one watch for as long as `run` runs, whatever happens to
 * the connection: a failed list or watch is tried again with backoff, from the last known version where the server
 * still can, else (410, an answer that makes no sense) from a new list, whose differences are told as changes.
 */
export class Informer<T extends KubeObject> {
  private readonly source: ListerWatcher<T>;
  private readonly transform: (object: T) => T;
  private readonly onError: (message: string) => void;
  private readonly cache: ObjectCache<T>;
  private readonly listeners: ((change: Change<T>) => void)[] = [];
  private readonly synced = Promise.withResolvers<void>();
  /** What `update` put in since the last list began. */
  private readonly written = new Map<string, T>();
  /** Up to where the source was followed; undefined when a list is needed. */
  private position: string | undefined;
  private syncedOnce = false;

  constructor(source: ListerWatcher<T>, options: InformerOptions<T>) {
    this.source = source;
    this.transform = options.transform ?? withoutManagedFields;
    this.onError = options.onError;
    this.cache = new ObjectCache(options.indexes ?? {});
  }

  /** Whether the first list is in the cache. */
  get hasSynced(): boolean {
    return this.syncedOnce;
  }

  /** Resolves when the first list is in the cache; rejects with the signal's reason. */
  async whenSynced(signal: AbortSignal): Promise<void> {
    await orAbort(this.synced.promise, signal);
  }

  /** Objects of the cache must not be changed. */
  get(key: string): T | undefined {
    return this.cache.get(key);
  }

  list(): T[] {
    return this.cache.list();
  }

  byIndex(name: string, value: string): T[] {
    return this.cache.byIndex(name, value);
  }

  /** Tells the listener what is known, as listed, and then each change. What it throws goes to onError. */
  onChange(listener: (change: Change<T>) => void): void {
    this.listeners.push(listener);
    for (const object of this.cache.list()) {
      this.tell([listener], { type: 'added', object, listed: true });
    }
  }

  /**
   * Puts in what a write returned, so that nobody decides on the state before its own write. Older states than the one
   * known, and objects the source has already told to be gone, are left out.
   */
  update(object: T): void {
    const key = keyOfObject(object);
    const known = this.cache.get(key);
    if (!isAfter(versionOf(object), known ? versionOf(known) : this.position)) return;
    const kept = this.transform(object);
    this.written.set(key, kept);
    this.put(key, kept, false);
  }

  /** Lists and watches until the signal aborts; never throws. */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let watchedFrom = Infinity;
      try {
        const position = this.position ?? (await this.relist(signal));
        watchedFrom = performance.now();
        for await (const event of this.source.watch(position, signal)) this.take(event);
      } catch (error) {
        if (signal.aborted) return;
        if (needsList(error)) this.position = undefined;
        this.onError(messageOf(error));
      }
      failures = performance.now() - watchedFrom >= healthyMs ? 0 : failures + 1;
      if (failures > 0) await wait(backoffMs(failures, backoff), signal);
    }
  }

  private async relist(signal: AbortSignal): Promise<string> {
    this.written.clear();
    const listed = await this.source.list(this.transform, signal);
    this.replace(listed);
    this.position = listed.resourceVersion;
    if (!this.syncedOnce) {
      this.syncedOnce = true;
      this.synced.resolve();
    }
    return listed.resourceVersion;
  }

  private replace({ items, resourceVersion }: Listed<T>): void {
    const now = new Map(items.map((item) => [keyOfObject(item), item]));
    for (const [key, object] of this.written) {
      // Written while the list was on its way: the list shows the state before.
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
      // What `update` put in may be ahead of the watch.
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

/** Versions of one resource are decimal numbers that grow (Kubernetes API concepts, "Resource versions"). */
function isAfter(version: string | undefined, other: string | undefined): boolean {
  return Number(version ?? 0) > Number(other ?? 0);
}

/** Whether watching on from the same version cannot help: refused by the server, or not understood. */
function needsList(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const refused = error.status >= 400 && error.status < 500 && error.status !== 429;
  return refused || error.reason === 'Malformed';
}
