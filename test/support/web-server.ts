import { once } from 'node:events';
import type { Server } from 'node:net';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';

/** A handler for one path, or a text that the server sends as HTML. */
export type Page =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A running web server. */
export interface WebServer {
  /** `http://<address>:<port>`, without a final slash. */
  origin: string;
  port: number;
  /** Pages by path and query. A test can change them at any time. */
  pages: Map<string, Page>;
  /** Requests in the order they arrived: path with query, and headers. */
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  /** Maximum number of requests that the server answered at the same time. */
  maxParallel: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** CIDR ranges of the loopback interface. A source needs them to read from such a server. */
export const loopback = ['127.0.0.0/8', '::1/128'];

/** Starts a real HTTP server on a free port of an address of this machine. Unknown paths return 404. */
export async function startWebServer(
  pages: Record<string, Page> = {},
  address = '127.0.0.1',
): Promise<WebServer> {
  let open = 0;
  const listener: RequestListener = (request, response) => {
    open += 1;
    web.maxParallel = Math.max(web.maxParallel, open);
    response.once('close', () => (open -= 1));
    const path = request.url ?? '/';
    web.requests.push({ path, headers: request.headers });
    send(web.pages.get(path), request, response);
  };
  const server = createServer(listener);
  const web: WebServer = {
    origin: '',
    port: 0,
    pages: new Map(Object.entries(pages)),
    requests: [],
    maxParallel: 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
  web.port = await listen(server, address);
  web.origin = `http://${address}:${web.port}`;
  return web;
}

/** Starts a server on a free port. Returns the port. */
export async function listen(server: Server, address = '127.0.0.1'): Promise<number> {
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : 0;
}

/** Ends a server, with the requests in progress. */
export async function closeServer(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

function send(page: Page | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (page === undefined) {
    response.writeHead(404).end('not found');
    return;
  }
  if (typeof page === 'function') {
    page(request, response);
    return;
  }
  const {
    status = 200,
    headers = {},
    body = '',
  } = typeof page === 'string' ? { body: page } : page;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

/** Returns a page with an ETag. It answers 304 to a request with the same ETag. */
export function withEtag(etag: string, body: string, headers: Record<string, string> = {}): Page {
  return (request, response) => {
    const known = request.headers['if-none-match'] === etag;
    response.writeHead(known ? 304 : 200, { 'content-type': 'text/html', etag, ...headers });
    response.end(known ? undefined : body);
  };
}

/** Returns a page that sends the chunk until the client disconnects. */
export function endless(chunk: string | Buffer, headers: Record<string, string> = {}): Page {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    const pump = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pump);
    pump();
  };
}

/** Returns a redirect to a path or URL. */
export function redirect(location: string, status = 302): Page {
  return { status, headers: { location } };
}
