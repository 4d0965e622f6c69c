import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCredentials, type SecretData } from '../../../src/indexing/sources/git/credentials.ts';
import { createGitOpener } from '../../../src/indexing/sources/git/open-git.ts';
import { runGit } from '../../../src/indexing/sources/git/git-process.ts';
import { parseLocation } from '../../../src/indexing/sources/git/location.ts';
import { remoteGit, type RemoteLocation } from '../../../src/indexing/sources/git/remote-git.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { makeKey, startSshServer, type SshServer } from '../../support/ssh-server.ts';
import { env, failureOf, openers, pathsIn, readAll, Scratch, withGit } from './harness.ts';

const scratch = await Scratch.create();
const account = { username: 'reader', password: 'hunter2@:/' };
const own = (credentials: SecretData) => scratch.options({ allowLocal: false, credentials });

beforeAll(async () => {
  const repository = await TestRepository.create(scratch.folder('work'), { 'README.md': '# Nuts' });
  await repository.publish(scratch.folder('served/nuts.git'));
});
afterAll(() => scratch.remove());

describe.each(openers)('credentials of a run, with %s', (_, open) => {
  let basic: GitServer;
  let bearer: GitServer;

  beforeAll(async () => {
    const root = scratch.folder('served');
    basic = await startGitServer({ root, credentials: account });
    bearer = await startGitServer({
      root,
      intercept: ({ headers }, response) => {
        const isRefused = headers.authorization !== 'Bearer t0ken';
        if (isRefused) response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
        return isRefused;
      },
    });
  });
  afterAll(() => Promise.all([basic.close(), bearer.close()]));

  test('open a repository by name and password', async () => {
    const source = { url: `${basic.origin}/nuts.git` };

    expect(pathsIn((await readAll(open, source, await own(account))).items)).toEqual(['README.md']);
  });

  test('open a repository by a bearer token', async () => {
    const source = { url: `${bearer.origin}/nuts.git` };
    const { items } = await readAll(open, source, await own({ bearerToken: 't0ken' }));

    expect(pathsIn(items)).toEqual(['README.md']);
  });

  test('replace those in the URL', async () => {
    const source = { url: `http://eve:wrong@${basic.host}/nuts.git` };

    expect(pathsIn((await readAll(open, source, await own(account))).items)).toEqual(['README.md']);
  });

  test('that are wrong or do not fit are AccessDenied, and not repeated', async () => {
    const source = { url: `${basic.origin}/nuts.git` };
    const wrong = await failureOf(open, source, await own({ ...account, password: 'wr0ng' }));
    const unfit = await failureOf(open, source, await own({ identity: 'k3y' }));

    expect(wrong).toMatchObject({ reason: 'AccessDenied', retry: 'never', left: [] });
    expect(wrong.message).not.toMatch(/wr0ng|reader/);
    expect(unfit).toMatchObject({ reason: 'AccessDenied', retry: 'never', left: [] });
    expect(unfit.message).toMatch(/needs username and password, or bearerToken/);
  });

  test('are not sent to the target of a redirect', async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = await startGitServer({
      root: scratch.folder('served'),
      intercept: ({ headers }) => {
        seen.push(headers.authorization);
        return false;
      },
    });
    const leading = await startGitServer({
      root: scratch.folder('served'),
      intercept: ({ url }, response) => {
        response.writeHead(301, { location: `${elsewhere.origin}${url}` }).end();
        return true;
      },
    });
    const source = { url: `${leading.origin}/nuts.git` };

    const failure = await failureOf(open, source, await own(account));

    expect(failure).toMatchObject({ reason: 'NotFound' });
    expect(seen.filter((header) => header !== undefined)).toEqual([]);
    await Promise.all([elsewhere.close(), leading.close()]);
  });
});

describe('credentials of a run', () => {
  test('exclude those of the operator', async () => {
    const server = await startGitServer({
      root: scratch.folder('served'),
      credentials: account,
    });
    const config = scratch.folder('gitconfig');
    const helper = `!f() { echo username=${account.username}; echo "password=${account.password}"; }; f`;
    await writeFile(config, `[credential]\n\thelper = ${JSON.stringify(helper)}\n`);
    const open = createGitOpener({
      gitProgram: 'git',
      env: { ...process.env, GIT_CONFIG_GLOBAL: config, GIT_CONFIG_NOSYSTEM: '1' },
    });
    const source = { url: `${server.origin}/nuts.git` };
    const options = await scratch.options({ allowLocal: true });
    await readAll(open, source, options);

    const wrong = { username: 'eve', password: 'wrong' };
    const failure = await failureOf(open, source, { ...options, credentials: wrong });

    expect(failure.reason).toBe('AccessDenied');
    await server.close();
  });

  test('are read from a folder as Kubernetes mounts a Secret', async () => {
    const folder = scratch.folder('mounted');
    await mkdir(join(folder, '..data'), { recursive: true });
    await writeFile(join(folder, '..data', 'username'), 'ada');
    await writeFile(join(folder, '..data', 'unknown'), 'x');
    for (const key of ['username', 'unknown']) {
      await symlink(join('..data', key), join(folder, key));
    }

    expect(await readCredentials(folder)).toEqual({ username: 'ada' });
  });
});

describe('an ssh key of a run', () => {
  let server: SshServer;
  let url: string;

  beforeAll(async () => {
    server = await startSshServer(scratch.folder('sshd'));
    url = `${server.origin}${scratch.folder('served/nuts.git')}`;
  });
  afterAll(() => server.close());

  test('opens a repository, whatever line ends it was stored with', async () => {
    const { identity, knownHosts: known_hosts } = server;
    const stored = identity.trimEnd().replaceAll('\n', '\r\n');

    for (const secret of [
      { identity, known_hosts },
      { identity: stored, known_hosts },
    ]) {
      const options = await own(secret);
      const { items } = await readAll(withGit, { url }, options);
      expect(pathsIn(items)).toEqual(['README.md']);
    }
  });

  test('is sent only to the checked address, wherever the name leads later', async () => {
    const { port } = new URL(server.origin);
    const [, key] = server.knownHosts.split(/ (.*)/s);
    const renamed = url.replace('127.0.0.1', 'Rebound.invalid');
    const location = parseLocation(renamed, false) as RemoteLocation;
    const credentials = {
      identity: server.identity,
      known_hosts: `[rebound.invalid]:${port} ${key}`,
    };
    const folder = await mkdtemp(scratch.folder('pinned-'));
    const { signal } = new AbortController();
    const common = { program: 'git', env, trusted: false, idleMs: 10_000, signal };
    const git = await remoteGit(
      location,
      {
        ...common,
        credentials,
        allowedRanges: ['127.0.0.0/8'],
        // No other resolver knows the name.
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      },
      folder,
    );

    const refs = await runGit(git, { args: ['ls-remote', '--', location.url], signal });

    expect(String(refs)).toContain('refs/heads/main');
  });

  test('works in a folder whose name a shell would split', async () => {
    const { identity, knownHosts: known_hosts } = server;
    const workDir = scratch.folder("a folder's $(name)");
    await mkdir(workDir);
    const options = { ...(await own({ identity, known_hosts })), workDir };

    expect(pathsIn((await readAll(withGit, { url }, options)).items)).toEqual(['README.md']);
  });

  test('that the server does not know is AccessDenied, with what to do', async () => {
    const path = scratch.folder('stranger');
    await makeKey(path);
    const identity = await readFile(path, 'utf8');
    const options = await own({ identity, known_hosts: server.knownHosts });

    const failure = await failureOf(withGit, { url }, options);

    expect(failure).toMatchObject({ reason: 'AccessDenied', retry: 'never', left: [] });
    expect(failure.message).toMatch(/the server accepts no SSH key that it was shown/);
    expect(failure.message).not.toContain(identity.split('\n')[1]);
  });

  test('is not shown to a server whose host key is another one', async () => {
    const path = scratch.folder('other-host');
    await makeKey(path);
    const [host] = server.knownHosts.split(' ');
    const known_hosts = `${host} ${await readFile(`${path}.pub`, 'utf8')}`;

    const failure = await failureOf(
      withGit,
      { url },
      await own({ identity: server.identity, known_hosts }),
    );

    expect(failure).toMatchObject({ reason: 'AccessDenied' });
    expect(failure.message).toMatch(/its host key is not the one in known_hosts/);
  });

  test('is required: the keys of this machine are only for the operator', async () => {
    const open = createGitOpener({ gitProgram: 'git', env });

    const failure = await failureOf(open, { url }, await scratch.options({ allowLocal: false }));

    expect(failure).toMatchObject({ reason: 'AccessDenied' });
  });
});
