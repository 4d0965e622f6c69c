import { annotations, type Library, type LibrarySource } from '../resources/library.ts';
import type { LibrarySpec } from '../resources/library.ts';
import { managedBy } from '../resources/managed-by.ts';
import { objectOf, parsedJson } from '../base/json.ts';

/** What projects need of one library. */
export interface WantedLibrary {
  id: string;
  source: LibrarySource;
  /** Tags, branches or commits, the most wanted first; none for a source without versions. */
  refs: string[];
  /** Names of the packages. */
  aliases: string[];
  title?: string;
  /** The folder to read from now on, in place of the one that the library reads. */
  copy?: string;
}

/** What to do with a library so that it has what projects need. */
export type LibraryPlan =
  | { action: 'create'; spec: LibrarySpec; annotation: string }
  | { action: 'change'; spec: LibrarySpec; annotation: string }
  | { action: 'keep' }
  | { action: 'delete' }
  | { action: 'refuse'; reason: string };

/** Content of the annotation `projects`. */
interface ProjectsMark {
  /** Projects made the library. */
  owned: boolean;
  /** Versions that projects added. */
  versions: string[];
}

/** Most aliases and versions of a Library (crds/). */
const most = 50;

/**
 * Returns what to do with a library. `wanted` is undefined if no project needs it any more. A library that projects made has
 * exactly the versions that they need: the first as its branch, the others as versions. Any other library keeps its own branch
 * and versions, and gets those that it lacks. Pure.
 */
export function planLibrary(
  existing: Pick<Library, 'metadata' | 'spec'> | undefined,
  wanted: WantedLibrary | undefined,
): LibraryPlan {
  if (!existing) return wanted ? creation(wanted) : { action: 'keep' };
  const mark = markOf(existing);
  if (mark.owned) return wanted ? ownedChange(existing.spec, wanted) : { action: 'delete' };
  return foreignChange(existing, wanted?.refs ?? [], mark);
}

function creation(wanted: WantedLibrary): LibraryPlan {
  const { id, title, aliases, source } = wanted;
  const spec = {
    id,
    ...(title !== undefined && { title }),
    ...(aliases.length > 0 && { aliases: aliases.slice(0, most) }),
    source,
  };
  return { action: 'create', spec: withRefs(spec, wanted.refs), annotation: marked(true, []) };
}

function ownedChange(held: LibrarySpec, wanted: WantedLibrary): LibraryPlan {
  const branch = held.source.git?.branch;
  // The content of the branch stays where it is while somebody needs it.
  const refs =
    branch !== undefined && wanted.refs.includes(branch)
      ? [branch, ...wanted.refs.filter((ref) => ref !== branch)]
      : wanted.refs;
  const aliases = [...new Set([...(held.aliases ?? []), ...wanted.aliases])].slice(0, most);
  const source = movedTo(held.source, wanted.copy);
  const spec = withRefs({ ...held, source, ...(aliases.length > 0 && { aliases }) }, refs);
  return isSame(held, spec)
    ? { action: 'keep' }
    : { action: 'change', spec, annotation: marked(true, []) };
}

function foreignChange(
  { metadata, spec }: Pick<Library, 'metadata' | 'spec'>,
  refs: string[],
  { versions: added }: ProjectsMark,
): LibraryPlan {
  const held = spec.versions ?? [];
  const missing = refs.filter((ref) => ref !== spec.source.git?.branch && !held.includes(ref));
  const unused = added.filter((ref) => !refs.includes(ref) && held.includes(ref));
  if (missing.length + unused.length === 0) return { action: 'keep' };
  const maker = managedBy(metadata);
  if (maker !== undefined) {
    // Its maker would undo the removal of an unused version too.
    if (missing.length === 0) return { action: 'keep' };
    return { action: 'refuse', reason: `add ${missing.join(', ')} to its versions: ${maker}` };
  }
  const versions = [...held.filter((ref) => !unused.includes(ref)), ...missing];
  if (versions.length > most) {
    return { action: 'refuse', reason: `it has ${held.length} versions; the maximum is ${most}` };
  }
  const { versions: _, ...rest } = spec;
  const kept = added.filter((ref) => !unused.includes(ref));
  return {
    action: 'change',
    spec: { ...rest, ...(versions.length > 0 && { versions }) },
    annotation: marked(false, [...kept, ...missing]),
  };
}

/** Reads the first ref as the branch, and the others as versions. */
function withRefs(held: LibrarySpec, refs: string[]): LibrarySpec {
  const { versions: _, ...spec } = held;
  const { git } = spec.source;
  const [branch, ...versions] = refs.slice(0, most);
  if (!git || branch === undefined) return spec;
  return {
    ...spec,
    source: { git: { ...git, branch } },
    ...(versions.length > 0 && { versions }),
  };
}

function movedTo(source: LibrarySource, folder: string | undefined): LibrarySource {
  const { git } = source;
  return git && folder !== undefined ? { git: { ...git, url: folder } } : source;
}

function isSame(a: LibrarySpec, b: LibrarySpec): boolean {
  const comparable = ({ aliases = [], versions = [], source }: LibrarySpec): string =>
    JSON.stringify([aliases, versions, source.git?.branch, source.git?.url]);
  return comparable(a) === comparable(b);
}

function markOf({ metadata }: Pick<Library, 'metadata'>): ProjectsMark {
  // If somebody edited the annotation by hand, nothing is removed.
  const { owned, versions } = objectOf(parsedJson(metadata.annotations?.[annotations.projects]));
  return { owned: owned === true, versions: Array.isArray(versions) ? versions : [] };
}

function marked(owned: boolean, versions: string[]): string {
  return JSON.stringify({ owned, ...(versions.length > 0 && { versions }) });
}
