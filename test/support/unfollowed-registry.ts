import { LibraryView } from '../../src/api/live/library-view.ts';
import {
  liveRegistry,
  type ApiRegistry,
  type LiveRegistry,
} from '../../src/api/live/live-registry.ts';

/**
 * Returns a registry with the interface that routes use, but without a view. Each lookup reads the
 * registry.
 */
export function unfollowedRegistry(registry: ApiRegistry): LiveRegistry {
  const stopped = AbortSignal.abort();
  const onError = (): void => undefined;
  return liveRegistry(registry, new LibraryView({ registry, stopped, onError }));
}
