import { createServer, request as send } from 'node:http';
import { closeServer, listen } from '../../support/web-server.ts';

/** A proxy in front of a server, like an Ingress. */
export interface Proxy {
  /** Origin for clients. */
  origin: string;
  /** The server behind the proxy. Set it before the first request. */
  target: string;
  close(): Promise<void>;
}

/** Forwards requests below a path to a server. `strips` decides whether it removes the path. */
export async function startProxy(path: string, strips: boolean): Promise<Proxy> {
  const server = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    if (!url.startsWith(path)) {
      response.writeHead(404).end();
      return;
    }
    const asked = strips ? url.slice(path.length) || '/' : url;
    const onward = send(`${proxy.target}${asked}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  const proxy: Proxy = {
    origin: `http://127.0.0.1:${await listen(server)}`,
    target: '',
    close: () => closeServer(server),
  };
  return proxy;
}
