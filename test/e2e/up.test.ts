import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { TestRepository } from '../support/git-repository.ts';
import { RunningLectern, runLectern } from '../support/lectern.ts';

const handbook = new URL('../fixtures/handbook/', import.meta.url).pathname;

describe('lectern up', () => {
  let lectern: RunningLectern;
  let folder: string;
  let repository: TestRepository;
  const manifest = async (text: string): Promise<string> => {
    const file = join(lectern.data, 'repos.yaml');
    await writeFile(file, text);
    return file;
  };
  const runIdOf = async (id: string): Promise<string> => {
    const { stdout } = await lectern.run('status', id, '--json');
    return (JSON.parse(stdout) as { run: { id: string } }).run.id;
  };

  beforeEach(async () => {
    lectern = await RunningLectern.make();
    folder = await mkdtemp(join(tmpdir(), 'lectern-repo-'));
    await cp(handbook, folder, { recursive: true });
    repository = await TestRepository.create(folder);
    await repository.commit();
  });
  afterEach(async () => {
    await lectern.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test('indexes the manifest, and a second start serves it at once without a new run', async () => {
    const file = await manifest(`repos:\n  - { url: ${folder}, id: /acme/handbook }\n`);
    await lectern.start(['--manifest', file]);
    await lectern.printed(/✓ \/acme\/handbook +\d+ snippets/);
    const run = await runIdOf('/acme/handbook');
    expect(await lectern.stop()).toBe(0);

    await lectern.start(['--manifest', file]);
    await lectern.printed(/= \/acme\/handbook +\d+ snippets served/);
    const { stdout } = await lectern.run('ask', '/acme/handbook', 'How do I roll back?');

    expect(stdout).toContain('acme deploy rollback');
    expect(await runIdOf('/acme/handbook')).toBe(run);
  });

  test('prints its first admin key also if it cannot listen, because no later start prints it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;

    await expect(lectern.start(['--port', String(port)])).rejects.toThrow('it is in use');

    expect(lectern.output).toMatch(/^Admin key .*: lct_\w+/m);
  });

  test('prints an example question that works', async () => {
    await lectern.start([
      '--manifest',
      await manifest(`repos:\n  - { url: ${folder}, id: /acme/handbook }\n`),
    ]);
    const [, curl] = await lectern.printed(/ {2}(curl '.*')/);

    expect(execFileSync('sh', ['-c', curl!], { encoding: 'utf8' })).toContain('### ');
  });

  test('keeps a finished library and continues with the other after kill -9', async () => {
    const other = join(folder, 'docs');
    const file = await manifest(
      `repos:\n  - { url: ${folder}, id: /acme/handbook }\n  - { url: ${other}, id: /acme/other }\n`,
    );
    await lectern.start(['--manifest', file, '--concurrency', '1']);
    await lectern.printed(/✓ \/acme\/handbook/);
    const run = await runIdOf('/acme/handbook');
    await lectern.stop('SIGKILL');

    await lectern.start(['--manifest', file]);
    await lectern.printed(/[✓=] \/acme\/other/);

    expect(await runIdOf('/acme/handbook')).toBe(run);
    const { code } = await lectern.run('ask', '/acme/other', 'How do I freeze deployments?');
    expect(code).toBe(0);
  });

  test('writes nothing that other users can read', async () => {
    const file = await manifest(`repos:\n  - { url: ${folder}, id: /acme/handbook }\n`);
    await lectern.start(['--manifest', file]);
    await lectern.printed(/✓ \/acme\/handbook +\d+ snippets/);
    // The run removes its folder at its end. Until then, a list of the files may name some that are gone.
    await expect.poll(() => readdir(join(lectern.data, 'runs'))).toEqual([]);

    const names = await readdir(lectern.data, { recursive: true });
    // A database that is closed meanwhile loses the files beside it.
    const stats = (name: string) => statSync(join(lectern.data, name), { throwIfNoEntry: false });
    const modes = names
      .filter((name) => name !== 'repos.yaml')
      .map((name) => [name, (stats(name)?.mode ?? 0) & 0o077]);

    expect(names).toEqual(expect.arrayContaining(['lectern.db', 'snippets', 'operator.token']));
    expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
  });

  test('starts after a kill, also if another program has the id of its process now', async () => {
    await lectern.start();
    await lectern.stop('SIGKILL');
    await writeFile(join(lectern.data, 'lectern.lock'), String(process.pid));

    await lectern.start();

    expect(await lectern.stop()).toBe(0);
  });

  test('names a wrong setting and its origin', async () => {
    const { code, stderr } = await runLectern(['up', '--data', lectern.data], {
      LECTERN_PORT: 'high',
    });

    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('port (LECTERN_PORT) must be a whole number'),
    ]);
  });
});

describe('one lectern up', () => {
  let lectern: RunningLectern;
  let folder: string;
  let repository: TestRepository;

  beforeAll(async () => {
    lectern = await RunningLectern.make();
    await lectern.start();
  });
  afterAll(() => lectern.remove());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-repo-'));
    await cp(handbook, folder, { recursive: true });
    repository = await TestRepository.create(folder);
    await repository.commit();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('says that there are no libraries yet, that a library is unknown, and who may change libraries', async () => {
    const list = await lectern.run('list');
    const ask = await lectern.run('ask', '/no/library', 'anything');
    const refused = await runLectern([
      'delete',
      '/no/library',
      '--url',
      lectern.url,
      '--token',
      'wrong',
    ]);

    expect(list.stdout).toContain('No libraries yet');
    expect([ask.code, ask.stderr]).toEqual([3, expect.stringContaining('lectern list')]);
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('--token')]);
  });

  test('embeds only the changes when a library is refreshed', async () => {
    const added = await lectern.run('add', folder, '--id', '/acme/trains', '--wait');
    expect(added.code, added.stderr).toBe(0);
    await writeFile(
      join(folder, 'docs', 'new.md'),
      '# Travel\n\n## Book a train\n\nTrains are booked in the travel tool.\n',
    );
    await repository.commit();

    const refreshed = await lectern.run('refresh', '/acme/trains', '--wait');

    expect(refreshed.code, refreshed.stderr).toBe(0);
    const { stdout } = await lectern.run('status', '/acme/trains', '--json');
    expect((JSON.parse(stdout) as { run: { embedded: number } }).run.embedded).toBe(1);
    const answer = await lectern.run('ask', '/acme/trains', 'How do I book a train?');
    expect(answer.stdout).toContain('travel tool');
  });

  test('serves the old content after a failed refresh', async () => {
    await lectern.run('add', folder, '--id', '/acme/emptied', '--wait');
    await rm(join(folder, '.git'), { recursive: true });
    await rm(join(folder, 'docs'), { recursive: true });
    await rm(join(folder, 'README.md'));

    const refreshed = await lectern.run('refresh', '/acme/emptied', '--wait');

    expect(refreshed.code).toBe(1);
    expect(refreshed.stderr).toMatch(/documentation/);
    const answer = await lectern.run('ask', '/acme/emptied', 'How do I rotate a key?');
    expect(answer.stdout).toContain('acme keys rotate');
  });

  test('serves tags as versions, and names them if a question asks for another version', async () => {
    await repository.git('tag', 'v1.0.0');
    await writeFile(
      join(folder, 'docs', 'deployments.md'),
      '# Deployments\n\n## Roll back\n\nUse the `undo` button.\n',
    );
    await repository.commit();
    await lectern.run('add', folder, '--id', '/acme/tagged', '--versions', 'v1.0.0', '--wait');

    const old = await lectern.run('ask', '/acme/tagged@v1.0.0', 'roll back a deployment');
    const current = await lectern.run('ask', '/acme/tagged', 'roll back a deployment');
    const unknown = await lectern.run('ask', '/acme/tagged/v9', 'roll back');

    expect(old.stdout).toContain('acme deploy rollback');
    expect(current.stdout).toContain('undo');
    expect(current.stdout).not.toContain('acme deploy rollback');
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('v1.0.0')]);
  });

  test('lets only one process use a data directory', async () => {
    const { code, stderr } = await runLectern(['up', '--data', lectern.data, '--port', '0']);

    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/Another lectern \(process \d+\) uses/),
    ]);
  });

  test('lets only one process use a data directory, also if another container cannot see the process', async () => {
    // In each container, the ids of processes begin with 1.
    await writeFile(join(lectern.data, 'lectern.lock'), '');

    const { code, stderr } = await runLectern(['up', '--data', lectern.data, '--port', '0']);

    expect([code, stderr]).toEqual([1, expect.stringContaining('Another lectern')]);
  });
});

describe('commands', () => {
  test.each([
    [
      ['list', '--url', 'http://127.0.0.1:9'],
      4,
      /No server at http:\/\/127\.0\.0\.1:9\. Start one with `npm start`/,
    ],
    [['list', '--url', 'nonsense'], 2, /--url must be an address/],
    [['frobnicate'], 2, /unknown command/],
    [['ask', '/a/b'], 2, /missing required argument 'question'/],
    // Variables of a script that are not set.
    [['add', ''], 2, /"" is neither a URL nor a path/],
    [['backup', '/tmp/none.zip', '--data', ''], 2, /\/data is not a data directory/],
  ])('lectern %j ends with code %i and says what to do', async (args, code, message) => {
    const finished = await runLectern(args);

    expect(finished.code).toBe(code);
    expect(finished.stderr).toMatch(message);
  });
});

describe('bin/lectern.js', () => {
  test('prints one line about a Node that is too old, and stops', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`;

    const { code, stderr } = await runLectern(['list'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}`,
    });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^lectern needs Node 24 or newer; this is v.*\n$/);
  });
});
