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

export type PlanAction = 'create' | 'update' | 'rerun' | 'leave' | 'prune' | 'skip' | 'fail';

/** What a sync does about one entry, or about a Library no entry stands for any more. */
export interface PlanStep {
  action: PlanAction;
  spec: LibrarySpec;
  /** Registry key of the Library that exists. */
  key?: string;
  /** Why an entry is skipped, or fails for now. */
  reason?: string;
}

export interface PlanOptions {
  /** Owner label of this manifest; Libraries of other owners, or of none, are never changed. */
  owner: string;
  /** Namespace of the manifest and its Libraries, on Kubernetes. */
  namespace?: string;
  prune: boolean;
  /** Ids the manifest names although they cannot be served now: left as they are. */
  kept?: readonly string[];
  /** The Libraries may be read from local paths. */
  allowLocal: boolean;
  /** Ids of specs that no entry names; none when absent. */
  derived?: ReadonlySet<string>;
}

// An API server fills in the defaults of what it stores.
const withDefaults = createDefaulter<LibrarySpec>(librarySpecSchema);

/**
 * The decision table of the specification as a pure function: create what is not there, update what differs, run again
 * what failed, leave what matches, prune what this owner made and the file no longer names. Library ids are unique
 * over all namespaces, so that `libraries` are those of all of them.
 */
export function planManifest(
  wanted: LibrarySpec[],
  libraries: Library[],
  options: PlanOptions,
): PlanStep[] {
  const { derived = new Set<string>() } = options;
  const isOwned = (library: Library): boolean => isOwn(library, options);
  const specs = settleIds(wanted, libraries, { derived, isOwn: isOwned });
  const byId = new Map(libraries.map((library) => [library.spec.id, library]));
  // A Library that has the id elsewhere stands in the way only where there is none of one's own.
  for (const library of libraries) if (isOwned(library)) byId.set(library.spec.id, library);
  const named = new Set([...specs.map(({ id }) => id), ...(options.kept ?? [])]);
  const steps = specs.map((spec) => planEntry(spec, byId.get(spec.id), options));
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

/** Whether a manifest made the Library: its label names the manifest, in the same namespace. */
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
  const { metadata, status } = library;
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
  return { action: status.state === 'error' ? 'rerun' : 'leave', spec: wanted, key };
}

/** What an admin has published stays so while it reads the same place: no entry can say it. */
function withPublication(spec: LibrarySpec, held: LibrarySpec): LibrarySpec {
  const { publishCredentialed } = held;
  const stays = publishCredentialed !== undefined && isSameSource(spec.source, held.source);
  return stays ? { ...spec, publishCredentialed } : spec;
}

function byWhom({ metadata }: Library, { namespace }: PlanOptions): string {
  const holder = metadata.labels?.[labels.managedBy];
  const where = metadata.namespace === namespace ? '' : ` in the namespace ${metadata.namespace}`;
  return holder === undefined ? `by hand${where}` : `by the manifest ${holder}${where}`;
}
