import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { elasticsearchUrl } from './elasticsearch.ts';

/**
 * What happens to a request. `lose`: Elasticsearch carries it out, but the connection ends before the response. A status and
 * an error type: Elasticsearch does not receive it, and the client gets this response.
 */
type Fate = 'pass' | 'lose' | { status: number; type: string };

/** An HTTP server between a client and Elasticsearch. */
export interface ElasticsearchProxy {
  url: string;
  /** Decides about each request; a test replaces it. */
  fateOf: (request: Pick<IncomingMessage, 'method' | 'url'>) => Fate;
  close(): Promise<void>;
}

/** Starts a proxy that passes all requests. */
export async function startElasticsearchProxy(): Promise<ElasticsearchProxy> {
  const { hostname: host, port } = new URL(elasticsearchUrl());
  const server = createServer((incoming, response) => {
    const fate = proxy.fateOf(incoming);
    if (typeof fate === 'object') {
      const { status, type } = fate;
      incoming.resume();
      response.writeHead(status, {
        'content-type': 'application/vnd.elasticsearch+json;compatible-with=9',
        'x-elastic-product': 'Elasticsearch',
      });
      response.end(JSON.stringify({ error: { type, reason: 'the test refuses it' }, status }));
      return;
    }
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host, port, method, path, headers }, (answer) => {
      if (fate === 'lose') {
        answer.resume().once('end', () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const proxy: ElasticsearchProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fateOf: () => 'pass',
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
