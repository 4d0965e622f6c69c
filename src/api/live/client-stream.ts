import { Readable } from 'node:stream';
import type { Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import type { Library } from '../../resources/library.ts';
import type { LibraryChange } from './library-view.ts';

/** How a library is told of to a caller, who may see it. */
export type Describe = (key: string, library: Library, caller: Caller) => string;

/** Changes that wait for one client at most; beyond them it is told to read anew. */
const maxWaiting = 500;
/** Bytes on their way to a client, besides one event, before changes wait. */
const maxBuffered = 64 * 1024;

/**
 * What one client is told. Changes wait by library until they are sent, so that whatever happens in between is one event; a
 * client that reads slower than things change is told to read anew, and costs no more memory than others.
 */
export class ClientStream {
  readonly stream: Readable;
  caller: Caller;
  /** By key, what the client knew of a library: its id, or nothing. */
  private readonly waiting = new Map<string, string | undefined>();
  private again = false;
  private synced = false;
  private blocked = false;

  /** `onDrained` is told when a client that was slow has read what it was sent. */
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

  /** Takes a change that this caller may hear of. */
  changed({ key, before, after }: LibraryChange): void {
    if (this.again) return;
    const known = before && maySee(this.caller, before) ? before.spec.id : undefined;
    if (known === undefined && !(after && maySee(this.caller, after))) return;
    this.waiting.set(key, this.waiting.get(key) ?? known);
    if (this.waiting.size > maxWaiting) this.readAnew();
  }

  /** Changes may have been missed, or are too many. */
  readAnew(): void {
    this.waiting.clear();
    this.again = true;
  }

  /** A manifest was synced, or is about to be. */
  manifestChanged(): void {
    this.synced = true;
  }

  /** Sends what waits, unless the client has not read what it was sent before. */
  flush(find: (key: string) => Library | undefined, describe: Describe): void {
    if (this.blocked) return;
    const texts = this.again ? [eventText('resync', {})] : [...this.texts(find, describe)];
    if (this.synced) texts.push(eventText('sync', {}));
    this.waiting.clear();
    this.again = false;
    this.synced = false;
    if (texts.length > 0) this.push(texts.join(''));
  }

  /** Sends something that is worth nothing later. */
  now(text: string): void {
    if (!this.blocked) this.push(text);
  }

  end(): void {
    if (!this.stream.destroyed) this.stream.push(null);
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
    if (!this.stream.destroyed) this.blocked = !this.stream.push(text);
  }
}

/** Milliseconds after which a client connects again when its stream has ended. */
const retryMs = 3_000;

/** What a stream begins with: the client's state is as old as its last stream, so that it reads anew. */
const hello = `retry: ${retryMs}\n${eventText('hello', {})}`;

/** A comment, which keeps proxies from taking a quiet stream for a dead one. */
export const heartbeat = ': still here\n\n';

/** One server-sent event. JSON has no line breaks of its own, so that it is one line of data. */
export function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
