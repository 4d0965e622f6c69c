import { Agent, request } from 'undici';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { RunError } from '../../../base/errors.ts';
import { assertPublicHost, guardedLookup } from '../../../base/http/address-guard.ts';
import { networkError } from '../../../base/http/network-error.ts';
import type { RepositoryOptions } from './repository.ts';

export type PlainHttpOptions = Pick<
  RepositoryOptions,
  'allowedRanges' | 'idleMs' | 'maxTotalBytes' | 'signal'
>;

/** An answer that leads elsewhere; it is never followed unseen. */
export class Redirect extends Error {}

/**
 * The HTTP client isomorphic-git works through: addresses are checked when a connection is made, redirects are not
 * followed, silence and the bytes of all answers are limited. isomorphic-git's own has none of that.
 */
export function createPlainHttp(
  options: PlainHttpOptions,
): HttpClient & { close(): Promise<void> } {
  const { idleMs, allowedRanges, signal } = options;
  const agent = new Agent({
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    connect: { timeout: idleMs, lookup: guardedLookup(allowedRanges) },
  });
  let received = 0;
  const count = (chunk: Buffer): Uint8Array => {
    received += chunk.length;
    if (received <= options.maxTotalBytes) return chunk;
    throw new RunError(
      'TooLarge',
      `the repository sends more than ${options.maxTotalBytes} bytes; with the git program installed only its documentation is fetched`,
    );
  };
  return {
    close: () => agent.destroy(),
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest) {
      const target = new URL(url);
      await assertPublicHost(target.hostname, allowedRanges, signal);
      try {
        const sent = body ? await concat(body) : null;
        const answer = await request(target, {
          dispatcher: agent,
          method: method === 'POST' ? 'POST' : 'GET',
          headers,
          body: sent,
          signal,
        });
        if (answer.statusCode >= 300 && answer.statusCode < 400) throw new Redirect(url);
        return {
          url,
          method,
          statusCode: answer.statusCode,
          statusMessage: answer.statusText,
          headers: flatten(answer.headers),
          body: counted(answer.body, count, target),
        } satisfies GitHttpResponse;
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof Redirect ? error : networkError(error, target);
      }
    },
  };
}

async function concat(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

async function* counted(
  body: AsyncIterable<Buffer>,
  count: (chunk: Buffer) => Uint8Array,
  url: URL,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield count(chunk);
  } catch (error) {
    throw networkError(error, url);
  }
}
