import { keyOf } from '../../resources/library.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import { runController } from '../../kubernetes/controller.ts';
import type { Measured } from '../../kubernetes/metrics.ts';
import { WorkQueue } from '../../kubernetes/work-queue.ts';
import { createManifestSyncReconciler, type ManifestSyncReconcilerOptions } from './reconciler.ts';
import { ResourceCache } from '../../store/resource-cache.ts';

interface ManifestSyncControllerOptions extends Omit<ManifestSyncReconcilerOptions, 'cache'> {
  onError: (key: string, message: string) => void;
  measured?: Measured;
}

/** Reconciles the Libraries of every ManifestSync with its manifest. */
export interface ManifestSyncController {
  /** All ManifestSyncs that the registry has reported. */
  readonly cache: ResourceCache<ManifestSync>;
  /** Watches the registry until the signal aborts. Standby replicas do so too, so that they can take over at once. */
  follow(signal: AbortSignal): Promise<void>;
  /** Reconciles until the signal aborts. Only one replica at a time may do so. */
  work(signal: AbortSignal): Promise<void>;
}

/** Creates the controller of all ManifestSyncs. */
export function createManifestSyncController(
  options: ManifestSyncControllerOptions,
): ManifestSyncController {
  const { manifests, onError, measured } = options;
  const cache = new ResourceCache(manifests, ({ metadata }: ManifestSync) => keyOf(metadata));
  const queue = new WorkQueue(measured);
  return {
    cache,
    follow: (signal) => cache.follow((key) => queue.add(key), signal),
    async work(signal) {
      const reconcile = createManifestSyncReconciler({ ...options, cache });
      await runController(
        { queue, reconcile, workers: 2, onError, ...(measured && { measured }) },
        signal,
      );
    },
  };
}
