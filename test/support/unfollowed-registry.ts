import { LibraryView } from '../../src/api/live/library-view.ts';
import {
  liveRegistry,
  type ApiRegistry,
  type LiveRegistry,
} from '../../src/api/live/live-registry.ts';

/** A registry as routes use it, over a view that follows nothing: each lookup reads the registry. */
export function unfollowedRegistry(registry: ApiRegistry): LiveRegistry {
  const stopped = AbortSignal.abort();
  const onError = (): void => undefined;
  return liveRegistry(registry, new LibraryView({ registry, stopped, onError }));
}
