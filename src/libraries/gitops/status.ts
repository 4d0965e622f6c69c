import { nextSync, requestOf } from '../manifest-sync/decide.ts';
import { LecternError } from '../../base/errors.ts';
import type { ManifestSync, SyncReport } from '../../resources/manifest-sync.ts';
import { configOf, type GitopsConfig } from './config.ts';

/** A sync's report as HTTP shows it. */
export interface GitopsReport extends Omit<SyncReport, 'error'> {
  error: SyncReport['error'] | null;
}

/** Answer of GET /api/gitops/status. */
export interface GitopsStatus {
  config: GitopsConfig;
  lastSync: GitopsReport | null;
  /** ISO 8601; null when no sync comes by schedule. */
  nextSync: string | null;
  /** A sync is asked for, or is writing libraries. */
  running: boolean;
}

/** What is known of the manifest; undefined where there is none. */
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

/** Answer of POST /api/gitops/reconcile: the report, with the counts at its top level too. */
export type GitopsResult = GitopsReport & SyncReport['counts'];

/**
 * What a sync that has ended came to. Throws LecternError('manifest_invalid') where settings or manifest are wrong, and
 * 'manifest_unreachable' where the manifest could not be read. Some entries that failed are part of an answer.
 */
export function resultOf({ status }: ManifestSync): GitopsResult {
  const { lastSync, conditions = [] } = status;
  const invalid = conditions.find(({ reason }) => reason === 'InvalidSpec');
  if (invalid || !lastSync) {
    const message = invalid?.message ?? 'The manifest was not read';
    throw new LecternError('manifest_invalid', 422, `The settings are wrong: ${message}.`);
  }
  const { error } = lastSync;
  if (error?.code === 'manifest_invalid') {
    throw new LecternError('manifest_invalid', 422, `${error.message}.`);
  }
  if (error?.code === 'manifest_unreachable') {
    const message = `The manifest cannot be read: ${error.message}.`;
    throw new LecternError('manifest_unreachable', 502, message);
  }
  return { ...shownReport(lastSync), ...lastSync.counts };
}
