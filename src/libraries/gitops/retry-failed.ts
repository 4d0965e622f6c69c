import { keyOf } from '../../resources/library.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import type { Registry } from '../../store/registry.ts';
import { syncRequest } from './sync-request.ts';
import { unlessGone } from '../../store/refused-write.ts';

/**
 * Requests a sync of every manifest whose last sync failed and might succeed now, for example after a change of credentials.
 * Throws LecternError if the registry is unreachable.
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

/** Returns whether a sync might succeed now. An invalid manifest needs an edit, and a suspended one must be resumed first. */
function mayBeMended({ metadata, spec, status: { lastSync } }: ManifestSync): boolean {
  if (spec.suspend || metadata.deletionTimestamp || !lastSync) return false;
  return lastSync.error?.code === 'manifest_unreachable' || lastSync.counts.failed > 0;
}
