import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';

/** What a handler sees of a request: parameters and body are as the document says. */
export interface Call {
  /** A parameter, or the document's default; '' where it has none. */
  query: (name: string) => string;
  /** The JSON body; a handler writes down the type that the document gives it. */
  body: Request['body'];
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** What a handler answers. */
export type Reply = { json: unknown; status?: number } | { text: string; contentType?: string };

/** How one operation of the document is carried out. */
export interface Route {
  handle(call: Call): Promise<Reply> | Reply;
  /** Mends what a known client leaves out, before the request is validated. */
  amend?(query: URLSearchParams, headers: IncomingHttpHeaders): void;
}
