// The OpenAPI document from the files of src/api/openapi. The server reads it as JSON, because parsing the YAML at each start
// takes a fifth of a second.
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import {
  isLimited,
  methods,
  type ApiDocument,
  type OperationObject,
  type ResponseObject,
  type Schema,
} from '../src/api/description.ts';
import { roles } from '../src/identity/access/caller.ts';
import { librarySpecSchema } from '../src/resources/library.gen.ts';

const folder = new URL('../src/api/openapi/', import.meta.url);
const file = new URL('../src/api/description.gen.json', import.meta.url);

/** Writes `src/api/description.gen.json`. */
export async function writeDescription(): Promise<void> {
  await writeFile(file, `${JSON.stringify(combined(), null, 1)}\n`);
}

/**
 * Combines the files of `openapi/` into one document. Inserts the schema of the Library spec. Adds what other parts imply:
 * security from `x-access`, responses of the access checks, and the request id.
 */
function combined(): ApiDocument {
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
    // A request with too large headers has no id.
    if (name !== 'HeadersTooLarge') addRequestId(response);
  }
  return document;
}

/** Combines the parts of all files. Throws if two have the same name. */
function assembled(): ApiDocument {
  const document: Record<string, unknown> = {};
  for (const name of readdirSync(folder).toSorted()) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    // The files are Lectern's own, so aliases need no limit.
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
    else throw new Error(`${at} has ${key}, which another file also has`);
  }
}

/** Sections that several files may contribute to. */
const sections: ReadonlySet<string> = new Set([
  'paths',
  'components',
  'schemas',
  'parameters',
  'responses',
  'headers',
]);

function securityOf({ operationId, 'x-access': access }: OperationObject): object[] {
  if (access === 'license') return [{ licenseKey: [] }];
  if (!roles.includes(access)) {
    throw new Error(
      `x-access of ${operationId} is ${access}; known are ${roles.join(', ')}, license`,
    );
  }
  const known = [{ apiKey: [] }, { sessionCookie: [] }];
  return access === 'anonymous' ? [{}, ...known] : known;
}

/** Returns the responses that every operation may send; the operation's own responses replace them. */
function commonResponses(operation: OperationObject): Record<string, ResponseObject> {
  const limited = isLimited(operation);
  return {
    // Operations with limits also check keys.
    ...(limited && {
      401: { $ref: '#/components/responses/InvalidApiKey' },
      429: { $ref: '#/components/responses/RateLimitExceeded' },
    }),
    // The origin check reads the Host and Origin headers of every request.
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

/** Adds the RateLimit headers to successful responses. */
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

/** Forbids unknown fields: a custom resource drops them silently, but the API reports a misspelled field. */
function closed(schema: Schema): Schema {
  const { properties, items } = schema;
  // Kubernetes' own keywords have no meaning in an OpenAPI description.
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
