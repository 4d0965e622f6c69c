import { messageOf } from '../../base/errors.ts';
import { readBounded } from '../../base/http/bounded-body.ts';
import { isObject, parsedJson } from '../../base/json.ts';
import { type JsonObject, errorCodes, McpError, ResourceNotFound } from './json-rpc.ts';
import { modernVersion, publicTools, type ToolDefinition } from './definitions.ts';
import { textResult, type McpService, type ResourceContents, type ToolResult } from './service.ts';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

interface RemoteServiceOptions {
  /** Address of a running Lectern server, without `/mcp` and without a final slash. */
  url: string;
  apiKey?: string;
  /** Returns the name of the caller's project; undefined if there is none. Never rejects. */
  project?: () => Promise<string | undefined>;
  version: string;
  /** Timeout of a call in milliseconds. */
  timeoutMs?: number;
}

/** Maximum bytes of a response: larger than any tool result. */
const maxAnswer = 4_000_000;

/**
 * Calls the tool server of another process over HTTP; that process checks the key. While it is unreachable, the list has the
 * public tools and calls return an explanation, so that the client keeps the server.
 */
export function createRemoteService(options: RemoteServiceOptions): McpService {
  const { url, apiKey, project, version, timeoutMs = 60_000 } = options;
  const post = createPoster(`${url}/mcp`);

  async function ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const named = method === 'tools/call' ? await project?.() : undefined;
    const { status, text } = await post(
      {
        headers: {
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': modernVersion,
          'mcp-method': method,
          ...nameHeader(params['name'] ?? params['uri']),
          'user-agent': `lectern-mcp/${version}`,
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
          ...(named !== undefined && { 'x-lectern-project': named }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
      },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]), maxBytes: maxAnswer },
    );
    const answer = parse(text);
    if (!answer) throw new Error(`it answered ${status}, but not like a Lectern server`);
    if (isObject(answer['result'])) return answer['result'];
    throw refusal(answer, status);
  }

  /** Returns the explanation for a user or model if there is no response. */
  function trouble(error: unknown): string {
    const timedOut = isTimeout(error);
    const why = timedOut ? `no answer within ${timeoutMs / 1000} s` : reason(error);
    return `The Lectern server at ${url} cannot be used: ${why}. Check that it runs and that its address and key are right.`;
  }

  return {
    async tools(signal) {
      try {
        const { tools } = await ask('tools/list', {}, signal);
        return Array.isArray(tools) ? (tools as ToolDefinition[]) : publicTools;
      } catch {
        return publicTools;
      }
    },

    async call(name, given, signal) {
      try {
        const result = await ask('tools/call', { name, arguments: given ?? {} }, signal);
        const { content, isError } = result;
        return { content, ...(isError === true && { isError }) } as ToolResult;
      } catch (error) {
        if (error instanceof McpError || signal.aborted) throw error;
        return textResult(trouble(error));
      }
    },

    async read(uri, signal) {
      try {
        const { contents } = await ask('resources/read', { uri }, signal);
        return (contents as ResourceContents[])[0]!;
      } catch (error) {
        if (isResourceMissing(error, uri)) throw new ResourceNotFound(uri);
        if (error instanceof McpError || signal.aborted) throw error;
        throw new McpError(errorCodes.internalError, trouble(error));
      }
    },
  };
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Encodes names that are not plain ASCII, as revision 2026-07-28 requires. */
function nameHeader(name: unknown): Record<string, string> {
  if (typeof name !== 'string') return {};
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(name) && !name.startsWith('=?');
  return {
    'mcp-name': plain ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`,
  };
}

function parse(text: string): JsonObject | undefined {
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}

/** Returns the server's refusal: a protocol error for the client, or an error with a message to show. */
function refusal({ error, message }: JsonObject, status: number): Error {
  if (isObject(error) && typeof error['code'] === 'number') {
    return new McpError(error['code'], String(error['message']), error['data']);
  }
  const failure = typeof message === 'string' ? message : `it answered ${status}`;
  return new Error(failure.replace(/\.$/, ''));
}

/** Returns whether the server, which answers by the newest revision, has no such resource. */
function isResourceMissing(error: unknown, uri: string): boolean {
  return error instanceof McpError && isObject(error.data) && error.data['uri'] === uri;
}

/** Returns true for a timeout. Node's client wraps the reason of an aborted signal. */
function isTimeout(error: unknown): boolean {
  const causes = error instanceof Error ? [error, error.cause] : [];
  return causes.some((cause) => cause instanceof Error && cause.name === 'TimeoutError');
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'its name has no address',
    ECONNRESET: 'it closed the connection',
  };
  return known[code] ?? messageOf(error).replace(/\.$/, '');
}

/** A server's response. */
interface Posted {
  status: number;
  text: string;
}

/** Posts JSON. Rejects if there is no response or it is too large. Does not follow redirects. */
type PostJson = (
  message: { headers: Record<string, string>; body: string },
  limits: { signal: AbortSignal; maxBytes: number },
) => Promise<Posted>;

/**
 * Posts to one address over persistent connections. Uses Node's own client instead of `fetch`, which is slower to load and to
 * call; both delay users of `lectern mcp`.
 */
function createPoster(address: string): PostJson {
  const url = new URL(address);
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;
  const open = async (
    { headers, body }: Parameters<PostJson>[0],
    signal: AbortSignal,
  ): Promise<IncomingMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const length = String(Buffer.byteLength(body));
    const sent = send(url, {
      method: 'POST',
      agent,
      signal,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    });
    sent.once('response', resolve).once('error', reject).end(body);
    return promise.catch((error: NodeJS.ErrnoException) => {
      // The other end has closed the kept connection, for example while this machine slept. Tools only read, so they may be called again.
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (isClosed && sent.reusedSocket) return open({ headers, body }, signal);
      throw error;
    });
  };
  return async (message, { signal, maxBytes }) => {
    const response = await open(message, signal);
    const answer = await readBounded(
      response,
      maxBytes,
      () => new Error('its answer is too large'),
    );
    return { status: response.statusCode ?? 0, text: answer.toString('utf8') };
  };
}
