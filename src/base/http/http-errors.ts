import { errors } from 'undici';
import { RunError, type FailureReason, messageOf } from '../errors.ts';
import { describeUrl } from './http-url.ts';
import { isUntrustedCertificate } from './untrusted-certificate.ts';

/** A response whose status is neither success nor a redirect. */
export class HttpStatusError extends RunError {
  readonly httpStatus: number;

  constructor(url: URL, httpStatus: number, retryAfterSeconds?: number) {
    const { reason, meaning } = explain(httpStatus);
    super(reason, `${describeUrl(url)} answers ${httpStatus}: ${meaning}`, {
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
    this.httpStatus = httpStatus;
  }
}

interface Explanation {
  reason: FailureReason;
  meaning: string;
}

const explanations: ReadonlyMap<number, Explanation> = new Map([
  [401, { reason: 'AccessDenied', meaning: 'it may not be read without signing in' }],
  [403, { reason: 'AccessDenied', meaning: 'the server refuses to show it' }],
  [404, { reason: 'NotFound', meaning: 'there is no such page' }],
  [407, { reason: 'AccessDenied', meaning: 'a proxy asks for credentials' }],
  [408, { reason: 'Timeout', meaning: 'the server gave up waiting' }],
  [410, { reason: 'NotFound', meaning: 'the page is gone for good' }],
  [429, { reason: 'Unreachable', meaning: 'the server asks for fewer requests' }],
  [451, { reason: 'AccessDenied', meaning: 'the page is withheld for legal reasons' }],
]);

function explain(status: number): Explanation {
  const known = explanations.get(status);
  if (known) return known;
  if (status >= 500) return { reason: 'Unreachable', meaning: 'the server failed' };
  return { reason: 'InvalidSource', meaning: 'expected 200 with the content' };
}

/**
 * Returns the RunError for a failed exchange, by the error codes of Node's sockets, TLS and zlib, and of undici. Returns
 * every other error as it is, because it is a fault of this program and not of the network.
 */
export function networkError(error: unknown, url: URL): Error {
  const own = runErrorIn(error);
  if (own) return own;
  const code = codeOf(error);
  if (isFault(error, code)) return error;
  const where = describeUrl(url);
  const options = { cause: error };
  if (timeouts.has(code) || isTimeout(error))
    return new RunError('Timeout', `${where} did not answer in time`, options);
  if (isUntrustedCertificate(code)) {
    const message = `the certificate of ${url.host} is not trusted (${code}); if it is yours, the operator can name the file of its authority in NODE_EXTRA_CA_CERTS`;
    return new RunError('Unreachable', message, { ...options, retry: 'never' });
  }
  if (tls.test(code))
    return new RunError('Unreachable', `${url.host} offers no usable TLS (${code})`, options);
  if (encoding.test(code))
    return new RunError('Malformed', `${where} sends a broken compressed body (${code})`, options);
  if (error instanceof errors.HTTPParserError || protocol.test(code))
    return new RunError(
      'Malformed',
      `${where} does not answer in HTTP: ${messageOf(error)}`,
      options,
    );
  return new RunError('Unreachable', `${where} cannot be reached: ${detail(error, code)}`, options);
}

/** Returns whether the connection broke without a response, as when the server closes a kept-alive connection. */
export function isBrokenConnection(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));
}

const timeouts: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
const tls = /^(EPROTO|ERR_SSL|ERR_TLS)/;
const encoding = /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING|ERR_TRAILING)/;
const protocol = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/;

const details: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'the name of the host has no address'],
  ['EAI_AGAIN', 'the name of the host has no address now'],
  ['ECONNREFUSED', 'the connection is refused'],
  ['ECONNRESET', 'the server closes the connection'],
  ['UND_ERR_SOCKET', 'the server closes the connection'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'there is no route to the network'],
]);

/** Returns why there is no connection, by the error or its causes: clients of HTTP wrap the error of the socket. */
export function connectionFailure(error: Error): string {
  const code = codeOf(error);
  if (code === '') {
    return error.cause instanceof Error ? connectionFailure(error.cause) : error.message;
  }
  if (isUntrustedCertificate(code)) {
    return `its certificate is not trusted (${code}); if its authority is yours, set NODE_EXTRA_CA_CERTS to the file of its certificate`;
  }
  return tls.test(code) ? `it offers no usable TLS (${code})` : detail(error, code);
}

function detail(error: unknown, code: string): string {
  return details.get(code) ?? (code || messageOf(error));
}

/** Returns whether an error comes from this program: failures of the network have codes, and wrong calls are TypeErrors. */
function isFault(error: unknown, code: string): error is Error {
  if (!(error instanceof Error) || isTimeout(error)) return false;
  if (error instanceof errors.HTTPParserError) return false;
  return code === '' || error instanceof TypeError || code === 'UND_ERR_INVALID_ARG';
}

/** Returns whether an error is the reason of AbortSignal.timeout. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function codeOf(error: unknown): string {
  const named = error instanceof Error && 'code' in error;
  return named && typeof error.code === 'string' ? error.code : '';
}

function runErrorIn(error: unknown): RunError | undefined {
  if (error instanceof RunError) return error;
  return error instanceof Error && error.cause instanceof RunError ? error.cause : undefined;
}
