import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from './json-rpc.ts';
import { errorCodes, McpError } from './mcp-error.ts';
import { claimedVersion } from './modern.ts';

/** The field of params that `Mcp-Name` repeats, by method. */
const nameFields: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Checks that the headers of a request of the stateless era say what its body says: intermediaries route by the headers, so a
 * difference would let a request pass them as something else. Throws an McpError. Notifications need no headers, but those
 * they have must be right.
 */
export function checkHeaders(
  headers: IncomingHttpHeaders,
  { method, params }: { method: string; params: JsonObject },
  kind: 'request' | 'notification',
): void {
  const required = kind === 'request';
  check('MCP-Protocol-Version', header(headers, 'mcp-protocol-version'), {
    expected: claimedVersion(params),
    required,
  });
  check('Mcp-Method', header(headers, 'mcp-method'), { expected: method, required });
  const field = Object.hasOwn(nameFields, method) ? nameFields[method] : undefined;
  const named = field === undefined ? undefined : params[field];
  if (typeof named !== 'string') return;
  check('Mcp-Name', decoded(header(headers, 'mcp-name')), { expected: named, required });
}

function check(
  name: string,
  given: string | undefined,
  { expected, required }: { expected: string | undefined; required: boolean },
): void {
  if (given === undefined) {
    if (required) throw mismatch(`the header ${name} is missing`);
    return;
  }
  if (expected === undefined || given === expected) return;
  throw mismatch(`the header ${name} does not say what the body says`);
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  return [headers[name]].flat()[0]?.trim();
}

/** Values that no header can hold come as `=?base64?...?=`. */
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
