import { messageOf } from '../../base/errors.ts';
import { isOwn, type PlanStep } from '../manifest/plan.ts';
import type { Unserved } from '../manifest/to-library.ts';
import { annotations, labels, resourceName, type LibrarySource } from '../../resources/library.ts';
import type { SyncReport } from '../../resources/manifest-sync.ts';
import { withoutCredentials } from '../../indexing/sources/git/location.ts';
import type { Registry } from '../../store/registry.ts';
import { unlessGone } from '../../store/refused-write.ts';
import { shownMessage } from './shown-message.ts';

/** What a sync did for one entry, or for a Library that the manifest no longer names. */
export type EntryReport = SyncReport['entries'][number];
type EntryAction = EntryReport['action'];

interface ApplyOptions {
  libraries: Registry;
  /** Name of the ManifestSync. */
  owner: string;
  namespace?: string;
  /** Whether the Libraries may be read from local paths. */
  allowLocal: boolean;
  now: () => Date;
}

/** Maximum number of concurrent writes. */
const concurrency = 8;
/** Maximum characters of a reason. The cluster refuses a status of more than 1.5 MB, and policies can say much about each entry. */
const maxReason = 500;

const done: Readonly<Record<PlanStep['action'], EntryAction>> = {
  create: 'created',
  update: 'updated',
  rerun: 'updated',
  leave: 'unchanged',
  prune: 'pruned',
  skip: 'skipped',
  fail: 'failed',
};

/**
 * Applies the steps and returns a report for each, in the same order. A failed step does not stop the others. Rejects only if
 * the signal aborts.
 */
export async function applySteps(
  steps: PlanStep[],
  options: ApplyOptions,
  signal: AbortSignal,
): Promise<EntryReport[]> {
  const reports: EntryReport[] = [];
  const waiting = steps.entries();
  const worker = async (): Promise<void> => {
    for (const [at, step] of waiting) {
      signal.throwIfAborted();
      reports[at] = await applied(step, options);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return reports;
}

/** Returns the report of a step that succeeds. */
export function plannedEntry({ action, spec, reason }: PlanStep): EntryReport {
  return {
    libraryId: spec.id,
    url: urlOf(spec.source),
    action: done[action],
    ...(reason !== undefined && { reason }),
  };
}

/** Returns the report of an entry that this install cannot serve. */
export function unservedEntry({ spec, url, reason }: Unserved): EntryReport {
  return { libraryId: spec.id, url: withoutCredentials(url), action: 'failed', reason };
}

async function applied(step: PlanStep, options: ApplyOptions): Promise<EntryReport> {
  const entry = plannedEntry(step);
  try {
    await execute(step, options);
    return entry;
  } catch (error) {
    return { ...entry, action: 'failed', reason: shownMessage(messageOf(error), maxReason) };
  }
}

async function execute(step: PlanStep, options: ApplyOptions): Promise<void> {
  const { action, spec, key = '' } = step;
  const { libraries, owner, namespace, allowLocal, now } = options;
  const local = allowLocal ? 'true' : null;
  if (action === 'create') {
    const metadata = {
      name: resourceName(spec.id),
      ...(namespace !== undefined && { namespace }),
      labels: { [labels.managedBy]: owner },
      ...(allowLocal && { annotations: { [annotations.allowLocal]: 'true' } }),
    };
    await libraries.create({ metadata, spec });
  } else if (action === 'update' || action === 'rerun') {
    const requestedAt = now().toISOString();
    await libraries.patch(key, {
      ...(action === 'update' && { spec }),
      annotations: { [annotations.allowLocal]: local, [annotations.requestedAt]: requestedAt },
    });
  } else if (action === 'prune') {
    await prune(key, options);
  }
}

/** Deletes a Library, unless somebody has taken it over since the sync began. */
async function prune(key: string, options: ApplyOptions): Promise<void> {
  const { libraries } = options;
  const held = await libraries.get(key);
  if (!held || !isOwn(held, options)) return;
  await libraries.delete(key, held.metadata.uid).catch(unlessGone);
}

function urlOf(source: LibrarySource): string {
  const [place] = Object.values(source);
  if (!place) return '';
  if ('url' in place) return withoutCredentials(place.url);
  return 'siteUrl' in place ? place.siteUrl : '';
}
