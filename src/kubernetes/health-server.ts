import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

interface HealthServerOptions {
  /** 0: any free port. */
  port: number;
  /** Readiness checks by name; each returns the current state. */
  checks: () => Record<string, boolean>;
  registry: Registry;
}

/** A server that answers the probes of a Pod and the scrapes of Prometheus. */
export interface HealthServer {
  /** The port in use, also if the options left the choice to the system. */
  port: number;
  /** Closes all connections at once. */
  close: () => Promise<void>;
}

/**
 * Serves three paths on one port. /healthz: the process responds. /readyz: 200 if all checks pass, otherwise 503 with the names of
 * the failed ones. /metrics. The server does not check Host and Origin: it runs only in Pods, changes nothing, and its metrics name
 * no library, person or address.
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { port, checks, registry } = options;
  const server = createServer((request, response) => {
    const send = (status: number, text: string, type = 'text/plain; charset=utf-8'): void =>
      void response.writeHead(status, { 'content-type': type }).end(text);
    const path = request.url?.split('?')[0] ?? '/';
    switch (path) {
      case '/healthz':
        return send(200, 'ok\n');
      case '/readyz': {
        const results = Object.entries(checks());
        const isReady = results.every(([, holds]) => holds);
        const lines = results.map(([name, holds]) => `[${holds ? '+' : '-'}]${name}\n`);
        return send(isReady ? 200 : 503, `${lines.join('')}${isReady ? 'ok' : 'not ready'}\n`);
      }
      case '/metrics':
        return void registry.metrics().then(
          (text) => send(200, text, registry.contentType),
          (error: unknown) => send(500, `${String(error)}\n`),
        );
      default:
        return send(404, 'not found\n');
    }
  });
  server.listen(port);
  await once(server, 'listening');
  // Without a listener, a connection that the system refuses ends the process.
  server.on('error', () => undefined);
  return { port: (server.address() as AddressInfo).port, close: async () => close(server) };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
