import type { ApiDocument } from './description.ts';

/** The document as readers of OpenAPI understand it: a parameter of several segments is written as any other is. */
export function publishedDescription(document: ApiDocument): ApiDocument {
  const paths = Object.entries(document.paths).map(([path, item]): [string, typeof item] => [
    path.replaceAll('{*', '{'),
    item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}
