import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { roles } from '../identity/access/caller.ts';
import { librarySpecSchema } from '../resources/library.gen.ts';
import {
  isLimited,
  methods,
  type ApiDocument,
  type OperationObject,
  type ResponseObject,
  type Schema,
} from './description.ts';

const folder = new URL('./openapi/', import.meta.url);

/**
 * Reads the files of `openapi/` as one document, puts the schema of the Library resource's spec into its place, and adds
 * what follows from the rest: the security that `x-access` means, the answers of the gate, and the request's id.
 */
export function loadDescription(): ApiDocument {
  const document = assembled();
  const spec = closed(librarySpecSchema);
  document.components.schemas['LibrarySpec'] = spec;
  const { required = [] } = spec;
  const named = required.filter((name) => name !== 'id');
  document.components.schemas['NewLibrarySpec'] = { ...spec, required: named };
  for (const item of Object.values(document.paths)) {
    for (const method of methods) {
      const found = item[method];
      if (!found) continue;
      found.security = securityOf(found);
      found.responses = { ...commonResponses(found), ...found.responses };
      Object.values(found.responses).forEach(addRequestId);
      if (isLimited(found)) addLimits(found.responses);
    }
  }
  for (const [name, response] of Object.entries(document.components.responses)) {
    // What is too long to be read has no id.
    if (name !== 'HeadersTooLarge') addRequestId(response);
  }
  return document;
}

/** The parts of every file in one document; two that are named alike are a mistake. */
function assembled(): ApiDocument {
  const document: Record<string, unknown> = {};
  for (const name of readdirSync(folder).toSorted()) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    // They are the program's own, so that their aliases are not counted.
    const part: Record<string, unknown> = parse(text, { merge: true, maxAliasCount: -1 });
    addPart(document, part, name);
  }
  return document as unknown as ApiDocument;
}

function addPart(
  document: Record<string, unknown>,
  part: Record<string, unknown>,
  at: string,
): void {
  for (const [key, value] of Object.entries(part)) {
    const held = document[key];
    if (held === undefined) document[key] = value;
    else if (sections.has(key)) addPart(held as typeof document, value as typeof part, at);
    else throw new Error(`${at} has ${key}, which another file has too`);
  }
}

/** What is put together from several files. */
const sections: ReadonlySet<string> = new Set([
  'paths',
  'components',
  'schemas',
  'parameters',
  'responses',
  'headers',
]);

function securityOf({ operationId, 'x-access': access }: OperationObject): object[] {
  if (access === 'licence') return [{ licenceKey: [] }];
  if (!roles.includes(access)) {
    throw new Error(
      `x-access of ${operationId} is ${access}; known are ${roles.join(', ')}, licence`,
    );
  }
  const known = [{ apiKey: [] }, { sessionCookie: [] }];
  return access === 'anonymous' ? [{}, ...known] : known;
}

/** What may happen to every request; the operation's own words stand before these. */
function commonResponses(operation: OperationObject): Record<string, ResponseObject> {
  const limited = isLimited(operation);
  return {
    // Who is limited is asked for a key.
    ...(limited && {
      401: { $ref: '#/components/responses/InvalidApiKey' },
      429: { $ref: '#/components/responses/RateLimitExceeded' },
    }),
    // The origin check reads every request's Host and Origin.
    403: { $ref: '#/components/responses/AccessDenied' },
    431: { $ref: '#/components/responses/HeadersTooLarge' },
    500: { $ref: '#/components/responses/InternalError' },
    503: { $ref: '#/components/responses/SearchFailed' },
  };
}

function addRequestId(response: ResponseObject): void {
  if (response.$ref) return;
  response.headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...response.headers,
  };
}

/** Answers that were counted say where the caller stands, as far as there is a limit. */
function addLimits(responses: Record<string, ResponseObject>): void {
  for (const [status, response] of Object.entries(responses)) {
    if (response.$ref || !status.startsWith('2')) continue;
    response.headers = { ...response.headers, ...limitHeaders };
  }
}

const limitHeaders = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};

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

/** The document as readers of OpenAPI understand it: a parameter of several segments is written as any other is. */
export function publishedDescription(document: ApiDocument): ApiDocument {
  const paths = Object.entries(document.paths).map(([path, item]): [string, typeof item] => [
    path.replaceAll('{*', '{'),
    item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}
