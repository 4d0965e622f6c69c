import { type GitHttpRequest, type GitHttpResponse, type HttpClient, Errors } from 'isomorphic-git';
import { Agent, request } from 'undici';
import { RunError, messageOf, type FailureReason } from '../../../../base/errors.ts';
import { assertPublicHost, guardedLookup } from '../../../../base/http/address-guard.ts';
import { networkError } from '../../../../base/http/http-errors.ts';
import { busyHostSeconds, privateOrGone } from '../git-errors.ts';
import { withoutCredentials } from '../location.ts';
import type { RepositoryOptions } from '../repository.ts';

/** The limits of one connection. `maxTotalBytes` limits the sum of its responses; see RepositoryOptions. */
export type IsomorphicHttpOptions = Pick<
  RepositoryOptions,
  'allowedRanges' | 'idleMs' | 'maxTotalBytes' | 'signal'
>;

/** A redirect, which is not followed. */
export class Redirect extends Error {}

/**
 * Returns an HTTP client for isomorphic-git. It checks addresses when it connects, does not follow redirects, and limits
 * idle time and the bytes of all responses. isomorphic-git's own client does none of that.
 */
export function createIsomorphicHttp(
  options: IsomorphicHttpOptions,
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

const byStatus: ReadonlyMap<number, [FailureReason, string]> = new Map([
  [401, ['AccessDenied', privateOrGone]],
  [403, ['AccessDenied', 'the server refuses access; check which accounts may read it']],
  [404, ['NotFound', 'there is no such repository; check the URL, and whether it is private']],
  [410, ['NotFound', 'the repository is gone']],
]);

/** Returns the RunError for an error of isomorphic-git. */
export function explainIsomorphic(error: unknown, repository: string): RunError {
  if (error instanceof RunError) return error;
  if (error instanceof Errors.UserCanceledError) return explained(401, repository, error);
  if (error instanceof Errors.HttpError) {
    return explained(error.data.statusCode, repository, error);
  }
  const detail = withoutCredentials(messageOf(error)).slice(0, 200);
  const isNoGit = error instanceof Errors.SmartHttpError || error instanceof Errors.ParseError;
  return isNoGit
    ? new RunError('NotFound', `${repository} does not answer as a Git repository`, {
        cause: error,
      })
    : new RunError('Unreachable', `${repository} cannot be read: ${detail}`, { cause: error });
}

function explained(status: number, repository: string, cause: unknown): RunError {
  const [reason, message] = byStatus.get(status) ?? ['Unreachable', `the server answers ${status}`];
  const retryAfterSeconds = status === 429 ? busyHostSeconds : undefined;
  return new RunError(reason, `${repository}: ${message}`, {
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
