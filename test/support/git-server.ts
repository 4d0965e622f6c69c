import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Options for a Git server. */
export interface GitServerOptions {
  /** Folder with the bare repositories to serve. */
  root: string;
  /** If set, only requests with these basic credentials are accepted. */
  credentials?: { username: string; password: string };
  /** Returns true if it answers the request itself, with a redirect, a failure or silence. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Ends before the server answers a request that it does not refuse. */
  beforeAnswer?: () => Promise<void>;
  /** Uses the protocol of servers before 2018. */
  protocolVersion?: 0;
  /** Address of this machine to listen on. Loopback if absent. */
  address?: string;
}

interface ServedRequest {
  method: string;
  /** Path and query. */
  url: string;
  authorization: string;
  /** Bytes of the response body. */
  bytes: number;
}

/** A running Git server. */
export interface GitServer {
  /** `http://<address>:<port>` */
  origin: string;
  /** Host and port. */
  host: string;
  requests: ServedRequest[];
  /** Forgets the requests so far. */
  reset(): void;
  close(): Promise<void>;
}

/** Runs `git http-backend` behind HTTP. */
export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const requests: ServedRequest[] = [];
  const server = createServer((request, response) => {
    const served: ServedRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      bytes: 0,
    };
    requests.push(served);
    if (options.intercept?.(request, response)) return;
    if (isRefused(options, served)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="test"' }).end();
      return;
    }
    void Promise.resolve(options.beforeAnswer?.()).then(() =>
      serve(options, request, response, served),
    );
  });
  const { address = '127.0.0.1' } = options;
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const host = `${address}:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    requests,
    reset: () => void requests.splice(0),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function isRefused({ credentials }: GitServerOptions, { authorization }: ServedRequest): boolean {
  if (!credentials) return false;
  const token = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  return authorization !== `Basic ${token}`;
}

function serve(
  { root, protocolVersion }: GitServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  served: ServedRequest,
): void {
  const url = new URL(served.url, 'http://server');
  const protocol = String(request.headers['git-protocol'] ?? '');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      REQUEST_METHOD: served.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      ...(protocolVersion !== 0 && { GIT_PROTOCOL: protocol }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  backend.stdin.on('error', () => undefined);
  request.pipe(backend.stdin);
  response.on('close', () => backend.kill());
  void relay(backend.stdout, response, served);
}

async function relay(
  output: AsyncIterable<Buffer>,
  response: ServerResponse,
  served: ServedRequest,
): Promise<void> {
  // Writes no faster than the client reads, so that the count covers only sent bytes. A client can
  // disconnect.
  const body = Readable.from(bodyOf(output, response, served));
  await pipeline(body, response).catch(() => undefined);
}

/** Parses CGI output: header lines, an empty line, the body. Yields the body. */
async function* bodyOf(
  output: AsyncIterable<Buffer>,
  response: ServerResponse,
  served: ServedRequest,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of output) {
    let body = chunk;
    if (head) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) continue;
      writeHead(response, head.toString('latin1', 0, end));
      body = head.subarray(end + 4);
      head = undefined;
    }
    served.bytes += body.length;
    if (body.length > 0) yield body;
  }
}

function writeHead(response: ServerResponse, head: string): void {
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
    else response.setHeader(name, value);
  }
}
