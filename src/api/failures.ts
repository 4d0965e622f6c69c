import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Access } from '../identity/access/access.ts';
import { LecternError } from '../base/errors.ts';
import { challengeOf } from '../identity/oauth/oauth.ts';
import { operationsOf, type ApiDocument } from './description.ts';
import { problemOf } from './problem.ts';
import type { RequestScope } from './request-scope.ts';

/** Answers methods that a path of the document does not have: 405 method_not_allowed, with those that it has. */
export function wrongMethod(document: ApiDocument, path: string): RequestHandler {
  const methods = operationsOf(document).filter((operation) => operation.path === path);
  const names = methods.map(({ method }) => method.toUpperCase());
  const allowed = (names.includes('GET') ? [...names, 'HEAD'] : names).join(', ');
  return (request, response) => {
    response.set('Allow', allowed);
    const message = `${path} does not answer ${request.method}; it answers ${allowed}.`;
    throw new LecternError('method_not_allowed', 405, message);
  };
}

/** Answers paths that there are not: 404 not_found. */
export function unknownPath(): RequestHandler {
  return () => {
    const message =
      'There is nothing at this path; use /mcp for the Model Context Protocol, /api/openapi.json lists the others.';
    throw new LecternError('not_found', 404, message);
  };
}

/** Answers what was thrown by its code and message. Express knows an error handler by its four parameters. */
export function failed(
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
    if (status >= 500) requests.note({ error });
    response.status(status).json(body);
  };
}

/** Whether an answer ended because nobody reads it any more. */
function hasLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}
