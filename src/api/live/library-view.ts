import { setImmediate as nextTick } from 'node:timers/promises';
import { orAbort } from '../../base/abort.ts';
import type { Caller } from '../../identity/access/caller.ts';
import { messageOf } from '../../base/errors.ts';
import { holderAmong } from '../../resources/holder.ts';
import { keyOf, type Library } from '../../resources/library.ts';
import { wait } from '../../kubernetes/wait.ts';
import { backoffMs } from '../../kubernetes/work-queue.ts';
import type { Registry, RegistryEvent } from '../../store/registry.ts';
import { ResourceCache } from '../../store/resource-cache.ts';
import { librarySnapshot } from './library-snapshot.ts';
import type { Write, WriteLog } from '../../store/write-log.ts';
import { LibraryList, type ListPage, type ListQuery } from './library-list.ts';

/** A library that was added (no `before`), changed or removed (no `after`). */
export interface LibraryChange {
  key: string;
  before?: Library;
  after?: Library;
}

/** Receives each change, or `lost` if the view may have missed changes. */
export type ChangeListener = (change: LibraryChange | 'lost') => void;

interface LibraryViewOptions {
  registry: Pick<Registry, 'list' | 'watch'>;
  /** Aborts on shutdown. */
  stopped: AbortSignal;
  /** Shares the writes of several API processes; absent with one process. */
  writeLog?: WriteLog;
  /** Receives the error of a failed watch. The view then watches again. */
  onError: (message: string) => void;
}

/** Events to take in before other work gets a turn. */
const slice = 100;
/** Milliseconds that a lookup waits for a recorded write before it reads the registry instead. */
const patienceMs = 1_000;
/** Milliseconds after which the view forgets a recorded write: a later write has replaced it. */
const rememberedMs = 10_000;
const backoff = { baseMs: 500, maxMs: 30_000 };

interface Followed {
  cache: ResourceCache<Library>;
  list: LibraryList;
}

/**
 * Caches all Libraries from a watch of the registry, so that lookups need no read. The watch starts with the first lookup.
 * While the view is incomplete, lookups read the registry. Every lookup after a recorded write includes that write.
 */
export class LibraryView {
  private readonly options: LibraryViewOptions;
  private readonly listeners = new Set<ChangeListener>();
  /** Recorded writes that the watch may not have delivered, with the time of recording. */
  private readonly writes = new Map<string, Write & { at: number }>();
  private complete: Followed | undefined;
  private started = false;
  private next = Promise.withResolvers<void>();

  constructor(options: LibraryViewOptions) {
    this.options = options;
  }

  /** Starts the watch unless it runs. */
  start(): void {
    if (this.started || this.options.stopped.aborted) return;
    this.started = true;
    void this.run();
  }

  /** Returns the matching libraries that the caller may see. Throws if a read of the registry fails. */
  async list(query: ListQuery, caller: Caller): Promise<ListPage> {
    const followed = await this.current();
    if (followed) return followed.list.page(query, caller);
    const read = new LibraryList();
    for (const library of await this.readSnapshots()) read.put(library);
    return read.page(query, caller);
  }

  /** Returns all Libraries, also those that the caller may not see. Throws if a read of the registry fails. */
  async snapshots(): Promise<Library[]> {
    const followed = await this.current();
    return followed ? followed.cache.list() : this.readSnapshots();
  }

  /** Returns the registry's key of the Library that holds this id. Throws if a read of the registry fails. */
  async keyOf(id: string): Promise<string | undefined> {
    const followed = await this.current();
    const named = followed
      ? followed.cache.group(id)
      : (await this.options.registry.list()).filter(({ spec }) => spec.id === id);
    const holder = holderAmong(named);
    return holder && keyOf(holder.metadata);
  }

  /** Subscribes to changes. Returns a function that unsubscribes. */
  onChange(listener: ChangeListener): () => void {
    this.start();
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Returns a cached library; undefined while the view is incomplete. */
  get(key: string): Library | undefined {
    return this.complete?.list.get(key);
  }

  /** Records the result of a write: every later list has it. */
  async recordWrite({ metadata }: Library): Promise<void> {
    await this.record({ key: keyOf(metadata), version: Number(metadata.resourceVersion) });
  }

  /** Records that a Library is gone. */
  async recordDeletion({ metadata }: Library): Promise<void> {
    await this.record({ key: keyOf(metadata), gone: metadata.uid });
  }

  private async record(write: Write): Promise<void> {
    if (this.started) this.writes.set(write.key, { ...write, at: performance.now() });
    const { writeLog, onError } = this.options;
    // The write itself succeeded; other processes see it a moment later.
    await writeLog?.add(write).catch((error: unknown) => onError(messageOf(error)));
  }

  /** Reads the recent writes of other processes. */
  private async hear(): Promise<void> {
    const { writeLog, onError } = this.options;
    const recent = await writeLog?.recent().catch((error: unknown) => onError(messageOf(error)));
    for (const write of recent ?? []) {
      const known = this.writes.get(write.key);
      const isOld =
        known && 'version' in known && 'version' in write && known.version >= write.version;
      if (!isOld) this.writes.set(write.key, { ...write, at: performance.now() });
    }
  }

  /** Returns the view with every recorded write; undefined if it is incomplete or lags behind. */
  private async current(): Promise<Followed | undefined> {
    this.start();
    await this.hear();
    return this.upToDate();
  }

  private async readSnapshots(): Promise<Library[]> {
    return (await this.options.registry.list()).map(librarySnapshot);
  }

  private async run(): Promise<void> {
    const { stopped, onError } = this.options;
    for (let failures = 1; !stopped.aborted; failures += 1) {
      const began = performance.now();
      try {
        await this.follow();
      } catch (error) {
        if (!stopped.aborted) onError(messageOf(error));
      }
      this.complete = undefined;
      if (performance.now() - began > backoff.maxMs) failures = 1;
      await wait(backoffMs(failures, backoff), stopped);
    }
  }

  private async follow(): Promise<void> {
    const { registry, stopped } = this.options;
    const left = new AbortController();
    const signal = AbortSignal.any([stopped, left.signal]);
    const watch: Registry['watch'] = (until, onSynced) => kept(registry.watch(until, onSynced));
    const cache = new ResourceCache({ watch }, ({ spec }: Library) => spec.id);
    const followed = { cache, list: new LibraryList() };
    void this.completed(followed, signal);
    try {
      await cache.follow((key) => this.take(key, followed), signal);
    } finally {
      left.abort();
    }
  }

  private async completed(followed: Followed, signal: AbortSignal): Promise<void> {
    await followed.cache.whenSynced(signal);
    if (signal.aborted) return;
    this.complete = followed;
    this.changed('lost');
    await followed.list.prepare(nextTick);
  }

  private take(key: string, followed: Followed): void {
    const { cache, list } = followed;
    const [before, after] = [list.get(key), cache.get(key)];
    if (before === after) return;
    if (after) list.put(after);
    else list.remove(key);
    if (this.complete !== followed) return;
    this.changed({ key, ...(before && { before }), ...(after && { after }) });
  }

  private changed(change: LibraryChange | 'lost'): void {
    for (const listener of this.listeners) listener(change);
    this.next.resolve();
    this.next = Promise.withResolvers();
  }

  /** Waits until the view has every recorded write. Returns undefined if it is incomplete or lags behind. */
  private async upToDate(): Promise<Followed | undefined> {
    let patience: AbortSignal | undefined;
    while (this.complete && this.lacks(this.complete)) {
      patience ??= AbortSignal.any([this.options.stopped, AbortSignal.timeout(patienceMs)]);
      if (patience.aborted) return undefined;
      await orAbort(this.next.promise, patience).catch(() => undefined);
    }
    return this.complete;
  }

  private lacks({ cache }: Followed): boolean {
    const now = performance.now();
    for (const [key, write] of this.writes) {
      const held = cache.get(key);
      const arrived =
        'gone' in write
          ? held?.metadata.uid !== write.gone
          : held !== undefined && Number(held.metadata.resourceVersion) >= write.version;
      if (arrived || now - write.at > rememberedMs) this.writes.delete(key);
    }
    return this.writes.size > 0;
  }
}

/** Yields events with snapshots. Pauses regularly, so that thousands of events do not block the process. */
async function* kept(events: AsyncIterable<RegistryEvent>): AsyncGenerator<RegistryEvent> {
  let taken = 0;
  for await (const { type, object } of events) {
    yield { type, object: librarySnapshot(object) };
    taken += 1;
    if (taken % slice === 0) await nextTick();
  }
}
