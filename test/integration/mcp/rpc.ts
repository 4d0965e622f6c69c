import { modernVersion } from '../../../src/api/mcp/definitions.ts';

/** The response of a server to one message. */
export interface RpcAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The response body, from JSON or from the last server-sent event. */
  json: any; // oxlint-disable-line typescript/no-explicit-any -- tests look into answers of every shape
}

export const accepted = 'application/json, text/event-stream';

/** Posts a body unchanged. */
export async function post(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: accepted, ...headers },
    body,
  });
  const text = await response.text();
  const data = text.includes('data: ') ? text.split('data: ').at(-1)! : text;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: data.trim() === '' ? undefined : JSON.parse(data),
  };
}

/** Returns params with the metadata of the stateless revision. */
export function modernParams(
  params: object = {},
  meta: object = {},
  version: string = modernVersion,
): object {
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
      ...meta,
    },
  };
}

/** Returns the headers that repeat values of the body, as the stateless revision requires. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'mcp-protocol-version': modernVersion,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
}

/** Sends a request of the stateless revision. */
export function askModern(
  url: string,
  method: string,
  params: { name?: string; uri?: string } & Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  const body = { jsonrpc: '2.0', id: 7, method, params: modernParams(params) };
  return post(url, JSON.stringify(body), {
    ...modernHeaders(method, params.name ?? params.uri),
    ...headers,
  });
}

/** Calls a tool with the stateless revision. Returns the text of the result. */
export async function callTool(
  url: string,
  name: string,
  args: unknown,
  headers: Record<string, string> = {},
): Promise<{ text: string; isError: boolean }> {
  const { json } = await askModern(url, 'tools/call', { name, arguments: args }, headers);
  return { text: json.result?.content[0].text, isError: json.result?.isError === true };
}

/** Sends a request of a revision with a handshake. The server needs no handshake, because it is stateless. */
export function askLegacy(
  url: string,
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  return post(url, JSON.stringify({ jsonrpc: '2.0', id: 'a', method, params }), headers);
}
