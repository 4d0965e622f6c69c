import { nextSync, requestOf } from '../manifest-sync/decide.ts';
import { LecternError } from '../../base/errors.ts';
import type { ManifestSync, SyncReport } from '../../resources/manifest-sync.ts';
import { configOf, type GitopsConfig } from './config.ts';

/** The report of a sync in a response. */
interface GitopsReport extends Omit<SyncReport, 'error'> {
  error: SyncReport['error'] | null;
}

/** Response of GET /api/gitops/status. */
export interface GitopsStatus {
  config: GitopsConfig;
  lastSync: GitopsReport | null;
  /** ISO 8601. Null if no sync is scheduled. */
  nextSync: string | null;
  /** Whether a sync is requested or active. */
  running: boolean;
}

/** Returns the status of a ManifestSync, and of its absence, for the HTTP API. Pure. */
export function gitopsStatus(sync: ManifestSync | undefined, now: Date): GitopsStatus {
  const { lastSync } = sync?.status ?? {};
  return {
    config: configOf(sync),
    lastSync: lastSync ? shownReport(lastSync) : null,
    nextSync: (sync && nextSync(sync, now)?.toISOString()) ?? null,
    running: sync !== undefined && (requestOf(sync) !== undefined || isApplying(sync)),
  };
}

function shownReport(report: SyncReport): GitopsReport {
  return { ...report, error: report.error ?? null };
}

function isApplying({ status: { conditions = [] } }: ManifestSync): boolean {
  return conditions.some(({ type, reason }) => type === 'Reconciling' && reason === 'Progressing');
}

/** Response of POST /api/gitops/reconcile: the report, with its counts repeated at the top level. */
export type GitopsResult = GitopsReport & SyncReport['counts'];

/**
 * Returns the result of a finished sync, also if some of its entries failed. Throws LecternError: 'manifest_invalid' if the
 * settings or the manifest are invalid, 'manifest_unreachable' if Lectern could not read the manifest.
 */
export function resultOf({ status }: ManifestSync): GitopsResult {
  const { lastSync, conditions = [] } = status;
  const invalid = conditions.find(({ reason }) => reason === 'InvalidSpec');
  if (invalid || !lastSync) {
    const message = invalid?.message ?? 'The manifest was not read';
    throw new LecternError('manifest_invalid', `The settings are wrong: ${message}.`);
  }
  const { error } = lastSync;
  if (error?.code === 'manifest_invalid') {
    throw new LecternError('manifest_invalid', `${error.message}.`);
  }
  if (error?.code === 'manifest_unreachable') {
    const message = `The manifest cannot be read: ${error.message}.`;
    throw new LecternError('manifest_unreachable', message);
  }
  return { ...shownReport(lastSync), ...lastSync.counts };
}
