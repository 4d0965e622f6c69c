import { APIConnectionError, APIConnectionTimeoutError, APIError, OpenAI } from 'openai';
import { limitBytes } from '../base/http/bounded-body.ts';
import { connectionFailure } from '../base/http/http-errors.ts';
import { messageOf, RunError } from '../base/errors.ts';

/** Address, model and limits of an endpoint. */
export interface EndpointOptions {
  /** Base of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  url: string;
  model: string;
  key?: string;
  /** Milliseconds for one attempt. */
  timeoutMs: number;
  /** Retries after 408, 409, 429, 5xx and broken connections; waits for `Retry-After` up to a minute. */
  retries: number;
  /** Maximum bytes of a response. */
  maxBytes: number;
}

/** One model behind an OpenAI-compatible API. */
export interface Endpoint {
  client: OpenAI;
  /** Host, path and model, without secrets: for ids and messages. */
  name: string;
  /** Returns the error to throw for a failed call: the signal's reason after an abort, otherwise RunError('ModelFailed'). */
  failure(error: unknown, signal?: AbortSignal): unknown;
}

/** Statuses that a retry cannot change. */
const lasting: ReadonlySet<unknown> = new Set([400, 401, 403, 404, 413, 422]);
const longestMessage = 300;

/** Creates a client without connecting. Throws RunError('ModelFailed') for an invalid URL. */
export function openEndpoint(options: EndpointOptions): Endpoint {
  const { key, timeoutMs, retries, maxBytes } = options;
  const url = parseUrl(options.url);
  const name = endpointName(options);
  // Overrides the library's environment variables, which belong to another service's account.
  const client = new OpenAI({
    baseURL: url.href,
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(key === undefined && { defaultHeaders: { authorization: null } }),
    timeout: timeoutMs,
    maxRetries: retries,
    logLevel: 'off',
    fetch: boundedFetch(maxBytes),
  });
  return {
    client,
    name,
    failure: (error, signal) => (signal?.aborted ? signal.reason : failure(error, name, key)),
  };
}

/** Returns the name of a model for messages and ids. Throws RunError('ModelFailed') for an invalid URL. */
export function endpointName({ url, model }: Pick<EndpointOptions, 'url' | 'model'>): string {
  const { host, pathname } = parseUrl(url);
  return `${host}${pathname.replace(/\/+$/, '')}/${model}`;
}

/** Reports the token count of a response. Some endpoints send none. */
export function countTokens(answer: unknown, onTokens?: (count: number) => void): void {
  const { usage } = (answer ?? {}) as { usage?: { total_tokens?: unknown } | null };
  const count = usage?.total_tokens;
  if (typeof count === 'number' && Number.isFinite(count) && count > 0) onTokens?.(count);
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new RunError(
      'ModelFailed',
      'The URL of a model endpoint must be http or https and carry no credentials, such as https://api.example.com/v1',
      { retry: 'never' },
    );
  }
  return url;
}

// The library's error contains request and response. Only its message is kept, without the key. If there is no response, its
// message is "Connection error.", whatever the cause.
function failure(error: unknown, name: string, key: string | undefined): RunError {
  if (error instanceof RunError) return error;
  const isLate = error instanceof APIConnectionTimeoutError;
  const said =
    error instanceof APIConnectionError && !isLate ? connectionFailure(error) : messageOf(error);
  const why = key ? said.replaceAll(key, '***') : said;
  const status = error instanceof APIError ? error.status : undefined;
  return new RunError(
    'ModelFailed',
    `The model endpoint ${name} failed: ${why.slice(0, longestMessage)}`,
    {
      retry: lasting.has(status) ? 'never' : 'backoff',
    },
  );
}

/** Returns a fetch whose responses fail when they have more than `maxBytes` bytes. */
function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const limited = limitBytes(response.body, maxBytes, () => {
      return new Error(`it answered more than ${maxBytes} bytes`);
    });
    return new Response(ReadableStream.from(limited), response);
  };
}
