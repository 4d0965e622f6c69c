import { runController } from '../../kubernetes/controller.ts';
import type { Measured } from '../../kubernetes/metrics.ts';
import { WorkQueue } from '../../kubernetes/work-queue.ts';
import { keyOf, type Library } from '../../resources/library.ts';
import { decide } from './decide.ts';
import { createLibraryReconciler, type LibraryReconcilerOptions } from './reconciler.ts';
import { Removal, type RemovalOptions } from './removal.ts';
import { ResourceCache } from '../../store/resource-cache.ts';

/** Settings of the reconciler, without what the controller itself makes, and callbacks of the process. */
export interface LibraryControllerOptions
  extends
    Omit<LibraryReconcilerOptions, 'cache' | 'enqueue' | 'running' | 'removal'>,
    Pick<RemovalOptions, 'onRemove'> {
  /** Receives the registry key of a Library whose reconcile failed. The controller retries it. */
  onError: (key: string, message: string) => void;
  /** Called with all Libraries before the first reconcile. Returns the Libraries that it changed. */
  beforeWork?: (libraries: Library[]) => Promise<Library[]>;
  /** Absent: queue and reconciles are not measured. */
  measured?: Measured;
}

/** Reconciles every Library with its spec. */
export interface LibraryController {
  /** All Libraries that the registry has reported. */
  readonly cache: ResourceCache<Library>;
  /** Watches the registry until the signal aborts. Standby replicas do so too, so that they can take over at once. */
  follow(signal: AbortSignal): Promise<void>;
  /** Reconciles until the signal aborts. Only one replica at a time may do so. */
  work(signal: AbortSignal): Promise<void>;
}

/** Creates the controller of all Libraries. Changes of the registry and of Jobs cause reconciles. */
export function createLibraryController(options: LibraryControllerOptions): LibraryController {
  const { registry, jobs, onError, measured } = options;
  const cache = new ResourceCache(registry, ({ spec }: Library) => spec.id);
  const queue = new WorkQueue(measured);
  const enqueue = (key: string): void => queue.add(key);
  const began = Date.now();
  /** Absent on a standby: the leader removes content. */
  let removal: Removal | undefined;
  // Fresh edits and requests come before the thousands of Libraries that a start lists.
  const isFresh = (library: Library): boolean => {
    const cause = decide(library, new Date()).run;
    const made = Date.parse(library.metadata.creationTimestamp);
    return cause === 'request' || (cause === 'edit' && (isEdited(library) || made > began));
  };
  const changed = (key: string, library: Library): void => {
    if (!cache.get(key)) removal?.reported(library);
    queue.add(key, isFresh(library));
    // A deleted Library may free its ID for another one.
    for (const { metadata } of cache.group(library.spec.id)) enqueue(keyOf(metadata));
  };
  return {
    cache,
    follow: (signal) => cache.follow(changed, signal),
    async work(signal) {
      await cache.whenSynced(signal);
      for (const changed of (await options.beforeWork?.(cache.list())) ?? []) cache.update(changed);
      jobs.onChange(enqueue);
      const running = cache.list().filter(({ status }) => status.state === 'processing');
      removal = new Removal({ ...options, cache });
      const parts = { ...options, cache, enqueue, running, removal };
      const reconcile = createLibraryReconciler(parts);
      await runController(
        {
          queue,
          reconcile,
          workers: workersFor(options.concurrency),
          onError,
          ...(measured && { measured }),
        },
        signal,
      );
    },
  };
}

/** More workers than slots, because a starting run may wait for a host while it holds a slot. */
function workersFor(concurrency: number): number {
  return Math.min(concurrency, 12) + 4;
}

function isEdited({ metadata, status }: Library): boolean {
  return metadata.generation > 1 && status.observedGeneration !== metadata.generation;
}
