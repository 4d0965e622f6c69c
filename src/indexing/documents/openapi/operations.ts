import { isObject, objectOf } from '../../../base/json.ts';
import { entriesOf, field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import type { Resolve } from './refs.ts';

/** One operation, webhook or callback, with the fields that its path shares. */
export interface Operation {
  kind: 'operation' | 'webhook' | 'callback';
  /** Upper case. */
  method: string;
  /** Path template, webhook name, or callback expression. */
  path: string;
  operation: JsonObject;
  /** The path item, whose parameters and servers the operation shares. */
  item: JsonObject;
  /** JSON pointer to the operation, without '#'. */
  pointer: string;
  /** For a callback, the operation that declares it, as `METHOD /path`. */
  owner?: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];
const maxPaths = 10_000;
const maxOperations = 5000;
const maxCallbacks = 10;

/** Returns every operation of a description in its order, webhooks last. */
export function listOperations(root: JsonObject, resolve: Resolve): Operation[] {
  const found: Operation[] = [];
  for (const [path, item] of entriesOf(resolve(field(root, 'paths')).value, maxPaths)) {
    const pointer = `/paths/${escape(path)}`;
    found.push(
      ...itemOperations({ kind: 'operation', path, item: resolve(item).value, pointer }, resolve),
    );
    if (found.length >= maxOperations) return found.slice(0, maxOperations);
  }
  for (const name of ['webhooks', 'x-webhooks']) {
    for (const [path, item] of entriesOf(field(root, name), maxPaths)) {
      const pointer = `/${name}/${escape(path)}`;
      found.push(
        ...itemOperations({ kind: 'webhook', path, item: resolve(item).value, pointer }, resolve),
      );
    }
  }
  return found.slice(0, maxOperations);
}

type Place = Pick<Operation, 'kind' | 'path' | 'item' | 'pointer' | 'owner'>;

function itemOperations(place: Place, resolve: Resolve): Operation[] {
  return methods.flatMap((method): Operation[] => {
    const written = field(place.item, method);
    if (!isObject(written)) return [];
    const { value, name } = resolve(written);
    // Only the name of an operation in another file is known.
    const operation = Object.keys(value).length === 0 && name !== '' ? { summary: name } : value;
    const one = {
      ...place,
      method: method.toUpperCase(),
      operation,
      pointer: `${place.pointer}/${method}`,
    };
    return [one, ...callbacks(one, resolve)];
  });
}

function callbacks(owner: Operation, resolve: Resolve): Operation[] {
  if (owner.kind === 'callback') return [];
  return entriesOf(field(owner.operation, 'callbacks'), maxCallbacks).flatMap(([name, callback]) =>
    entriesOf(resolve(callback).value, maxCallbacks).flatMap(([path, item]) =>
      itemOperations(
        {
          kind: 'callback',
          path: name,
          item: resolve(item).value,
          pointer: `${owner.pointer}/callbacks/${escape(name)}/${escape(path)}`,
          owner: `${owner.method} ${owner.path}`,
        },
        resolve,
      ),
    ),
  );
}

function escape(part: string): string {
  return part.replace(/~/g, '~0').replace(/\//g, '~1');
}

/**
 * Returns the operation's own parameters, and those of its path that it does not replace. Follows
 * references.
 */
export function parametersOf({ operation, item }: Operation, resolve: Resolve): JsonObject[] {
  const known = new Map<string, JsonObject>();
  for (const parameter of [
    ...listOf(field(item, 'parameters')),
    ...listOf(field(operation, 'parameters')),
  ]) {
    const { value } = resolve(parameter);
    const name = textOf(field(value, 'name'));
    if (name !== '') known.set(`${textOf(field(value, 'in'))} ${name}`, value);
  }
  return [...known.values()];
}

/**
 * Returns a parameter's schema: under `schema`, the first of `content`, or the parameter itself as
 * in Swagger 2.0.
 */
export function parameterSchema(parameter: JsonObject): unknown {
  const schema = field(parameter, 'schema');
  if (schema !== undefined) return schema;
  const [media] = entriesOf(field(parameter, 'content'), 1);
  return media ? field(objectOf(media[1]), 'schema') : parameter;
}
