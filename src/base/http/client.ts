import { Agent, request, type Dispatcher } from 'undici';
import { RunError } from '../errors.ts';
import {
  assertPublicLiteral,
  guardedLookup,
  systemResolve,
  type Resolve,
} from './address-guard.ts';
import { acceptEncoding, readDecoded, tooLarge } from './bounded-body.ts';
import { decodeText } from './charset.ts';
import { systemClock, type Clock } from './clock.ts';
import { describeUrl, parseHttpUrl } from './http-url.ts';
import { isBrokenConnection, networkError, HttpStatusError } from './http-errors.ts';
import { robotName } from './robot-name.ts';

const userAgent = `${robotName} (documentation indexer)`;

/** Maximum number of connections, and so of parallel requests, to one server. */
export const maxParallelRequests = 4;

const maxRedirects = 10;
const maxAttempts = 3;
// A server that sends a byte now and then never stops making progress. This limits the whole request.
const totalTimeoutFactor = 10;

interface HttpClientOptions {
  /** CIDR ranges that may be read although they are private. */
  allowedRanges: readonly string[];
  /** Maximum milliseconds without progress: to connect, to the headers, between two chunks of the body. */
  requestTimeoutMs: number;
  resolve?: Resolve;
  clock?: Clock;
}

/** One request: what it sends, and when it ends early. See HttpClientOptions for what all requests share. */
export interface GetOptions {
  signal: AbortSignal;
  /** Maximum bytes of the decompressed body. */
  maxBytes: number;
  /** Value of the Accept header; any type if absent. */
  accept?: string;
  /** Value of the Authorization header. It is sent to the address's own origin only, not after a redirect elsewhere. */
  authorization?: string;
  /** Further request headers, sent to the address's own origin only. */
  headers?: Readonly<Record<string, string>>;
  /** JSON to send by POST, to the address's own origin only; absent for a GET. */
  post?: string;
  /** Validator of an earlier response. The response can then be `notModified`. */
  validator?: string | undefined;
  /** Called before a redirect is followed. An error that it throws ends the request. */
  onRedirect?: (to: URL) => void | Promise<void>;
  /** Called before the body is read. An error that it throws ends the request. */
  onContent?: (mediaType: string, url: URL) => void;
}

/** The response at the end of all redirects, read completely. Its status is a success, or 304 for a validator. */
export interface HttpResponse {
  /** URL after redirects. */
  url: URL;
  /** The content is that of the request's validator, and `body` is empty. */
  notModified: boolean;
  /** Lower-case type without parameters; '' if the server sends none. */
  mediaType: string;
  headers: ResponseHeaders;
  /** The decompressed body. */
  body: Buffer;
  /** ETag, or Last-Modified if there is no ETag. */
  validator?: string;
  /** Returns the body, decoded by its charset. */
  text(): string;
}

/** Returns the value of a header by its name in lower case; '' if there is none. */
type ResponseHeaders = (name: string) => string;

interface Answer {
  status: number;
  headers: ResponseHeaders;
  body: Buffer;
}

/**
 * Sends GET requests, and POST requests to APIs that need them. Every hop goes to http or https at a public address.
 * Time, size, redirects and attempts are limited. `Retry-After` applies to the whole host. `get` throws RunError
 * (HttpStatusError for a status other than success), or the signal's reason.
 */
export class HttpClient {
  private readonly options: HttpClientOptions;
  private readonly clock: Clock;
  private readonly agent: Agent;
  /** When the next request may go to a host that sent `Retry-After`, by host. */
  private readonly pauses = new Map<string, number>();

  constructor(options: HttpClientOptions) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    const { requestTimeoutMs: timeout, allowedRanges, resolve = systemResolve } = options;
    this.agent = new Agent({
      connections: maxParallelRequests,
      allowH2: false,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      connect: { timeout, lookup: guardedLookup(allowedRanges, resolve) },
    });
  }

  async get(address: string | URL, options: GetOptions): Promise<HttpResponse> {
    let url = parseHttpUrl(String(address));
    const { origin } = url;
    const anonymous = { ...options, authorization: '', headers: {} };
    const hops = [url.href];
    for (;;) {
      const answer = await this.persist(url, url.origin === origin ? options : anonymous);
      if (!isRedirect(answer)) return responseOf(url, answer, options);
      const target = redirectTarget(url, answer.headers('location'));
      assertNewHop(hops, target);
      if (options.post !== undefined && target.origin !== origin) throw strayPost(url, target);
      await options.onRedirect?.(target);
      hops.push(target.href);
      url = target;
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  /** Retries after a broken connection, and after 429 and 503. */
  private async persist(url: URL, options: GetOptions): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      await this.pause(url, options.signal);
      const answer = await this.exchange(url, options).catch((error: unknown) => {
        options.signal.throwIfAborted();
        if (attempt < maxAttempts && isBrokenConnection(error)) return undefined;
        throw networkError(error, url);
      });
      if (!answer) continue;
      const busy = answer.status === 429 || answer.status === 503;
      const delay = retryDelay(answer.headers('retry-after'), attempt, this.clock.now());
      if (!busy || attempt >= maxAttempts || delay === undefined) return answer;
      this.pauses.set(url.host, this.clock.now() + delay);
    }
  }

  private async pause(url: URL, signal: AbortSignal): Promise<void> {
    const until = this.pauses.get(url.host) ?? 0;
    const remaining = until - this.clock.now();
    if (remaining > 0) await this.clock.sleep(remaining, signal);
  }

  private async exchange(url: URL, options: GetOptions): Promise<Answer> {
    assertPublicLiteral(url.hostname, this.options.allowedRanges);
    const total = AbortSignal.timeout(this.options.requestTimeoutMs * totalTimeoutFactor);
    const signal = AbortSignal.any([options.signal, total]);
    try {
      const response = await request(url, {
        dispatcher: this.agent,
        signal,
        headers: requestHeaders(options),
        ...(options.post !== undefined && { method: 'POST', body: options.post }),
      });
      return await readAnswer(response, url, options);
    } catch (error) {
      if (!total.aborted) throw error;
      throw new RunError('Timeout', `${describeUrl(url)} did not end in time`, { cause: error });
    }
  }
}

function requestHeaders(options: GetOptions): Record<string, string> {
  const { accept = '*/*', validator, authorization, post, headers: own } = options;
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    'accept-encoding': acceptEncoding,
    'accept-language': 'en, *;q=0.5',
    accept,
    ...own,
  };
  if (post !== undefined) headers['content-type'] = 'application/json';
  if (authorization) headers['authorization'] = authorization;
  if (validator) headers[isEtag(validator) ? 'if-none-match' : 'if-modified-since'] = validator;
  return headers;
}

async function readAnswer(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  url: URL,
  { maxBytes, onContent }: GetOptions,
): Promise<Answer> {
  const headers: ResponseHeaders = (name) => String(raw[name] ?? '');
  try {
    if (status < 200 || status >= 300) {
      // Reading a short body lets the connection be used again. A long one is cut off.
      await body.dump({ limit: 65_536 });
      return { status, headers, body: Buffer.alloc(0) };
    }
    onContent?.(mediaTypeOf(headers), url);
    const where = describeUrl(url);
    if (Number(headers('content-length')) > maxBytes) throw tooLarge(where, maxBytes);
    const read = await readDecoded(body, headers('content-encoding'), maxBytes, where);
    return { status, headers, body: read };
  } finally {
    // A body that was not read to its end would block the connection. Destroying it emits an error, which says nothing new.
    if (!body.readableEnded) body.on('error', () => {}).destroy();
  }
}

function isRedirect({ status }: Answer): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function assertNewHop(hops: string[], target: URL): void {
  const again = hops.indexOf(target.href);
  if (again === -1 && hops.length <= maxRedirects) return;
  const chain = [...hops.slice(Math.max(again, 0)).slice(0, 3), target]
    .map(describeUrl)
    .join(' -> ');
  const how = again === -1 ? `more than ${maxRedirects} times` : 'in a circle';
  throw new RunError('Malformed', `${describeUrl(hops[0] ?? target)} redirects ${how}: ${chain}`);
}

/** What a POST sends is for the API that it names. */
function strayPost(from: URL, to: URL): RunError {
  const message = `${describeUrl(from)} redirects a POST request to another origin, ${describeUrl(to)}`;
  return new RunError('Malformed', message);
}

function redirectTarget(from: URL, location: string): URL {
  const target = location ? URL.parse(location, from.href) : null;
  if (!target) {
    throw new RunError('Malformed', `${describeUrl(from)} redirects without saying where to`);
  }
  target.username = '';
  target.password = '';
  target.hash = '';
  return parseHttpUrl(target.href);
}

function responseOf(url: URL, answer: Answer, { validator: known }: GetOptions): HttpResponse {
  const { status, headers, body } = answer;
  const notModified = status === 304 && known !== undefined;
  if (!notModified && (status < 200 || status >= 300))
    throw new HttpStatusError(url, status, pauseOf(answer));
  const validator = headers('etag') || headers('last-modified');
  return {
    url,
    notModified,
    mediaType: mediaTypeOf(headers),
    headers,
    body,
    ...(validator && { validator }),
    text: () => decodeText(body, headers('content-type')),
  };
}

function mediaTypeOf(headers: ResponseHeaders): string {
  return headers('content-type').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isEtag(validator: string): boolean {
  return /^(W\/)?"/.test(validator);
}

/** Maximum wait that a server can impose with `Retry-After`. */
const maxRetryAfterMs = 60_000;

/**
 * Milliseconds to wait before asking again after a 429 or 503: what `Retry-After` says (seconds or a date), else
 * one second more for each attempt made. Undefined when that is longer than a run waits.
 */
function retryDelay(
  retryAfter: string | undefined,
  attempt: number,
  now: number,
): number | undefined {
  const asked = parse(retryAfter, now) ?? attempt * 1000;
  return asked > maxRetryAfterMs ? undefined : Math.max(asked, 0);
}

/** Returns the seconds for which a busy host asks to be left alone; undefined if it does not ask. */
function pauseOf({ status, headers }: Answer): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const milliseconds = parse(headers('retry-after'), Date.now());
  return milliseconds === undefined ? undefined : Math.max(0, Math.ceil(milliseconds / 1000));
}

function parse(retryAfter: string | undefined, now: number): number | undefined {
  const value = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - now;
}
