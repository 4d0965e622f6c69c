import { randomUUID } from 'node:crypto';
import { annotations } from '../../resources/library.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import { requestedAt } from '../../resources/requests.ts';
import type { ResourcePatch } from '../../store/registry.ts';

/** A sync request: the patch that creates it, and the id that the status repeats after the sync. */
export interface SyncRequest {
  id: string;
  patch: ResourcePatch<ManifestSync>;
}

/** Returns a new sync request. Its unique id makes sure that a sync starts after it. */
export function syncRequest(by: 'manual' | 'push', now: Date): SyncRequest {
  const id = `${now.toISOString()}-${randomUUID().slice(0, 8)}`;
  const pushed = by === 'push' && { [annotations.pushedAt]: id };
  return { id, patch: { annotations: { [annotations.requestedAt]: id, ...pushed } } };
}

/** Returns whether a sync has handled a request, or a later one that replaced it. */
export function isServed(sync: ManifestSync, id: string): boolean {
  const requested = requestedAt(sync);
  const handled = sync.status.lastHandledReconcileAt;
  return handled === id || (requested !== id && requested === handled);
}
