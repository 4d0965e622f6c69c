import type { LibrarySpec } from '../resources/library.ts';

/**
 * Whether anybody may have a library's text. What was read with somebody's credentials is private whatever its spec says
 * besides. Pure.
 */
export function isPublic(spec: LibrarySpec): boolean {
  const { wiki, pages } = spec.source;
  return spec.visibility !== 'private' && spec.secretRef === undefined && !wiki && !pages;
}
