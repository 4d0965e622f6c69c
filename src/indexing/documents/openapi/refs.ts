import { objectOf } from '../../../base/json.ts';
import { decodePointer, type DescriptionFiles } from './description-files.ts';
import { entriesOf, field, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';

/** A value after its `$ref`s are followed. */
interface Resolved {
  /** The final object; empty if the reference has no target. */
  value: JsonObject;
  /**
   * Name of the first reference ('User' of '#/components/schemas/User'); '' for an inline value.
   */
  name: string;
}

/** Follows references of one description. */
export type Resolve = (value: unknown) => Resolved;

const maxHops = 20;

/** Returns a resolver. A reference to a file that did not come with the description only keeps its name. */
export function createResolve(files: DescriptionFiles): Resolve {
  return (value) => {
    let current = objectOf(value);
    let name = '';
    for (let hops = 0; hops < maxHops; hops += 1) {
      const ref = field(current, '$ref');
      if (typeof ref !== 'string') return { value: current, name };
      name ||= refName(ref);
      current = withSiblings(objectOf(files.target(ref)), current);
    }
    return { value: {}, name };
  };
}

/**
 * Maximum number of fields of an object that a description can accompany. No schema has more, and
 * each reference copies them.
 */
const maxFields = 100;

/** OpenAPI 3.1 allows a description beside a reference. */
function withSiblings(target: JsonObject, reference: JsonObject): JsonObject {
  const description = textOf(reference['description']);
  if (description === '' || entriesOf(target, maxFields + 1).length > maxFields) return target;
  return { ...target, description };
}

/** Returns the last informative part of a reference: the name of a component or of a file. */
export function refName(ref: string): string {
  const [file = '', pointer = ''] = ref.split('#');
  const last = (pointer || file).split('/').pop() ?? '';
  return decodePointer(last)
    .replace(/\.(json|ya?ml)$/i, '')
    .slice(0, 100);
}
