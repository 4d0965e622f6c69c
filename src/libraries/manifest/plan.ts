import { isDeepStrictEqual } from 'node:util';
import { isSameSource } from '../../indexing/sources/same-source.ts';
import { librarySpecSchema } from '../../resources/library.gen.ts';
import {
  annotations,
  keyOf,
  labels,
  type Library,
  type LibrarySpec,
} from '../../resources/library.ts';
import { createDefaulter } from '../../resources/validator.ts';
import { settleIds } from './settle-ids.ts';

type PlanAction = 'create' | 'update' | 'rerun' | 'leave' | 'prune' | 'skip' | 'fail';

/** The action of a sync for one entry, or for a Library that the manifest no longer names. */
export interface PlanStep {
  action: PlanAction;
  spec: LibrarySpec;
  /** Registry key of the existing Library. */
  key?: string;
  /** Why a step skips or fails an entry. */
  reason?: string;
}

/** Which Libraries a sync may change, and how. */
export interface PlanOptions {
  /** Owner label of this manifest. A sync never changes Libraries with another label or none. */
  owner: string;
  /** Namespace of the manifest and its Libraries, on Kubernetes. */
  namespace?: string;
  /** Whether to delete Libraries of this manifest that it no longer names. */
  prune: boolean;
  /** Entries that this install cannot serve. A sync does not change their Libraries. */
  kept?: readonly LibrarySpec[];
  /** Whether the Libraries may be read from local paths. */
  allowLocal: boolean;
  /** Ids that Lectern derived, because the entries name none. */
  derived?: ReadonlySet<string>;
}

// Compare with defaults, because an API server adds them to the objects that it stores.
const withDefaults = createDefaulter<LibrarySpec>(librarySpecSchema);

/**
 * Returns the steps of a sync: create missing Libraries, update different ones, run failed and canceled ones again, and prune
 * Libraries of this owner that the manifest no longer names. Library ids are unique across namespaces, so `libraries` must
 * contain those of all namespaces. Pure.
 */
export function planManifest(
  wanted: LibrarySpec[],
  libraries: Library[],
  options: PlanOptions,
): PlanStep[] {
  const { derived = new Set<string>(), kept = [] } = options;
  const isOwned = (library: Library): boolean => isOwn(library, options);
  const settled = settleIds([...wanted, ...kept], libraries, { derived, isOwn: isOwned });
  const byId = new Map(libraries.map((library) => [library.spec.id, library]));
  // If two Libraries have the same id, prefer the one of this manifest.
  for (const library of libraries) if (isOwned(library)) byId.set(library.spec.id, library);
  const named = new Set(settled.map(({ id }) => id));
  const steps = settled
    .slice(0, wanted.length)
    .map((spec) => planEntry(spec, byId.get(spec.id), options));
  if (!options.prune) return steps;
  const gone = libraries.filter(
    (library) =>
      isOwned(library) && !named.has(library.spec.id) && !library.metadata.deletionTimestamp,
  );
  return [
    ...steps,
    ...gone.map(({ spec, metadata }): PlanStep => ({
      action: 'prune',
      spec,
      key: keyOf(metadata),
    })),
  ];
}

/** Returns whether a Library belongs to a manifest: it has the manifest's label and is in the same namespace. */
export function isOwn(
  { metadata }: Library,
  { owner, namespace }: Pick<PlanOptions, 'owner' | 'namespace'>,
): boolean {
  return metadata.namespace === namespace && metadata.labels?.[labels.managedBy] === owner;
}

function planEntry(
  spec: LibrarySpec,
  library: Library | undefined,
  options: PlanOptions,
): PlanStep {
  if (!library) return { action: 'create', spec };
  const { metadata } = library;
  const key = keyOf(metadata);
  if (!isOwn(library, options)) {
    return {
      action: 'skip',
      spec,
      key,
      reason: `the library was added ${byWhom(library, options)}`,
    };
  }
  if (metadata.deletionTimestamp) {
    return {
      action: 'fail',
      spec,
      key,
      reason: 'the library is being deleted; the next sync creates it again',
    };
  }
  const isLocal = metadata.annotations?.[annotations.allowLocal] === 'true';
  const wanted = withPublication(spec, library.spec);
  const matches = isDeepStrictEqual(withDefaults(library.spec), withDefaults(wanted));
  if (!matches || isLocal !== options.allowLocal) return { action: 'update', spec: wanted, key };
  return { action: isUnfinished(library) ? 'rerun' : 'leave', spec: wanted, key };
}

/** Returns whether the last run failed or was canceled. A library that serves older content has no error then. */
function isUnfinished({ status }: Library): boolean {
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  return status.state === 'error' || ready?.reason === 'Cancelled';
}

/**
 * Keeps the publication by an admin while the source stays the same. An entry has no field for it. Child pages and source code
 * that the admin did not publish are another source. Further versions, branches and folders of the documentation are not.
 */
function withPublication(spec: LibrarySpec, held: LibrarySpec): LibrarySpec {
  const { publishCredentialed } = held;
  const readsMore = readsMoreThanDocuments(spec) && !readsMoreThanDocuments(held);
  const stays =
    publishCredentialed !== undefined && isSameSource(spec.source, held.source) && !readsMore;
  return stays ? { ...spec, publishCredentialed } : spec;
}

/** Returns whether a Library reads more than the pages or the documentation that its source names. */
function readsMoreThanDocuments({ source: { git, wiki } }: LibrarySpec): boolean {
  return wiki?.includeSubPages === true || git?.indexSourceCode === true;
}

function byWhom({ metadata }: Library, { namespace }: PlanOptions): string {
  const holder = metadata.labels?.[labels.managedBy];
  // Readers of one namespace may not know what another one has.
  if (metadata.namespace !== namespace) return 'in another namespace';
  return holder === undefined ? 'by hand' : `by the manifest ${holder}`;
}
