import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { Caller } from '../access/caller.ts';

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
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** What a handler answers. */
export type Reply =
  | { json: unknown; status?: number }
  | { text: string; contentType?: string }
  /** Sent as it is made; what fails on the way cuts the connection. `fileName`: what a browser saves it as. */
  | { stream: Readable; contentType: string; fileName?: string };

/** How one operation of the document is carried out. */
export interface Route {
  handle(call: Call): Promise<Reply> | Reply;
  /** Mends what a known client leaves out, before the request is validated. */
  amend?(query: URLSearchParams, headers: IncomingHttpHeaders): void;
}
