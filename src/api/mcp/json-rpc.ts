import { isObject } from '../../base/json.ts';
/** JSON-RPC's codes, and those the Model Context Protocol adds (revision 2026-07-28 for -32020 and -32022). */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** The transport refuses: wrong method, Accept, size. */
  refused: -32000,
  /** The key is not good. */
  unauthorized: -32001,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** An error that the caller gets as a JSON-RPC error; its message is meant for callers. */
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

/** A resource that is not there: its own code before 2026-07-28, invalid params since. */
export class ResourceNotFound extends McpError {
  constructor(uri: string) {
    super(errorCodes.invalidParams, `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`, {
      uri,
    });
  }
}

/** The `error` member of a response: nothing of an unexpected failure is told. */
function errorMember(error: unknown): { code: number; message: string; data?: unknown } {
  if (!(error instanceof McpError)) {
    return { code: errorCodes.internalError, message: 'An unexpected failure; try again.' };
  }
  const { code, message, data } = error;
  return { code, message, ...(data !== undefined && { data }) };
}

export type RequestId = string | number;
/** A JSON object as it came over the wire. */
export type JsonObject = Record<string, unknown>;

export interface RpcRequest {
  id: RequestId;
  method: string;
  params: JsonObject;
}
export interface RpcNotification {
  method: string;
  params: JsonObject;
}

/** What a parsed message is; `invalid` with the id its error answers, null when it has none. */
export type RpcMessage =
  | { kind: 'request'; request: RpcRequest }
  | { kind: 'notification'; notification: RpcNotification }
  | { kind: 'response' }
  | { kind: 'invalid'; id: RequestId | null };

/** Tells what a parsed JSON value is in JSON-RPC 2.0, as MCP narrows it: ids are strings or integers, params objects. */
export function classify(value: unknown): RpcMessage {
  if (!isObject(value)) return { kind: 'invalid', id: null };
  const id = idOf(value);
  const invalid: RpcMessage = { kind: 'invalid', id: id ?? null };
  if (value['jsonrpc'] !== '2.0') return invalid;
  const { method, params = {} } = value;
  if (method === undefined) return 'result' in value || 'error' in value ? response : invalid;
  if (typeof method !== 'string' || !isObject(params)) return invalid;
  if (!('id' in value)) return { kind: 'notification', notification: { method, params } };
  return id === undefined ? invalid : { kind: 'request', request: { id, method, params } };
}

const response: RpcMessage = { kind: 'response' };

function idOf({ id }: JsonObject): RequestId | undefined {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}

/** A response with a result. */
export function resultMessage(id: RequestId, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result };
}

/** A response with an error. */
export function errorMessage(id: RequestId | null, error: unknown): JsonObject {
  return { jsonrpc: '2.0', id, error: errorMember(error) };
}
