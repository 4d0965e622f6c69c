import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { Caller } from '../identity/access/caller.ts';
import type { Session } from '../identity/sessions/sessions.ts';
import type { OperationTypes } from './operations.gen.ts';

/** The id of an operation of the OpenAPI document. */
export type OperationId = keyof OperationTypes;

/** A validated request, as the handler of an operation reads it. */
export interface Call<Id extends OperationId> extends Exchange {
  /** Returns a query parameter, or the document's default; '' without either. */
  query: (name: keyof OperationTypes[Id]['query']) => string;
  /** Returns a parameter of the path. One that may have slashes is written `{*name}` in the document. */
  path: (name: keyof OperationTypes[Id]['path']) => string;
  /** The JSON body. */
  body: OperationTypes[Id]['body'];
}

/** A validated request of any operation: what calls routes does not know which one. */
export interface AnyCall extends Exchange {
  query: (name: string) => string;
  path: (name: string) => string;
  body: Request['body'];
}

/** What every handler reads of a request, whatever its operation. */
export interface Exchange {
  headers: IncomingHttpHeaders;
  /** The unread body, for operations that stream it with limits of their own; absent within the process. */
  stream?: Readable;
  caller: Caller;
  /** The session whose cookie identifies the caller. */
  session?: Session | undefined;
  /** `http` or `https`, as a trusted proxy reports it or the connection is; absent within the process. */
  protocol?: string;
  /** IP address of the caller; absent within the process, and after a disconnect. */
  address?: string | undefined;
  /** For long responses: identifies the caller again. Rejects if the caller lost access; absent within the process. */
  renew?: () => Promise<Caller>;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** What a handler answers. */
export type Reply =
  | {
      json: unknown;
      status?: number;
      headers?: Readonly<Record<string, string>>;
      /** Set-Cookie headers. */
      cookies?: readonly string[];
    }
  | { text: string; contentType?: string; headers?: Readonly<Record<string, string>> }
  /** 303 to another page. */
  | { redirect: string; cookies?: readonly string[] }
  /** Sent while it is created; an error closes the connection. `fileName`: the name for saving it in a browser. */
  | {
      stream: Readable;
      contentType: string;
      fileName?: string;
      headers?: Readonly<Record<string, string>>;
    };

/** The handler of one operation. */
export interface Route<Id extends OperationId> extends RouteHooks {
  handle(call: Call<Id>): Promise<Reply> | Reply;
}

/** The handler of any operation: what calls it has validated the request. */
export interface AnyRoute extends RouteHooks {
  handle(call: AnyCall): Promise<Reply> | Reply;
}

/** The handlers of several operations, by their ids. */
export type Routes<Id extends OperationId = OperationId> = { [One in Id]: Route<One> };

interface RouteHooks {
  /** Throws if the request lacks a credential that is neither a role nor a scope. Runs before anything is read or validated. */
  admit?(headers: IncomingHttpHeaders): Promise<void>;
  /** Adds what a known client leaves out, before the request is validated. */
  amend?(query: URLSearchParams, headers: IncomingHttpHeaders): void;
}
