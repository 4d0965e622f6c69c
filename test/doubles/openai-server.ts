import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { closeServer, listen } from '../support/web-server.ts';

/**
 * An answer that replaces the usual one for the next request. With `never`, the request gets no
 * answer.
 */
export interface ScriptedAnswer {
  /**
   * Text in the body of the request that gets this answer. By default, any request gets it.
   * `lectern up` and `lectern serve` also embed libraries in the background.
   */
  for?: string;
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a string. */
  body?: unknown;
  never?: boolean;
  /** Delays the usual answer until this promise settles. */
  after?: Promise<unknown>;
}

/** A request as the server received it. */
interface SeenRequest {
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
  /** Milliseconds on the monotonic clock. */
  at: number;
}

/** Options for an OpenAI server. */
export interface OpenaiServerOptions {
  /** Vectors of texts, such as those of the built-in embedder. */
  embed?: (texts: string[]) => Promise<Float32Array[]>;
  /** Returns the assistant's answer to the last user message. */
  chat?: (prompt: string) => string;
  /** The key that every request needs. If absent, no request needs a key. */
  key?: string;
}

/** A running OpenAI server. */
export interface OpenaiServer {
  /** Base URL for a client, ending in /v1. */
  url: string;
  requests: SeenRequest[];
  /** Answers for the next requests. Each request takes the first answer that is for it. */
  script: ScriptedAnswer[];
  /** Resolves when the next request has arrived whose body contains the text. */
  nextRequest(containing?: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a server with `POST /v1/embeddings` and `POST /v1/chat/completions` of the OpenAI API, on
 * a free port of 127.0.0.1.
 */
export async function startOpenaiServer(options: OpenaiServerOptions = {}): Promise<OpenaiServer> {
  const requests: SeenRequest[] = [];
  const script: ScriptedAnswer[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      send(response, { status: 500, body: apiError(String(error), 'server_error') });
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    const body: Record<string, unknown> = JSON.parse(text);
    const { authorization } = request.headers;
    const path = request.url ?? '';
    requests.push({ path, authorization, body, at: performance.now() });
    arrived.resolve();
    arrived = Promise.withResolvers();
    const at = script.findIndex((answer) => text.includes(answer.for ?? ''));
    const [scripted] = at === -1 ? [] : script.splice(at, 1);
    if (scripted?.never) return;
    await scripted?.after;
    const given = scripted?.after ? undefined : scripted;
    send(response, given ?? (await answer(path, authorization, body)));
  }

  async function answer(
    path: string,
    authorization: string | undefined,
    body: Record<string, unknown>,
  ): Promise<ScriptedAnswer> {
    if (options.key !== undefined && authorization !== `Bearer ${options.key}`) {
      return { status: 401, body: apiError(`Incorrect API key provided: ${authorization}`) };
    }
    if (path === '/v1/embeddings' && options.embed) return embeddings(body, options.embed);
    if (path === '/v1/chat/completions' && options.chat) return completion(body, options.chat);
    return { status: 404, body: apiError(`Unknown request URL: POST ${path}`) };
  }

  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script,
    nextRequest: async (containing = '') => {
      const before = requests.length;
      const isHere = (): boolean =>
        requests.slice(before).some(({ body }) => JSON.stringify(body).includes(containing));
      while (!isHere()) await arrived.promise;
    },
    close: () => closeServer(server),
  };
}

async function embeddings(
  body: Record<string, unknown>,
  embed: (texts: string[]) => Promise<Float32Array[]>,
): Promise<ScriptedAnswer> {
  const input = typeof body['input'] === 'string' ? [body['input']] : body['input'];
  if (!isTexts(input) || input.length === 0 || input.length > 2048 || input.includes('')) {
    return { status: 400, body: apiError("'$.input' is invalid") };
  }
  const base64 = body['encoding_format'] === 'base64';
  const data = (await embed(input)).map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: base64 ? Buffer.from(vector.buffer).toString('base64') : [...vector],
  }));
  const usage = { prompt_tokens: input.length, total_tokens: input.length };
  return { body: { object: 'list', data, model: body['model'], usage } };
}

function completion(
  body: Record<string, unknown>,
  chat: (prompt: string) => string,
): ScriptedAnswer {
  const messages = body['messages'] as { role: string; content: string }[];
  const content = chat(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  return { body: chatCompletion(content) };
}

/** Returns the body of a chat answer with this content. */
export function chatCompletion(content: string): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'test',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

/** Returns an error body of the API. */
export function apiError(message: string, type = 'invalid_request_error'): unknown {
  return { error: { message, type, param: null, code: null } };
}

function send(response: ServerResponse, { status = 200, headers, body }: ScriptedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
