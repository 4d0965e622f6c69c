import { messageOf, RunError } from '../base/errors.ts';
import { remoteGitSource } from '../indexing/sources/git-address.ts';
import { isSameSource } from '../indexing/sources/same-source.ts';
import type { LibrarySource } from '../resources/library.ts';
import { installedExcludes } from './installed-excludes.ts';
import { installedLibraryId } from './installed-id.ts';
import type { ResolvedDependency } from './resolve.ts';

/** A source that dependencies need. */
export interface WantedSource {
  source: LibrarySource;
  /** Id and title of an installed package. A repository gets its id and its title elsewhere. */
  installed?: { id: string; title: string };
  /** Tags and commits, in the order of the dependencies. */
  refs: string[];
  /** Names of the packages. */
  aliases: string[];
  /** The dependencies. */
  members: ResolvedDependency[];
}

/** Most characters of an alias of a Library (crds/). */
const maxAlias = 100;

/**
 * Returns the sources that dependencies need. Several packages of one repository need one source. `refused` has the
 * dependencies whose address cannot be a source, and the reasons. Pure.
 */
export function wantedSources(dependencies: readonly ResolvedDependency[]): {
  wanted: WantedSource[];
  refused: Map<ResolvedDependency, string>;
} {
  const wanted: WantedSource[] = [];
  const refused = new Map<ResolvedDependency, string>();
  for (const dependency of dependencies) {
    try {
      const place = placeOf(dependency);
      if (!place) continue;
      const held = wanted.find(({ source }) => isSameSource(source, place.source));
      if (held) join(held, dependency);
      else wanted.push(join({ ...place, refs: [], aliases: [], members: [] }, dependency));
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      refused.set(dependency, messageOf(error));
    }
  }
  return { wanted, refused };
}

function join(source: WantedSource, dependency: ResolvedDependency): WantedSource {
  const { ref, name } = dependency;
  source.members.push(dependency);
  if (ref !== undefined && ref !== '' && !source.refs.includes(ref)) source.refs.push(ref);
  if (name.length <= maxAlias && !source.aliases.includes(name)) source.aliases.push(name);
  return source;
}

/** Returns the source of a dependency; undefined if it has none. Throws RunError('InvalidSource'). */
function placeOf(
  dependency: ResolvedDependency,
): Pick<WantedSource, 'source' | 'installed'> | undefined {
  const { state, name, version, repository, ref, installed } = dependency;
  if (state === 'installed' && installed !== undefined) {
    return {
      source: {
        git: { url: installed, indexSourceCode: true, excludeFiles: [...installedExcludes] },
      },
      installed: { id: installedLibraryId(dependency), title: `${name} ${version}` },
    };
  }
  if (state !== 'tag' && state !== 'nearest') return undefined;
  if (repository === undefined || ref === undefined) return undefined;
  return { source: { git: { url: remoteGitSource(repository).url } } };
}
