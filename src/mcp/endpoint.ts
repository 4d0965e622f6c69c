import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { hostAllowed, originAllowed } from '../api/host-guard.ts';
import { originOf } from '../api/request-origin.ts';
import { apiKeyOf, corsKeyHeaders } from './api-key.ts';
import { classify, errorMessage, isObject, resultMessage, type RpcRequest } from './json-rpc.ts';
import { answerLegacy, legacyVersions } from './legacy.ts';
import { errorCodes, McpError } from './mcp-error.ts';
import { answerModern, checkEnvelope, checkMethod, checkVersion, claimsModern } from './modern.ts';
import { checkHeaders } from './modern-headers.ts';
import { modernVersion } from './server-info.ts';
import type { McpService } from './service.ts';
import { EventStream } from './event-stream.ts';

export interface EndpointOptions {
  /** The tool server for whoever has this key, or none. */
  serviceFor: (key: string | undefined) => McpService;
  version: string;
  /** Address the server is bound to; on a loopback one, pages of other hosts are refused. */
  host: string;
}

/** Largest body, in bytes. */
const maxBody = 100_000;
/** Most messages of a batch, which only clients of the spring of 2025 send. */
const maxBatch = 50;

/** `/mcp`: streamable HTTP without sessions, for both eras of the protocol. */
export function mcpEndpoint({ serviceFor, version, host }: EndpointOptions): Router {
  const router = Router();
  router.all(
    '/mcp',
    opened(host),
    postOnly(),
    express.text({ type: () => true, limit: maxBody }),
    async (request: Request, response: Response) => {
      const service = serviceFor(apiKeyOf(request.headers));
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const exchange = { request, response, service, version, signal: gone.signal };
      const body = parsed(request.body);
      const era = eraOf(request, body);
      if (era === 'modern') await serveModern(exchange, body);
      else await serveLegacy(exchange, body);
    },
  );
  router.use('/mcp', refused());
  return router;
}

interface Exchange {
  request: Request;
  response: Response;
  service: McpService;
  version: string;
  signal: AbortSignal;
}

/** CORS, the way to the authorization metadata, and the guard against pages whose name was re-bound to this machine. */
function opened(host: string): RequestHandler {
  return (request, response, next) => {
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET,POST,OPTIONS,DELETE',
      'Access-Control-Allow-Headers': `Content-Type, MCP-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, ${corsKeyHeaders.join(', ')}`,
      'Access-Control-Expose-Headers': 'WWW-Authenticate, X-Request-Id',
    });
    if (!hostAllowed(request.get('host'), host) || !originAllowed(request.get('origin'), host)) {
      throw new Refusal(
        403,
        errorCodes.refused,
        'Forbidden: this server answers pages and clients of its own machine only.',
      );
    }
    const metadata = `${originOf(request)}/.well-known/oauth-protected-resource`;
    response.set('WWW-Authenticate', `Bearer resource_metadata="${metadata}"`);
    next();
  };
}

function postOnly(): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'OPTIONS') {
      response.status(200).type('text').send('OK');
      return;
    }
    if (request.method !== 'POST') {
      response.set('Allow', 'POST, OPTIONS');
      throw new Refusal(405, errorCodes.refused, 'Method not allowed.');
    }
    const accept = request.get('accept') ?? '';
    if (!accept.includes('text/event-stream') || !accept.includes('application/json')) {
      throw new Refusal(
        406,
        errorCodes.refused,
        'Not Acceptable: Client must accept both application/json and text/event-stream',
      );
    }
    if (!request.is('application/json')) {
      throw new Refusal(
        415,
        errorCodes.refused,
        'Unsupported Media Type: Content-Type must be application/json',
      );
    }
    next();
  };
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '') as unknown;
  } catch {
    throw new Refusal(400, errorCodes.parseError, 'Parse error: Invalid JSON');
  }
}

/** A request says in its body of which era it is; one whose header alone says so is told what it misses. */
function eraOf(request: Request, body: unknown): 'modern' | 'legacy' {
  const messages = [body].flat();
  const claims = messages.some(
    (message) =>
      isObject(message) && isObject(message['params']) && claimsModern(message['params']),
  );
  if (Array.isArray(body) && claims) {
    throw new Refusal(
      400,
      errorCodes.invalidRequest,
      `Invalid Request: revision ${modernVersion} has no batches`,
    );
  }
  return claims || request.get('mcp-protocol-version')?.trim() === modernVersion
    ? 'modern'
    : 'legacy';
}

async function serveModern(exchange: Exchange, body: unknown): Promise<void> {
  const { request, response } = exchange;
  const message = classify(body);
  if (message.kind === 'invalid' || message.kind === 'response') {
    const id = message.kind === 'invalid' ? message.id : null;
    throw new Refusal(400, errorCodes.invalidRequest, 'Invalid Request', { id });
  }
  if (message.kind === 'notification') {
    checkedAs(null, () => checkHeaders(request.headers, message.notification, 'notification'));
    response.status(202).end();
    return;
  }
  await answerRequest(exchange, message.request);
}

async function answerRequest(exchange: Exchange, rpc: RpcRequest): Promise<void> {
  const { request, response, service, version, signal } = exchange;
  const { id, method, params } = rpc;
  checkedAs(id, () => {
    checkEnvelope(params);
    checkHeaders(request.headers, rpc, 'request');
    checkVersion(params);
  });
  checkedAs(id, () => checkMethod(method), 404);
  const stream = new EventStream(response);
  const notify = (name: string, more: Record<string, unknown>): void =>
    stream.send({ jsonrpc: '2.0', method: name, params: more });
  const answered = await answerModern(service, version, { method, params, signal, notify }).then(
    (result) => resultMessage(id, result),
    (error: unknown) => errorMessage(id, error),
  );
  if (signal.aborted) return;
  if (!stream.begun) {
    response.json(answered);
    return;
  }
  stream.send(answered);
  response.end();
}

/** What a check throws is the answer to the request, with this status. */
function checkedAs(id: string | number | null, check: () => void, status = 400): void {
  try {
    check();
  } catch (error) {
    if (error instanceof McpError)
      throw new Refusal(status, error.code, error.message, { id, data: error.data });
    throw error;
  }
}

/** Requests are answered as events, one for each; whatever else a client sends is taken. */
async function serveLegacy(exchange: Exchange, body: unknown): Promise<void> {
  const { request, response, service, version, signal } = exchange;
  const requests = legacyRequests(body);
  const named = request.get('mcp-protocol-version')?.trim() ?? '';
  const handshake = requests.some(({ method }) => method === 'initialize');
  if (named !== '' && !handshake && !legacyVersions.includes(named)) {
    const known = `supported versions: ${[modernVersion, ...legacyVersions].join(', ')}`;
    const message = `Bad Request: Unsupported protocol version: ${named.slice(0, 50)} (${known})`;
    throw new Refusal(400, errorCodes.refused, message);
  }
  if (requests.length === 0) {
    response.status(202).end();
    return;
  }
  const stream = new EventStream(response);
  const notify = (name: string, more: Record<string, unknown>): void =>
    stream.send({ jsonrpc: '2.0', method: name, params: more });
  const answering = requests.map(async ({ id, method, params }) => {
    const answered = await answerLegacy(service, version, { method, params, signal, notify }).then(
      (result) => resultMessage(id, result),
      (error: unknown) => errorMessage(id, error),
    );
    stream.send(answered);
  });
  await Promise.all(answering);
  response.end();
}

function legacyRequests(body: unknown): RpcRequest[] {
  const messages = Array.isArray(body) ? body.map(classify) : [classify(body)];
  const wrong = messages.find((message) => message.kind === 'invalid');
  if (wrong || messages.length === 0 || messages.length > maxBatch) {
    const id = wrong && messages.length === 1 ? wrong.id : null;
    throw new Refusal(400, errorCodes.invalidRequest, 'Invalid Request', { id });
  }
  return messages.flatMap((message) => (message.kind === 'request' ? [message.request] : []));
}

/** Ends an exchange before it reaches the tool server. */
class Refusal extends McpError {
  readonly status: number;
  readonly id: string | number | null;

  constructor(
    status: number,
    code: number,
    message: string,
    { id = null, data }: { id?: string | number | null; data?: unknown } = {},
  ) {
    super(code, message, data);
    this.status = status;
    this.id = id;
  }
}

/** Whatever is refused on the way is told as JSON-RPC; what is nobody's mistake goes on to the API's own handler, which logs it. */
function refused(): express.ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Refusal) {
      response.status(error.status).json(errorMessage(error.id, error));
      return;
    }
    const status: unknown = isObject(error) ? error['status'] : undefined;
    if (typeof status !== 'number' || status < 400 || status > 499) {
      next(error);
      return;
    }
    const tooLarge = status === 413;
    const message = tooLarge
      ? `The message is too large; send at most ${maxBody / 1000} kB.`
      : 'Parse error: the body cannot be read';
    const code = tooLarge ? errorCodes.refused : errorCodes.parseError;
    response.status(status).json(errorMessage(null, new McpError(code, message)));
  };
}
