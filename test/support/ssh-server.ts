import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePackages } from '../stack/packages.ts';
import { listen } from './web-server.ts';

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
  const config = join(folder, 'sshd_config');
  const settings = [
    `HostKey ${host}`,
    `AuthorizedKeysFile ${authorized}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'StrictModes no',
    'UsePAM no',
  ];
  await writeFile(config, `${settings.join('\n')}\n`);
  // Throws with the reason if the server does not accept its files.
  await run(program, ['-t', '-f', config]);
  const sessions = new Set<ChildProcess>();
  // The daemon cannot choose a free port by itself, so a process serves each connection, as for inetd.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const session = spawn(program, ['-i', '-f', config], { stdio: [socket, socket, 'ignore'] });
    sessions.add(session);
    session.once('exit', () => sessions.delete(session));
    session.once('spawn', () => socket.destroy());
  });
  const port = await listen(server);
  return {
    origin: `ssh://${username}@127.0.0.1:${port}`,
    identity: await readFile(user, 'utf8'),
    knownHosts: `[127.0.0.1]:${port} ${await readFile(`${host}.pub`, 'utf8')}`,
    async close() {
      server.close();
      await Promise.all(
        [...sessions].map(async (session) => {
          const ended = once(session, 'exit');
          session.kill();
          await ended;
        }),
      );
    },
  };
}

/** Creates a key pair in `path` and `path`.pub. */
export async function makeKey(path: string): Promise<void> {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
}
