import { runController } from '../runtime/controller.ts';
import { WorkQueue } from '../runtime/work-queue.ts';
import { ResourceCache } from './resource-cache.ts';
import { createLibraryReconciler, type LibraryReconcilerOptions } from './library/reconciler.ts';

export interface LibraryControllerOptions extends Omit<
  LibraryReconcilerOptions,
  'cache' | 'enqueue'
> {
  onError: (name: string, message: string) => void;
}

/** Follows the Registry and the Jobs and reconciles every Library either speaks of, until the signal aborts. */
export async function runLibraryController(
  options: LibraryControllerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { registry, jobs, onError } = options;
  const cache = new ResourceCache(registry);
  const queue = new WorkQueue();
  const enqueue = (name: string): void => queue.add(name);
  jobs.onChange(enqueue);
  const reconcile = createLibraryReconciler({ ...options, cache, enqueue });
  await Promise.all([
    cache.follow(enqueue, signal),
    runController({ queue, reconcile, workers: 4, onError }, signal),
  ]);
}
