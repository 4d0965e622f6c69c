import type { Requirement } from '../identity/access/admission.ts';
import {
  anonymousLevels,
  type AnonymousAccess,
  type Role,
  type Scope,
} from '../identity/access/caller.ts';

/** The id of the document in ajv: `openapi#/components/...`. */
export const documentId = 'openapi';

/** The parts of a JSON schema that this code reads. */
export interface Schema {
  type?: string;
  default?: string | number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  items?: Schema;
}

/** Who may call an operation: a role and those above it, or the holder of a license, which the route checks. */
type Access = Role | 'license';

/** A parameter, with the reference of its schema. */
interface Parameter {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  /** `openapi#/...` */
  schemaRef: string;
  /** True for numbers, which arrive as text. */
  numeric: boolean;
  default?: string;
}

const usualMaxBody = 100_000;

/** One method of one path. */
export interface Operation {
  id: string;
  method: (typeof methods)[number];
  path: string;
  parameters: Parameter[];
  /** `openapi#/...`; absent if the operation has no JSON body or reads its body itself. */
  bodyRef?: string;
  /** Maximum JSON body in bytes. */
  maxBody: number;
  /** Requirements for callers; absent if no key is needed, or if the route checks a license. */
  requirement?: Requirement;
  /** True if requests count towards limits. */
  limited: boolean;
}

interface ParameterObject {
  $ref?: string;
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  schema: Schema & { $ref?: string };
}

/** An operation as the document writes it. `x-` fields are extensions of this project; `operationsOf` turns it into an Operation. */
export interface OperationObject {
  operationId: string;
  parameters?: ParameterObject[];
  /** `x-stream`: the route reads the body as it arrives. `x-max-bytes`: maximum JSON body, if it is not the usual one. */
  requestBody?: { content: Record<string, object>; 'x-stream'?: boolean; 'x-max-bytes'?: number };
  security?: object[];
  responses: Record<string, ResponseObject>;
  'x-access': Access;
  /** The anonymous access that the install must allow; only with `x-access: anonymous`. */
  'x-anonymous'?: AnonymousAccess;
  /** The operation starts a session (see Requirement). */
  'x-sign-in'?: true;
}

/** A response as the document writes it. Either `$ref` names a shared one, or it is complete in itself. */
export interface ResponseObject {
  $ref?: string;
  headers?: Record<string, object>;
}
interface PathItem extends Partial<Record<Operation['method'], OperationObject>> {
  parameters?: ParameterObject[];
}

/** The parts of the OpenAPI document that this code reads. */
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

/** The keys of a path that are operations. Its other keys, such as `parameters`, apply to all of them. */
export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Returns all operations of the document. */
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
    maxBody: found.requestBody?.['x-max-bytes'] ?? usualMaxBody,
    ...requirementOf(found, method),
    limited: isLimited(found),
  };
}

/** Returns true if limits apply: for all operations that identify callers, but not for health checks and other probes. */
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
  if (role === 'license' || (role === 'anonymous' && !anonymous)) return {};
  const scope: Scope = method === 'get' ? 'lectern:read' : 'lectern:write';
  return {
    requirement: { role, scope, ...(anonymous && { anonymous }), ...(signIn && { signIn }) },
  };
}

function hasJsonBody({ requestBody }: OperationObject): boolean {
  return requestBody?.content['application/json'] !== undefined && !requestBody['x-stream'];
}

function parameter(document: ApiDocument, entry: ParameterObject, at: string): Parameter {
  // Only whole parameters are referenced, and only those under components.
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
