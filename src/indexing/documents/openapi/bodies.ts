import { isObject, objectOf, parsedJson } from '../../../base/json.ts';
import { entriesOf, field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import type { Operation } from './operations.ts';
import { parametersOf } from './operations.ts';
import type { Resolve } from './refs.ts';
import { exampleOf } from './schema-example.ts';
import type { Direction } from './schema-example.ts';

/** A request or response body in its most readable media type. */
export interface Body {
  mediaType: string;
  schema: unknown;
  required: boolean;
  description: string;
  /** The example in the description; undefined if there is none. */
  given: unknown;
}

/**
 * Returns the request body of an operation in OpenAPI 3 or Swagger 2.0; undefined if it has none.
 */
export function requestBody(
  operation: Operation,
  resolve: Resolve,
  root: JsonObject,
): Body | undefined {
  const { value } = resolve(field(operation.operation, 'requestBody'));
  const content = pickContent(field(value, 'content'), resolve);
  if (content) {
    const required = field(value, 'required') === true;
    return { ...content, required, description: textOf(field(value, 'description')) };
  }
  return swaggerBody(operation, resolve, root);
}

function swaggerBody(operation: Operation, resolve: Resolve, root: JsonObject): Body | undefined {
  const parameters = parametersOf(operation, resolve);
  const consumes = listOf(field(operation.operation, 'consumes') ?? field(root, 'consumes')).map(
    textOf,
  );
  const body = parameters.find((parameter) => field(parameter, 'in') === 'body');
  if (body) {
    return {
      mediaType: consumes.find(isJson) ?? consumes[0] ?? 'application/json',
      schema: field(body, 'schema'),
      required: field(body, 'required') === true,
      description: textOf(field(body, 'description')),
      given: undefined,
    };
  }
  const fields = parameters.filter((parameter) => field(parameter, 'in') === 'formData');
  if (fields.length === 0) return undefined;
  const hasFile = fields.some((parameter) => field(parameter, 'type') === 'file');
  return {
    mediaType: hasFile
      ? 'multipart/form-data'
      : (consumes[0] ?? 'application/x-www-form-urlencoded'),
    schema: formSchema(fields),
    required: true,
    description: '',
    given: undefined,
  };
}

function formSchema(fields: JsonObject[]): JsonObject {
  const names = fields.map((parameter) => textOf(field(parameter, 'name')));
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((parameter, i) => [names[i], { ...parameter, required: undefined }]),
    ),
    required: names.filter((_, i) => field(fields[i]!, 'required') === true),
  };
}

/** Returns the body of a response in OpenAPI 3 or Swagger 2.0; undefined if it has none. */
export function responseBody(response: JsonObject, resolve: Resolve): Body | undefined {
  const description = textOf(field(response, 'description'));
  const content = pickContent(field(response, 'content'), resolve);
  if (content) return { ...content, required: false, description };
  const examples = objectOf(field(response, 'examples'));
  const given = examples['application/json'];
  const schema = field(response, 'schema');
  if (schema === undefined && given === undefined) return undefined;
  return { mediaType: 'application/json', schema, required: false, description, given };
}

function pickContent(
  content: unknown,
  resolve: Resolve,
): Pick<Body, 'mediaType' | 'schema' | 'given'> | undefined {
  const all = entriesOf(content, 20);
  const chosen = all.find(([type]) => isJson(type)) ?? all[0];
  if (!chosen) return undefined;
  const media = objectOf(chosen[1]);
  return {
    mediaType: chosen[0],
    schema: field(media, 'schema'),
    given: mediaExample(media, resolve),
  };
}

function mediaExample(media: JsonObject, resolve: Resolve): unknown {
  const example = field(media, 'example');
  if (example !== undefined) return example;
  const [first] = entriesOf(field(media, 'examples'), 1);
  if (!first) return listOf(field(media, 'examples'), 1)[0];
  const { value } = resolve(first[1]);
  return field(value, 'value');
}

/** Returns true for JSON and types based on it, such as application/problem+json. */
export function isJson(mediaType: string): boolean {
  return /\bjson\b/i.test(mediaType);
}

/** Returns the body's own example, or one made from its schema. Parses text that is JSON. */
export function bodyExample(body: Body, resolve: Resolve, direction: Direction): unknown {
  if (body.given === undefined) return exampleOf(body.schema, resolve, direction);
  if (typeof body.given !== 'string' || !isJson(body.mediaType) || body.given.length > 100_000)
    return body.given;
  const value = parsedJson(body.given);
  return isObject(value) || Array.isArray(value) ? value : body.given;
}
