import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { run, say } from './commands.ts';
import { podNetwork } from './network.ts';
import { ensurePackages } from './packages.ts';
import { freePorts } from './ports.ts';
import type { Processes } from './processes.ts';

/** Options for a database server. */
export interface PostgresOptions {
  /** The stack's folder, for its data. */
  folder: string;
  processes: Processes;
  /** A second address to listen on, for Pods. It requires a password. */
  address?: string;
}

/** Debian's folder of Postgres, with a subfolder for each version. */
const debianFolder = '/usr/lib/postgresql';

/**
 * Starts a Postgres server with a superuser and a database named `lectern`. Returns its
 * `postgres://` URL, with a password if Pods use the server.
 */
export async function startPostgres(options: PostgresOptions): Promise<string> {
  const { folder, processes, address } = options;
  const bin = await findPostgres();
  const started = Date.now();
  const data = join(folder, 'postgres');
  await mkdir(data, { recursive: true });
  const user = await unprivilegedUser();
  if (user !== undefined) await chown(data, user, user);
  const password = randomBytes(12).toString('hex');
  const initialize = ['-D', data, '-U', 'lectern', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await run(join(bin, 'initdb'), [...initialize, '--locale=C.UTF-8'], {
    cwd: data,
    ...(user !== undefined && { uid: user, gid: user }),
  });
  if (address !== undefined)
    await writeFile(join(data, 'pg_hba.conf'), accessRules(address), { flag: 'a' });
  const [port] = (await freePorts(folder, 1)) as [number];
  await processes.start('postgres', {
    command: join(bin, 'postgres'),
    args: serverArguments({ data, port, ...(address !== undefined && { address }) }),
    cwd: data,
    ...(user !== undefined && { uid: user }),
    // After SIGTERM, it waits for clients to disconnect.
    stopSignal: 'SIGINT',
    ready: [join(bin, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', String(port)],
  });
  const onLoopback = ['-h', '127.0.0.1', '-p', String(port), '-U', 'lectern', '-d', 'postgres'];
  await run(join(bin, 'psql'), [...onLoopback, '-q', '-f', '-'], {
    input: `ALTER ROLE lectern PASSWORD '${password}';\nCREATE DATABASE lectern;\n`,
  });
  const url = address
    ? `postgres://lectern:${password}@${address}:${port}/lectern`
    : `postgres://lectern@127.0.0.1:${port}/lectern`;
  say(
    `Postgres at ${address ?? '127.0.0.1'}:${port}, ${((Date.now() - started) / 1_000).toFixed(1)} s`,
  );
  return url;
}

function serverArguments({
  data,
  port,
  address,
}: {
  data: string;
  port: number;
  address?: string;
}): string[] {
  const settings = {
    listen_addresses: ['127.0.0.1', ...(address ? [address] : [])].join(','),
    unix_socket_directories: '',
    // The data need not survive a power failure.
    fsync: 'off',
    max_connections: '200',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', data, '-p', String(port), ...flags];
}

function accessRules(address: string): string {
  const sources = [podNetwork, `${address}/32`];
  return `\n${sources.map((source) => `host all all ${source} scram-sha-256`).join('\n')}\n`;
}

async function findPostgres(): Promise<string> {
  const onPath = (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, 'initdb'))
    .find((file) => existsSync(file));
  // The program on PATH is often a link. The server is in the folder of the link's target.
  if (onPath) return dirname(await realpath(onPath));
  const requirement = { file: debianFolder, package: 'postgresql' };
  await ensurePackages([requirement]);
  const versions = readdirSync(debianFolder).filter((name) =>
    existsSync(join(debianFolder, name, 'bin', 'initdb')),
  );
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error(`No initdb under ${debianFolder}: install postgresql`);
  return join(debianFolder, newest, 'bin');
}

/** Returns the id of a user with a name. Postgres requires one, and refuses to run as root. */
async function unprivilegedUser(): Promise<number | undefined> {
  return process.getuid?.() === 0 ? Number(await run('id', ['-u', 'nobody'])) : undefined;
}
