import type { ProjectDependency } from '../store/code-projects.ts';
import type { Dependency, PackageFacts } from './dependency.ts';

/** What is known of the tags of a dependency's repository. */
export type FoundSource =
  /** The tag, or the commit, of exactly this version. */
  | { tag: string }
  /** There is none; `nearest` is the nearest tag, if there is any. */
  | { nearest?: string }
  /** The tags cannot be read. */
  | { problem: string };

/** A dependency with the source of its documentation. */
export interface ResolvedDependency extends Omit<ProjectDependency, 'library'> {
  /** Absolute path of the installed copy of exactly this version; if the state is `installed`. */
  installed?: string;
}

/**
 * Returns where the documentation of a dependency is: a tag of exactly its version; otherwise the installed copy of exactly
 * its version; otherwise the nearest tag, but only if `useNearest` is set. Pure.
 */
export function resolveDependency(
  dependency: Dependency,
  { facts, found, useNearest }: { facts: PackageFacts; found?: FoundSource; useNearest: boolean },
): ResolvedDependency {
  const { ecosystem, name, version, dev } = dependency;
  const { repository, installed } = facts;
  const known = {
    ecosystem,
    name,
    version,
    dev,
    ...(repository && { repository: repository.url }),
    ...(repository?.directory !== undefined && { folder: repository.directory }),
  };
  if (found && 'tag' in found) return { ...known, state: 'tag', ref: found.tag };
  const nearest = found && 'nearest' in found ? found.nearest : undefined;
  const note = whyNone(dependency, facts, found);
  const rest = { ...known, ...(nearest !== undefined && { nearest }), note };
  if (installed !== undefined) return { ...rest, state: 'installed', installed };
  if (useNearest && nearest !== undefined) return { ...rest, state: 'nearest', ref: nearest };
  return { ...rest, state: 'missing' };
}

/** Returns why there is no documentation of exactly the version in the repository. */
function whyNone(
  { version, range, candidates }: Dependency,
  { repository, problem }: PackageFacts,
  found: FoundSource | undefined,
): string {
  if (candidates && version === '') {
    return `the lock file names several versions (${candidates.join(', ')}), and none of them is installed`;
  }
  if (version === '') {
    return `no lock file names its version${range === '' ? '' : ` (${range})`}`;
  }
  if (!repository) return problem ?? 'its repository is unknown';
  if (found && 'problem' in found) return found.problem;
  return `${repository.url} has no tag of ${version}`;
}

/** Which dependencies a command looks at. Names are exact, or end with `*`. */
export interface DependencyChoice {
  only: readonly string[];
  exclude: readonly string[];
  max: number;
}

/** Dependencies that a command looks at, and the number of those beyond the maximum. */
export interface ChosenDependencies {
  chosen: Dependency[];
  leftOut: number;
}

/** Returns the dependencies that a command looks at: those that the program needs go before those of development. Pure. */
export function chooseDependencies(
  all: readonly Dependency[],
  { only, exclude, max }: DependencyChoice,
): ChosenDependencies {
  const wanted = all.filter(
    (one) =>
      (only.length === 0 || only.some((name) => isNamed(one, name))) &&
      !exclude.some((name) => isNamed(one, name)),
  );
  const ordered = [...wanted.filter((one) => !one.dev), ...wanted.filter((one) => one.dev)];
  return { chosen: ordered.slice(0, max), leftOut: Math.max(0, ordered.length - max) };
}

function isNamed({ name }: Dependency, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
