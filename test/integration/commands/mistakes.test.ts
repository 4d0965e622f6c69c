import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { annotations, type Library } from '../../../src/resources/library.ts';
import { makeLibrary } from '../../support/library.ts';
import { selfSignedCertificate, selfSignedKey } from '../../support/self-signed.ts';
import { apiServer, operatorToken } from '../api/api-server.ts';

/** Runs commands in an empty folder against a server. */
async function install(...libraries: Library[]) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-mistakes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const server = await apiServer({ libraries });
  vi.stubEnv('LECTERN_TOKEN', operatorToken);
  vi.stubEnv('LECTERN_URL', server.url);
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const complain = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.restoreAllMocks().unstubAllEnvs();
    // Each command adds a listener. From the eleventh on, Node would warn on stderr.
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  });
  const words = ({ mock }: { mock: { calls: unknown[][] } }): string =>
    mock.calls.map(([text]) => text).join('');
  return {
    ...server,
    folder,
    run: async (...args: string[]) => {
      const code = await main(['node', 'lectern', ...args]);
      return { code, printed: words(print), complaints: words(complain) };
    },
  };
}

/** Lets each requested run end at once. */
function endRunsAtOnce(registry: Awaited<ReturnType<typeof install>>['registry']): void {
  const get = registry.get.bind(registry);
  registry.get = async (key) => {
    const library = await get(key);
    const asked = library?.metadata.annotations?.[annotations.requestedAt];
    const status = { ...library?.status, lastHandledReconcileAt: asked };
    return library && asked ? ({ ...library, status } as Library) : library;
  };
}

test.each(['./handbook', '../lectern-no-such-handbook', './openapi.yaml'])(
  'add %s, which does not exist, says where it looked, and adds nothing',
  async (source) => {
    const { run, folder, registry } = await install();

    const { code, complaints } = await run('add', source);

    expect(code).toBe(2);
    expect(complaints).toBe(
      `lectern: ${source} does not exist: there is no ${join(folder, source)}\n`,
    );
    expect(await registry.list()).toEqual([]);
  },
);

test('add of a file that is no description of an API says what it expects, and adds nothing', async () => {
  const { run, folder, registry } = await install();
  await writeFile(join(folder, 'saw.md'), '# Saw');

  const { code, complaints } = await run('add', join(folder, 'saw.md'));

  expect(code).toBe(2);
  expect(complaints).toBe(
    `lectern: ${join(folder, 'saw.md')} is a file; expected a folder, a repository, a .jar file, or the .json or .yaml file of an API description\n`,
  );
  expect(await registry.list()).toEqual([]);
});

test('restore of a file that does not exist names it, and creates no data directory', async () => {
  const { run, folder } = await install();

  const { code, complaints } = await run('restore', join(folder, 'typo.zip'), '--data', 'data');

  expect(code).toBe(2);
  expect(complaints).toMatch(/Cannot restore this file: .*no such file.*typo\.zip/);
  expect(await readdir(folder)).toEqual([]);
});

test('add --max-pages with text names the text as the mistake', async () => {
  const { run } = await install();

  const { code, complaints } = await run('add', 'https://example.com', '--max-pages', 'ten');

  expect([code, complaints]).toEqual([
    2,
    'lectern: Field "source.website.maxPages" must be a whole number, not text.\n',
  ]);
});

test.each(['missing.zip', '.'])('import %s, which is not a file, names it', async (file) => {
  const { run } = await install();

  const { code, complaints } = await run('import', file);

  expect([code, complaints]).toEqual([
    2,
    `lectern: Cannot read ${file}; expected the .zip or .json of an export\n`,
  ]);
});

test('eval of a file that is no list of questions shows what the file must have', async () => {
  const { run, folder } = await install();
  await writeFile(join(folder, 'README.md'), '# Saws\n\nThey cut.\n');

  const { code, complaints } = await run('eval', join(folder, 'README.md'));

  expect(code).toBe(2);
  expect(complaints).toMatch(/^lectern: \S+README\.md: not JSON; expected \{"questions": .*\n$/);
});

test.each([
  [['eval', 'missing.json'], 'missing.json: ENOENT: no such file'],
  [['eval', '.'], '.: EISDIR: illegal operation on a directory'],
  [['manifest', '--join', '.'], '.: EISDIR: illegal operation on a directory'],
  [['license', 'issue', '--key', 'saw.pem', '--holder', 'Acme'], 'saw.pem: ENOENT: no such file'],
])('`lectern %j` names the file and why it cannot be read', async (args, reason) => {
  const { run } = await install();

  const { code, complaints } = await run(...args);

  expect(code).toBe(2);
  expect(complaints).toContain(`lectern: Cannot read ${reason}`);
});

test.each([
  [['ask', '/acme/saw'], 'run lectern ask --help to list its arguments and options'],
  [['keys', 'create'], 'run lectern keys create --help to list its arguments and options'],
  [['keys', 'make'], 'run lectern keys --help to list the commands'],
  [['aks'], 'run lectern --help to list the commands'],
  [['help', 'aks'], "error: unknown command 'aks'\n(Did you mean ask?)\n(run lectern --help"],
  [['help', 'keys', 'make'], "error: unknown command 'make'\n(run lectern keys --help"],
  [['keys', 'help', 'crate'], "error: unknown command 'crate'\n(Did you mean create?)"],
  [['aks', '--help'], "error: unknown command 'aks'\n(Did you mean ask?)\n(run lectern --help"],
  [['keys', 'crate', '-h'], "error: unknown command 'crate'\n(Did you mean create?)"],
])('the mistake in `lectern %j` names the help of the command', async (args, help) => {
  const { run } = await install();

  const { code, complaints } = await run(...args);

  expect(code).toBe(2);
  expect(complaints).toContain(help);
});

test.each([
  [['help', 'keys', 'create'], 'Usage: lectern keys create [options] <name>'],
  [['help', 'ask', 'nobody'], 'Usage: lectern ask [options] <library> <question>'],
  [['keys', 'help'], 'Usage: lectern keys [options] [command]'],
  [['keys', '--help', 'create'], 'Usage: lectern keys [options] [command]'],
])('`lectern %j` shows the help of that command', async (args, help) => {
  const { run } = await install();

  const { code, printed } = await run(...args);

  expect([code, printed]).toEqual([0, expect.stringContaining(help)]);
});

test.each([
  ['add', '--project', 'missing'],
  ['remove', '--project', 'missing'],
  ['up', '--manifest', '', '--project', 'missing'],
])('`lectern %s` refuses the folder of a project that does not exist', async (...args) => {
  const { run } = await install();

  const { code, complaints } = await run(...args);

  expect([code, complaints]).toEqual([
    2,
    'lectern: missing cannot be read; name the folder of a project\n',
  ]);
});

test('manifest --project of a folder without dependencies says so beside the empty manifest', async () => {
  const { run, folder } = await install();

  const { code, printed, complaints } = await run('manifest', '--project', folder);

  expect([code, printed]).toEqual([0, expect.stringContaining('repos: []')]);
  expect(complaints).toContain(`${folder} declares no dependencies that Lectern can read.`);
});

test('manifest --project prints no manifest if the files of the project cannot be read', async () => {
  const { run, folder } = await install();
  await writeFile(join(folder, 'package.json'), '{ "dependencies": ');

  const { code, printed, complaints } = await run('manifest', '--project', folder);

  expect([code, printed]).toEqual([2, '']);
  expect(complaints).toContain('Left out package.json: ');
});

test.each([
  [['add', '--project', '.', '--only', '--offline'], '--only needs a value before --offline'],
  [['add', '--only', '--help'], '--only needs a value before --help'],
  [['search', 'saw', '--query', '--json'], '--query needs a value before --json'],
])('`lectern %j` names the option that has no value', async (args, mistake) => {
  const { run } = await install();

  const { code, complaints } = await run(...args);

  expect([code, complaints]).toEqual([2, `lectern: ${mistake}\n`]);
});

test('add of a source and a project says that only one of them fits', async () => {
  const { run } = await install();

  const { code, complaints } = await run('add', './saw', '--project');

  expect([code, complaints]).toEqual([
    2,
    'lectern: Give a source or --project with a folder, not both; for a project in ./saw, give --project ./saw\n',
  ]);
});

test('add --project of a folder without dependencies fails, and prints the JSON all the same', async () => {
  const { run, folder } = await install();

  const { code, printed, complaints } = await run('add', '--project', folder, '--json');

  expect([code, complaints]).toEqual([
    2,
    `lectern: ${folder} declares no dependencies that Lectern can read. docs/guides/projects.md lists the files that it reads.\n`,
  ]);
  expect(JSON.parse(printed)).toMatchObject({ dependencies: [], changes: [] });
});

test('add --project of a project that has lost its dependencies says how to remove what it used before', async () => {
  const { run, folder, url } = await install();
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ origin: 'host:/mill', dependencies: [] });
  await fetch(`${url}/api/v1/projects/mill`, { method: 'PUT', headers, body });
  await writeFile(join(folder, 'package.json'), '{"name": "mill"}');

  const { code, complaints } = await run('add', '--project', folder);

  expect(code).toBe(2);
  expect(complaints).toContain(
    'The server still has what project mill used before; `lectern remove` with the same --project and --name removes that.',
  );
});

test('add --project of a project that has dependencies for development only names --dev', async () => {
  const { run, folder } = await install();
  await writeFile(
    join(folder, 'package.json'),
    '{"name": "mill", "devDependencies": {"saw-oil": "1.0.0"}}',
  );

  const { code, complaints } = await run('add', '--project', folder);

  expect([code, complaints]).toEqual([
    2,
    `Left out 1 dependency for development; --dev adds them.\nlectern: ${folder} declares only dependencies for development.\n`,
  ]);
});

test('add --project --only with a name that no dependency has does not say that there are none', async () => {
  const { run, folder } = await install();
  await writeFile(
    join(folder, 'package.json'),
    '{"name": "mill", "dependencies": {"saw-oil": "1.0.0"}}',
  );

  const only = ['--offline', '--only', 'saw'];
  const { code, complaints } = await run('add', '--project', folder, ...only);

  expect([code, complaints]).toEqual([
    2,
    `lectern: No dependency of ${folder} fits --only, --exclude and --max.\n`,
  ]);
});

test.each([['status'], ['refresh', '/acme/anvil', '--wait']])(
  '`lectern %s` names the versions of a served library that are not indexed',
  async (...args) => {
    const message = '9 snippets served. Not indexed: v9 (there is no tag v9)';
    const ready = { type: 'Ready', status: 'True' as const, reason: 'Succeeded', message };
    const condition = { ...ready, lastTransitionTime: '2026-01-02T03:04:05Z' };
    const { run, registry } = await install(makeLibrary({ status: { conditions: [condition] } }));
    endRunsAtOnce(registry);

    const { printed, complaints } = await run(...args);

    expect(printed + complaints).toContain('/acme/anvil  Not indexed: v9 (there is no tag v9)\n');
  },
);

test('refresh --wait --json prints one JSON value, and the end of the run to stderr', async () => {
  const { run, registry } = await install(makeLibrary({ status: { totalSnippets: 9 } }));
  endRunsAtOnce(registry);

  const { code, printed, complaints } = await run('refresh', '/acme/anvil', '--wait', '--json');

  expect(code, complaints).toBe(0);
  expect(JSON.parse(printed)).toMatchObject({ message: expect.any(String) });
  expect(complaints).toContain('/acme/anvil  9 snippets');
});

test('status says how many documents the last run skipped besides those it names', async () => {
  const counts = { fetched: 0, documents: 0, snippets: 0, embedded: 0, skipped: 21 };
  const warnings = ['docs/oil.md: is a binary file'];
  const last = { id: 'a', phase: 'done' as const, startedAt: '2026-01-02T03:04:05Z' };
  const { run } = await install(makeLibrary({ status: { run: { ...last, ...counts, warnings } } }));

  const { printed } = await run('status', '/acme/anvil');

  expect(printed).toContain('\n21 skipped, such as:\n  docs/oil.md: is a binary file\n');
});

test.each([
  ['https://docs.invalid', /The host of https:\/\/docs\.invalid has no address\. Correct --url/],
  ['https', /The server at https:\/\/127\.0\.0\.1:\d+ does not speak https\. Correct --url/],
])('the address %s, which leads to no server, is named with the mistake', async (given, words) => {
  const { run, url } = await install();

  const address = given === 'https' ? url.replace('http:', 'https:') : given;
  const { code, complaints } = await run('list', '--url', address);

  expect(code).toBe(4);
  expect(complaints).toMatch(words);
});

test('a server whose certificate is not trusted is named with the variable for its authority', async () => {
  const { run } = await install();
  const server = createServer({ key: selfSignedKey, cert: selfSignedCertificate }).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const { code, complaints } = await run('list', '--url', `https://127.0.0.1:${port}`);

  expect([code, complaints]).toEqual([
    4,
    `lectern: The certificate of https://127.0.0.1:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). If its authority is yours, set NODE_EXTRA_CA_CERTS to the file of its certificate.\n`,
  ]);
});

test('up says why it cannot create the data directory', async () => {
  const { run, folder } = await install();
  await writeFile(join(folder, 'data'), 'a file');

  const { code, complaints } = await run('up', '--data', join(folder, 'data'), '--manifest', '');

  expect([code, complaints]).toEqual([
    2,
    expect.stringMatching(/^lectern: Cannot create the data directory .*data: EEXIST: /),
  ]);
});

test('up ends if the file system lets nobody create the data directory', async () => {
  const { run } = await install();

  const { code, complaints } = await run('up', '--data', '/proc/lectern/data', '--manifest', '');

  expect([code, complaints]).toEqual([
    2,
    expect.stringContaining('Cannot create the data directory /proc/lectern/data: ENOENT'),
  ]);
});

test('add --dry-run adds no source, because it is for projects', async () => {
  const { run, registry } = await install();

  const { code, complaints } = await run('add', 'https://github.com/a/b', '--dry-run');

  expect([code, complaints]).toEqual([
    2,
    'lectern: --dry-run is for the dependencies of a project; leave it out, or give --project instead of a source\n',
  ]);
  expect(await registry.list()).toEqual([]);
});

test('add refuses options of a source for a project, and takes those of the environment', async () => {
  const { run } = await install();
  vi.stubEnv('LECTERN_ALLOWED_RANGES', '10.0.0.0/8');

  const project = await run('add', '--project', '--folders', 'docs');
  const source = await run('add', 'https://github.com/a/b');

  expect(project.complaints).toContain('--folders is for one source;');
  expect([project.code, source.code]).toEqual([2, 0]);
});

test('add says where the source belongs if an option has taken it', async () => {
  const { run, registry } = await install();

  const { code, complaints } = await run('add', '--folders', 'docs', 'https://github.com/a/b');

  expect(code).toBe(2);
  expect(complaints).toContain('Give a source, before options that take several values');
  expect(await registry.list()).toEqual([]);
});

test('teamspaces set without a change names the options', async () => {
  const { run } = await install();

  const { code, complaints } = await run('teamspaces', 'set', 'default');

  expect([code, complaints]).toEqual([2, 'lectern: Give --name or --plan\n']);
});

test.each(['0', '1.5', '1000000', 'soon'])(
  'license issue --days %s says what the number may be',
  async (days) => {
    const { run } = await install();

    const options = ['--key', 'issuer.pem', '--holder', 'Acme', '--days', days];
    const { code, complaints } = await run('license', 'issue', ...options);

    expect([code, complaints]).toEqual([
      2,
      `lectern: --days must be a whole number from 1 to 999999, not ${days}\n`,
    ]);
  },
);

test('export says if no install can import the file', async () => {
  const { run, folder } = await install(makeLibrary());
  const megabyte = new Uint8Array(1_000_000);
  const bundle = new Blob(Array.from({ length: 101 }, () => megabyte));
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(bundle));
  const file = join(folder, 'saws.zip');

  const { code, complaints } = await run('export', '/acme/anvil', '--out', file);

  expect([code, complaints]).toEqual([
    0,
    `No install can import ${file}, because it is over 100 MB. Export fewer libraries at once, or leave out versions (--versions, --no-versions).\n`,
  ]);
});

test.each([
  ['.', 'the file exists'],
  ['missing/saws.zip', 'its folder does not exist'],
])('export to %s is a mistake in the command: %s', async (out, why) => {
  const { run, folder } = await install(makeLibrary());
  const ask = vi.spyOn(globalThis, 'fetch');

  const { code, complaints } = await run('export', '/acme/anvil', '--out', join(folder, out));

  expect(ask).not.toHaveBeenCalled();
  expect([code, complaints]).toEqual([2, `lectern: Cannot write ${join(folder, out)}: ${why}\n`]);
});
