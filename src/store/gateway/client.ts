import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request, type Dispatcher } from 'undici';
import { readBounded } from '../../base/http/bounded-body.ts';
import { type FailureReason, RunError } from '../../base/errors.ts';
import type { GatewayOperation, RequestBodies } from './protocol.ts';

interface GatewayClientOptions {
  url: string;
  token: string;
  /** Milliseconds for which requests are retried while the gateway is unreachable; 180,000 by default. */
  patienceMs?: number;
}

/** Milliseconds between attempts: the first wait, and the longest. */
const waits = { first: 250, longest: 8_000 };
/** Timeout of the slowest request in milliseconds: it deletes old generations of a large library. */
const answerMs = 15 * 60_000;
const maxAnswerBytes = 256_000_000;
/** Status codes of a proxy or load balancer that finds no gateway. */
const away: readonly number[] = [502, 503, 504];

type Answer = Dispatcher.ResponseData['body'];

/**
 * Sends the requests of one run to the write gateway. Repeats a request without a response, because each request has the same
 * effect twice as once. Throws RunError: the gateway's own, or StorageFailed.
 */
export class GatewayClient {
  private readonly options: GatewayClientOptions;
  private readonly dispatcher = new Agent({
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    connections: 8,
  });

  constructor(options: GatewayClientOptions) {
    this.options = options;
  }

  /** Returns the JSON of the response; undefined if it is empty. */
  async ask<Name extends GatewayOperation>(
    name: Name,
    body: RequestBodies[Name],
    signal?: AbortSignal,
  ): Promise<unknown> {
    return this.untilAnswered(signal, async () => {
      const answer = await this.send(name, body, signal);
      if (!answer) return undefined;
      const read = await readBounded(answer, maxAnswerBytes, () =>
        failed('its answer is too large'),
      );
      return parsed(read.toString('utf8'));
    });
  }

  /** Returns all lines of the response as JSON; undefined if it is empty. */
  async askLines<Name extends GatewayOperation>(
    name: Name,
    body: RequestBodies[Name],
  ): Promise<unknown[] | undefined> {
    return this.untilAnswered(undefined, async () => {
      const answer = await this.send(name, body);
      return answer && Array.fromAsync(linesOf(answer));
    });
  }

  /** Streams the bytes of the response; undefined if it is empty. */
  async stream<Name extends GatewayOperation>(
    name: Name,
    body: RequestBodies[Name],
  ): Promise<AsyncGenerator<Uint8Array> | undefined> {
    const answer = await this.untilAnswered(undefined, () => this.send(name, body));
    return answer && wholly(answer);
  }

  /** Streams the lines of the response as JSON; undefined if it is empty. */
  async streamLines<Name extends GatewayOperation>(
    name: Name,
    body: RequestBodies[Name],
  ): Promise<AsyncGenerator | undefined> {
    const answer = await this.untilAnswered(undefined, () => this.send(name, body));
    return answer && wholly(linesOf(answer));
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }

  private async send(
    name: GatewayOperation,
    body: object,
    signal?: AbortSignal,
  ): Promise<Answer | undefined> {
    const { url, token } = this.options;
    const { statusCode, body: answer } = await request(`${url.replace(/\/+$/, '')}/v1/${name}`, {
      method: 'POST',
      dispatcher: this.dispatcher,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    if (statusCode === 200) return answer;
    const text = await answer.text();
    if (statusCode === 204) return undefined;
    if (away.includes(statusCode)) throw new Away(`it answered ${statusCode}`);
    throw failureIn(statusCode, text);
  }

  private async untilAnswered<Value>(
    signal: AbortSignal | undefined,
    attempt: () => Promise<Value>,
  ): Promise<Value> {
    // Counts from the first failure: a gateway may be killed after it has worked on a request for minutes.
    let until: number | undefined;
    for (let wait = waits.first; ; wait = Math.min(2 * wait, waits.longest)) {
      try {
        return await attempt();
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof RunError) throw error;
        until ??= performance.now() + (this.options.patienceMs ?? 180_000);
        if (performance.now() + wait > until) {
          throw failed(error instanceof Away ? error.message : 'it cannot be reached', error);
        }
      }
      await sleep(wait, undefined, signal && { signal });
    }
  }
}

/** The gateway is temporarily unreachable. */
class Away extends Error {}

/** Yields the lines of a response as JSON. */
async function* linesOf(answer: Answer): AsyncGenerator {
  let rest = '';
  // A line ends only at "\n". Node's readline also splits at U+2028 and U+2029, which JSON does not escape.
  for await (const piece of answer.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = piece.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    for (const line of lines) yield parsed(line);
  }
  if (rest !== '') yield parsed(rest);
}

/** Returns JSON. Throws RunError StorageFailed if it is invalid: the same request would get it again. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw failed('its response is not JSON', error);
  }
}

/** Yields the same. Throws RunError StorageFailed if the response ends too early: a gateway has stopped. */
async function* wholly<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    throw error instanceof RunError ? error : failed('its response was cut off', error);
  }
}

function failureIn(status: number, text: string): RunError {
  let problem: { message?: string; reason?: FailureReason; retry?: 'never' | 'backoff' } = {};
  try {
    problem = JSON.parse(text) as typeof problem;
  } catch {
    // A proxy sent this response, not the gateway.
  }
  const { message = '', reason, retry = 'backoff' } = problem;
  if (reason !== undefined) return new RunError(reason, message, { retry });
  return failed(`it answered ${status}${message ? `: ${message}` : ''}`);
}

function failed(why: string, cause?: unknown): RunError {
  const message = `The write gateway failed: ${why.replace(/\.$/, '')}`;
  return new RunError('StorageFailed', message, { cause });
}
