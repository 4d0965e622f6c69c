import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { SyncReport } from '../../resources/manifest-sync.ts';
import { createSyncMetrics } from './sync-metrics.ts';

const report: SyncReport = {
  result: 'synced',
  trigger: 'push',
  commit: 'abc',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:02.500Z',
  counts: { created: 3, updated: 0, unchanged: 4, pruned: 0, skipped: 1, failed: 0 },
  entries: [],
};

test('counts and times syncs by result, and counts entries by outcome', async () => {
  const registry = new Registry();
  const take = createSyncMetrics(registry);

  take(report);
  take({ ...report, result: 'failed', counts: { ...report.counts, created: 0 } });

  const text = await registry.metrics();
  const name = 'lectern_manifest_sync_duration_seconds';
  expect(text).toContain(`${name}_sum{result="synced",trigger="push"} 2.5`);
  expect(text).toContain(`${name}_count{result="failed",trigger="push"} 1`);
  expect(text).toContain('lectern_manifest_sync_entries_total{action="created"} 3');
  expect(text).toContain('lectern_manifest_sync_entries_total{action="unchanged"} 8');
});
