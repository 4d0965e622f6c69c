import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { queries, serverUrl } from '../api/client.ts';
import type { LibraryStatus } from '../api/paths.gen.ts';
import { forgetLibrary, readAnew, readListsAnew, takeLibrary } from './live-cache.ts';

/** Minimum milliseconds between two reads of lists whose order or size may have changed. */
const listsEveryMs = 1_000;

/** Milliseconds before the page connects again after a refused connection. */
const refusedForMs = 15_000;

/** Milliseconds without a connection before the page says so. Some proxies end a connection now and then. */
const lostAfterMs = 10_000;

type LiveState = 'off' | 'connecting' | 'connected' | 'lost';

/** Receives changes over one connection for all views, while at least one view listens. */
class Live {
  private readonly cache: QueryClient;
  private readonly watchers = new Set<() => void>();
  private source: EventSource | undefined;
  private views = 0;
  private listsAt = 0;
  private reading: ReturnType<typeof setTimeout> | undefined;
  private overdue: ReturnType<typeof setTimeout> | undefined;
  state: LiveState = 'off';

  constructor(cache: QueryClient) {
    this.cache = cache;
    // A browser limits the connections to a server, so hidden pages use none.
    document.addEventListener('visibilitychange', () => this.update());
  }

  /** Receives changes until the caller calls the returned function. */
  follow = (): (() => void) => {
    this.views += 1;
    this.update();
    return () => {
      this.views -= 1;
      this.update();
    };
  };

  watch = (changed: () => void): (() => void) => {
    this.watchers.add(changed);
    return () => void this.watchers.delete(changed);
  };

  private update(): void {
    const wanted = this.views > 0 && document.visibilityState === 'visible';
    if (wanted && !this.source) this.open();
    if (wanted || !this.source) return;
    this.source.close();
    this.source = undefined;
    this.became('off');
  }

  private open(): void {
    // After a refused connection, the page has lost its connection until another one is there.
    if (this.state === 'off') this.became('connecting');
    const source = new EventSource(`${serverUrl}/api/v1/events`);
    this.source = source;
    const on = (name: string, take: (data: unknown) => void): void =>
      source.addEventListener(name, ({ data }: MessageEvent<string>) => take(JSON.parse(data)));
    on('hello', () => {
      this.became('connected');
      readAnew(this.cache);
    });
    on('resync', () => readAnew(this.cache));
    on('library', (data) => {
      if (takeLibrary(this.cache, data as LibraryStatus)) this.readLists();
    });
    on('removed', (data) => {
      forgetLibrary(this.cache, (data as { id: string }).id);
      this.readLists();
    });
    on(
      'sync',
      () => void this.cache.invalidateQueries({ queryKey: ['get', '/api/gitops/status'] }),
    );
    source.addEventListener('error', () => {
      if (this.state === 'connected') this.became('connecting');
      // A browser reconnects on its own unless the response is not an event stream.
      if (source.readyState === EventSource.CLOSED) this.openLater(source);
    });
  }

  private openLater(failed: EventSource): void {
    setTimeout(() => {
      if (this.source !== failed) return;
      this.source = undefined;
      this.update();
    }, refusedForMs);
  }

  private became(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    clearTimeout(this.overdue);
    if (state === 'connecting') this.overdue = setTimeout(() => this.became('lost'), lostAfterMs);
    for (const changed of this.watchers) changed();
  }

  /** Reads at once if the last read was long ago. Otherwise waits, so that reads do not overlap. */
  private readLists(): void {
    if (this.reading !== undefined) return;
    const due = Math.max(0, this.listsAt + listsEveryMs - Date.now());
    this.reading = setTimeout(() => {
      this.reading = undefined;
      this.listsAt = Date.now();
      readListsAnew(this.cache);
    }, due);
  }
}

const live = new Live(queries);

/** Updates the libraries of a view when they change on the server. Returns whether the page receives changes. */
export function useLive(): boolean {
  useEffect(() => live.follow(), []);
  return useLiveState() === 'connected';
}

/** Returns the state of the connection for changes. It is `off` while no view follows them. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(live.watch, () => live.state);
}
