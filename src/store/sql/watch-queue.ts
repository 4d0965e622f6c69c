import type { Resource } from '../../resources/library.ts';
import type { RegistryEvent } from '../registry.ts';

/**
 * Events on their way to one watcher. A slow watcher gets the latest state of each resource instead of every step, so
 * the queue never holds more than one event a resource.
 */
export class WatchQueue<R extends Resource> {
  private readonly waiting = new Map<string, RegistryEvent<R>>();
  /** The newest resourceVersion taken in, by uid. */
  private readonly newest = new Map<string, number>();
  private readonly delivered = new Set<string>();
  private wake: () => void = () => undefined;

  /** Takes in a state of a resource, unless a newer one is known. */
  push(object: R, deleted = false): void {
    const { uid, resourceVersion } = object.metadata;
    const revision = Number(resourceVersion);
    if (revision <= (this.newest.get(uid) ?? 0)) return;
    this.newest.set(uid, revision);
    this.waiting.delete(uid);
    this.waiting.set(uid, { type: deleted ? 'deleted' : 'modified', object });
    this.wake();
  }

  /** Yields events until the signal aborts. */
  async *drain(signal: AbortSignal): AsyncGenerator<RegistryEvent<R>> {
    const stop = (): void => this.wake();
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        const [first] = this.waiting;
        const event = first && this.take(first);
        if (event) yield event;
        if (!first) await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** The event as this watcher has to see it; nothing for a resource that came and went unseen. */
  private take([uid, event]: [string, RegistryEvent<R>]): RegistryEvent<R> | undefined {
    this.waiting.delete(uid);
    const known = this.delivered.has(uid);
    if (event.type === 'deleted') {
      this.delivered.delete(uid);
      return known ? event : undefined;
    }
    this.delivered.add(uid);
    return known ? event : { type: 'added', object: event.object };
  }
}
