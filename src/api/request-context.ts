import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { ApiMetrics } from './metrics.ts';

/** Gives every request an id (the caller's, when it has the form of one) and every response its harmless headers. */
export function requestContext(): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id') ?? '';
    const id = /^[A-Za-z0-9._-]{1,100}$/.test(given) ? given : randomUUID();
    response.set({
      'X-Request-Id': id,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    next();
  };
}

/** Counts and times every request by its route, never by its URL, which anybody can make up. */
export function measured(metrics: ApiMetrics): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const route: unknown = request.route?.path;
      metrics.request(
        {
          method: request.method,
          route: typeof route === 'string' ? route : 'unknown',
          status: response.statusCode,
        },
        (performance.now() - start) / 1000,
      );
    });
    next();
  };
}
