import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { ApiMetrics } from './metrics.ts';
import { requestLine } from './request-line.ts';
import type { RequestFacts, RequestScope } from './request-scope.ts';

export interface RequestContextOptions {
  requests: RequestScope;
  metrics: Pick<ApiMetrics, 'request'>;
  log: Logger;
}

/**
 * Gives every request an id (the caller's, when it has the form of one) and every response its harmless headers. When it
 * has ended it is counted, timed and logged by its route, never by its URL, which anybody can make up.
 */
export function requestContext({ requests, metrics, log }: RequestContextOptions): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const given = request.get('x-request-id') ?? '';
    const id = /^[A-Za-z0-9._-]{1,100}$/.test(given) ? given : randomUUID();
    response.set({
      'X-Request-Id': id,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    const facts: RequestFacts = { id };
    // Known only while the connection is there.
    const client = request.ip;
    response.once('close', () => {
      const ms = performance.now() - start;
      const ended = {
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
      };
      metrics.request(ended, ms / 1000);
      const aborted = !response.writableFinished;
      const write = (): void => {
        const line = requestLine({ ...facts, ...ended, ms, client, aborted });
        log[line.level](line.fields, line.message);
      };
      // What cut an answer off is noted just after its connection is closed.
      if (aborted) setImmediate(write);
      else write();
    });
    requests.run(facts, next);
  };
}

/** The pattern of the route that took the request; of several that it has, the one that is the path. */
function routeOf({ route, path }: Request): string {
  const taken: unknown = (route as { path?: unknown } | undefined)?.path;
  const patterns = [taken].flat().filter((pattern) => typeof pattern === 'string');
  return patterns.find((pattern) => pattern === path) ?? patterns[0] ?? 'unknown';
}
