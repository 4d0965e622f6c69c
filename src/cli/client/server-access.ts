import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bareHost } from '../../base/http/http-url.ts';
import { operatorTokenFile, serverAddressFile } from '../../identity/access/operator-token.ts';
import { isLoopback } from '../../api/origin-check.ts';
import { CommandError, exitCodes } from './command-error.ts';

/** The server that a command calls, and the credentials for it. */
export interface ClientOptions {
  url: string;
  /** Data directory of a server on this machine. */
  data: string;
  /** API key or operator token, if given explicitly. An empty one counts as none, such as a variable that is not set. */
  token?: string;
  /** Allows the token to be sent to another machine over plain HTTP. */
  allowHttp?: boolean;
}

/** The base URL, without a slash at the end, and the bearer token. */
export interface ServerAccess {
  base: string;
  bearer?: string;
}

/**
 * Returns the address and the bearer token for requests. An explicit token is sent to `url`. The operator token of a data
 * directory is sent only to the running server of that directory. Throws CommandError.
 */
export async function serverAccess(options: ClientOptions): Promise<ServerAccess> {
  const { data, token } = options;
  const base = baseUrl(options.url);
  if (token) {
    refusePlainHttp(base, options);
    return { base, bearer: token };
  }
  const own = await read(join(data, serverAddressFile));
  const address = own === undefined ? undefined : reachable(base, own);
  // A killed server leaves the file, and another program may listen at the address now.
  const runs = address !== undefined && (await import('../directory-lock.ts')).isLocked(data);
  const bearer = runs ? await read(join(data, operatorTokenFile)) : undefined;
  return address !== undefined && bearer !== undefined ? { base: address, bearer } : { base };
}

/** Throws CommandError if a key would be sent over a network in plain text. */
export function refusePlainHttp(
  url: string,
  { allowHttp = false }: Pick<ClientOptions, 'allowHttp'>,
): void {
  const { protocol, hostname, host } = new URL(url);
  if (protocol === 'https:' || allowHttp || isLoopback(bareHost(hostname))) return;
  throw new CommandError(
    exitCodes.usage,
    `The key was not sent to ${host}, because others can read it over plain HTTP. Use https, or --allow-http if you trust the network.`,
  );
}

/**
 * Returns the address of the server of a data directory, if `base` is that server. Requests go to that address and not to
 * `base`, because another program may listen on the same port of another loopback address.
 */
function reachable(base: string, own: string): string | undefined {
  const [asked, listening] = [URL.parse(base), URL.parse(own)];
  if (!asked || !listening || asked.protocol !== listening.protocol) return undefined;
  if (asked.port !== listening.port || asked.pathname !== '/') return undefined;
  const [name, bound] = [bareHost(asked.hostname), bareHost(listening.hostname)];
  const everywhere = everyAddress[bound];
  const isHere = isLoopback(name) && (everywhere !== undefined || isLoopback(bound));
  if (name !== bound && !isHere) return undefined;
  listening.hostname = everywhere ?? listening.hostname;
  return listening.origin;
}

/** Loopback addresses for the addresses that mean every interface. */
const everyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Returns the address of a server without a final slash. It may be given with `/mcp` or `/api`, or as the address of its page. Throws CommandError. */
export function baseUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    const message = `--url must be an address such as http://127.0.0.1:7700, not ${url}`;
    throw new CommandError(exitCodes.usage, message);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    const message =
      '--url must not contain a user or a password; send a key instead, with --token or LECTERN_TOKEN';
    throw new CommandError(exitCodes.usage, message);
  }
  const place = url.replace(/[?#].*$/s, '').trim();
  return place.replace(/\/+$/, '').replace(/\/(mcp|api)$/, '');
}

async function read(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}
