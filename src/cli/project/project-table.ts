import type { ResolvedDependency } from '../../projects/resolve.ts';
import { plural } from '../../base/plural.ts';
import { formatCount, formatTable } from '../commands/output.ts';
import { maxDependencies, type ProjectChoice, type ProjectReading } from './open-project.ts';

/** A dependency as the command shows it: as it was found, or as the server has it. */
export interface ShownDependency extends Omit<ResolvedDependency, 'installed'> {
  library?: string;
  indexed?: boolean;
  documents?: number;
  libraryState?: string;
  message?: string;
}

/** Returns the table of a project's dependencies, one line for each. */
export function projectTable(dependencies: readonly ShownDependency[]): string {
  const rows = dependencies.map((one) => [
    one.name,
    one.version || '-',
    sourceOf(one),
    one.ref || '-',
    one.documents === undefined ? '-' : formatCount(one.documents),
    stateOf(one),
  ]);
  return formatTable(['PACKAGE', 'VERSION', 'SOURCE', 'TAG', 'DOCUMENTS', 'STATE'], rows);
}

function sourceOf({ library, state, repository }: ShownDependency): string {
  if (library !== undefined) return library;
  if (state === 'installed') return 'installed package';
  return state === 'missing' || repository === undefined
    ? '-'
    : repository.replace(/^https?:\/\//, '');
}

function stateOf(one: ShownDependency): string {
  const { state, note, nearest, indexed, libraryState, message } = one;
  if (state === 'missing') {
    return `not found: ${note ?? 'unknown'}${nearest === undefined ? '' : ` (--nearest uses ${nearest})`}`;
  }
  const kind = {
    tag: '',
    installed: ', installed package',
    nearest: `, nearest to ${one.version}`,
  };
  if (indexed === undefined) return `found${kind[state]}`;
  if (indexed) return `indexed${kind[state]}`;
  if (libraryState === 'error') return `failed: ${message ?? 'unknown'}`;
  return `${libraryState === 'processing' ? 'indexing' : 'waiting'}${kind[state]}`;
}

/** What a command left out. */
type LeftOut = Pick<ProjectReading, 'development' | 'refused' | 'leftOut'>;

/** Returns the lines about what the command left out. */
export function leftOutLines({ development, refused, leftOut }: LeftOut): string[] {
  const shown = refused.slice(0, 20).map(({ file, entry, reason }) => {
    const where = entry === '' ? file : `${file}: ${entry}`;
    return `Left out ${where}: ${reason}.`;
  });
  const more = refused.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`Left out ${more} more entries; --json lists them.`] : []),
    ...(development > 0
      ? [
          `Left out ${plural(development, 'dependency', 'dependencies')} for development; --dev adds them.`,
        ]
      : []),
    ...(leftOut > 0
      ? [
          `Left out ${leftOut} more dependencies. Raise --max, to ${maxDependencies} at most, to add them.`,
        ]
      : []),
  ];
}

/** Returns the line about a project without dependencies to add. */
export function nothingLine(
  folder: string,
  { development, leftOut }: Omit<LeftOut, 'refused'>,
  { only, exclude }: Pick<ProjectChoice, 'only' | 'exclude'>,
): string {
  if (only || exclude || leftOut > 0) {
    return `No dependency of ${folder} fits --only, --exclude and --max.`;
  }
  return development > 0
    ? `${folder} declares only dependencies for development.`
    : `${folder} declares no dependencies that Lectern can read. docs/guides/projects.md lists the files that it reads.`;
}

/** Returns whether a dependency still waits for a run. */
export function isWaiting({ library, indexed, libraryState }: ShownDependency): boolean {
  return library !== undefined && indexed === false && libraryState !== 'error';
}
