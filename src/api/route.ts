import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { Caller } from '../identity/access/caller.ts';
import type { Session } from '../identity/sessions/sessions.ts';

/** What a handler sees of a request: parameters and body are as the document says. */
export interface Call {
  /** A query parameter, or the document's default; '' where it has none. */
  query: (name: string) => string;
  /** A parameter of the path; one that may have slashes is written `{*name}` in the document. */
  path: (name: string) => string;
  headers: IncomingHttpHeaders;
  /** The JSON body; a handler writes down the type that the document gives it. */
  body: Request['body'];
  /** The body as it arrives, for operations that read it themselves, with limits of their own; absent within the process. */
  stream?: Readable;
  caller: Caller;
  /** The session whose cookie the caller is known by. */
  session?: Session | undefined;
  /** `http` or `https`, as a trusted proxy says or the connection is; absent within the process. */
  protocol?: string;
  /** IP address of the caller; absent within the process, and when the connection is gone. */
  address?: string | undefined;
  /** For answers that go on: who calls now. Rejects when they may have it no more; absent within the process. */
  renew?: () => Promise<Caller>;
  /** Aborts when the client goes away. */
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
  /** Sent as it is made; what fails on the way cuts the connection. `fileName`: what a browser saves it as. */
  | {
      stream: Readable;
      contentType: string;
      fileName?: string;
      headers?: Readonly<Record<string, string>>;
    };

/** How one operation of the document is carried out. */
export interface Route {
  handle(call: Call): Promise<Reply> | Reply;
  /** Throws for who may not ask, where neither a role nor a scope decides that; before anything else is read or validated. */
  admit?(headers: IncomingHttpHeaders): Promise<void>;
  /** Mends what a known client leaves out, before the request is validated. */
  amend?(query: URLSearchParams, headers: IncomingHttpHeaders): void;
}
