import type { Level, LogFn, Logger } from 'pino';
import { anonymous, type Caller } from '../identity/access/caller.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ApiMetrics } from './metrics.ts';

/** What becomes known of a request while it is answered. */
export interface RequestFacts {
  readonly id: string;
  caller?: Caller;
  /** The tool that a call of the tool server named, and how it ended. */
  tool?: string;
  outcome?: string;
  /** An operation that changes something was carried out on its behalf. */
  changes?: boolean;
  /** Why it could not be answered, where that is nobody's mistake. */
  error?: unknown;
}

/** The log as routes use it. */
export type RequestLog = Pick<Logger, 'warn' | 'error'>;

/** Ties what happens on behalf of a request to it, through whatever is awaited. */
export interface RequestScope {
  run(facts: RequestFacts, next: () => void): void;
  /** Adds to the facts of the request that is being answered, if one is. */
  note(facts: Partial<RequestFacts>): void;
  /** Writes to the log of the process, each line with the id of its request. */
  log: RequestLog;
}

/** A scope over the log of a process. */
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

/** A request that has ended. */
export interface EndedRequest extends RequestFacts {
  method: string;
  /** The pattern of its path, never the path: anybody can make that up, with a key in it. */
  route: string;
  status: number;
  /** Milliseconds. */
  ms: number;
  /** The caller's address. */
  client: string | undefined;
  /** The caller left before the answer's end. */
  aborted: boolean;
}

/** The log line of a request. */
export interface RequestLine {
  level: Level;
  fields: Record<string, unknown>;
  message: string;
}

const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** The tool server takes every call as a POST; which of them change something their operations say. */
const toolRoutes = /^\/mcp(?:\/|$)/;

/** What the log says of a request: at `info` where it changed something or was refused, `debug` where it was answered. */
export function requestLine(request: EndedRequest): RequestLine {
  const { id, method, route, status, ms, client, tool, outcome, error, aborted } = request;
  const { keyId, role, teamspace } = request.caller ?? anonymous;
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
      teamspace,
      ...(client !== undefined && { client }),
      ...(tool !== undefined && { tool, outcome }),
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
