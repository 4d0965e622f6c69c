import assert from 'node:assert/strict';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { TestRepository } from '../support/git-repository.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { RunningLectern, runLectern } from '../support/lectern.ts';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;
const loopback = ['--allowed-ranges', '127.0.0.0/8'];
const question = 'How do I enqueue a job?';

let folder: string;
let shop: string;
let server: GitServer;
/** A server without libraries at the start of each test. */
let lectern: RunningLectern;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-project-test-'));
  shop = join(folder, 'shop');
  server = await startGitServer({ root: join(folder, 'served') });
  const queue = await TestRepository.create(join(folder, 'queue'));
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
    await queue.commit({
      'README.md': `# Queue\n\nQueue runs jobs in the background.\n`,
      'docs/jobs.md': `# Enqueue a job\n\nCall \`enqueue${version[0]}\` with the job.\n`,
    });
    // The development after the last release has no tag.
    if (version !== '3.0.0') await queue.git('tag', `v${version}`);
  }
  await queue.publish(join(folder, 'served/queue.git'));
  lectern = await RunningLectern.make();
  await lectern.start(loopback);
});

afterEach(async () => {
  const token = (await readFile(join(lectern.data, 'operator.token'), 'utf8')).trim();
  await fetch(`${lectern.url}/api/v1/projects/acme-shop`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  await untilEmpty();
  await rm(shop, { recursive: true, force: true });
});

afterAll(async () => {
  await lectern.remove();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a server of the test that calls this. */
async function ownLectern(): Promise<RunningLectern> {
  const own = await RunningLectern.make();
  onTestFinished(() => own.remove());
  return own;
}

async function write(files: Record<string, unknown>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(shop, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Installs a version of the queue in the shop, as npm does. */
async function install(version: string): Promise<void> {
  const name = '@acme/queue';
  await write({
    'package.json': { name: '@acme/shop', dependencies: { [name]: '*' } },
    'package-lock.json': {
      name: '@acme/shop',
      lockfileVersion: 3,
      packages: {
        '': { name: '@acme/shop', dependencies: { [name]: '*' } },
        [`node_modules/${name}`]: { version },
      },
    },
    [`node_modules/${name}/package.json`]: {
      name,
      version,
      repository: { type: 'git', url: `git+${server.origin}/queue.git` },
    },
    [`node_modules/${name}/README.md`]: '# Installed\n\nEnqueue a job with the installed queue.\n',
  });
}

async function addProject(...more: string[]): Promise<string> {
  const { code, stdout, stderr } = await lectern.run(
    'add',
    '--project',
    shop,
    ...loopback,
    ...more,
  );
  expect([code, stderr.replaceAll(/^(?:Looking|Reading|Indexed).*\n/gm, '')]).toEqual([0, '']);
  return stdout;
}

/** Waits until the server has no library. A removal is answered before the controller has deleted the content. */
async function untilEmpty(): Promise<void> {
  await vi.waitFor(
    async () => {
      const response = await fetch(`${lectern.url}/api/v1/libraries`);
      const { libraries } = (await response.json()) as { libraries: unknown[] };
      assert.deepEqual(libraries, [], 'the project leaves libraries behind');
    },
    { timeout: 30_000 },
  );
}

/** Returns the id of the only library of the project. */
async function libraryId({ url } = lectern): Promise<string> {
  const response = await fetch(`${url}/api/v1/projects/acme-shop`);
  const { dependencies } = (await response.json()) as { dependencies: { library: string }[] };
  return dependencies[0]!.library;
}

async function ask(at = lectern): Promise<string> {
  return (await at.run('ask', await libraryId(at), question, '--project', 'acme-shop')).stdout;
}

test('one command in the folder of a project makes the version in the lock file answer', async () => {
  await install('1.0.0');
  const printed = await addProject();
  expect(printed).toMatch(/@acme\/queue +1\.0\.0 +\S+ +v1\.0\.0 +2 +indexed/);
  const hint = /^Ask: lectern ask (\S+) "(.+)" --project (\S+)$/m.exec(printed);
  const { stdout } = await lectern.run('ask', hint![1]!, hint![2]!, '--project', hint![3]!);
  expect(stdout).toContain('documentation of @acme/queue 1.0.0 (v1.0.0)');
  const answer = await ask();
  expect(answer).toContain('`enqueue1`');
  expect(answer).not.toMatch(/enqueue[23]/);
});

test('a dry run prints the table, and adds nothing', async () => {
  await install('2.0.0');
  expect(await addProject('--dry-run')).toMatch(/@acme\/queue +2\.0\.0 +\S+ +v2\.0\.0 +- +found/);
  expect((await lectern.run('list')).stdout).toContain('No libraries yet');
});

test('running the command again applies what changed, and remove undoes it', async () => {
  await install('1.0.0');
  await addProject();
  await install('2.0.0');
  expect(await addProject()).toMatch(/v2\.0\.0 +2 +indexed/);
  expect(await ask()).toContain('`enqueue2`');
  const old = await lectern.run('ask', `${await libraryId()}/v1.0.0`, question);
  expect(old.code).not.toBe(0);
  const removed = await lectern.run('remove', '--project', shop);
  expect(removed.stdout).toContain('Removed project acme-shop');
  await untilEmpty();
  expect((await lectern.run('list')).stdout).toContain('No libraries yet');
});

test('a version without a tag is answered from the installed package, never from another version', async () => {
  await install('2.5.0');
  const printed = await addProject();
  expect(printed).toMatch(
    /2\.5\.0 +\/packages\/npm_acme_queue-2\.5\.0 +- +1 +indexed, installed package/,
  );
  const answer = await ask();
  expect(answer).toContain('the installed queue');
  expect(answer).not.toMatch(/enqueue[123]/);
});

test('without an installed copy and a tag, nothing is indexed, and the table says what --nearest would use', async () => {
  await install('2.5.0');
  const manifest = {
    name: '@acme/queue',
    version: '9.9.9',
    repository: `${server.origin}/queue.git`,
  };
  await write({ 'node_modules/@acme/queue/package.json': manifest });
  // A small index of npm that knows the package.
  const index = ['--package-indexes', `npm=${server.origin}/npm`];
  const printed = await addProject(...index);
  expect(printed).toMatch(/@acme\/queue +2\.5\.0 +- +- +- +not found: /);
  expect((await lectern.run('list')).stdout).toContain('No libraries yet');
});

test('lectern up --project follows the lock file', async () => {
  await install('1.0.0');
  const own = await ownLectern();
  await own.start([...loopback, '--project', shop]);
  await own.printed(/project follows its lock files/);
  await own.printed(/✓ \S*queue\S* +\d+ snippets/);
  expect(await ask(own)).toContain('`enqueue1`');
  own.output = '';
  await install('2.0.0');
  await own.printed(/project follows its lock files/);
  await own.printed(/✓ \S*queue\S* +\d+ snippets/);
  expect(await ask(own)).toContain('`enqueue2`');
});

test('an assistant that starts lectern mcp in the folder gets the version in the lock file', async () => {
  await install('1.0.0');
  await addProject();
  const client = new Client({ name: 'assistant', version: '1.0.0' });
  const args = [bin, 'mcp', '--url', lectern.url, '--project', shop];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  onTestFinished(() => client.close());
  const textOf = async (name: string, given: Record<string, string>): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: given });
    return (content as { text: string }[])[0]!.text;
  };
  const found = await textOf('resolve-library-id', { libraryName: '@acme/queue', query: question });
  expect(found).toContain('- Version in your project: 1.0.0');
  const id = /library ID: (\S+)/.exec(found)![1]!;
  const answer = await textOf('query-docs', { libraryId: id, query: question });
  expect(answer).toContain('`enqueue1`');
  expect(answer).toContain('which project acme-shop uses');
});

test('an assistant whose root is the folder gets the version in the lock file, without any option', async () => {
  await install('1.0.0');
  await addProject();
  const roots = { roots: [{ uri: pathToFileURL(shop).href }] };
  const client = new Client(
    { name: 'assistant', version: '1.0.0' },
    { capabilities: { roots: {} } },
  );
  client.setRequestHandler(ListRootsRequestSchema, () => roots);
  const args = [bin, 'mcp', '--url', lectern.url];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  onTestFinished(() => client.close());
  const given = { libraryId: await libraryId(), query: question };
  const { content } = await client.callTool({ name: 'query-docs', arguments: given });
  expect((content as { text: string }[])[0]!.text).toContain('which project acme-shop uses');
});

test('the manifest of a project needs no server, and a sync of it serves the same versions', async () => {
  await install('2.0.0');
  const { code, stdout } = await runLectern(['manifest', '--project', shop, ...loopback]);
  expect(code).toBe(0);
  const file = join(folder, 'repos.yaml');
  await writeFile(file, stdout);
  const own = await ownLectern();
  await own.start([...loopback, '--manifest', file]);
  const [, id] = await own.printed(/✓ (\S*queue\S*) +\d+ snippets/);
  const answer = await own.run('ask', `${id!}/v2.0.0`, question);
  expect(answer.stdout).toContain('`enqueue2`');
});

test('lectern setup --project names the project in the configuration of the assistant', async () => {
  await install('1.0.0');
  const child = await runLectern(['setup', 'claude-code', '--project', 'acme-shop', '--print']);
  expect(child.stdout).toContain('/mcp?project=acme-shop');
});
