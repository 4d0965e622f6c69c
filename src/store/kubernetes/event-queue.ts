import type { Resource } from '../../resources/library.ts';
import type { RegistryEvent } from '../registry.ts';

/**
 * Queues events for one watcher, at most one per resource, so that a slow watcher sees only the last state. Identifies
 * resources by uid, so that a recreated resource is not taken for the deleted one.
 */
export class EventQueue<R extends Resource> {
  private readonly waiting = new Map<string, RegistryEvent<R>>();
  private readonly callbacks: (() => void)[] = [];
  private wake: () => void = () => undefined;

  /** Calls back after the watcher has received all earlier events. */
  afterwards(callback: () => void): void {
    this.callbacks.push(callback);
    this.wake();
  }

  push(event: RegistryEvent<R>): void {
    const { uid } = event.object.metadata;
    const before = this.waiting.get(uid);
    this.waiting.delete(uid);
    // A resource that was created and deleted in between was never visible.
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
