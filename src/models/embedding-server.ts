import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Ajv } from 'ajv';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { LecternError, messageOf } from '../base/errors.ts';
import { limitBytes } from '../base/http/bounded-body.ts';
import { isSameSecret } from '../base/secrets/same-secret.ts';
import { type Embedder, embeddingPurposes, embedTexts } from './embedder.ts';
import {
  createEmbeddingLimits,
  type EmbeddingLimits,
  type HeldRequest,
} from './embedding-limits.ts';
import {
  encodeFloats,
  maxRequestBytes,
  maxTexts,
  maxTextsWithTokens,
  type EmbeddingItem,
  type EmbeddingRequest,
} from './embedding-protocol.ts';
import { parsedJson } from '../base/json.ts';

interface EmbeddingServerOptions {
  embedder: Embedder;
  /** Key that requests must carry. Default: none. */
  key?: string;
  /** What may wait. Requests beyond it get 429. Default: enough for one thread. */
  limits?: Partial<EmbeddingLimits>;
  /** Milliseconds after which a connection closes with its next response. Default: 10 seconds. */
  connectionMs?: number;
  /** Registry for the metrics of what waits. Default: none. */
  registry?: Registry;
  log: Pick<Logger, 'warn'>;
}

/**
 * Documents: about ten seconds of work of one thread, so that no admitted client waits until its time limit. Questions: one to two
 * seconds.
 */
const usualLimits: EmbeddingLimits = { documents: 256, questions: 256, bytes: 64_000_000 };
/** Bytes of a question. Their sum is not limited, so that large requests cannot keep questions out. */
const questionBytes = 65_536;
/** Seconds until a refused client may ask again. */
const retryAfter = '2';

const check = new Ajv({ allErrors: false }).compile<EmbeddingRequest>({
  type: 'object',
  required: ['model', 'input'],
  properties: {
    model: { type: 'string', maxLength: 200 },
    input: {
      anyOf: [
        { type: 'string' },
        { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: maxTexts },
      ],
    },
    encoding_format: { enum: ['float', 'base64'] },
    lectern: {
      type: 'object',
      properties: {
        purpose: { enum: embeddingPurposes },
        tokens: { type: 'boolean' },
      },
    },
  },
});

/**
 * Serves an embedder as an OpenAI-compatible API: `POST /v1/embeddings` and `GET /v1/models`. Questions and topics do not
 * wait for documents. A client that leaves ends its work.
 */
export function createEmbeddingServer(options: EmbeddingServerOptions): RequestListener {
  const { embedder, key, log, registry = new Registry(), connectionMs = 10_000 } = options;
  const open = createEmbeddingLimits({ ...usualLimits, ...options.limits }, registry);

  const embedAll = async (
    body: EmbeddingRequest,
    held: HeldRequest,
    signal: AbortSignal,
  ): Promise<object> => {
    if (body.model !== embedder.id) {
      const message = `This service embeds with ${embedder.id}, not with ${body.model}. Run the same version of Lectern everywhere.`;
      throw new LecternError('not_found', message);
    }
    const texts = typeof body.input === 'string' ? [body.input] : body.input;
    if (body.lectern?.tokens && texts.length > maxTextsWithTokens) {
      throw invalid(`input must have 1 to ${maxTextsWithTokens} texts if it asks for tokens`);
    }
    const limit = (body.lectern?.purpose ?? 'document') === 'document' ? 'documents' : 'questions';
    if (!held.take(limit, texts.length)) throw full(limit);
    return embedded(embedder, { ...body, texts }, signal);
  };

  const answer = async (request: IncomingMessage, signal: AbortSignal): Promise<object> => {
    if (key !== undefined && !hasKey(request, key)) {
      throw new LecternError('invalid_api_key', 'The key is missing or wrong.');
    }
    const route = `${request.method} ${request.url?.split('?')[0] ?? ''}`;
    if (route === 'GET /v1/models') return { object: 'list', data: [modelOf(embedder)] };
    if (route !== 'POST /v1/embeddings') throw new LecternError('not_found', 'Unknown path.');
    const held = open();
    try {
      return await embedAll(await bodyOf(request, held), held, signal);
    } finally {
      held.release();
    }
  };

  // A Service of Kubernetes chooses a Pod for each connection. Connections that stay open would keep clients away from new Pods.
  const openedAt = new WeakMap<Socket, number>();
  const isOld = (socket: Socket): boolean => {
    const now = performance.now();
    const opened = openedAt.get(socket) ?? now;
    openedAt.set(socket, opened);
    return now - opened >= connectionMs;
  };

  return (request, response) => {
    if (isOld(request.socket)) response.setHeader('Connection', 'close');
    const left = new AbortController();
    response.once('close', () => left.abort(new Error('The client has left')));
    answer(request, left.signal).then(
      (value) => send(response, 200, value),
      (error: unknown) => {
        if (left.signal.aborted) return;
        if (!(error instanceof LecternError)) log.warn({ err: error }, 'texts were not embedded');
        fail(response, error);
      },
    );
  };
}

async function embedded(
  embedder: Embedder,
  { texts, lectern = {}, encoding_format: format }: EmbeddingRequest & { texts: string[] },
  signal: AbortSignal,
): Promise<object> {
  const { purpose = 'document', tokens: withTokens = false } = lectern;
  const found = await embedTexts(embedder, { texts, purpose, withTokens }, signal);
  const data = found.map(({ vector, tokens }, index): EmbeddingItem => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? encodeFloats(vector) : Array.from(vector),
    ...(tokens && { tokens: encodeFloats(tokens) }),
  }));
  // OpenAI's API counts tokens for its prices.
  const usage = { prompt_tokens: 0, total_tokens: 0 };
  return { object: 'list', data, model: embedder.id, usage };
}

function modelOf({ id, dimensions, window }: Embedder): object {
  return { id, object: 'model', created: 0, owned_by: 'lectern', dimensions, window };
}

function hasKey({ headers }: IncomingMessage, key: string): boolean {
  return isSameSecret(headers.authorization ?? '', `Bearer ${key}`);
}

async function bodyOf(request: IncomingMessage, held: HeldRequest): Promise<EmbeddingRequest> {
  const bytes = await readBody(request, held);
  const body = parsedJson(bytes.toString('utf8'));
  if (body === undefined) throw invalid('The body is not JSON');
  if (check(body)) return body;
  const { instancePath = '', message = 'is wrong' } = check.errors?.[0] ?? {};
  const mistake = instancePath.startsWith('/input')
    ? `input must be a text or a list of 1 to ${maxTexts} texts`
    : `body${instancePath} ${message}`;
  throw invalid(mistake);
}

async function readBody(request: IncomingMessage, held: HeldRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let counted = 0;
  let isHeld = true;
  const tooLarge = (): LecternError => {
    const message = `The request is larger than ${maxRequestBytes} bytes.`;
    return new LecternError('payload_too_large', message);
  };
  // Otherwise the end of the loop would close the connection, and the client would not get the error.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of limitBytes(body, maxRequestBytes, tooLarge)) {
    size += chunk.length;
    if (isHeld && size > questionBytes) {
      isHeld = held.take('bytes', size - counted);
      counted = size;
    }
    // A refused body is read to its end, because most clients read no response before they have sent everything.
    if (isHeld) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (!isHeld) throw full('large requests');
  return Buffer.concat(chunks);
}

function full(of: string): LecternError {
  return new LecternError('rate_limit_exceeded', `Too many ${of} are waiting.`);
}

function invalid(what: string): LecternError {
  return new LecternError('validation_error', `${what}.`);
}

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Sends an error as OpenAI's API does. */
function fail(response: ServerResponse, error: unknown): void {
  const status = error instanceof LecternError ? error.status : 500;
  const code = error instanceof LecternError ? error.code : 'internal_error';
  if (status === 429) {
    response.setHeader('Retry-After', retryAfter);
    // The next attempt may then reach a Pod that has room.
    response.setHeader('Connection', 'close');
  }
  const message = error instanceof LecternError ? messageOf(error) : 'The texts were not embedded.';
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  send(response, status, { error: { message, type, code } });
}
