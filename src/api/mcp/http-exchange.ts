import type { Request, Response } from 'express';
import {
  classify,
  classifyAll,
  errorMessage,
  resultMessage,
  type RpcRequest,
  errorCodes,
  McpError,
  type JsonObject,
} from './json-rpc.ts';
import { answerLegacy, legacyVersions } from './legacy.ts';
import { answerModern, checkEnvelope, checkMethod, checkVersion, checkHeaders } from './modern.ts';
import { Refusal } from './refusal.ts';
import { modernVersion } from './definitions.ts';
import type { McpService } from './service.ts';
import type { ServerResponse } from 'node:http';

/** A response as server-sent events. Its headers are sent with the first event. */
class EventStream {
  private readonly response: ServerResponse;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  get begun(): boolean {
    return this.response.headersSent;
  }

  send(message: JsonObject): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    if (!this.begun) {
      // A proxy that buffers responses would delay the events.
      this.response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
      });
    }
    this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }
}

/** A POST and its response. */
export interface Exchange {
  request: Request;
  response: Response;
  service: McpService;
  version: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** Handles a message of the stateless era. */
export async function serveModern(exchange: Exchange, body: unknown): Promise<void> {
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
  const call = { method, params, signal, notify: notifierTo(stream) };
  const answered = await messageOf(id, answerModern(service, version, call));
  if (signal.aborted) return;
  if (!stream.begun) {
    response.json(answered);
    return;
  }
  stream.send(answered);
  response.end();
}

/** Runs a check and turns its McpError into a Refusal with this status. */
function checkedAs(id: string | number | null, check: () => void, status = 400): void {
  try {
    check();
  } catch (error) {
    if (error instanceof McpError)
      throw new Refusal(status, error.code, error.message, { id, data: error.data });
    throw error;
  }
}

/** Handles messages of the older revisions: sends one event for each request, and accepts all other messages. */
export async function serveLegacy(exchange: Exchange, body: unknown): Promise<void> {
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
  const notify = notifierTo(stream);
  const answering = requests.map(async ({ id, method, params }) => {
    const call = { method, params, signal, notify };
    stream.send(await messageOf(id, answerLegacy(service, version, call)));
  });
  await Promise.all(answering);
  response.end();
}

function notifierTo(stream: EventStream): (name: string, params: JsonObject) => void {
  return (name, params) => stream.send({ jsonrpc: '2.0', method: name, params });
}

/** Returns the message with the result of a request, or with its error. */
async function messageOf(id: RpcRequest['id'], answer: Promise<JsonObject>): Promise<JsonObject> {
  return answer.then(
    (result) => resultMessage(id, result),
    (error: unknown) => errorMessage(id, error),
  );
}

function legacyRequests(body: unknown): RpcRequest[] {
  const messages = classifyAll(body);
  const wrong = messages.find((message) => message.kind === 'invalid');
  if (wrong) {
    const id = messages.length === 1 ? wrong.id : null;
    throw new Refusal(400, errorCodes.invalidRequest, 'Invalid Request', { id });
  }
  return messages.flatMap((message) => (message.kind === 'request' ? [message.request] : []));
}
