import express, { type RequestHandler, type Response } from 'express';
import { LecternError } from '../errors.ts';
import type { Operation } from './description.ts';
import { hostAllowed } from './host-guard.ts';
import { carriesToken, operatorTokenFile } from './operator-token.ts';
import type { Reply, Route } from './route.ts';
import type { RequestValidator } from './validator.ts';

/** Largest request body, in bytes. */
const maxBody = 100_000;

export interface OperatorGuard {
  /** Address the server is bound to. */
  host: string;
  token: string;
}

/** The express handlers that carry out one operation: guard, body, validation, route, reply. */
export function operationHandlers(
  operation: Operation,
  { route, validator, guard }: { route: Route; validator: RequestValidator; guard: OperatorGuard },
): RequestHandler[] {
  return [
    ...(operation.operatorOnly ? [operatorOnly(guard)] : []),
    ...(operation.bodyRef ? [express.json({ limit: maxBody }), wantsBody(validator)] : []),
    carriedOut(route, validator),
  ];
}

function operatorOnly({ host, token }: OperatorGuard): RequestHandler {
  return (request, response, next) => {
    if (!hostAllowed(request.get('host'), host)) {
      const message = `The Host header is not a name of this server; call it by ${host}.`;
      throw new LecternError('access_denied', 403, message);
    }
    if (!carriesToken(request.get('authorization'), token)) {
      response.set('WWW-Authenticate', 'Bearer');
      throw new LecternError(
        'invalid_api_key',
        401,
        `This needs the operator token as "Authorization: Bearer <token>"; the server keeps it in the file ${operatorTokenFile} of its data directory.`,
      );
    }
    next();
  };
}

function wantsBody(validator: RequestValidator): RequestHandler {
  return (request, _response, next) => {
    if (request.body === undefined) {
      const message =
        'The body is missing; send a JSON object with Content-Type: application/json.';
      throw new LecternError('validation_error', 400, message);
    }
    validator.body(request.body);
    next();
  };
}

function carriedOut(route: Route, validator: RequestValidator): RequestHandler {
  return async (request, response) => {
    const given = new URLSearchParams(request.url.split('?').slice(1).join('?'));
    route.amend?.(given, request.headers);
    const values = validator.query(given);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    send(
      response,
      await route.handle({
        query: (name) => values.get(name) ?? '',
        body: request.body,
        signal: gone.signal,
      }),
    );
  };
}

function send(response: Response, reply: Reply): void {
  if ('json' in reply) {
    response.status(reply.status ?? 200).json(reply.json);
    return;
  }
  response.set('Content-Type', reply.contentType ?? 'text/plain; charset=utf-8').send(reply.text);
}
