import { field, objectOf } from '../../documents/openapi/json-values.ts';
import { listOperations } from '../../documents/openapi/operations.ts';
import { createResolve } from '../../documents/openapi/refs.ts';
import { readWithFacts } from './description-facts.ts';

/** What a description tells before it is added. */
export interface DescriptionLook {
  title?: string;
  description?: string;
  version?: string;
  operations: number;
}

const maxVersion = 100;

/** Title, version and number of operations of an API description. Throws RunError('Malformed') with `where` to name it. */
export function lookAtDescription(where: string, text: string): DescriptionLook {
  const { root, facts } = readWithFacts(where, text);
  const version = field(objectOf(field(root, 'info')), 'version');
  const isVersion = typeof version === 'string' || typeof version === 'number';
  return {
    ...(facts.title && { title: facts.title }),
    ...(facts.description && { description: facts.description }),
    ...(isVersion && { version: String(version).slice(0, maxVersion) }),
    operations: listOperations(root, createResolve(root)).length,
  };
}
