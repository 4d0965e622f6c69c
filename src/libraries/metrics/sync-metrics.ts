import { Counter, Histogram, type Registry } from 'prom-client';
import type { SyncReport } from '../../resources/manifest-sync.ts';

/** Measures the report of a sync. */
export type SyncMetrics = (report: SyncReport) => void;

/** Creates the metrics of the manifest controller. No series is per manifest. */
export function createSyncMetrics(registry: Registry): SyncMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'lectern_manifest_sync_duration_seconds',
    help: 'Time of manifest syncs, by result and trigger.',
    labelNames: ['result', 'trigger'],
    buckets: [0.1, 0.5, 1, 2.5, 5, 15, 60, 300],
    registers,
  });
  const entries = new Counter({
    name: 'lectern_manifest_sync_entries_total',
    help: 'Entries of manifest syncs, by action.',
    labelNames: ['action'],
    registers,
  });
  return ({ result, trigger, startedAt, finishedAt, counts }) => {
    const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
    if (Number.isFinite(took)) seconds.observe({ result, trigger }, took);
    for (const [action, count] of Object.entries(counts)) entries.inc({ action }, count);
  };
}
