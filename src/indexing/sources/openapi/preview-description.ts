import { objectOf } from '../../../base/json.ts';
import { DescriptionFiles } from '../../documents/openapi/description-files.ts';
import { field } from '../../documents/openapi/json-values.ts';
import { listOperations } from '../../documents/openapi/operations.ts';
import { createResolve } from '../../documents/openapi/refs.ts';
import { readWithFacts } from './description-facts.ts';

/** What a preview shows of an API description. */
export interface DescriptionPreview {
  title?: string;
  description?: string;
  version?: string;
  operations: number;
}

const maxVersion = 100;

/** Returns title, version and number of operations. Throws RunError('Malformed'); `where` names the description in it. */
export function previewDescription(where: string, text: string): DescriptionPreview {
  const { root, facts } = readWithFacts(where, text);
  const version = field(objectOf(field(root, 'info')), 'version');
  const isVersion = typeof version === 'string' || typeof version === 'number';
  return {
    ...(facts.title && { title: facts.title }),
    ...(facts.description && { description: facts.description }),
    ...(isVersion && { version: String(version).slice(0, maxVersion) }),
    operations: listOperations(root, createResolve(new DescriptionFiles(root, { path: where })))
      .length,
  };
}
