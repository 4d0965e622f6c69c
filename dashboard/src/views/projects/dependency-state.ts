import type { CodeProject, ProjectDependency } from '../../api/paths.gen.ts';

/** The state of a dependency for people. */
export type DependencyState = 'indexed' | 'indexing' | 'waiting' | 'failed' | 'missing';

/** Names of the states. */
export const dependencyStates: Record<DependencyState, string> = {
  indexed: 'Indexed',
  indexing: 'Indexing',
  waiting: 'Waiting',
  failed: 'Failed',
  missing: 'Not found',
};

/** Returns the state of a dependency: indexed, in progress, or why there is no documentation. Pure. */
export function stateOf(
  dependency: Pick<ProjectDependency, 'state' | 'indexed' | 'libraryState'>,
): DependencyState {
  const { state, indexed, libraryState } = dependency;
  if (state === 'missing') return 'missing';
  if (indexed) return 'indexed';
  if (libraryState === 'error') return 'failed';
  return libraryState === 'processing' ? 'indexing' : 'waiting';
}

/** Texts that say how the documentation was found. */
export const foundBy: Record<ProjectDependency['state'], string> = {
  tag: 'Tag of the version',
  installed: 'Installed package',
  nearest: 'Nearest tag',
  missing: '',
};

const busyMs = 3_000;

/** Returns the milliseconds before the next read, while a dependency is being indexed. Pure. */
export function pollMs(projects: readonly CodeProject[]): number | false {
  const isBusy = projects.some(({ dependencies }) =>
    dependencies.some((one) => ['indexing', 'waiting'].includes(stateOf(one))),
  );
  return isBusy ? busyMs : false;
}

/** Returns the dependencies whose name has the text, of one state or of all. Pure. */
export function matching(
  dependencies: readonly ProjectDependency[],
  { text, state }: { text: string; state: DependencyState | '' },
): ProjectDependency[] {
  const wanted = text.trim().toLowerCase();
  return dependencies.filter(
    (one) => one.name.toLowerCase().includes(wanted) && (state === '' || stateOf(one) === state),
  );
}

/** Returns the address of the view that adds the documentation of a dependency by hand. Pure. */
export function addPath({
  repository,
  nearest,
}: Pick<ProjectDependency, 'repository' | 'nearest'>): string {
  const query = new URLSearchParams({
    address: repository ?? '',
    ...(nearest !== undefined && { branch: nearest }),
  });
  return `/add?${query}`;
}
