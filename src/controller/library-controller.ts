import { runController } from '../runtime/controller.ts';
import { WorkQueue } from '../runtime/work-queue.ts';
import { keyOf, type Library } from '../resources/library.ts';
import { createLibraryReconciler, type LibraryReconcilerOptions } from './library/reconciler.ts';
import { ResourceCache } from './resource-cache.ts';

export interface LibraryControllerOptions extends Omit<
  LibraryReconcilerOptions,
  'cache' | 'enqueue'
> {
  onError: (key: string, message: string) => void;
}

/** Follows the Registry and the Jobs and reconciles every Library either speaks of, until the signal aborts. */
export async function runLibraryController(
  options: LibraryControllerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { registry, jobs, onError } = options;
  const cache = new ResourceCache(registry, ({ spec }: Library) => spec.id);
  const queue = new WorkQueue();
  const enqueue = (key: string): void => queue.add(key);
  jobs.onChange(enqueue);
  const reconcile = createLibraryReconciler({ ...options, cache, enqueue });
  // A Library that goes may have kept its id from another one.
  const changed = (key: string, { spec }: Library): void => {
    enqueue(key);
    for (const { metadata } of cache.group(spec.id)) enqueue(keyOf(metadata));
  };
  await Promise.all([
    cache.follow(changed, signal),
    runController({ queue, reconcile, workers: 4, onError }, signal),
  ]);
}
