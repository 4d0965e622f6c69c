import type { Level, LogFn, Logger } from 'pino';
import { anonymous, type Caller } from '../identity/access/caller.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ApiMetrics } from './metrics.ts';

/** Facts that are collected while a request is handled. */
export interface RequestFacts {
  readonly id: string;
  caller?: Caller;
  /** The tool of a tool call, and its outcome. */
  tool?: string;
  outcome?: string;
  /** True if an operation that changes something ran. */
  changes?: boolean;
  /** Ids of what it changes, by the names of the parameters. */
  about?: Record<string, string>;
  /** The unexpected error that ended the request. */
  error?: unknown;
}

/** The log for routes. */
export type RequestLog = Pick<Logger, 'warn' | 'error'>;

/** Associates work with its request, across asynchronous calls. */
export interface RequestScope {
  run(facts: RequestFacts, next: () => void): void;
  /** Adds facts to the current request, if there is one. */
  note(facts: Partial<RequestFacts>): void;
  /** Writes to the log of the process; each line has the id of its request. */
  log: RequestLog;
}

/** Creates a scope over the log of a process. */
export function createRequestScope(log: Logger): RequestScope {
  const storage = new AsyncLocalStorage<RequestFacts>();
  const current = (): Logger => {
    const facts = storage.getStore();
    return facts ? log.child({ requestId: facts.id }) : log;
  };
  return {
    run: (facts, next) => storage.run(facts, next),
    note(more) {
      const facts = storage.getStore();
      if (facts) Object.assign(facts, more);
    },
    log: {
      warn: (...line: Parameters<LogFn>) => current().warn(...line),
      error: (...line: Parameters<LogFn>) => current().error(...line),
    },
  };
}

/** A completed request. */
export interface EndedRequest extends RequestFacts {
  method: string;
  /** The pattern of the path. The path itself is untrusted and may contain a key. */
  route: string;
  status: number;
  /** Milliseconds. */
  ms: number;
  /** The caller's address. */
  client: string | undefined;
  /** The caller disconnected before the end of the response. */
  aborted: boolean;
}

/** The log line of a request. */
export interface RequestLine {
  level: Level;
  fields: Record<string, unknown>;
  message: string;
}

const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** Tool calls are always POST requests; their operations tell which of them change something. */
const toolRoutes = /^\/mcp(?:\/|$)/;

/** Returns the log line of a request: `info` for changes and refusals, `debug` for others. */
export function requestLine(request: EndedRequest): RequestLine {
  const { id, method, route, status, ms, client, tool, outcome, about, error, aborted } = request;
  const { keyId, userId, role, teamspace } = request.caller ?? anonymous;
  return {
    level: levelOf(request),
    fields: {
      requestId: id,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      role,
      ...(keyId !== undefined && { keyId }),
      ...(userId !== undefined && { userId }),
      teamspace,
      ...(client !== undefined && { client }),
      ...(tool !== undefined && { tool, outcome }),
      ...(about && { about }),
      ...(aborted && { aborted }),
      ...(error !== undefined && { err: error }),
    },
    message: error === undefined ? 'request' : 'request failed',
  };
}

function levelOf({ method, route, status, changes, error }: EndedRequest): Level {
  if (error !== undefined) return 'error';
  if (status >= 500) return 'warn';
  const reads = readingMethods.includes(method) || toolRoutes.test(route);
  return changes || !reads || status >= 400 ? 'info' : 'debug';
}

interface RequestContextOptions {
  requests: RequestScope;
  metrics: Pick<ApiMetrics, 'request'>;
  log: Logger;
}

/**
 * Adds an id to every request (the caller's, if it is valid) and security headers to every response. At the end, counts, times
 * and logs the request by its route, never by its URL, which is untrusted.
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
    // The address is only available while the connection is open.
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
      // The error that ended a response is noted just after its connection closes.
      if (aborted) setImmediate(write);
      else write();
    });
    requests.run(facts, next);
  };
}

/** Returns the pattern of the matched route; if it has several, the one that equals the path. */
function routeOf({ route, path }: Request): string {
  const taken: unknown = (route as { path?: unknown } | undefined)?.path;
  const patterns = [taken].flat().filter((pattern) => typeof pattern === 'string');
  return patterns.find((pattern) => pattern === path) ?? patterns[0] ?? 'unknown';
}
