import type { ProjectDependency } from '../store/code-projects.ts';

/**
 * Returns the id of the library of an installed package: `/packages/npm_scope_name-1.2.3`. No other source derives an id
 * below `/packages`. Pure.
 */
export function installedLibraryId({
  ecosystem,
  name,
  version,
}: Pick<ProjectDependency, 'ecosystem' | 'name' | 'version'>): string {
  const plain = (text: string): string =>
    text.replace(/^@/, '').replaceAll(/[^\p{L}\p{N}._+-]+/gu, '_');
  return `/packages/${ecosystem}_${plain(name)}-${plain(version)}`;
}
