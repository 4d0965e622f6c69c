import { planManifest, type PlanStep } from '../manifest/plan.ts';
import type { Parser } from '../parser.ts';
import type { Library } from '../../resources/library.ts';
import type { ManifestSync, ManifestSyncSpec, SyncReport } from '../../resources/manifest-sync.ts';
import type { Registry } from '../../store/registry.ts';
import { plannedEntry, unservedEntry } from './apply.ts';
import type { OpenManifest } from './open-manifest.ts';
import { lookAt, type Look } from './read-manifest.ts';
import { countsOf, shownEntries } from './report.ts';

/** A manifest that was read successfully. */
type ReadManifest = Extract<Look, { found: 'manifest' }>;

/** The effects of a sync, in the format of its report. */
export type SyncPlan = Pick<SyncReport, 'commit' | 'counts' | 'entries' | 'error'>;

/** Returns what a sync of a valid spec would do, without doing it. Rejects if the signal aborts. */
export type PlanSync = (spec: ManifestSyncSpec, signal: AbortSignal) => Promise<SyncPlan>;

interface SyncPlannerOptions {
  open: OpenManifest;
  parser: Parser;
  libraries: Pick<Registry, 'list'>;
  wikiSite: () => Promise<string | undefined>;
  /** Name of the ManifestSync, which may not exist yet. */
  name: string;
}

/** Milliseconds to read the manifest for a plan, because a person waits for it. */
const maxLookMs = 45_000;

/** Creates the planner for registries without namespaces, as on the embedded platform. */
export function createSyncPlanner({
  open,
  parser,
  libraries,
  wikiSite,
  name,
}: SyncPlannerOptions): PlanSync {
  return async (spec, signal) => {
    const metadata = { name, uid: '', generation: 1, resourceVersion: '', creationTimestamp: '' };
    const sync: ManifestSync = { metadata, spec, status: {} };
    const look = await lookAt(
      sync,
      { open, parser, wikiSite, settled: undefined, maxMs: maxLookMs },
      signal,
    );
    const entries =
      look.found === 'manifest'
        ? [
            ...stepsOf(look, sync, await libraries.list()).map(plannedEntry),
            ...look.wanted.unserved.map(unservedEntry),
          ]
        : [];
    return {
      commit: look.commit,
      counts: countsOf(entries),
      entries: shownEntries(entries),
      ...(look.found === 'failure' && {
        error: { code: look.failure.code, message: look.failure.message },
      }),
    };
  };
}

/** Returns the steps for the entries of a manifest, and for Libraries that it no longer names. Pure. */
export function stepsOf(
  { wanted, allowLocal }: ReadManifest,
  { metadata, spec }: ManifestSync,
  existing: Library[],
): PlanStep[] {
  const { namespace, name: owner } = metadata;
  return planManifest(wanted.specs, existing, {
    owner,
    allowLocal,
    derived: wanted.derived,
    ...(namespace !== undefined && { namespace }),
    prune: spec.prune ?? false,
    kept: wanted.unserved.map((entry) => entry.spec),
  });
}
