import { annotations, type ObjectMeta } from './library.ts';

/** A Library or a ManifestSync. */
interface Requested {
  metadata: Pick<ObjectMeta, 'annotations' | 'generation'>;
  status: { lastHandledReconcileAt?: string; lastHandledCancelAt?: string };
}

/** Returns the last request for a run or a sync; undefined if there was none. */
export function requestedAt({ metadata }: Pick<Requested, 'metadata'>): string | undefined {
  return metadata.annotations?.[annotations.requestedAt];
}

/** Returns whether a run or a sync was requested, and none has started since. */
export function isRequested(resource: Requested): boolean {
  const requested = requestedAt(resource);
  return requested !== undefined && requested !== resource.status.lastHandledReconcileAt;
}

/** Returns whether there is a cancel request that the status has not handled yet. */
export function isCancelAsked({ metadata, status }: Requested): boolean {
  const asked = metadata.annotations?.[annotations.cancelledAt];
  return asked !== undefined && asked !== status.lastHandledCancelAt;
}

/** Returns the fields of a status that handles the present spec and the last request. */
export function handled(resource: Pick<Requested, 'metadata'>): {
  observedGeneration: number;
  lastHandledReconcileAt?: string;
} {
  const requested = requestedAt(resource);
  return {
    observedGeneration: resource.metadata.generation,
    ...(requested !== undefined && { lastHandledReconcileAt: requested }),
  };
}
