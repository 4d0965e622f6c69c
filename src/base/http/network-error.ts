import { errors } from 'undici';
import { messageOf, RunError } from '../errors.ts';
import { describeUrl } from './http-url.ts';

/** What a failed exchange means, by the codes of Node's sockets, TLS and zlib and of undici. */
export function networkError(error: unknown, url: URL): RunError {
  const own = runErrorIn(error);
  if (own) return own;
  const code = codeOf(error);
  const where = describeUrl(url);
  const options = { cause: error };
  if (timeouts.has(code))
    return new RunError('Timeout', `${where} did not answer in time`, options);
  if (certificate.test(code)) {
    return new RunError('Unreachable', `the certificate of ${url.host} is not trusted (${code})`, {
      ...options,
      retry: 'never',
    });
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

/** The connection broke without an answer, as a kept-alive one does when the server closes it meanwhile. */
export function isBrokenConnection(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));
}

const timeouts: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/;
const tls = /^(EPROTO|ERR_SSL|ERR_TLS)/;
const encoding = /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING|ERR_TRAILING)/;
const protocol = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/;

const details: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection is refused'],
  ['ECONNRESET', 'the server closes the connection'],
  ['UND_ERR_SOCKET', 'the server closes the connection'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'there is no route to the network'],
]);

function detail(error: unknown, code: string): string {
  return details.get(code) ?? (code || messageOf(error));
}

function codeOf(error: unknown): string {
  const named = error instanceof Error && 'code' in error;
  return named && typeof error.code === 'string' ? error.code : '';
}

function runErrorIn(error: unknown): RunError | undefined {
  if (error instanceof RunError) return error;
  return error instanceof Error && error.cause instanceof RunError ? error.cause : undefined;
}
