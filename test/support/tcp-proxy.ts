import { connect, createServer, type Socket } from 'node:net';
import { freePorts } from '../stack/ports.ts';
import { Stack } from '../stack/stack.ts';

/** A port in front of a server. A test can disconnect it. */
export interface TcpProxy {
  port: number;
  /** Breaks every connection and refuses new ones, as a stopped server does. */
  stop: () => Promise<void>;
  /** Forwards no bytes and closes no connection, like a lost route. */
  silence: () => void;
  /** Forwards again, on the same port. */
  start: () => Promise<void>;
}

/** Starts a proxy for a server on the loopback interface. Nothing else takes its port while it is stopped. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (data) => {
      if (!silent) to.write(data);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(target);
    join(client, upstream);
    join(upstream, client);
  });
  const [port] = (await freePorts(Stack.open().folder, 1)) as [number];
  const listen = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
    return promise;
  };
  await listen();
  return {
    port,
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
      await promise;
    },
    silence() {
      silent = true;
    },
    async start() {
      silent = false;
      if (!server.listening) await listen();
    },
  };
}
