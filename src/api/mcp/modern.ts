import { dispatch, methodNotFound, withProgress, type FollowedRequest } from './dispatch.ts';
import { isObject } from '../../base/json.ts';
import { type JsonObject, errorCodes, McpError } from './json-rpc.ts';
import { capabilities, instructions, modernVersion, serverInfo } from './definitions.ts';
import type { McpService } from './service.ts';
import type { IncomingHttpHeaders } from 'node:http';

// Keys of `_meta` in revision 2026-07-28. Each request repeats what `initialize` said in older revisions.
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** Returns true if a request's params have the metadata of the stateless era. */
export function claimsModern(params: JsonObject): boolean {
  const meta = params['_meta'];
  return isObject(meta) && Object.hasOwn(meta, versionKey);
}

/** Returns the revision of a request; undefined if it names none or an invalid one. */
function claimedVersion(params: JsonObject): string | undefined {
  const meta = params['_meta'];
  const version = isObject(meta) ? meta[versionKey] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** Throws an McpError if the request's metadata is invalid for the stateless era. */
export function checkEnvelope(params: JsonObject): void {
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const missing = [versionKey, capabilitiesKey].filter((key) => !Object.hasOwn(meta, key));
  if (missing.length > 0) throw badEnvelope(`misses ${missing.join(' and ')}`);
  const version = meta[versionKey];
  if (typeof version !== 'string') throw badEnvelope(`must have a string as ${versionKey}`);
  for (const key of [capabilitiesKey, clientInfoKey]) {
    if (Object.hasOwn(meta, key) && !isObject(meta[key]))
      throw badEnvelope(`must have an object as ${key}`);
  }
}

/** Throws an McpError if the request's revision is not supported. */
export function checkVersion(params: JsonObject): void {
  const version = claimedVersion(params);
  if (version === modernVersion) return;
  throw new McpError(errorCodes.unsupportedVersion, 'Unsupported protocol version', {
    supported: [modernVersion],
    requested: version,
  });
}

/** Handles a request of the stateless era with checked metadata. Rejects with an McpError. */
export async function answerModern(
  service: McpService,
  version: string,
  { method, params, signal, notify }: FollowedRequest,
): Promise<JsonObject> {
  const isDiscovery = method === 'server/discover';
  const info = serverInfo(version);
  const result = isDiscovery
    ? { supportedVersions: [modernVersion], capabilities, serverInfo: info, instructions }
    : await withProgress(progressToken(params), notify, () =>
        dispatch(service, { method, params, signal }),
      );
  return {
    ...result,
    resultType: 'complete',
    ...cacheHints[method],
    // Other results do not repeat the icon.
    _meta: { [serverInfoKey]: isDiscovery ? info : { name: info.name, version } },
  };
}

/** Throws an McpError if the method does not exist in the stateless era. */
export function checkMethod(method: string): void {
  if (!modernMethods.has(method)) throw methodNotFound(method);
}

function progressToken(params: JsonObject): unknown {
  return isObject(params['_meta']) ? params['_meta']['progressToken'] : undefined;
}

function badEnvelope(problem: string): McpError {
  return new McpError(
    errorCodes.invalidParams,
    `params._meta ${problem}, as revision ${modernVersion} asks`,
  );
}

const hourMs = 3_600_000;
// Only the caller may cache what depends on its key.
const cacheHints: Record<string, { ttlMs: number; cacheScope: 'public' | 'private' }> = {
  'server/discover': { ttlMs: hourMs, cacheScope: 'public' },
  'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
  'prompts/list': { ttlMs: hourMs, cacheScope: 'public' },
  'resources/list': { ttlMs: hourMs, cacheScope: 'public' },
  'resources/templates/list': { ttlMs: hourMs, cacheScope: 'public' },
  'resources/read': { ttlMs: 60_000, cacheScope: 'private' },
};
const modernMethods = new Set([...Object.keys(cacheHints), 'tools/call', 'prompts/get']);

/** The params field that the header `Mcp-Name` repeats, by method. */
const nameFields: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Checks that a request's headers match its body: proxies route by the headers, so a mismatch could bypass their rules. Throws
 * an McpError. Notifications need no headers, but those that they have must match.
 */
export function checkHeaders(
  headers: IncomingHttpHeaders,
  { method, params }: { method: string; params: JsonObject },
  kind: 'request' | 'notification',
): void {
  const required = kind === 'request';
  checkHeader('MCP-Protocol-Version', headerText(headers, 'mcp-protocol-version'), {
    expected: claimedVersion(params),
    required,
  });
  checkHeader('Mcp-Method', headerText(headers, 'mcp-method'), { expected: method, required });
  const field = Object.hasOwn(nameFields, method) ? nameFields[method] : undefined;
  const named = field === undefined ? undefined : params[field];
  if (typeof named !== 'string') return;
  checkHeader('Mcp-Name', decoded(headerText(headers, 'mcp-name')), { expected: named, required });
}

function checkHeader(
  name: string,
  given: string | undefined,
  { expected, required }: { expected: string | undefined; required: boolean },
): void {
  if (given === undefined) {
    if (required) throw mismatch(`the header ${name} is missing`);
    return;
  }
  if (expected === undefined || given === expected) return;
  throw mismatch(`the header ${name} does not match the body`);
}

function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  return [headers[name]].flat()[0]?.trim();
}

/** Decodes `=?base64?...?=`, the form of values that a header cannot contain. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(value ?? '')?.[1];
  if (encoded === undefined) return value;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 !== 0)
    throw mismatch('the header Mcp-Name is not valid Base64');
  return Buffer.from(encoded, 'base64').toString('utf8');
}

function mismatch(problem: string): McpError {
  return new McpError(errorCodes.headerMismatch, `Header mismatch: ${problem}.`);
}
