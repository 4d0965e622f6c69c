import type { DocumentParser } from '../document.ts';
import { field, objectOf, textOf } from './json-values.ts';
import { listOperations } from './operations.ts';
import { operationSection } from './operation-section.ts';
import { overviewSections } from './overview-section.ts';
import { readDescription } from './read-description.ts';
import { createResolve } from './refs.ts';
import { schemaSections } from './schema-section.ts';
import { securitySchemes } from './security.ts';
import { brief } from './words.ts';

/**
 * An OpenAPI 3.0, 3.1 or Swagger 2.0 description in JSON or YAML: an overview, one atomic section an operation and one a
 * schema worth reading. Anchors are JSON pointers. Throws RunError('Malformed') where it is no such description.
 */
export const parseOpenapi: DocumentParser = (document) => {
  const root = readDescription(document.path, document.content);
  const resolve = createResolve(root);
  const context = {
    root,
    resolve,
    schemes: securitySchemes(root, resolve),
    bodies: new Map(),
    path: document.path,
  };
  const named = textOf(field(objectOf(field(root, 'info')), 'title'));
  const title = brief(named || document.title || document.path, 200);
  const operations = listOperations(root, resolve).map((operation) =>
    operationSection(operation, context),
  );
  return {
    title,
    sections: [
      ...overviewSections(title, context),
      // A webhook of which nothing is said has not even an address to call.
      ...operations.filter(({ blocks }) => blocks.length > 0),
      ...schemaSections(context),
    ],
  };
};
