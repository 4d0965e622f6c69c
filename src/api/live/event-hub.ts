import { mayAct, type Caller } from '../../identity/access/caller.ts';
import { summaryOf, type DisplayOptions } from '../library-status.ts';
import { LecternError, messageOf } from '../../base/errors.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import { wait } from '../../kubernetes/wait.ts';
import { backoffMs } from '../../kubernetes/work-queue.ts';
import type { Registry } from '../../store/registry.ts';
import { ClientStream, type Describe, eventText, heartbeat } from './client-stream.ts';
import type { LibraryView } from './library-view.ts';

interface EventHubOptions extends DisplayOptions {
  view: LibraryView;
  manifests: Pick<Registry<ManifestSync>, 'watch'>;
  /** Aborts on shutdown: all streams end. */
  stopped: AbortSignal;
  /** Receives the error of a failed watch of manifests. The hub then watches again. */
  onError: (message: string) => void;
  /** Milliseconds between events of one library. */
  gapMs?: number;
  /** Milliseconds between heartbeats. Each heartbeat identifies the callers again. */
  heartbeatMs?: number;
  /** Maximum streams of one caller, and in total. Callers without a key have half of them. */
  limits?: { caller: number; all: number };
}

/** A client of the event stream. */
export interface Subscriber {
  caller: Caller;
  /** Counts streams: a key, a user or an address. */
  name: string;
  /** Identifies the caller again. Rejects if the key or session is no longer valid. */
  renew: () => Promise<Caller>;
}

/** The caller has too many open streams. */
export class TooManyStreams extends LecternError {
  override readonly name = 'TooManyStreams';
  /** Seconds until the server has noticed the streams whose clients are gone. */
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super('rate_limit_exceeded', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Subscription {
  outlet: ClientStream;
  subscriber: Subscriber;
}

const usual = {
  memberRuns: 'own' as const,
  gapMs: 300,
  heartbeatMs: 15_000,
  limits: { caller: 30, all: 1_000 },
};
const backoff = { baseMs: 500, maxMs: 30_000 };

/** Sends changes to clients, to each those that its caller may see. Watches start with the first client. */
export class EventHub {
  private readonly options: Required<EventHubOptions>;
  private readonly open = new Set<Subscription>();
  private flushing: NodeJS.Timeout | undefined;
  private beating: NodeJS.Timeout | undefined;
  private flushedAt = 0;
  private follows = { libraries: false, manifests: false };

  constructor(options: EventHubOptions) {
    this.options = { ...usual, ...options };
    options.stopped.addEventListener('abort', () => this.close(), { once: true });
  }

  /**
   * Opens a stream for one client. Throws TooManyStreams if the caller has too many, and LecternError('search_failed') if there
   * are too many in total or the server shuts down.
   */
  subscribe(subscriber: Subscriber): ClientStream {
    const { caller } = subscriber;
    this.refuseTooMany(subscriber);
    this.follow(mayAct(caller, 'admin'));
    const outlet = new ClientStream(caller, () => this.flushSoon());
    const subscription = { outlet, subscriber };
    this.open.add(subscription);
    outlet.stream.once('close', () => this.forget(subscription));
    this.beating ??= setInterval(() => this.beat(), this.options.heartbeatMs);
    return outlet;
  }

  private refuseTooMany({ caller: { role }, name }: Subscriber): void {
    const { limits, heartbeatMs, stopped } = this.options;
    if (stopped.aborted) throw new LecternError('search_failed', 'The server is shutting down.');
    const open = [...this.open].map(({ subscriber }) => subscriber);
    // Strangers can come from any number of addresses. They leave room for those who work with the page.
    const strangers = open.filter(({ caller }) => caller.role === 'anonymous').length;
    const isFull = role === 'anonymous' && strangers >= limits.all / 2;
    if (isFull || open.length >= limits.all) {
      const message = `The server has ${open.length} open event streams. Try again later.`;
      throw new LecternError('search_failed', message);
    }
    const own = open.filter((subscriber) => subscriber.name === name).length;
    if (own < limits.caller) return;
    const message = `A caller may have ${limits.caller} open event streams. Close one of them.`;
    throw new TooManyStreams(message, Math.ceil(heartbeatMs / 1000));
  }

  private forget(subscription: Subscription): void {
    this.open.delete(subscription);
    if (this.open.size > 0) return;
    clearInterval(this.beating);
    this.beating = undefined;
  }

  private follow(isAdmin: boolean): void {
    const { view } = this.options;
    if (!this.follows.libraries) {
      this.follows.libraries = true;
      view.onChange((change) => {
        for (const { outlet } of this.open) {
          if (change === 'lost') outlet.readAnew();
          else outlet.changed(change);
        }
        this.flushSoon();
      });
    }
    if (!isAdmin || this.follows.manifests) return;
    this.follows.manifests = true;
    void this.followManifests();
  }

  private async followManifests(): Promise<void> {
    const { manifests, stopped, onError } = this.options;
    for (let failures = 1; !stopped.aborted; failures += 1) {
      const began = performance.now();
      try {
        for await (const _ of manifests.watch(stopped)) this.manifestChanged();
      } catch (error) {
        if (!stopped.aborted) onError(messageOf(error));
      }
      if (performance.now() - began > backoff.maxMs) failures = 1;
      await wait(backoffMs(failures, backoff), stopped);
    }
  }

  private manifestChanged(): void {
    for (const { outlet } of this.open) {
      if (mayAct(outlet.caller, 'admin')) outlet.manifestChanged();
    }
    this.flushSoon();
  }

  /** Flushes at once if the last flush is older than the gap, else when the gap ends. */
  private flushSoon(): void {
    if (this.open.size === 0 || this.flushing) return;
    const due = this.flushedAt + this.options.gapMs - performance.now();
    this.flushing = setTimeout(() => this.flush(), Math.max(0, due));
  }

  private flush(): void {
    this.flushing = undefined;
    this.flushedAt = performance.now();
    const describe = describing(this.options);
    for (const { outlet } of this.open) {
      outlet.flush((key) => this.options.view.get(key), describe);
    }
  }

  private beat(): void {
    for (const subscription of this.open) {
      subscription.outlet.now(heartbeat);
      void this.renew(subscription);
    }
  }

  /** Ends the stream of a caller who lost access. If the check itself fails, the stream stays open. */
  private async renew({ outlet, subscriber }: Subscription): Promise<void> {
    try {
      const caller = await subscriber.renew();
      const { role, teamspace } = outlet.caller;
      if (caller.role === role && caller.teamspace === teamspace) return;
      // After the end of a session the caller is anonymous.
      if (caller.role === 'anonymous') outlet.end();
      outlet.caller = caller;
      outlet.readAnew();
      this.flushSoon();
    } catch (error) {
      if (error instanceof LecternError && error.status < 500) outlet.end();
    }
  }

  private close(): void {
    clearTimeout(this.flushing);
    clearInterval(this.beating);
    for (const { outlet } of this.open) outlet.end();
  }
}

/** Formats each library once for all callers of the same role and teamspace. */
function describing(display: DisplayOptions): Describe {
  const texts = new Map<string, string>();
  return (key, library, caller) => {
    const name = `${key} ${caller.role} ${caller.teamspace}`;
    const text = texts.get(name) ?? eventText('library', summaryOf(library, caller, display));
    texts.set(name, text);
    return text;
  };
}
