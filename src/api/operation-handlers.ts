import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { LecternError } from '../base/errors.ts';
import type { Operation } from './description.ts';
import {
  callerOf,
  rateLimited,
  authorize,
  renewalOf,
  sessionOf,
  type AuthorizeOptions,
} from './authorize.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import type { AnyRoute, Reply } from './route.ts';
import type { RequestValidator } from './validator.ts';
import { utf8QueryOf } from './query-of.ts';

/** Returns the express handlers of one operation: authorize, read the body, validate, run the route, reply. */
export function operationHandlers(
  operation: Operation,
  {
    route,
    validator,
    guard,
  }: { route: AnyRoute; validator: RequestValidator; guard: AuthorizeOptions },
): RequestHandler[] {
  const { requirement, limited, bodyRef, maxBody } = operation;
  const guards = limited ? [rateLimited(guard)] : [];
  return [
    ...(requirement ? [authorize(requirement, guard)] : guards),
    ...(route.admit ? [admit(route)] : []),
    ...(bodyRef
      ? [express.json({ limit: maxBody, verify: refuseOtherText }), validateBody(validator)]
      : []),
    runRoute(operation, { route, validator }),
  ];
}

/** Other bytes than those of UTF-8 would silently become replacement characters, such as in the title of a library. */
function refuseOtherText(
  _request: unknown,
  _response: unknown,
  body: Buffer,
  charset: string,
): void {
  if (charset === 'utf-8' && !isUtf8(body)) throw new Error('the body is not UTF-8');
}

function admit(route: AnyRoute): RequestHandler {
  return async ({ headers }, _response, next) => {
    await route.admit?.(headers);
    next();
  };
}

/** Returns the path in express syntax: `{name}` is one segment, `{*name}` any number of segments. */
export function expressPath(path: string): string {
  return path.replaceAll(
    /\{(\*?)(\w+)\}/g,
    (_, star: string, name: string) => `${star || ':'}${name}`,
  );
}

function validateBody(validator: RequestValidator): RequestHandler {
  return (request, _response, next) => {
    if (request.body === undefined) {
      const message =
        'The body is missing. Send a JSON object with Content-Type: application/json.';
      throw new LecternError('validation_error', message);
    }
    validator.body(request.body);
    next();
  };
}

function runRoute(
  { parameters }: Operation,
  { route, validator }: { route: AnyRoute; validator: RequestValidator },
): RequestHandler {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return async (request, response) => {
    const given = utf8QueryOf(request, names);
    route.amend?.(given, request.headers);
    const inPath = pathOf(request);
    validator.path(inPath);
    const values = validator.query(given);
    const reply = await route.handle({
      query: (name) => values.get(name) ?? '',
      path: (name) => inPath[name] ?? '',
      headers: request.headers,
      body: request.body,
      stream: request,
      caller: callerOf(response),
      session: sessionOf(response),
      protocol: request.protocol,
      address: request.ip,
      renew: renewalOf(response),
      signal: disconnectSignal(response),
    });
    await send(response, reply);
  };
}

/** Returns the path parameters as text. Express gives the segments of a `*name` as a list. */
function pathOf({ params }: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')]),
  );
}

async function send(response: Response, reply: Reply): Promise<void> {
  if ('headers' in reply && reply.headers) response.set(reply.headers);
  if ('cookies' in reply && reply.cookies) response.append('Set-Cookie', [...reply.cookies]);
  if ('redirect' in reply) {
    response.status(303).set('Location', reply.redirect).end();
    return;
  }
  if ('json' in reply) {
    response.status(reply.status ?? 200).json(reply.json);
    return;
  }
  if ('text' in reply) {
    response.set('Content-Type', reply.contentType ?? 'text/plain; charset=utf-8').send(reply.text);
    return;
  }
  response.set('Content-Type', reply.contentType);
  if (response.req.method === 'HEAD') {
    reply.stream.destroy();
    response.end();
    return;
  }
  if (reply.fileName !== undefined) response.attachment(reply.fileName).type(reply.contentType);
  await pipeline(reply.stream, response);
}
