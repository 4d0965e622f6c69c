// Types of the HTTP API from the OpenAPI document: for the dashboard in the form that openapi-fetch reads, for the server by
// operation id. The generator of openapi-fetch needs the programming interface of TypeScript 5, which TypeScript 7 lacks.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { methods, type ApiDocument, type OperationObject } from '../src/api/description.ts';
import { loadDescription, publishedDescription } from '../src/api/load-description.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  required?: boolean;
  schema: JSONSchema;
}

interface Content {
  $ref?: string;
  required?: boolean;
  'x-stream'?: boolean;
  content?: Record<string, { schema?: JSONSchema }>;
}

type Described = Pick<OperationObject, 'operationId'> & {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

const folder = fileURLToPath(new URL('../dashboard/src/api', import.meta.url));
const operationsFile = fileURLToPath(new URL('../src/api/operations.gen.ts', import.meta.url));

/** Returns the published document. Parts shared in memory are copied, because the compiler of types marks what it has seen. */
function readDocument(): ApiDocument {
  return JSON.parse(JSON.stringify(publishedDescription(loadDescription()))) as ApiDocument;
}

/** Writes `src/api/operations.gen.ts`: the type `OperationTypes` with body, query and path of each operation, by its id. */
export async function writeOperationTypes(): Promise<void> {
  const document = readDocument();
  const operations = Object.values(document.paths).flatMap((item) => {
    const shared = (item as { parameters?: Parameter[] }).parameters ?? [];
    return methods.flatMap((method) => {
      const found = item[method] as Described | undefined;
      return found ? [[found.operationId, requestType(document, found, shared)] as const] : [];
    });
  });
  // The type of the custom resource has every field of a new library.
  const newLibrary = { tsType: "Omit<LibrarySpec, 'id'> & Partial<Pick<LibrarySpec, 'id'>>" };
  const { schemas } = document.components;
  const schema = {
    ...object(Object.fromEntries(operations)),
    components: { ...document.components, schemas: { ...schemas, NewLibrarySpec: newLibrary } },
  } as JSONSchema;
  const types = await compile(schema, 'OperationTypes', {
    additionalProperties: false,
    bannerComment:
      '// Made by `npm run gen` from src/api/openapi. Do not edit.\n' +
      "import type { LibrarySpec } from '../resources/library.gen.ts';\n",
    ignoreMinAndMaxItems: true,
  });
  await writeFile(operationsFile, types);
}

/** The type of a request as its handler reads it. A body that the handler reads as a stream has the type `undefined`. */
function requestType(
  document: ApiDocument,
  { parameters = [], requestBody }: Described,
  shared: Parameter[],
): JSONSchema {
  const all = [...shared, ...parameters].map((one) => resolved(document, one));
  const fieldsIn = (place: Parameter['in']): JSONSchema => {
    const here = all.filter((one) => one.in === place);
    return object(Object.fromEntries(here.map(({ name, schema }) => [name, schema])));
  };
  const { content = {}, 'x-stream': isStream } = requestBody
    ? resolved(document, requestBody)
    : ({} satisfies Content);
  const json = isStream ? undefined : content['application/json']?.schema;
  return object({
    body: json ?? { tsType: 'undefined' },
    query: fieldsIn('query'),
    path: fieldsIn('path'),
  });
}

/** Writes the type `Paths`: parameters, bodies and answers of every operation, by path and method. */
export async function writeApiTypes(): Promise<void> {
  const document = readDocument();
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const shared = (item as { parameters?: Parameter[] }).parameters ?? [];
    const operations = methods.flatMap((method) => {
      const found = item[method] as Described | undefined;
      return found ? [[method, operationType(document, found, shared)] as const] : [];
    });
    return [path, object(Object.fromEntries(operations))] as const;
  });
  const schema = {
    ...object(Object.fromEntries(paths)),
    components: document.components,
  } as JSONSchema;
  const types = await compile(schema, 'Paths', {
    additionalProperties: false,
    bannerComment: '// Made by `npm run gen` from src/api/openapi. Not committed; do not edit.\n',
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    format: false,
  });
  await mkdir(folder, { recursive: true });
  // Statuses are numbers for openapi-fetch.
  await writeFile(join(folder, 'paths.gen.ts'), types.replaceAll(/^"(\d{3})": /gm, '$1: '));
}

function operationType(
  document: ApiDocument,
  { parameters = [], requestBody, responses }: Described,
  shared: Parameter[],
): JSONSchema {
  const all = [...shared, ...parameters].map((one) => resolved(document, one));
  const places = (['query', 'path'] as const).flatMap((place) => {
    const here = all.filter((one) => one.in === place);
    if (here.length === 0) return [];
    const required = here.filter((one) => one.required === true).map(({ name }) => name);
    const fields = Object.fromEntries(here.map(({ name, schema }) => [name, schema]));
    return [{ place, type: object(fields, required), needed: required.length > 0 }];
  });
  const body = requestBody && resolved(document, requestBody);
  const answers = Object.entries(responses).map(([status, response]) => [
    status,
    object({ headers: {}, content: contentType(resolved(document, response)) }),
  ]);
  return object(
    {
      parameters: object(
        Object.fromEntries(places.map(({ place, type }) => [place, type])),
        places.filter(({ needed }) => needed).map(({ place }) => place),
      ),
      ...(body && { requestBody: object({ content: contentType(body) }) }),
      responses: object(Object.fromEntries(answers)),
    },
    ['parameters', 'responses', ...(body?.required === true ? ['requestBody'] : [])],
  );
}

function contentType({ content = {} }: Content): JSONSchema {
  const types = Object.entries(content).map(([type, { schema = {} }]) => {
    // Which codes an answer may have is said beside the reference to its shape: a type for each would help nobody.
    return [type, schema.$ref === undefined ? schema : { $ref: schema.$ref }];
  });
  return object(Object.fromEntries(types));
}

/** An object that has these fields and no others; all are required unless `required` says which. */
function object(
  properties: Record<string, JSONSchema>,
  required = Object.keys(properties),
): JSONSchema {
  return { type: 'object', additionalProperties: false, required, properties };
}

function resolved<Part extends { $ref?: string }>(document: ApiDocument, part: Part): Part {
  const { $ref } = part;
  if ($ref === undefined) return part;
  let found: unknown = document;
  for (const name of $ref.replace('#/', '').split('/')) {
    found = (found as Record<string, unknown>)[name];
  }
  return resolved(document, found as Part);
}

if (import.meta.main) {
  await writeApiTypes();
  await writeOperationTypes();
}
