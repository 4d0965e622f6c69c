import { expect, test } from 'vitest';
import { LecternError } from '../../base/errors.ts';
import { annotations } from '../../resources/library.ts';
import type { ManifestSync, ManifestSyncSpec, SyncReport } from '../../resources/manifest-sync.ts';
import type { ResourcePatch } from '../../store/registry.ts';
import { retryFailedSyncs } from './retry-failed.ts';

const now = new Date('2026-03-01T12:00:00Z');
const good: SyncReport = {
  result: 'synced',
  trigger: 'schedule',
  commit: 'c0ffee',
  startedAt: now.toISOString(),
  finishedAt: now.toISOString(),
  counts: { created: 1, updated: 0, unchanged: 0, pruned: 0, skipped: 0, failed: 0 },
  entries: [],
};
const missing: SyncReport = { ...good, counts: { ...good.counts, failed: 1 } };
const ended = (code: NonNullable<SyncReport['error']>['code']): SyncReport => ({
  ...good,
  result: 'failed',
  error: { code, message: 'for a reason' },
});

/** Returns the names of the manifests with a new sync request. */
async function asked(syncs: ManifestSync[], gone: string[] = []): Promise<string[]> {
  const names: string[] = [];
  await retryFailedSyncs(
    {
      list: async () => syncs,
      async patch(key: string, patch: ResourcePatch<ManifestSync>) {
        if (gone.includes(key)) throw new LecternError('library_not_found', 'It is gone');
        expect(patch.annotations).toHaveProperty([annotations.requestedAt]);
        names.push(key);
        return syncs[0]!;
      },
    },
    now,
  );
  return names;
}

const sync = (
  name: string,
  lastSync?: SyncReport,
  spec: Partial<ManifestSyncSpec> = {},
): ManifestSync => ({
  metadata: { name, uid: name, generation: 1, resourceVersion: '1' } as ManifestSync['metadata'],
  spec: { repository: 'https://git.example/team/manifest', ...spec },
  status: lastSync ? { lastSync } : {},
});

test('asks the manifests that were not read, or not whole', async () => {
  const syncs = [
    sync('unread', ended('manifest_unreachable')),
    sync('without-wiki', missing),
    sync('good', good),
    sync('new'),
  ];

  expect(await asked(syncs)).toEqual(['unread', 'without-wiki']);
});

test('does not retry mistakes of a manifest and suspended libraries', async () => {
  const syncs = [
    sync('mistaken', ended('manifest_invalid')),
    sync('suspended', missing, { suspend: true }),
  ];

  expect(await asked(syncs)).toEqual([]);
});

test('ignores a manifest that was deleted in the meantime', async () => {
  expect(await asked([sync('gone', missing), sync('there', missing)], ['gone'])).toEqual(['there']);
});
