import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGitOpener } from '../../../src/indexing/sources/git/open-git.ts';
import { runGit } from '../../../src/indexing/sources/git/git-process.ts';
import { parseLocation } from '../../../src/indexing/sources/git/location.ts';
import { remoteGit, type RemoteLocation } from '../../../src/indexing/sources/git/remote-git.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { TestRepository } from '../../support/git-repository.ts';
import {
  env,
  failureOf,
  limits,
  openers,
  pathsIn,
  readAll,
  Scratch,
  withGit,
  withoutGit,
} from './harness.ts';

const scratch = await Scratch.create();
const credentials = { username: 'reader', password: 'hunter2@:/' };
const withCredentials = `reader:${encodeURIComponent(credentials.password)}@`;
let server: GitServer;
let privateServer: GitServer;
let strange: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

beforeAll(async () => {
  const repository = await TestRepository.create(scratch.folder('work'), {
    'README.md': '# Widgets',
  });
  await repository.publish(scratch.folder('served/widgets.git'));
  await repository.publish(scratch.folder('served/renamed.git'));
  const root = scratch.folder('served');
  const intercept = (request: IncomingMessage, response: ServerResponse): boolean =>
    strange(request, response);
  server = await startGitServer({ root, intercept });
  privateServer = await startGitServer({ root, credentials });
});

afterAll(async () => {
  await server.close();
  await privateServer.close();
  await scratch.remove();
});

/** The test answers requests whose path begins with this one. */
function answer(path: string, respond: (response: ServerResponse, url: string) => void): void {
  strange = (request, response) => {
    const url = request.url ?? '';
    if (!url.startsWith(path)) return false;
    respond(response, url);
    return true;
  };
}

function privateUrl(userinfo = ''): string {
  return `http://${userinfo}${privateServer.host}/widgets.git`;
}

describe.each(openers)('with %s', (_, open) => {
  beforeEach(() => {
    strange = () => false;
  });

  test('a private repository without credentials is AccessDenied, with what to do', async () => {
    const failure = await failureOf(open, { url: privateUrl() }, await scratch.options());
    expect(failure).toMatchObject({ reason: 'AccessDenied', retry: 'never', left: [] });
    expect(failure.message).toMatch(/does not exist or is private; check the URL/);
  });

  test('credentials in the URL are used, and shown nowhere', async () => {
    const source = { url: privateUrl(withCredentials) };
    const { snapshot, items } = await readAll(open, source, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md']);
    expect(JSON.stringify([snapshot, items])).not.toMatch(/hunter2|reader/);
  });

  test('wrong credentials are AccessDenied, and not repeated in the message', async () => {
    const source = { url: privateUrl('reader:wr0ng@') };
    const failure = await failureOf(open, source, await scratch.options());
    expect(failure.reason).toBe('AccessDenied');
    expect(failure.message).not.toMatch(/wr0ng|reader/);
  });

  test.each([
    [403, 'AccessDenied', 'never'],
    [404, 'NotFound', 'never'],
    [500, 'Unreachable', 'backoff'],
    [503, 'Unreachable', 'backoff'],
  ])('an answer of %i is %s, tried again: %s', async (status, reason, retry) => {
    answer('/refusing', (response) => response.writeHead(status).end());
    const url = `${server.origin}/refusing.git`;
    const failure = await failureOf(open, { url }, await scratch.options());
    expect(failure).toMatchObject({ reason, retry, left: [] });
    expect(failure.message).toContain(url);
  });

  test('a web page is no repository', async () => {
    answer('/page', (response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html>\n<p>Hello</p>\n'),
    );
    const failure = await failureOf(
      open,
      { url: `${server.origin}/page` },
      await scratch.options(),
    );
    expect(failure).toMatchObject({ reason: 'NotFound' });
  });

  test('an unknown repository is NotFound', async () => {
    const failure = await failureOf(
      open,
      { url: `${server.origin}/none.git` },
      await scratch.options(),
    );
    expect(failure).toMatchObject({ reason: 'NotFound', retry: 'never' });
  });

  test('a closed port is Unreachable, and is retried later', async () => {
    const failure = await failureOf(
      open,
      { url: 'http://127.0.0.1:9/r.git' },
      await scratch.options(),
    );
    expect(failure).toMatchObject({ reason: 'Unreachable', retry: 'backoff', left: [] });
  });

  test('a host that does not resolve is Unreachable', async () => {
    const failure = await failureOf(
      open,
      { url: 'https://nowhere.invalid/r' },
      await scratch.options(),
    );
    expect(failure).toMatchObject({ reason: 'Unreachable', retry: 'backoff' });
  });

  test('a private address is refused before anything connects to it', async () => {
    server.reset();
    const { port } = new URL(server.origin);
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433']) {
      const options = await scratch.options({ allowedRanges: [] });
      const failure = await failureOf(open, { url: `http://${host}:${port}/widgets.git` }, options);
      expect(failure).toMatchObject({ reason: 'AddressRefused', left: [] });
    }
    expect(server.requests).toEqual([]);
  });

  test('a host name is read at the address that was checked', async () => {
    const url = `${server.origin.replace('127.0.0.1', 'localhost')}/widgets.git`;
    const options = await scratch.options({ allowedRanges: ['127.0.0.0/8', '::1/128'] });
    const { items } = await readAll(open, { url }, options);
    expect(pathsIn(items)).toEqual(['README.md']);
  });

  test('a redirect to a better spelling of the same URL is followed', async () => {
    answer('/widgets/', (response, url) => {
      response.writeHead(301, { location: url.replace('/widgets/', '/widgets.git/') }).end();
    });
    const { items } = await readAll(
      open,
      { url: `${server.origin}/widgets` },
      await scratch.options(),
    );
    expect(pathsIn(items)).toEqual(['README.md']);
  });

  test.each([
    ['another repository', '/renamed.git'],
    ['another host', 'http://169.254.169.254/widgets.git'],
  ])('a redirect to %s is not followed, and named', async (_kind, target) => {
    answer('/widgets.git', (response, url) => {
      response.writeHead(301, { location: url.replace('/widgets.git', target) }).end();
    });
    server.reset();
    const failure = await failureOf(
      open,
      { url: `${server.origin}/widgets.git` },
      await scratch.options(),
    );
    expect(failure).toMatchObject({ reason: 'NotFound', retry: 'never' });
    expect(failure.message).toContain(target);
    expect(server.requests.filter(({ url }) => url.startsWith('/renamed'))).toEqual([]);
  });

  test('a redirect in a circle ends', async () => {
    answer('/circle', (response, url) => response.writeHead(302, { location: url }).end());
    const failure = await failureOf(
      open,
      { url: `${server.origin}/circle.git` },
      await scratch.options(),
    );
    expect(failure.reason).toMatch(/NotFound|Malformed/);
  });

  test('a server that never answers is a Timeout', async () => {
    answer('/silent', () => undefined);
    const options = await scratch.options({ limits: { ...limits, requestTimeoutMs: 400 } });
    const failure = await failureOf(open, { url: `${server.origin}/silent.git` }, options);
    expect(failure).toMatchObject({ reason: 'Timeout', retry: 'backoff', left: [] });
  });

  test('an answer that never ends is ended', async () => {
    answer('/endless', (response) => {
      const line = Buffer.alloc(65_536, '0');
      const more = (): void => {
        while (!response.destroyed && response.write(line));
      };
      response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
      response.on('drain', more);
      more();
    });
    const options = await scratch.options({
      limits: { ...limits, requestTimeoutMs: 500, maxTotalBytes: 1_000_000 },
    });
    const failure = await failureOf(open, { url: `${server.origin}/endless.git` }, options);
    expect(failure.reason).toMatch(/Timeout|TooLarge|NotFound|Unreachable/);
    expect(failure.left).toEqual([]);
  });

  test('an abort ends everything at once, with its own reason', async () => {
    const abort = new AbortController();
    const hungUp = Promise.withResolvers<unknown>();
    answer('/slow', (response) => {
      void once(response, 'close').then(hungUp.resolve);
      abort.abort(new Error('stopped by the test'));
    });
    const options = await scratch.options({ signal: abort.signal });
    await expect(open({ url: `${server.origin}/slow.git` }, options)).rejects.toThrow(
      'stopped by the test',
    );
    await hungUp.promise;
  });
});

describe("the operator's own Git configuration", () => {
  test('and credential helpers serve only entries of the operator', async () => {
    const home = scratch.folder('home');
    await mkdir(home, { recursive: true });
    const helper = `!f() { echo username=${credentials.username}; echo "password=${credentials.password}"; }; f`;
    const config = await TestRepository.create(scratch.folder('config'));
    await config.git('config', '--file', `${home}/.gitconfig`, 'credential.helper', helper);
    const open = createGitOpener({
      gitProgram: 'git',
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
    });
    const source = { url: privateUrl() };
    const own = await readAll(open, source, await scratch.options({ allowLocal: true }));
    expect(pathsIn(own.items)).toEqual(['README.md']);
    const foreign = await failureOf(open, source, await scratch.options({ allowLocal: false }));
    expect(foreign).toMatchObject({ reason: 'AccessDenied' });
  });
});

describe('ssh', () => {
  /** An `ssh` that records its arguments and runs the command on this machine. */
  async function fakeSsh(): Promise<{ folder: string; calls: () => Promise<string> }> {
    const folder = scratch.folder('bin');
    const log = scratch.folder('ssh.log');
    await mkdir(folder, { recursive: true });
    await writeFile(log, '');
    await writeFile(
      `${folder}/ssh`,
      `#!/bin/sh\necho "$@" >> ${log}\nfor last; do :; done\nexec sh -c "$last"\n`,
    );
    await chmod(`${folder}/ssh`, 0o755);
    return { folder, calls: () => readFile(log, 'utf8') };
  }

  test("reads an operator's repository with the operator's ssh", async () => {
    const { folder, calls } = await fakeSsh();
    const open = createGitOpener({
      gitProgram: 'git',
      env: { ...env, GIT_SSH_COMMAND: `${folder}/ssh -i /key` },
    });
    for (const url of [
      `git@127.0.0.1:${scratch.folder('served/widgets.git')}`,
      `ssh://git@127.0.0.1:2222${scratch.folder('served/widgets.git')}`,
    ]) {
      const { snapshot, items } = await readAll(open, { url }, await scratch.options());
      expect(pathsIn(items)).toEqual(['README.md']);
      expect(snapshot.linkTemplate).toMatch(/^ssh:\/\/127\.0\.0\.1.*widgets[^#]*#\{path\}$/);
    }
    expect(await calls()).toContain('-i /key');
  });

  test('does not use the keys of the operator for entries of others', async () => {
    const { folder, calls } = await fakeSsh();
    const path = `${folder}:${process.env['PATH']}`;
    const open = createGitOpener({
      gitProgram: 'git',
      env: {
        ...env,
        PATH: path,
        GIT_SSH_COMMAND: `${folder}/ssh -i /key`,
        SSH_AUTH_SOCK: '/agent',
      },
    });
    const url = `git@127.0.0.1:${scratch.folder('served/widgets.git')}`;
    await readAll(open, { url }, await scratch.options({ allowLocal: false }));
    expect(await calls()).not.toContain('/key');
    expect(await calls()).toMatch(/IdentityAgent=none -o IdentityFile=\/dev\/null/);
  });

  test('to a private address is refused', async () => {
    const options = await scratch.options({ allowedRanges: [] });
    const failure = await failureOf(withGit, { url: 'git@127.0.0.1:o/r.git' }, options);
    expect(failure).toMatchObject({ reason: 'AddressRefused' });
  });

  test('needs the git program, which the message names', async () => {
    const failure = await failureOf(
      withoutGit,
      { url: 'git@127.0.0.1:o/r.git' },
      await scratch.options(),
    );
    expect(failure).toMatchObject({ reason: 'InvalidSource' });
    expect(failure.message).toMatch(/needs the git program \(2\.31 or newer\)/);
  });
});

describe('a name that was checked', () => {
  test('is connected to at the checked address, also after a redirect to https', async () => {
    const location = parseLocation('http://rebound.invalid/r.git', false) as RemoteLocation;
    const { signal } = new AbortController();
    const options = {
      program: 'git',
      env,
      trusted: false,
      idleMs: 10_000,
      signal,
      allowedRanges: ['127.0.0.0/8'],
      // No other resolver knows the name, and no server is at the address.
      resolve: async () => [{ address: '127.99.99.99', family: 4 }],
    };
    const git = await remoteGit(location, options, await mkdtemp(scratch.folder('pinned-')));

    for (const url of [location.url, location.url.replace('http:', 'https:')]) {
      const failed = runGit(git, { args: ['ls-remote', '--', url], signal });
      await expect(failed).rejects.toThrow(/unable to access(?!.*resolve host)/);
    }
  });
});

describe('the git program', () => {
  test('that is missing or too old is not needed', async () => {
    const old = scratch.folder('old-git');
    await writeFile(old, '#!/bin/sh\necho git version 2.17.1\n');
    await chmod(old, 0o755);
    strange = () => false;
    for (const gitProgram of [old, scratch.folder('no-such-git')]) {
      const open = createGitOpener({ gitProgram, env });
      const { items } = await readAll(
        open,
        { url: `${server.origin}/widgets.git` },
        await scratch.options(),
      );
      expect(pathsIn(items)).toEqual(['README.md']);
    }
  });
});
