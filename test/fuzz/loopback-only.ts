// For `node --import`. Names and addresses that a fuzzer invents can belong to somebody. So only
// localhost resolves, and no socket leaves the machine.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refused = (host: string): Error =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
const isOwn = (host: string): boolean =>
  /^(localhost|127\.[\d.]+|::1|::ffff:127\.[\d.]+)$/.test(host);

const { lookup } = dns;
const { lookup: promisedLookup } = dns.promises;
Object.assign(dns, {
  lookup(host: string, ...rest: unknown[]): void {
    const answer = rest.at(-1) as (error: Error) => void;
    if (isOwn(host)) Reflect.apply(lookup, dns, [host, ...rest]);
    else process.nextTick(answer, refused(host));
  },
});
Object.assign(dns.promises, {
  async lookup(host: string, ...rest: unknown[]): Promise<unknown> {
    if (!isOwn(host)) throw refused(host);
    return Reflect.apply(promisedLookup, dns.promises, [host, ...rest]);
  },
});

const connect = Reflect.get(net.Socket.prototype, 'connect');
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]): net.Socket {
  const [first] = args.flat() as [{ host?: string } | undefined];
  const host = typeof first === 'object' ? first.host : undefined;
  const isLiteral = host !== undefined && net.isIP(host) !== 0;
  if (isLiteral && !isOwn(host)) return this.destroy(refused(host));
  return Reflect.apply(connect, this, args);
};
syncBuiltinESMExports();
