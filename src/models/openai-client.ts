import { APIError, OpenAI } from 'openai';
import { limitBytes } from '../base/http/bounded-body.ts';
import { messageOf, RunError } from '../base/errors.ts';

/** Where a model is, and how long to wait for it. */
export interface EndpointOptions {
  /** Base of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  url: string;
  model: string;
  key?: string;
  /** Milliseconds for one attempt. */
  timeoutMs: number;
  /** Further attempts after 408, 409, 429, 5xx and broken connections; `Retry-After` is heeded up to a minute. */
  retries: number;
  /** Bytes of one answer at most. */
  maxBytes: number;
}

/** One model behind an OpenAI-compatible API. */
export interface Endpoint {
  client: OpenAI;
  /** Host, path and model, without anything secret: for ids and messages. */
  name: string;
  /** What a failed call is thrown as: the signal's reason when it was aborted, else RunError('ModelFailed'). */
  failure(error: unknown, signal?: AbortSignal): unknown;
}

/** Statuses that the same request gets again however often it is sent. */
const lasting: ReadonlySet<unknown> = new Set([400, 401, 403, 404, 413, 422]);
const longestMessage = 300;

/** Opens no connection yet. Throws RunError('ModelFailed') when the URL is none. */
export function openEndpoint(options: EndpointOptions): Endpoint {
  const { key, timeoutMs, retries, maxBytes } = options;
  const url = parseUrl(options.url);
  const name = endpointName(options);
  // What the library would take from the environment is set here: it belongs to another service's account.
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

/** How a model at an endpoint is called in messages and ids. Throws RunError('ModelFailed') when the URL is none. */
export function endpointName({ url, model }: Pick<EndpointOptions, 'url' | 'model'>): string {
  const { host, pathname } = parseUrl(url);
  return `${host}${pathname.replace(/\/+$/, '')}/${model}`;
}

/** Tells the tokens that an answer says it has cost; nothing when it says no number, as some endpoints do. */
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

// The library's error carries request and answer; only its message is kept, and that without the key.
function failure(error: unknown, name: string, key: string | undefined): RunError {
  if (error instanceof RunError) return error;
  const why = key ? messageOf(error).replaceAll(key, '***') : messageOf(error);
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
