import { KubeConfig } from '@kubernetes/client-node';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { listen } from './web-server.ts';

/** A fault that replaces the answer to a request. */
type Fault =
  | 'error 500'
  /** Status 429 with Retry-After: 1. */
  | 'too many'
  /** The server answers a watch and ends it at once. */
  | 'end'
  /** The server accepts the request and never answers. */
  | 'silence'
  /** The version is too old: 410 in the body of a watch, as the API server sends it. */
  | 'expired'
  /** Half of an event, then the end of the connection. */
  | 'half line'
  /** A line of JSON that is not an event. */
  | 'no event'
  /** One line of 20 MB. */
  | 'huge line'
  /** The connection is reset before an answer. */
  | 'reset';

/** Kinds of requests that can have different faults. */
type RequestKind = 'list' | 'watch' | 'other';

/** A server that injects faults. Without a fault, it forwards requests to the real API server. */
export interface FaultyApiServer {
  /** A kubeconfig of this server. */
  kubeConfig: KubeConfig;
  /** Requests in the order they arrived. */
  requests: { kind: RequestKind; url: string; authorization: string | undefined; at: number }[];
  /** The fault for each kind of request, until a test deletes it. */
  faults: Map<RequestKind, Fault>;
  /** Resets every connection. */
  reset(): void;
  /** Stops all traffic on open connections and keeps them open: half-dead connections. */
  freeze(): void;
  /** Refuses new connections and freezes open ones, until `heal`. */
  partition(): void;
  heal(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts an HTTP server in front of a real API server that injects faults of networks and servers. */
export async function startFaultyApiServer(upstream: KubeConfig): Promise<FaultyApiServer> {
  const sockets = new Set<Socket>();
  const passing = new Set<IncomingMessage>();
  let cut = false;
  const freeze = (): void => {
    for (const answer of passing) answer.unpipe().pause();
  };
  const server = createServer((request, response) => {
    const kind = kindOf(request);
    const { url = '', headers } = request;
    faulty.requests.push({
      kind,
      url,
      authorization: headers.authorization,
      at: performance.now(),
    });
    if (cut) return;
    const fault = faulty.faults.get(kind);
    if (fault) fail(fault, response);
    else void pass(upstream, request, response, passing);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const kubeConfig = new KubeConfig();
  const faulty: FaultyApiServer = {
    kubeConfig,
    requests: [],
    faults: new Map(),
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    freeze,
    partition: () => {
      cut = true;
      freeze();
    },
    heal: () => {
      cut = false;
    },
    [Symbol.asyncDispose]: async () => {
      for (const answer of passing) answer.destroy();
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
  const port = await listen(server);
  kubeConfig.loadFromClusterAndUser(
    { name: 'faulty', server: `http://127.0.0.1:${port}`, skipTLSVerify: true },
    { name: 'test' },
  );
  return faulty;
}

function kindOf(request: IncomingMessage): RequestKind {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (searchParams.has('watch')) return 'watch';
  return searchParams.has('limit') ? 'list' : 'other';
}

function fail(fault: Fault, response: ServerResponse): void {
  const status = (code: number, reason: string): string =>
    JSON.stringify({ kind: 'Status', status: 'Failure', code, reason, message: 'on purpose' });
  const events = (text: string): ServerResponse =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  switch (fault) {
    case 'error 500':
      response.writeHead(500).end(status(500, 'InternalError'));
      break;
    case 'too many':
      response.writeHead(429, { 'retry-after': '1' }).end(status(429, 'TooManyRequests'));
      break;
    case 'end':
      events('');
      break;
    case 'silence':
      break;
    case 'expired':
      events(`{"type":"ERROR","object":${status(410, 'Expired')}}\n`);
      break;
    case 'half line':
      events('{"type":"MODIFIED","object":{"metada');
      break;
    case 'no event':
      events('{"type":"MODIFIED"}\n');
      break;
    case 'huge line':
      events(`{"type":"MODIFIED","object":"${'x'.repeat(20_000_000)}`);
      break;
    case 'reset':
      response.socket?.resetAndDestroy();
      break;
  }
}

async function pass(
  upstream: KubeConfig,
  request: IncomingMessage,
  response: ServerResponse,
  passing: Set<IncomingMessage>,
): Promise<void> {
  const { host: _, connection: __, authorization: ___, ...headers } = request.headers;
  const options: https.RequestOptions = { method: request.method ?? 'GET', headers };
  await upstream.applyToHTTPSOptions(options);
  const url = `${upstream.getCurrentCluster()?.server}${request.url}`;
  const sent = https.request(url, options, (answer) => {
    passing.add(answer);
    answer.once('close', () => passing.delete(answer));
    answer.on('error', () => response.destroy());
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
  });
  sent.on('error', () => response.destroy());
  response.once('close', () => sent.destroy());
  request.pipe(sent);
}
