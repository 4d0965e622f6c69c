import { Readable } from 'node:stream';
import type { Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import type { Library } from '../../resources/library.ts';
import type { LibraryChange } from './library-view.ts';

/** Formats the event of a library for a caller who may see it. */
export type Describe = (key: string, library: Library, caller: Caller) => string;

/** Maximum pending changes of one client. Beyond them the client gets `resync`. */
const maxWaiting = 500;
/** Buffered bytes of a client beyond which changes wait. */
const maxBuffered = 64 * 1024;

/**
 * The event stream of one client. Pending changes are kept per library, so that several changes become one event. A slow
 * client gets `resync` instead, and needs no more memory than others.
 */
export class ClientStream {
  readonly stream: Readable;
  caller: Caller;
  /** By key, the id that the client knows, if any. */
  private readonly waiting = new Map<string, string | undefined>();
  private again = false;
  private synced = false;
  private blocked = false;
  /** Whether the end waits in the buffer, behind what the client has not read yet. */
  private ended = false;

  /** `onDrained` is called when a slow client has read its buffer. */
  constructor(caller: Caller, onDrained: () => void) {
    this.caller = caller;
    this.stream = new Readable({
      highWaterMark: maxBuffered,
      read: () => {
        if (this.blocked) onDrained();
        this.blocked = false;
      },
    });
    this.push(hello);
  }

  /** Adds a change if the caller may see it. */
  changed({ key, before, after }: LibraryChange): void {
    if (this.again) return;
    const known = before && maySee(this.caller, before) ? before.spec.id : undefined;
    if (known === undefined && !(after && maySee(this.caller, after))) return;
    this.waiting.set(key, this.waiting.get(key) ?? known);
    if (this.waiting.size > maxWaiting) this.readAnew();
  }

  /** Replaces pending changes by one `resync`. */
  readAnew(): void {
    this.waiting.clear();
    this.again = true;
  }

  /** Adds a `sync` event. */
  manifestChanged(): void {
    this.synced = true;
  }

  /** Sends pending changes unless the client's buffer is full. */
  flush(find: (key: string) => Library | undefined, describe: Describe): void {
    if (this.blocked) return;
    const texts = this.again ? [eventText('resync', {})] : [...this.texts(find, describe)];
    if (this.synced) texts.push(eventText('sync', {}));
    this.waiting.clear();
    this.again = false;
    this.synced = false;
    if (texts.length > 0) this.push(texts.join(''));
  }

  /** Sends a text now, or drops it if the client's buffer is full. */
  now(text: string): void {
    if (!this.blocked) this.push(text);
  }

  /** Ends the stream after what is in the buffer. It takes no more events. */
  end(): void {
    if (this.ended || this.stream.destroyed) return;
    this.ended = true;
    this.stream.push(null);
  }

  private *texts(
    find: (key: string) => Library | undefined,
    describe: Describe,
  ): Generator<string> {
    for (const [key, known] of this.waiting) {
      const library = find(key);
      const seen = library && maySee(this.caller, library) ? library : undefined;
      if (known !== undefined && known !== seen?.spec.id) yield eventText('removed', { id: known });
      if (seen) yield describe(key, seen, this.caller);
    }
  }

  private push(text: string): void {
    if (this.ended || this.stream.destroyed) return;
    this.blocked = !this.stream.push(text);
  }
}

/** Milliseconds after which a client connects again when its stream has ended. */
const retryMs = 3_000;

/** The first event of a stream. It makes the client reload, because its state is as old as its last stream. */
const hello = `retry: ${retryMs}\n${eventText('hello', {})}`;

/** A comment that keeps proxies from closing an idle stream. */
export const heartbeat = ': still here\n\n';

/** Returns a server-sent event. JSON has no line breaks, so the data fits in one line. */
export function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
