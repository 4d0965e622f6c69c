import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../base/errors.ts';

interface ServerLog {
  warn: (fields: { message: string }, text: string) => void;
}

/** Where a server listens, and how long slow clients may occupy it. */
export interface ServerOptions {
  host: string;
  /** 0 = any free port. */
  port: number;
  /** Milliseconds for the headers to arrive. 10,000 by default. */
  headersTimeoutMs?: number;
  /** Milliseconds for the body of a request to arrive, besides those for its size. 30,000 by default. */
  requestTimeoutMs?: number;
  /** Receives why the system refused connections, at most once a minute. */
  log?: ServerLog;
}

/** A server that accepts requests. The process that started it closes it. */
export interface RunningServer {
  /** Address of the server, without a trailing slash. */
  url: string;
  /** The actual port, also if any free one was asked for. */
  port: number;
  /** Finishes requests, closes all connections, and stops listening. */
  close(closing?: Closing): Promise<void>;
}

/** How long a server takes to close. Milliseconds. */
export interface Closing {
  /** Time until the server cuts off requests in flight. 10,000 by default. */
  graceMs?: number;
  /**
   * Time in which idle connections may send another request, whose answer closes the connection. 0 by
   * default: closes idle connections at once. A client that sends a request at that moment gets no
   * answer, and does not know whether it may repeat the request.
   */
  idleMs?: number;
}

/** Closes a server of a Pod within the 30 seconds of its Pod, 5 of which pass before its signal. */
export const closingOfPod: Closing = { idleMs: 10_000, graceMs: 20_000 };

/** Maximum bytes of a request's headers, including its URL: parameters of 500 characters fit percent-encoded. */
const maxHeaderBytes = 32_768;

/**
 * Milliseconds that an idle connection stays open. If a server closes connections before its load balancer
 * does, the balancer sends some requests into closed connections and answers 502. AWS and ingress-nginx
 * keep theirs for 60 seconds.
 */
const keepAliveMs = 75_000;

/**
 * Bytes that give the body of a request another millisecond to arrive. So 100 MB have a quarter of an hour, as over 1 Mbit/s, and
 * single bytes gain nothing.
 */
const bytesPerMs = 100;

/** Milliseconds in which a client can read that its request was too slow. */
const lastMs = 1_000;

/** Milliseconds between two messages about refused connections. */
const tellMs = 60_000;

/** Serves an application over HTTP. Rejects with a hint if the address is unavailable. */
export async function startServer(
  app: RequestListener,
  { host, port, headersTimeoutMs = 10_000, requestTimeoutMs = 30_000, log }: ServerOptions,
): Promise<RunningServer> {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    // `limitArrival` does this. Node's own limit does not know how large a request is.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.max(50, headersTimeoutMs / 4),
    keepAliveTimeout: keepAliveMs,
  });
  let closing = false;
  let connections = 0;
  const unused = Promise.withResolvers<void>();
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
      if (closing && connections === 0) unused.resolve();
    });
  });
  const answering = new Set<ServerResponse>();
  server.on('request', (request, response) => {
    if (closing) response.setHeader('Connection', 'close');
    limitArrival(request, requestTimeoutMs);
    answering.add(response);
    response.once('close', () => {
      answering.delete(response);
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
    app(request, response);
  });
  server.on('clientError', refuseUnreadable);
  const actual = await listen(server, host, port);
  server.on('error', createTeller(log));
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    async close({ graceMs = 10_000, idleMs = 0 } = {}) {
      closing = true;
      for (const response of answering) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
      if (connections > 0 && idleMs > 0) {
        await Promise.race([unused.promise, pause(idleMs, undefined, { ref: false })]);
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      await promise;
      clearTimeout(cutOff);
    },
  };
}

/** Refuses a request whose body arrives too slowly. */
function limitArrival(request: IncomingMessage, timeoutMs: number): void {
  const { headers, socket } = request;
  if (!headers['content-length'] && !headers['transfer-encoding']) return;
  const [began, before] = [performance.now(), socket.bytesRead];
  const check = (): void => {
    if (request.complete || socket.destroyed) return;
    const allowedMs = timeoutMs + (socket.bytesRead - before) / bytesPerMs;
    const leftMs = began + allowedMs - performance.now();
    if (leftMs > 0) {
      wait(leftMs);
      return;
    }
    refuseUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    // The client may go on sending.
    setTimeout(() => socket.destroy(), lastMs).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number): void => {
    timer = setTimeout(check, ms).unref();
  };
  wait(timeoutMs);
  // A request also closes when its answer ends. The rest of its body can then still be arriving.
  request.once('close', () => request.complete && clearTimeout(timer));
}

/**
 * Returns a listener for errors of a socket that listens, such as that the process may open no more files. Without one, such an
 * error ends the process.
 */
function createTeller(log?: ServerLog): (error: Error) => void {
  let toldAt = -Infinity;
  return (error) => {
    if (performance.now() - toldAt < tellMs) return;
    toldAt = performance.now();
    log?.warn({ message: `A connection was refused: ${messageOf(error)}` }, 'server');
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const refuse = (error: Error): void => reject(unavailable(error, host, port));
  server.once('error', refuse);
  server.listen({ host, port }, () => {
    server.removeListener('error', refuse);
    const address = server.address();
    resolve(typeof address === 'object' && address ? address.port : port);
  });
  return promise;
}

function unavailable(error: Error, host: string, port: number): Error {
  const hints: Record<string, string> = {
    EADDRINUSE: 'it is in use; stop what listens there or choose another port',
    EACCES: 'the system does not allow it; choose a port above 1023',
    EADDRNOTAVAIL: 'this machine has no such address; choose another host',
    ENOTFOUND: 'this name has no address; choose another host',
  };
  const code = 'code' in error ? String(error.code) : '';
  const hint = hints[code] ?? messageOf(error);
  return new Error(`Cannot listen on ${host}:${port}: ${hint}.`, { cause: error });
}

/** Sends a JSON error for a request that Node cannot parse. */
function refuseUnreadable(error: { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = unreadable[error.code ?? ''] ?? unreadable['']!;
  const body = JSON.stringify({ error: 'validation_error', message });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const malformedUrl: [status: string, message: string] = [
  '400 Bad Request',
  'Malformed URL: percent-encode spaces and all characters beyond ASCII.',
];

const unreadable: Record<string, [status: string, message: string]> = {
  '': ['400 Bad Request', 'Malformed HTTP request.'],
  HPE_INVALID_URL: malformedUrl,
  // The name of the protocol follows the URL, which ends at its first space.
  HPE_INVALID_CONSTANT: malformedUrl,
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `URL and headers too long: at most ${maxHeaderBytes} bytes.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};
