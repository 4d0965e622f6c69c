import { LecternError } from '../../base/errors.ts';
import { keyOf } from '../../resources/library.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import type { Registry } from '../../store/registry.ts';
import { syncRequest } from './sync-request.ts';

/**
 * Asks for a sync of every manifest that could not be read, or not whole, the last time: what it lacked has changed.
 * Throws LecternError where the registry is away.
 */
export async function retryFailedSyncs(
  manifests: Pick<Registry<ManifestSync>, 'list' | 'patch'>,
  now: Date,
): Promise<void> {
  const failed = (await manifests.list()).filter(mayBeMended);
  const { patch } = syncRequest('manual', now);
  await Promise.all(
    failed.map(({ metadata }) => manifests.patch(keyOf(metadata), patch).catch(unlessGone)),
  );
}

/** Mistakes in a manifest stay until somebody edits it, and one that is suspended waits for somebody too. */
function mayBeMended({ metadata, spec, status: { lastSync } }: ManifestSync): boolean {
  if (spec.suspend || metadata.deletionTimestamp || !lastSync) return false;
  return lastSync.error?.code === 'manifest_unreachable' || lastSync.counts.failed > 0;
}

function unlessGone(error: unknown): void {
  if (!(error instanceof LecternError && error.code === 'library_not_found')) throw error;
}
