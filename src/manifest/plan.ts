import { isDeepStrictEqual } from 'node:util';
import { annotations, labels, type Library, type LibrarySpec } from '../resources/library.ts';

export type PlanAction = 'create' | 'update' | 'leave' | 'prune' | 'skip';

/** What a sync does about one entry, or about a Library no entry stands for any more. */
export interface PlanStep {
  action: PlanAction;
  libraryId: string;
  /** The spec to write; absent for leave, prune and skip. */
  spec?: LibrarySpec;
  /** Resource name of the Library that exists. */
  name?: string;
  /** Why an entry is skipped. */
  reason?: string;
}

export interface PlanOptions {
  /** Owner label of this manifest; Libraries of other owners, or of none, are never changed. */
  owner: string;
  prune: boolean;
}

/**
 * The decision table of the specification as a pure function: create what is not there, update what differs or whose last
 * run did not finish, leave what matches, prune what this owner made and the file no longer names.
 */
export function planManifest(
  specs: LibrarySpec[],
  libraries: Library[],
  { owner, prune }: PlanOptions,
): PlanStep[] {
  const byId = new Map(libraries.map((library) => [library.spec.id, library]));
  const named = new Set<string>();
  const steps = specs.map((spec): PlanStep => {
    const libraryId = spec.id;
    if (named.has(libraryId)) {
      return { action: 'skip', libraryId, reason: 'an earlier entry has the same library id' };
    }
    named.add(libraryId);
    return planEntry(spec, byId.get(libraryId), owner);
  });
  const gone = libraries.filter(
    ({ spec, metadata }) => !named.has(spec.id) && metadata.labels?.[labels.managedBy] === owner,
  );
  const ends = gone.map(({ spec, metadata }): PlanStep =>
    prune
      ? { action: 'prune', libraryId: spec.id, name: metadata.name }
      : { action: 'leave', libraryId: spec.id, name: metadata.name },
  );
  return [...steps, ...ends];
}

function planEntry(spec: LibrarySpec, library: Library | undefined, owner: string): PlanStep {
  const libraryId = spec.id;
  if (!library) return { action: 'create', libraryId, spec };
  const { name } = library.metadata;
  const holder = library.metadata.labels?.[labels.managedBy];
  if (holder !== owner) {
    const by = holder === undefined ? 'by hand' : `by ${holder}`;
    return { action: 'skip', libraryId, name, reason: `the library was added ${by}` };
  }
  const unfinished = library.status.state === 'error';
  const differs = !isDeepStrictEqual(library.spec, spec);
  return differs || unfinished
    ? { action: 'update', libraryId, name, spec }
    : { action: 'leave', libraryId, name };
}

/** Marks what an operator's own manifest makes: it may name local paths. */
export function manifestMetadata(owner: string): {
  labels: Record<string, string>;
  annotations: Record<string, string>;
} {
  return {
    labels: { [labels.managedBy]: owner },
    annotations: { [annotations.allowLocal]: 'true' },
  };
}
