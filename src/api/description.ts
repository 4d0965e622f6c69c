import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { librarySpecSchema } from '../resources/library.gen.ts';

/** The name under which the document's schemas are known to ajv: `openapi#/components/...`. */
export const documentId = 'openapi';

/** A JSON schema as far as this code looks into it. */
export interface Schema {
  type?: string;
  default?: string | number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
}

/** A query parameter, with where its schema stands in the document. */
export interface Parameter {
  name: string;
  required: boolean;
  /** `openapi#/...` */
  schemaRef: string;
  /** Set for numbers, which arrive as text. */
  numeric: boolean;
  default?: string;
}

/** One method of one path. */
export interface Operation {
  id: string;
  method: 'get' | 'post' | 'delete';
  path: string;
  parameters: Parameter[];
  /** `openapi#/...`; absent where the operation takes no body. */
  bodyRef?: string;
  /** Needs the operator token. */
  operatorOnly: boolean;
}

interface ParameterObject {
  $ref?: string;
  name: string;
  required?: boolean;
  schema: Schema & { $ref?: string };
}
interface OperationObject {
  operationId: string;
  parameters?: ParameterObject[];
  requestBody?: object;
  security?: object[];
}
interface PathItem extends Partial<Record<Operation['method'], OperationObject>> {
  parameters?: ParameterObject[];
}

/** The OpenAPI document, as far as this code looks into it. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, ParameterObject> };
}

const methods = ['get', 'post', 'delete'] as const;

/** Reads openapi.yaml and puts the schema of the Library resource's spec into its place. */
export function loadDescription(): ApiDocument {
  const text = readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8');
  const document: ApiDocument = parse(text, { merge: true });
  document.components.schemas['LibrarySpec'] = closed(librarySpecSchema);
  return document;
}

/** Every operation of the document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const found = item[method];
      return found ? [operation(document, { path, method, item, found })] : [];
    }),
  );
}

function operation(
  document: ApiDocument,
  place: { path: string; method: Operation['method']; item: PathItem; found: OperationObject },
): Operation {
  const { path, method, item, found } = place;
  const at = `#/paths/${path.replaceAll('/', '~1')}`;
  const own = found.parameters ?? [];
  const shared = item.parameters ?? [];
  return {
    id: found.operationId,
    method,
    path,
    parameters: [
      ...shared.map((entry, n) => parameter(document, entry, `${at}/parameters/${n}`)),
      ...own.map((entry, n) => parameter(document, entry, `${at}/${method}/parameters/${n}`)),
    ],
    ...(found.requestBody && {
      bodyRef: `${documentId}${at}/${method}/requestBody/content/application~1json/schema`,
    }),
    operatorOnly: (found.security ?? []).length > 0,
  };
}

function parameter(document: ApiDocument, entry: ParameterObject, at: string): Parameter {
  // Only whole parameters are referred to, and only those under components.
  const sharedName = entry.$ref?.replace('#/components/parameters/', '') ?? '';
  const { name, required = false, schema } = document.components.parameters[sharedName] ?? entry;
  return {
    name,
    required,
    schemaRef: `${documentId}${entry.$ref ?? at}/schema`,
    numeric: schema.type === 'integer' || schema.type === 'number',
    ...(schema.default !== undefined && { default: String(schema.default) }),
  };
}

/** A custom resource leaves unknown fields to pruning; a caller who misspells one is told. */
function closed(schema: Schema): Schema {
  const { properties, items } = schema;
  // Kubernetes' own keywords mean nothing to readers of an OpenAPI description.
  const own = Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-kubernetes-'));
  return {
    ...Object.fromEntries(own),
    ...(items && { items: closed(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, closed(value)]),
      ),
      additionalProperties: false,
    }),
  };
}
