import { errorMember } from './mcp-error.ts';

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

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
