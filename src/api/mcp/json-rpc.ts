import { isObject } from '../../base/json.ts';
/** JSON-RPC's codes, and those of the Model Context Protocol (revision 2026-07-28 for -32020 and -32022). */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** The transport refuses the request: wrong method, Accept or size. */
  refused: -32000,
  /** The key is missing or invalid. */
  unauthorized: -32001,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** An error that the caller receives as a JSON-RPC error; its message is for callers. */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** An unknown resource: -32002 before revision 2026-07-28, invalid params since. */
export class ResourceNotFound extends McpError {
  constructor(uri: string) {
    super(errorCodes.invalidParams, `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`, {
      uri,
    });
  }
}

/** Returns the `error` member of a response. Hides the details of unexpected errors. */
function errorMember(error: unknown): { code: number; message: string; data?: unknown } {
  if (!(error instanceof McpError)) {
    return { code: errorCodes.internalError, message: 'An unexpected failure; try again.' };
  }
  const { code, message, data } = error;
  return { code, message, ...(data !== undefined && { data }) };
}

/** An id that a client chooses for a request. Numbers are integers, and MCP forbids null. */
export type RequestId = string | number;

/** A JSON object from the network. */
export type JsonObject = Record<string, unknown>;

/** A call that needs a response with the same id. */
export interface RpcRequest {
  id: RequestId;
  method: string;
  params: JsonObject;
}

/** A message that gets no response, not even for an error. */
export interface RpcNotification {
  method: string;
  params: JsonObject;
}

/** A classified message; `invalid` has the id for its error response, or null. */
export type RpcMessage =
  | { kind: 'request'; request: RpcRequest }
  | { kind: 'notification'; notification: RpcNotification }
  | { kind: 'response'; response: JsonObject }
  | { kind: 'invalid'; id: RequestId | null };

/** Classifies a JSON value as a JSON-RPC 2.0 message with MCP's restrictions: ids are strings or integers, params are objects. */
export function classify(value: unknown): RpcMessage {
  if (!isObject(value)) return { kind: 'invalid', id: null };
  const id = idOf(value);
  const invalid: RpcMessage = { kind: 'invalid', id: id ?? null };
  if (value['jsonrpc'] !== '2.0') return invalid;
  const { method, params = {} } = value;
  if (method === undefined) {
    return 'result' in value || 'error' in value ? { kind: 'response', response: value } : invalid;
  }
  if (typeof method !== 'string' || !isObject(params)) return invalid;
  if (!('id' in value)) return { kind: 'notification', notification: { method, params } };
  return id === undefined ? invalid : { kind: 'request', request: { id, method, params } };
}

/** Maximum messages in a batch. Only clients of revision 2025-03-26 send batches. */
const maxBatch = 50;

/** Classifies the messages of a batch, or a single message. A batch that is empty or too long counts as one invalid message. */
export function classifyAll(value: unknown): RpcMessage[] {
  const isBatch = Array.isArray(value) && value.length > 0 && value.length <= maxBatch;
  return isBatch ? value.map(classify) : [classify(value)];
}

function idOf({ id }: JsonObject): RequestId | undefined {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}

/** Returns a response with a result. */
export function resultMessage(id: RequestId, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result };
}

/** Returns a response with an error. */
export function errorMessage(id: RequestId | null, error: unknown): JsonObject {
  return { jsonrpc: '2.0', id, error: errorMember(error) };
}
