import type { Requirement } from '../identity/access/admission.ts';
import {
  anonymousLevels,
  type AnonymousAccess,
  type Role,
  type Scope,
} from '../identity/access/caller.ts';

/** The name under which the document's schemas are known to ajv: `openapi#/components/...`. */
export const documentId = 'openapi';

/** A JSON schema as far as this code looks into it. */
export interface Schema {
  type?: string;
  default?: string | number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  items?: Schema;
}

/** Who may call an operation: a role and all above it, or whoever brings a licence, which its route checks. */
export type Access = Role | 'licence';

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
  /** Whether requests are counted. */
  limited: boolean;
}

interface ParameterObject {
  $ref?: string;
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  schema: Schema & { $ref?: string };
}
export interface OperationObject {
  operationId: string;
  parameters?: ParameterObject[];
  /** `x-stream`: the route reads the body as it arrives. */
  requestBody?: { content: Record<string, object>; 'x-stream'?: boolean };
  security?: object[];
  responses: Record<string, ResponseObject>;
  'x-access': Access;
  /** How much an install must allow callers without a key; only with `x-access: anonymous`. */
  'x-anonymous'?: AnonymousAccess;
  /** It begins a session (see Requirement). */
  'x-sign-in'?: true;
}
export interface ResponseObject {
  $ref?: string;
  headers?: Record<string, object>;
}
export interface PathItem extends Partial<Record<Operation['method'], OperationObject>> {
  parameters?: ParameterObject[];
}

/** The OpenAPI document, as far as this code looks into it. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, ParameterObject>;
    responses: Record<string, ResponseObject>;
  };
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

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
    ...requirementOf(found, method),
    limited: isLimited(found),
  };
}

/** Limits hold wherever callers are asked who they are; not for what programs ask of their own accord, such as health. */
export function isLimited({
  'x-access': access,
  'x-anonymous': anonymous,
}: OperationObject): boolean {
  return access !== 'anonymous' || anonymous !== undefined;
}

function requirementOf(
  { operationId, 'x-access': role, 'x-anonymous': anonymous, 'x-sign-in': signIn }: OperationObject,
  method: Operation['method'],
): { requirement?: Requirement } {
  if (anonymous !== undefined && (role !== 'anonymous' || !anonymousLevels.includes(anonymous))) {
    throw new Error(
      `x-anonymous of ${operationId} is ${anonymous}; known are ${anonymousLevels.join(', ')}, with x-access: anonymous`,
    );
  }
  if (role === 'licence' || (role === 'anonymous' && !anonymous)) return {};
  const scope: Scope = method === 'get' ? 'lectern:read' : 'lectern:write';
  return {
    requirement: { role, scope, ...(anonymous && { anonymous }), ...(signIn && { signIn }) },
  };
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
