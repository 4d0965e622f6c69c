import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Ajv } from 'ajv';
import type { Logger } from 'pino';
import { LecternError, messageOf } from '../base/errors.ts';
import { readBounded } from '../base/http/bounded-body.ts';
import { type Embedder, embedTexts } from './embedder.ts';
import {
  encodeFloats,
  maxRequestBytes,
  maxTexts,
  type EmbeddingItem,
  type EmbeddingRequest,
} from './embedding-protocol.ts';

export interface EmbeddingServerOptions {
  embedder: Embedder;
  /** Key that requests must carry. Default: none. */
  key?: string;
  /** Texts of documents that may wait. Requests beyond them get 429. */
  maxWaiting?: number;
  log: Pick<Logger, 'warn'>;
}

/** Enough for a minute of work on some cores. */
const usualWaiting = 8_192;
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
      properties: { purpose: { enum: ['document', 'query'] }, tokens: { type: 'boolean' } },
    },
  },
});

/**
 * Serves an embedder as an OpenAI-compatible API: `POST /v1/embeddings` and `GET /v1/models`. Questions do not wait for
 * documents. A client that leaves ends its work.
 */
export function createEmbeddingServer(options: EmbeddingServerOptions): RequestListener {
  const { embedder, key, maxWaiting = usualWaiting, log } = options;
  let waiting = 0;

  const embedAll = async (body: EmbeddingRequest, signal: AbortSignal): Promise<object> => {
    if (body.model !== embedder.id) {
      const message = `This service embeds with ${embedder.id}, not with ${body.model}. Run the same version of Lectern everywhere.`;
      throw new LecternError('not_found', 404, message);
    }
    const texts = typeof body.input === 'string' ? [body.input] : body.input;
    const documents = body.lectern?.purpose === 'query' ? 0 : texts.length;
    if (documents > 0 && waiting > 0 && waiting + documents > maxWaiting) {
      throw new LecternError('rate_limit_exceeded', 429, 'Too many texts are waiting.');
    }
    waiting += documents;
    try {
      return await embedded(embedder, { ...body, texts }, signal);
    } finally {
      waiting -= documents;
    }
  };

  const answer = async (request: IncomingMessage, signal: AbortSignal): Promise<object> => {
    if (key !== undefined && !hasKey(request, key)) {
      throw new LecternError('invalid_api_key', 401, 'The key is missing or wrong.');
    }
    const route = `${request.method} ${request.url?.split('?')[0] ?? ''}`;
    if (route === 'GET /v1/models') return { object: 'list', data: [modelOf(embedder)] };
    if (route !== 'POST /v1/embeddings') throw new LecternError('not_found', 404, 'Unknown path.');
    return embedAll(await bodyOf(request), signal);
  };

  return (request, response) => {
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
  // The published API counts tokens for its prices.
  const usage = { prompt_tokens: 0, total_tokens: 0 };
  return { object: 'list', data, model: embedder.id, usage };
}

function modelOf({ id, dimensions, window }: Embedder): object {
  return { id, object: 'model', created: 0, owned_by: 'lectern', dimensions, window };
}

/** Compares hashes, which have the same length, in constant time. */
function hasKey({ headers }: IncomingMessage, key: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${key}`));
}

async function bodyOf(request: IncomingMessage): Promise<EmbeddingRequest> {
  const bytes = await readBounded(request, maxRequestBytes, () => {
    const message = `The request is larger than ${maxRequestBytes} bytes.`;
    return new LecternError('payload_too_large', 413, message);
  });
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new LecternError('validation_error', 400, 'The body is not JSON.');
  }
  if (check(body)) return body;
  const { instancePath = '', message = 'is wrong' } = check.errors?.[0] ?? {};
  const mistake = instancePath.startsWith('/input')
    ? `input must be a text or a list of 1 to ${maxTexts} texts`
    : `body${instancePath} ${message}`;
  throw new LecternError('validation_error', 400, `${mistake}.`);
}

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Sends an error as the published API does. */
function fail(response: ServerResponse, error: unknown): void {
  const status = error instanceof LecternError ? error.status : 500;
  const code = error instanceof LecternError ? error.code : 'internal_error';
  if (status === 429) response.setHeader('Retry-After', retryAfter);
  const message = error instanceof LecternError ? messageOf(error) : 'The texts were not embedded.';
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  send(response, status, { error: { message, type, code } });
}
