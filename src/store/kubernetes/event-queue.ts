import type { Resource } from '../../resources/library.ts';
import type { RegistryEvent } from '../registry.ts';

/**
 * Events on their way to one watcher, at most one a resource: a slow watcher sees the last state of each. Resources are
 * told apart by uid, so that one made anew under a name is not taken for the one that went.
 */
export class EventQueue<R extends Resource> {
  private readonly waiting = new Map<string, RegistryEvent<R>>();
  private readonly callbacks: (() => void)[] = [];
  private wake: () => void = () => undefined;

  /** Calls back when the watcher has taken in what was pushed before. */
  afterwards(callback: () => void): void {
    this.callbacks.push(callback);
    this.wake();
  }

  push(event: RegistryEvent<R>): void {
    const { uid } = event.object.metadata;
    const before = this.waiting.get(uid);
    this.waiting.delete(uid);
    // Who came and went between two looks was never there.
    if (before?.type === 'added' && event.type === 'deleted') return;
    this.waiting.set(uid, before?.type === 'added' ? { ...event, type: 'added' } : event);
    this.wake();
  }

  /** Yields events until the signal aborts. */
  async *drain(signal: AbortSignal): AsyncGenerator<RegistryEvent<R>> {
    const stop = (): void => this.wake();
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        const [first] = this.waiting;
        if (first) {
          this.waiting.delete(first[0]);
          yield first[1];
        } else {
          this.callbacks.splice(0).forEach((callback) => callback());
          await new Promise<void>((resolve) => (this.wake = resolve));
        }
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}
