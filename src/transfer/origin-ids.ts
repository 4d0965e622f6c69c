import { RunError } from '../base/errors.ts';
import type { LibrarySource } from '../resources/library.ts';
import { derivedIds } from '../indexing/sources/library-id.ts';
import type { LibraryFacts } from '../indexing/sources/import/library-shape.ts';

/**
 * Whether the id of an exported library is one that the source it names derives, or that of a file, which has no source.
 * What an export says of its source is not proven. Pure.
 */
export function isIdOfOrigin({ project, docsRepoUrl, docsSiteUrl }: LibraryFacts): boolean {
  if (project.startsWith('/docs/')) return true;
  const sources: LibrarySource[] = [
    ...(docsRepoUrl ? [{ git: { url: docsRepoUrl } }] : []),
    ...(docsSiteUrl
      ? ['website', 'llmstxt', 'openapi'].map((type) => ({ [type]: { url: docsSiteUrl } }))
      : []),
  ];
  return sources.some((source) => idsOf(source).includes(project));
}

function idsOf(source: LibrarySource): string[] {
  try {
    return derivedIds(source, 'author');
  } catch (error) {
    if (error instanceof RunError) return [];
    throw error;
  }
}
