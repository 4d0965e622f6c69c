import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import { readBounded } from '../base/http/bounded-body.ts';
import { orAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { ApiError, apiErrorOf } from './api-error.ts';
import type { RuntimeMetrics } from './metrics.ts';
import { wait } from './wait.ts';

/** A request to the API server. The connection adds the address and the credentials. */
export interface KubeRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the API server's address, such as /api/v1/namespaces. */
  path: string;
  /** Undefined values are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON. */
  body?: object;
  /** Default: application/json. Patches need the type of their format. */
  contentType?: string;
}

const defaultTimeouts = { requestMs: 60_000, headMs: 30_000 };
/** Maximum bytes of a response. A page of 500 objects usually has one or two megabytes; an object can have 1.5 (etcd's limit). */
const maxBodyBytes = 128 * 2 ** 20;
const maxTries = 6;
const maxRetryAfterMs = 30_000;

interface KubeConnectionOptions {
  kubeConfig: KubeConfig;
  userAgent: string;
  metrics?: RuntimeMetrics | undefined;
  /** Timeout of a whole request, and of the headers of a streamed response. */
  timeouts?: { requestMs: number; headMs: number };
}

/**
 * HTTP connections to the API server of a kubeconfig's current context. Reads credentials and certificate authorities from the
 * kubeconfig for each request, so that rotated ones take effect. Reuses connections.
 */
export class KubeConnection {
  private readonly kubeConfig: KubeConfig;
  private readonly userAgent: string;
  private readonly metrics: RuntimeMetrics | undefined;
  private readonly timeouts: { requestMs: number; headMs: number };
  // client-node's own agents open a connection for each request, and never reload certificates.
  private readonly agents = {
    'http:': new http.Agent({ keepAlive: true, keepAliveMsecs: 30_000 }),
    'https:': new https.Agent({ keepAlive: true, keepAliveMsecs: 30_000 }),
  };

  constructor({ kubeConfig, userAgent, metrics, timeouts }: KubeConnectionOptions) {
    this.kubeConfig = kubeConfig;
    this.userAgent = userAgent;
    this.metrics = metrics;
    this.timeouts = timeouts ?? defaultTimeouts;
  }

  /**
   * Returns the parsed body of the response. If the server sends Retry-After (429 and 5xx), waits and retries, as client-go does.
   * Throws ApiError, or the signal's reason.
   */
  async json<T>(request: KubeRequest, signal: AbortSignal): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const response = await this.open(request, { headOnly: false, signal });
      const text = await readText(request, response, signal);
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) return parse(request, text) as T;
      const retryMs = retryAfterMs(response);
      if (retryMs === undefined || tries === maxTries)
        throw apiErrorOf(nameOf(request), status, text);
      await wait(retryMs, signal);
      signal.throwIfAborted();
    }
  }

  /** Returns a response with a streamed body. The time limit applies only to its headers. */
  async stream(request: KubeRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const response = await this.open(request, { headOnly: true, signal });
    const status = response.statusCode ?? 0;
    if (status === 200) return response;
    throw apiErrorOf(nameOf(request), status, await readText(request, response, signal));
  }

  private async open(
    request: KubeRequest,
    { headOnly, signal }: { headOnly: boolean; signal: AbortSignal },
  ): Promise<IncomingMessage> {
    signal.throwIfAborted();
    try {
      const { url, options } = await orAbort(this.target(request), signal);
      const timeoutMs = headOnly ? this.timeouts.headMs : this.timeouts.requestMs;
      const response = await send({ request, url, options, headOnly, timeoutMs, signal });
      this.count(request, String(response.statusCode));
      return response;
    } catch (error) {
      signal.throwIfAborted();
      // The server closed the idle connection before it read the request.
      if (error instanceof StaleConnection) return this.open(request, { headOnly, signal });
      this.count(request, '<error>');
      throw unreachable(request, error);
    }
  }

  private async target(request: KubeRequest): Promise<{ url: URL; options: https.RequestOptions }> {
    const cluster = this.kubeConfig.getCurrentCluster();
    if (!cluster) throw new Error('the kubeconfig has no cluster in its current context');
    const url = new URL(cluster.server.replace(/\/+$/, '') + request.path);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = {
      accept: 'application/json',
      'user-agent': this.userAgent,
    };
    if (request.body) headers['content-type'] = request.contentType ?? 'application/json';
    const options: https.RequestOptions = { method: request.method, headers };
    await this.kubeConfig.applyToHTTPSOptions(options);
    if (!cluster.proxyUrl) {
      options.agent = url.protocol === 'http:' ? this.agents['http:'] : this.agents['https:'];
    }
    return { url, options };
  }

  private count({ method }: KubeRequest, code: string): void {
    const server = this.kubeConfig.getCurrentCluster()?.server ?? '';
    const host = URL.canParse(server) ? new URL(server).host : server;
    this.metrics?.requests.inc({ code, method, host });
  }
}

class StaleConnection extends Error {}

interface Sending {
  request: KubeRequest;
  url: URL;
  options: https.RequestOptions;
  /** True if the time limit applies only to the headers of the response. */
  headOnly: boolean;
  timeoutMs: number;
  signal: AbortSignal;
}

async function send(sending: Sending): Promise<IncomingMessage> {
  const { request, url, options, headOnly, timeoutMs, signal } = sending;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const body = request.body && JSON.stringify(request.body);
  const sent = (url.protocol === 'http:' ? http : https).request(url, options);
  // Without a length, Node sends the body of a DELETE so that the server takes it for the next request.
  if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body));
  let answer: IncomingMessage | undefined;
  const end = (error: Error): void => void (answer ?? sent).destroy(error);
  const abort = (): void => end(signal.reason as Error);
  const timer = setTimeout(() => {
    end(new ApiError(0, 'Timeout', `${nameOf(request)}: no answer within ${timeoutMs / 1000} s`));
  }, timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  sent.once('response', (response) => {
    answer = response;
    if (headOnly) clearTimeout(timer);
    resolve(response);
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    const closed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    const stale = closed && sent.reusedSocket && isRepeatable(request);
    reject(stale ? new StaleConnection() : error);
  });
  sent.once('close', () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    reject(new Error('the connection was closed without an answer'));
  });
  sent.end(body);
  return promise;
}

/** Returns true if a request can be repeated safely, in case the server read it before the connection broke. */
function isRepeatable({ method, contentType }: KubeRequest): boolean {
  return method !== 'POST' && contentType !== 'application/json-patch+json';
}

async function readText(
  request: KubeRequest,
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<string> {
  try {
    const body = await readBounded(response, maxBodyBytes, () => {
      return new Error(`the answer has more than ${maxBodyBytes} bytes`);
    });
    return body.toString('utf8');
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(request, error);
  }
}

function parse(request: KubeRequest, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `${nameOf(request)}: the answer is not JSON`;
    throw new ApiError(0, 'Malformed', message, { cause: error });
  }
}

function retryAfterMs({ statusCode = 0, headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after']);
  if ((statusCode !== 429 && statusCode < 500) || !(seconds >= 0)) return undefined;
  return Math.min(seconds * 1_000, maxRetryAfterMs);
}

function unreachable(request: KubeRequest, cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  return new ApiError(0, 'Unreachable', `${nameOf(request)}: ${messageOf(cause)}`, { cause });
}

/** Returns a request's name for messages: method and path, never query or headers. */
function nameOf({ method, path }: KubeRequest): string {
  return `${method} ${path}`;
}
