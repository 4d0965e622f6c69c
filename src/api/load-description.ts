import { readFileSync } from 'node:fs';
import type { ApiDocument } from './description.ts';

/** `npm run gen` makes it from `openapi/`. */
const file = new URL('./description.gen.json', import.meta.url);

/** Returns the OpenAPI document of the API. */
export function loadDescription(): ApiDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;
}

/** Returns the document in standard OpenAPI: a parameter of several segments becomes a regular parameter. */
export function publishedDescription(document: ApiDocument): ApiDocument {
  const paths = Object.entries(document.paths).map(([path, item]): [string, typeof item] => [
    path.replaceAll('{*', '{'),
    item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}
