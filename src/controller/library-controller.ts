import type { Catalog } from '../store/catalog.ts';
import type { Registry } from '../store/registry.ts';
import type { SnippetIndex } from '../store/snippet-index.ts';
import { runController } from '../runtime/controller.ts';
import { WorkQueue } from '../runtime/work-queue.ts';
import type { Jobs } from './jobs.ts';
import { LibraryCache } from './library-cache.ts';
import { createLibraryReconciler } from './library/reconciler.ts';

export interface LibraryControllerOptions {
  registry: Registry;
  catalog: Catalog;
  index: SnippetIndex;
  jobs: Jobs;
  /** Runs at the same time. */
  concurrency: number;
  /** Folders on this machine that any Library may be read from. */
  localRoots: string[];
  onError: (name: string, message: string) => void;
}

/** Follows the Registry and the Jobs and reconciles every Library either speaks of, until the signal aborts. */
export async function runLibraryController(
  options: LibraryControllerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { registry, jobs, onError } = options;
  const cache = new LibraryCache(registry);
  const queue = new WorkQueue();
  const enqueue = (name: string): void => queue.add(name);
  jobs.onChange(enqueue);
  const reconcile = createLibraryReconciler({ ...options, cache, enqueue });
  await Promise.all([
    cache.follow(enqueue, signal),
    runController({ queue, reconcile, workers: 4, onError }, signal),
  ]);
}
