import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Requirement } from '../access/admission.ts';
import { anonymousLevels, type AnonymousAccess } from '../access/anonymous-access.ts';
import { roles, type Role } from '../access/caller.ts';
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

/** Who may call an operation: a role and all above it, or whoever brings a licence, which its route checks. */
type Access = Role | 'licence';

/** A parameter, with where its schema stands in the document. */
export interface Parameter {
  name: string;
  in: 'query' | 'path';
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
  method: (typeof methods)[number];
  path: string;
  parameters: Parameter[];
  /** `openapi#/...`; absent where the operation takes no JSON body, or reads its body itself. */
  bodyRef?: string;
  /** What is asked of callers; absent where nobody is asked for a key, and where the route asks for a licence. */
  requirement?: Requirement;
}

interface ParameterObject {
  $ref?: string;
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  schema: Schema & { $ref?: string };
}
interface OperationObject {
  operationId: string;
  parameters?: ParameterObject[];
  /** `x-stream`: the route reads the body as it arrives. */
  requestBody?: { content: Record<string, object>; 'x-stream'?: boolean };
  security?: object[];
  'x-access': Access;
  /** How much an install must allow callers without a key; only with `x-access: anonymous`. */
  'x-anonymous'?: AnonymousAccess;
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

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Reads openapi.yaml, puts the schema of the Library resource's spec into its place, and says in OpenAPI's words what its
 * `x-access` says in the roles of Lectern.
 */
export function loadDescription(): ApiDocument {
  const text = readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8');
  // It is the program's own, so that its aliases are not counted.
  const document: ApiDocument = parse(text, { merge: true, maxAliasCount: -1 });
  document.components.schemas['LibrarySpec'] = closed(librarySpecSchema);
  for (const item of Object.values(document.paths)) {
    for (const method of methods) {
      const found = item[method];
      if (found) found.security = securityOf(found);
    }
  }
  return document;
}

function securityOf({ operationId, 'x-access': access }: OperationObject): object[] {
  if (access === 'licence') return [{ licenceKey: [] }];
  if (!roles.includes(access)) {
    throw new Error(
      `x-access of ${operationId} is ${access}; known are ${roles.join(', ')}, licence`,
    );
  }
  return access === 'anonymous' ? [{}, { apiKey: [] }] : [{ apiKey: [] }];
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
    ...(hasJsonBody(found) && {
      bodyRef: `${documentId}${at}/${method}/requestBody/content/application~1json/schema`,
    }),
    ...requirementOf(found),
  };
}

function requirementOf({
  operationId,
  'x-access': role,
  'x-anonymous': anonymous,
}: OperationObject): { requirement?: Requirement } {
  if (anonymous !== undefined && (role !== 'anonymous' || !anonymousLevels.includes(anonymous))) {
    throw new Error(
      `x-anonymous of ${operationId} is ${anonymous}; known are ${anonymousLevels.join(', ')}, with x-access: anonymous`,
    );
  }
  if (role === 'licence' || (role === 'anonymous' && !anonymous)) return {};
  return { requirement: { role, ...(anonymous && { anonymous }) } };
}

function hasJsonBody({ requestBody }: OperationObject): boolean {
  return requestBody?.content['application/json'] !== undefined && !requestBody['x-stream'];
}

function parameter(document: ApiDocument, entry: ParameterObject, at: string): Parameter {
  // Only whole parameters are referred to, and only those under components.
  const sharedName = entry.$ref?.replace('#/components/parameters/', '') ?? '';
  const {
    name,
    in: place,
    required = false,
    schema,
  } = document.components.parameters[sharedName] ?? entry;
  return {
    name,
    in: place,
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
