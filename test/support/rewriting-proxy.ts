import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Returns a changed answer of the server behind the proxy, or the same one. */
export type Rewrite = (path: string, answer: Record<string, unknown>) => unknown;

/** An HTTP server that forwards requests. A test can change the JSON answers. */
export interface RewritingProxy {
  url: string;
  /** Changes the answers. Null forwards them unchanged. */
  rewrite: Rewrite | null;
  close: () => void;
}

/** Starts a proxy for `target` on a free port of the loopback interface. */
export async function startRewritingProxy(target: URL): Promise<RewritingProxy> {
  const server = createServer((incoming, response) => {
    const { method, url: path = '/', headers } = incoming;
    const { hostname: host, port } = target;
    const outgoing = request({ host, port, method, path, headers }, (answer) => {
      const pass = async (): Promise<void> => {
        const body = await text(answer);
        const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, kept);
        response.end(changed(proxy.rewrite, path, body));
      };
      void pass().catch(() => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  const proxy: RewritingProxy = {
    url: `http://127.0.0.1:${port}`,
    rewrite: null,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}

function changed(rewrite: Rewrite | null, path: string, body: string): string {
  if (!rewrite || !body.startsWith('{')) return body;
  return JSON.stringify(rewrite(path, JSON.parse(body) as Record<string, unknown>));
}
