import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePackages } from '../stack/packages.ts';

const run = promisify(execFile);
const program = '/usr/sbin/sshd';

/** A running SSH server. */
export interface SshServer {
  /** `ssh://user@127.0.0.1:port`. An absolute path can follow. */
  origin: string;
  /** A private key that the server accepts. */
  identity: string;
  /** The known_hosts line of the server's key. */
  knownHosts: string;
  close(): Promise<void>;
}

/** Starts OpenSSH's server on a free port for the current user. Its files are in `folder`. */
export async function startSshServer(folder: string): Promise<SshServer> {
  await ensurePackages([{ file: program, package: 'openssh-server' }]);
  await mkdir(folder, { recursive: true });
  const { username, uid } = userInfo();
  if (uid === 0) await mkdir('/run/sshd', { recursive: true });
  const [host, user] = [join(folder, 'host'), join(folder, 'user')];
  await makeKey(host);
  await makeKey(user);
  const authorized = join(folder, 'authorized_keys');
  await writeFile(authorized, await readFile(`${user}.pub`));
  await chmod(authorized, 0o600);
  const port = await freePort();
  const config = join(folder, 'sshd_config');
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${host}`,
    `AuthorizedKeysFile ${authorized}`,
    `PidFile ${join(folder, 'pid')}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'StrictModes no',
    'UsePAM no',
  ];
  await writeFile(config, `${settings.join('\n')}\n`);
  const server = spawn(program, ['-D', '-e', '-f', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const chunk of server.stderr) {
    said += String(chunk);
    if (said.includes('Server listening')) break;
  }
  if (server.exitCode !== null) throw new Error(`sshd ended: ${said}`);
  return {
    origin: `ssh://${username}@127.0.0.1:${port}`,
    identity: await readFile(user, 'utf8'),
    knownHosts: `[127.0.0.1]:${port} ${await readFile(`${host}.pub`, 'utf8')}`,
    async close() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

/** Creates a key pair in `path` and `path`.pub. */
export async function makeKey(path: string): Promise<void> {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
