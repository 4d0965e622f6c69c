// Types of the HTTP API for the dashboard, from the OpenAPI document, in the form that openapi-fetch reads. The generator of
// that library needs the programming interface of TypeScript 5, which TypeScript 7 has no more.
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
  content?: Record<string, { schema?: JSONSchema }>;
}

type Described = Pick<OperationObject, 'operationId'> & {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

const folder = fileURLToPath(new URL('../dashboard/src/api', import.meta.url));

/** Writes the type `Paths`: parameters, bodies and answers of every operation, by path and method. */
export async function writeApiTypes(): Promise<void> {
  // By way of JSON, since parts that are shared in memory may stand in several places.
  const document = JSON.parse(
    JSON.stringify(publishedDescription(loadDescription())),
  ) as ApiDocument;
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

if (import.meta.main) await writeApiTypes();
