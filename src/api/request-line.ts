import type { Level } from 'pino';
import { anonymous } from '../identity/access/caller.ts';
import type { RequestFacts } from './request-scope.ts';

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
