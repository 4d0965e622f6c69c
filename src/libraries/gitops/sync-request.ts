import { randomUUID } from 'node:crypto';
import { annotations } from '../../resources/library.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import type { ResourcePatch } from '../../store/registry.ts';

/** A request for a sync: the change that asks, and the value that the status echoes once it was served. */
export interface SyncRequest {
  id: string;
  patch: ResourcePatch<ManifestSync>;
}

/** Asks for a sync. No two requests have the same id, so that each is followed by a sync that began after it. */
export function syncRequest(by: 'manual' | 'push', now: Date): SyncRequest {
  const id = `${now.toISOString()}-${randomUUID().slice(0, 8)}`;
  const pushed = by === 'push' && { [annotations.pushedAt]: id };
  return { id, patch: { annotations: { [annotations.requestedAt]: id, ...pushed } } };
}

/** Whether a request was served: its own value is echoed, or that of a later one that has taken its place. */
export function isServed({ metadata, status }: ManifestSync, id: string): boolean {
  const requested = metadata.annotations?.[annotations.requestedAt];
  const handled = status.lastHandledReconcileAt;
  return handled === id || (requested !== id && requested === handled);
}
