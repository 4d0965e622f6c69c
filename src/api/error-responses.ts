import { LecternError, RunError } from '../base/errors.ts';
import { isDatabaseFailure } from '../store/metadata/database-errors.ts';
import { LibraryRedirected } from '../search/served-library.ts';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { GrantMissing, type MissingGrant } from '../identity/access/credential-policy.ts';
import { RoleTooLow, type MissingRole } from '../identity/access/errors.ts';
import type { Access } from '../identity/access/access.ts';
import { challengeOf } from '../identity/oauth/oauth.ts';
import { operationsOf, type ApiDocument } from './description.ts';
import { TooManyStreams } from './live/event-hub.ts';
import type { RequestScope } from './request-log.ts';

/** An error as a client sees it. */
export interface Problem {
  status: number;
  body: {
    error: string;
    message: string;
    redirectUrl?: string;
    missingGrant?: MissingGrant;
    missingRole?: MissingRole;
  };
}

/** Returns the response to a thrown error. An unexpected error becomes an internal_error that hides its cause. */
export function problemOf(error: unknown): Problem {
  if (error instanceof LibraryRedirected) {
    const { code, message, redirectUrl, status } = error;
    return { status, body: { error: code, message, redirectUrl } };
  }
  if (error instanceof GrantMissing) {
    const { code, message, missingGrant, status } = error;
    return { status, body: { error: code, message, missingGrant } };
  }
  if (error instanceof RoleTooLow) {
    const { code, message, missingRole, status } = error;
    return { status, body: { error: code, message, missingRole } };
  }
  if (error instanceof LecternError && !(error instanceof RunError)) {
    return { status: error.status, body: { error: error.code, message: error.message } };
  }
  if (isDatabaseFailure(error)) {
    const message =
      'The database is unavailable. Try again later; the log has the reason under the request id.';
    return { status: 503, body: { error: 'search_failed', message } };
  }
  if (isTimeLimit(error)) {
    const message =
      'The server ended the request at its time limit. Try again when it is less busy.';
    return { status: 504, body: { error: 'timeout', message } };
  }
  return (
    bodyProblem(error) ?? {
      status: 500,
      body: {
        error: 'internal_error',
        message:
          'An error occurred while processing your request; the log has it under the request id.',
      },
    }
  );
}

/** Returns whether an error is the reason of AbortSignal.timeout. Stores throw it unchanged. */
function isTimeLimit(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** Errors of express and its body parser carry a 4xx status; the body parser names the kind in `type`. */
function bodyProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  if (status === 413) {
    const limit = 'limit' in error ? Number(error.limit) : 0;
    const message = `Body too large: send at most ${limit / 1_000} kB.`;
    return { status, body: { error: 'payload_too_large', message } };
  }
  const kind = 'type' in error ? String(error.type) : '';
  const message = bodyMistakes.get(kind) ?? otherMistake(error);
  return { status: 400, body: { error: 'validation_error', message } };
}

/** Errors of a decompression have no kind, only the code of zlib or, with two underscores, of Brotli. */
function otherMistake(error: Error): string {
  return 'code' in error && /^(?:Z|ERR_)_/.test(String(error.code))
    ? 'Body does not have the encoding that Content-Encoding names, or is cut off.'
    : 'Malformed request: check its path, headers and body.';
}

/** Messages by the kind of mistake. Only the check of the text fails as `entity.verify.failed`. */
const bodyMistakes: ReadonlyMap<string, string> = new Map([
  ['entity.parse.failed', 'Body is not valid JSON: send a JSON object.'],
  ['entity.verify.failed', 'Body is not valid UTF-8: encode its text in UTF-8.'],
  ['charset.unsupported', 'Content-Type names an unsupported charset: send the body in UTF-8.'],
  [
    'encoding.unsupported',
    'Content-Encoding is not supported: send the body as it is, or with gzip, deflate or br.',
  ],
]);

/** Handles unknown methods of a known path: 405 method_not_allowed, with the supported methods in `Allow`. */
export function wrongMethod(document: ApiDocument, path: string): RequestHandler {
  const methods = operationsOf(document).filter((operation) => operation.path === path);
  const names = methods.map(({ method }) => method.toUpperCase());
  const allowed = (names.includes('GET') ? [...names, 'HEAD'] : names).join(', ');
  return (request, response) => {
    response.set('Allow', allowed);
    const message = `${path} does not support ${request.method}. It supports ${allowed}.`;
    throw new LecternError('method_not_allowed', message);
  };
}

/** Handles unknown paths: 404 not_found. */
export function unknownPath(): RequestHandler {
  return () => {
    const message =
      'Unknown path. Use /mcp for the Model Context Protocol; /api/openapi.json lists the other paths.';
    throw new LecternError('not_found', message);
  };
}

/** Turns a thrown error into a response. Express recognizes an error handler by its four parameters. */
export function errorResponse(
  requests: RequestScope,
  { oauth }: Pick<Access, 'oauth'>,
): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    if (response.headersSent || response.destroyed) {
      if (response.headersSent && !hasLeft(error)) requests.note({ error });
      response.destroy();
      return;
    }
    const { status, body } = problemOf(error);
    const challenge = challengeOf(error, oauth);
    if (challenge !== undefined) response.set('WWW-Authenticate', challenge);
    if (error instanceof TooManyStreams)
      response.set('Retry-After', String(error.retryAfterSeconds));
    if (status >= 500) requests.note({ error });
    response.status(status).json(body);
  };
}

/** Returns true if the response ended because the client disconnected. */
function hasLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}
