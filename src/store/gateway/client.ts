import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request, type Dispatcher } from 'undici';
import { readBounded } from '../../base/http/bounded-body.ts';
import { type FailureReason, RunError } from '../../base/errors.ts';
import type { GatewayOperation, RequestBodies } from './protocol.ts';

export interface GatewayClientOptions {
  url: string;
  token: string;
  /** Milliseconds within which a gateway that is away must be back. */
  patienceMs?: number;
}

/** Milliseconds between attempts: the first, and the longest. */
const waits = { first: 250, longest: 8_000 };
/** Milliseconds that the slowest request takes: the one that deletes what a large library has shown before. */
const answerMs = 15 * 60_000;
const maxAnswerBytes = 256_000_000;
/** Answers of whatever stands before the gateway while none is there. */
const away: readonly number[] = [502, 503, 504];

/**
 * Asks the write gateway for one run. A request whose answer does not come is sent again: each comes to the same when it is
 * carried out twice. Throws RunError, the gateway's own or StorageFailed.
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

  /** The JSON of the answer; undefined when it has none. */
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
      return JSON.parse(read.toString('utf8')) as unknown;
    });
  }

  /** The lines of the answer, all of them, as JSON; undefined when it has none. */
  async askLines<Name extends GatewayOperation>(
    name: Name,
    body: RequestBodies[Name],
  ): Promise<unknown[] | undefined> {
    return this.untilAnswered(undefined, async () => {
      const answer = await this.send(name, body);
      if (!answer) return undefined;
      const lines: unknown[] = [];
      for await (const line of createInterface({ input: answer })) lines.push(JSON.parse(line));
      return lines;
    });
  }

  /** The bytes of the answer as they come; undefined when it has none. */
  async stream<Name extends GatewayOperation>(
    name: Name,
    body: RequestBodies[Name],
  ): Promise<Dispatcher.ResponseData['body'] | undefined> {
    return this.untilAnswered(undefined, () => this.send(name, body));
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }

  private async send(
    name: GatewayOperation,
    body: object,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData['body'] | undefined> {
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
    const until = performance.now() + (this.options.patienceMs ?? 180_000);
    for (let wait = waits.first; ; wait = Math.min(2 * wait, waits.longest)) {
      try {
        return await attempt();
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof RunError) throw error;
        if (performance.now() + wait > until) {
          throw failed(error instanceof Away ? error.message : 'it cannot be reached', error);
        }
      }
      await sleep(wait, undefined, signal && { signal });
    }
  }
}

/** There is no gateway just now. */
class Away extends Error {}

function failureIn(status: number, text: string): RunError {
  let told: { message?: string; reason?: FailureReason; retry?: 'never' | 'backoff' } = {};
  try {
    told = JSON.parse(text) as typeof told;
  } catch {
    // Not an answer of the gateway.
  }
  const { message = '', reason, retry = 'backoff' } = told;
  if (reason !== undefined) return new RunError(reason, message, { retry });
  return failed(`it answered ${status}${message ? `: ${message}` : ''}`);
}

function failed(why: string, cause?: unknown): RunError {
  const message = `The write gateway failed: ${why.replace(/\.$/, '')}`;
  return new RunError('StorageFailed', message, { cause });
}
