import { isDeepStrictEqual } from 'node:util';
import { isOwn, type PlanStep } from '../manifest/plan.ts';
import { keyOf, type Library } from '../../resources/library.ts';
import type { ManifestSync, SyncReport } from '../../resources/manifest-sync.ts';
import type { Parser } from '../parser.ts';
import type { Reconcile } from '../../kubernetes/controller.ts';
import type { EventToRecord } from '../../kubernetes/events.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { Registry } from '../../store/registry.ts';
import type { ResourceCache } from '../../store/resource-cache.ts';
import { applySteps, unservedEntry, type EntryReport } from './apply.ts';
import { decide, settledRevision, type SyncDecision } from './decide.ts';
import { entriesFailed, type Failure } from './failure.ts';
import type { OpenManifest } from './open-manifest.ts';
import { stepsOf } from './plan-sync.ts';
import { lookAt, type Look } from './read-manifest.ts';
import { reportOf } from './report.ts';
import { nextStatus, type StatusEvent, syncEventOf } from './status.ts';
import { withoutGuesses } from './unread.ts';
import { manifestSyncMistake } from './validate.ts';

/** The registries of manifests and Libraries, and how this platform reads a manifest. */
export interface ManifestSyncReconcilerOptions {
  cache: ResourceCache<ManifestSync>;
  manifests: Registry<ManifestSync>;
  libraries: Registry;
  /** Shows which ids are in use while a namespace cannot be read. Absent on a laptop, which has no namespaces. */
  catalog?: Pick<Catalog, 'get'>;
  open: OpenManifest;
  /** Parses manifests in other processes, because strangers may write them. */
  parser: Parser;
  /** Returns the URL of the wiki integration's site; undefined if there is none. */
  wikiSite?: () => Promise<string | undefined>;
  /** Whether this is a cluster, where manifests cannot be files. */
  onCluster: boolean;
  /** Receives the report of the first check of this process, and of each sync that changed or tried something. */
  onReport: (key: string, report: SyncReport) => void;
  /** Receives the Events of ManifestSyncs: changed libraries, a failure, a wrong spec. */
  onEvent?: (sync: ManifestSync, event: EventToRecord) => void;
  now?: () => Date;
}

/** One sync, its trigger and its start. */
interface Attempt {
  sync: ManifestSync;
  due: Extract<SyncDecision, { sync: string }>;
  startedAt: Date;
  /** Whether this is the first check of the manifest by this process. */
  isFirst: boolean;
}

/** The result of an attempt. */
interface Outcome {
  commit: string;
  entries: EntryReport[];
  /** Number of Libraries of the manifest. Absent if none was written. */
  libraries?: number;
  failure?: Failure;
}

const writing: ReadonlySet<PlanStep['action']> = new Set(['create', 'update', 'rerun', 'prune']);

/**
 * Reconciles the Libraries of a ManifestSync with its manifest. A check of an unchanged commit costs one `ls-remote` and writes
 * nothing. A manifest with a mistake changes nothing.
 */
export function createManifestSyncReconciler(options: ManifestSyncReconcilerOptions): Reconcile {
  const { cache, manifests, libraries, catalog, open, parser, onCluster, onReport, wikiSite } =
    options;
  const now = options.now ?? (() => new Date());
  /** When this process last checked each manifest. */
  const looked = new Map<string, Date>();

  /** Writes the status. Returns the ManifestSync with the new status. */
  const record = async (sync: ManifestSync, event: StatusEvent): Promise<ManifestSync> => {
    const status = nextStatus(sync, event, now());
    // An API server may return the fields in another order.
    if (isDeepStrictEqual(status, sync.status)) return sync;
    const { uid } = sync.metadata;
    // A sync takes minutes. The status of one that was deleted must not become that of a new one with its name.
    const written = cache.update(await manifests.patch(keyOf(sync.metadata), { uid, status }));
    const told = syncEventOf(sync.status, event, status);
    if (told) options.onEvent?.(sync, told);
    return { ...sync, status: written.status };
  };

  const conclude = async (
    { sync, due, startedAt, isFirst }: Attempt,
    outcome: Outcome,
  ): Promise<void> => {
    const { commit, entries, failure, libraries: own } = outcome;
    const parts = { trigger: due.sync, commit, startedAt, finishedAt: now(), entries };
    const report = reportOf({ ...parts, ...(failure && { error: failure }) });
    const after = await record(sync, {
      type: 'ended',
      report,
      whole: due.whole,
      ...(own !== undefined && { libraries: own }),
      ...(failure && { failure }),
    });
    if (isFirst || after !== sync) onReport(keyOf(sync.metadata), report);
  };

  const unmoved = async ({ sync, due, startedAt, isFirst }: Attempt, commit: string) => {
    const parts = { trigger: due.sync, commit, startedAt, finishedAt: now(), entries: [] };
    // An invalid spec stays invalid until it is edited.
    const after =
      commit === sync.status.lastCommit
        ? await record(sync, { type: 'unmoved', report: reportOf(parts) })
        : sync;
    const { lastSync } = after.status;
    if (lastSync && (isFirst || after !== sync)) onReport(keyOf(sync.metadata), lastSync);
  };

  const apply = async (
    attempt: Attempt,
    look: Extract<Look, { found: 'manifest' }>,
    signal: AbortSignal,
  ): Promise<void> => {
    const { commit, wanted, allowLocal } = look;
    const { namespace, name: owner } = attempt.sync.metadata;
    const scope = { owner, allowLocal, ...(namespace !== undefined && { namespace }) };
    let isComplete = true;
    const existing: Library[] = await libraries.list(() => (isComplete = false));
    const planned = stepsOf(look, attempt.sync, existing);
    const steps = isComplete || !catalog ? planned : await withoutGuesses(planned, catalog);
    const writes = steps.filter(({ action }) => writing.has(action)).length;
    const sync =
      writes > 0
        ? await record(attempt.sync, { type: 'applying', revision: commit, writes })
        : attempt.sync;
    const applied = await applySteps(steps, { ...scope, libraries, now }, signal);
    const failure = entriesFailed(applied);
    const count = (action: EntryReport['action']): number =>
      applied.filter((entry) => entry.action === action).length;
    const before = existing.filter((library) => isOwn(library, scope)).length;
    await conclude(
      { ...attempt, sync },
      {
        commit,
        entries: [...applied, ...wanted.unserved.map(unservedEntry)],
        libraries: before + count('created') - count('pruned'),
        ...(failure && { failure }),
      },
    );
  };

  const attempt = async (
    sync: ManifestSync,
    due: Attempt['due'],
    signal: AbortSignal,
  ): Promise<void> => {
    const key = keyOf(sync.metadata);
    const startedAt = now();
    const trying: Attempt = { sync, due, startedAt, isFirst: !looked.has(key) };
    const settled = due.whole ? undefined : settledRevision(sync, trying);
    const look = await lookAt(sync, { open, parser, wikiSite, settled }, signal);
    const { commit } = look;
    if (look.found === 'unmoved') await unmoved(trying, commit);
    else if (look.found === 'manifest') await apply(trying, look, signal);
    else await conclude(trying, { commit, entries: [], failure: look.failure });
    // An attempt that throws is due again, because the status does not show it.
    looked.set(key, startedAt);
  };

  return async (key, signal) => {
    const sync = cache.get(key);
    if (!sync || sync.metadata.deletionTimestamp) {
      looked.delete(key);
      return undefined;
    }
    const mistake = manifestSyncMistake(sync.spec, onCluster);
    if (mistake !== undefined) {
      await record(sync, { type: 'invalid', message: mistake });
      return undefined;
    }
    const due = decide(sync, { now: now(), looked: looked.get(key) });
    if (due.sync) await attempt(sync, due, signal);
    else if (sync.spec.suspend) await record(sync, { type: 'suspended' });
    const next = decide(cache.get(key) ?? sync, { now: now(), looked: looked.get(key) });
    if (next.sync) return { requeueAfterMs: 0 };
    return next.waitMs === undefined ? undefined : { requeueAfterMs: next.waitMs };
  };
}
