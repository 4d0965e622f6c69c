import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { TestRepository } from '../../support/git-repository.ts';
import {
  documentsIn,
  itemsOf,
  limits,
  pathsIn,
  readAll,
  Scratch,
  skippedIn,
  withGit,
} from './harness.ts';

const scratch = await Scratch.create();
const documents = 60;
let server: GitServer;
let oldServer: GitServer;
let repository: TestRepository;

/** Text that hardly compresses. */
const noise = (bytes: number): string => randomBytes(bytes).toString('base64');

beforeAll(async () => {
  const files: Record<string, string> = { 'README.md': '# Widgets' };
  for (let index = 0; index < documents; index += 1) {
    files[`docs/page-${index}.md`] = `# Page ${index}\n${noise(300)}`;
    files[`src/module-${index}.ts`] = noise(10_000);
  }
  repository = await TestRepository.create(scratch.folder('work'), files);
  await repository.publish(scratch.folder('served/widgets.git'));
  server = await startGitServer({ root: scratch.folder('served') });
  oldServer = await startGitServer({ root: scratch.folder('served'), protocolVersion: 0 });
});

afterAll(async () => {
  await server.close();
  await oldServer.close();
  await scratch.remove();
});

function bytesOf({ requests }: GitServer): number {
  return requests.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Requests whose responses have objects or refs, without the earlier greetings. */
function fetches({ requests }: GitServer): number {
  return requests.filter(({ method }) => method === 'POST').length;
}

describe('a partial fetch', () => {
  test('transfers the documents without the source code, in one request', async () => {
    server.reset();
    const source = { url: `${server.origin}/widgets.git` };
    const snapshot = await withGit(source, await scratch.options());
    const before = { requests: fetches(server), bytes: bytesOf(server) };
    const items = await itemsOf(snapshot);
    await snapshot.close();
    expect(pathsIn(items)).toHaveLength(documents + 1);
    // Listing refs, then the commit with its trees.
    expect(before.requests).toBe(2);
    expect(before.bytes).toBeLessThan(20_000);
    expect(fetches(server) - before.requests).toBe(1);
    // 60 pages of about 400 bytes; the source code has 800,000.
    expect(bytesOf(server)).toBeLessThan(60_000);
  });

  test('brings the files that describe the project with the documents', async () => {
    const made = await TestRepository.create(scratch.folder('described'), {
      'README.md': '# Widgets',
      'package.json': '{"name":"widgets"}',
    });
    await made.publish(scratch.folder('served/described.git'));
    const options = await scratch.options();
    const snapshot = await withGit({ url: `${server.origin}/described.git` }, options);
    server.reset();
    await itemsOf(snapshot);
    const project = await snapshot.describe?.(options.signal);
    await snapshot.close();
    expect(project?.names).toEqual(['widgets']);
    expect(fetches(server)).toBe(1);
  });

  test('requests no known document', async () => {
    const source = { url: `${server.origin}/widgets.git` };
    const first = await readAll(withGit, source, await scratch.options());
    const known = new Map(documentsIn(first.items).map(({ path, hash }) => [path, hash]));
    server.reset();
    const snapshot = await withGit(source, await scratch.options());
    const items = await itemsOf(snapshot, known);
    await snapshot.close();
    expect(items.every(({ type }) => type === 'unchanged')).toBe(true);
    expect(items).toHaveLength(documents + 1);
    expect(fetches(server)).toBe(2);
    expect(bytesOf(server)).toBeLessThan(20_000);
  });

  test('requests only new documents', async () => {
    const source = { url: `${server.origin}/widgets.git` };
    const first = await readAll(withGit, source, await scratch.options());
    const known = new Map(documentsIn(first.items).map(({ path, hash }) => [path, hash]));
    known.delete('docs/page-7.md');
    const snapshot = await withGit(source, await scratch.options());
    server.reset();
    const items = await itemsOf(snapshot, known);
    await snapshot.close();
    expect(pathsIn(items)).toEqual(['docs/page-7.md']);
    expect(fetches(server)).toBe(1);
    expect(bytesOf(server)).toBeLessThan(2000);
  });

  test('does not receive a document that is far too large, and reads the others', async () => {
    const size = 60_000_000;
    const made = await TestRepository.create(scratch.folder('large'));
    await made.git('config', 'core.compression', '0');
    await made.commit({
      'README.md': 'small',
      'docs/a.md': 'also small',
      'docs/data.md': 'x'.repeat(size),
      'src/a.ts': 'code',
    });
    const bare = scratch.folder('served/large.git');
    await made.publish(bare);
    await made.git('--git-dir', bare, 'config', 'core.compression', '0');
    server.reset();
    const source = { url: `${server.origin}/large.git` };
    const { items } = await readAll(withGit, source, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md', 'docs/a.md']);
    expect(skippedIn(items)).toEqual([
      { path: 'docs/data.md', reason: 'is not available, or is larger than 1000000 bytes' },
    ]);
    expect(bytesOf(server)).toBeLessThan(size / 2);
  });

  test('reads only the size of a document that is small on the wire and too large unpacked', async () => {
    const made = await TestRepository.create(scratch.folder('hollow'), {
      'README.md': 'small',
      'docs/zeros.txt': '0'.repeat(50_000_000),
    });
    await made.publish(scratch.folder('served/hollow.git'));
    const source = { url: `${server.origin}/hollow.git` };
    const { items } = await readAll(withGit, source, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md']);
    expect(skippedIn(items)).toEqual([
      { path: 'docs/zeros.txt', reason: 'is 50000000 bytes large; at most 1000000 are read' },
    ]);
  });

  test('ends when a repository sends more than may be read of one source', async () => {
    const options = await scratch.options({ limits: { ...limits, maxTotalBytes: 100_000 } });
    const bare = scratch.folder('served/plain-total.git');
    await repository.publish(bare);
    await repository.git('--git-dir', bare, 'config', 'uploadpack.allowFilter', 'false');
    const source = { url: `${server.origin}/plain-total.git` };
    await expect(withGit(source, options)).rejects.toMatchObject({
      reason: 'TooLarge',
      message: expect.stringContaining('more than 100000 bytes'),
    });
  });
});

describe('the first fetch of a repository', () => {
  test('brings everything of a small one with one request', async () => {
    const made = await TestRepository.create(scratch.folder('tiny'), {
      'README.md': '# Widgets',
      'docs/guide/start.md': '# Start',
      'package.json': '{"name":"widgets"}',
      'src/index.ts': 'export {};',
    });
    await made.publish(scratch.folder('served/tiny.git'));
    server.reset();
    const options = await scratch.options({ isNew: true });
    const snapshot = await withGit({ url: `${server.origin}/tiny.git` }, options);
    const items = await itemsOf(snapshot);
    const project = await snapshot.describe?.(options.signal);
    await snapshot.close();
    expect(pathsIn(items)).toEqual(['README.md', 'docs/guide/start.md']);
    expect(project?.names).toEqual(['widgets']);
    // Listing refs, then the commit with its trees and files.
    expect(fetches(server)).toBe(2);
  });

  test('reads a large one like a later fetch, and leaves out most of its source code', async () => {
    const files: Record<string, string> = { 'README.md': '# Widgets', 'docs/api.md': '# API' };
    for (let index = 0; index < 400; index += 1) files[`src/${index}.ts`] = noise(45_000);
    const made = await TestRepository.create(scratch.folder('many'), files);
    await made.publish(scratch.folder('served/many.git'));
    const source = { url: `${server.origin}/many.git` };
    const later = await readAll(withGit, source, await scratch.options());
    server.reset();
    const options = await scratch.options({ isNew: true });
    const first = await readAll(withGit, source, options);
    expect(first.items).toEqual(later.items);
    expect(pathsIn(first.items)).toEqual(['README.md', 'docs/api.md']);
    // Twice the refs, what arrived until the end of the first clone, the trees, and the documents.
    expect(fetches(server)).toBe(5);
  });

  test('requests a document that is larger than usual by itself', async () => {
    const made = await TestRepository.create(scratch.folder('long'), {
      'README.md': '# Widgets',
      'docs/long.md': `# Long\n${noise(150_000)}`,
    });
    await made.publish(scratch.folder('served/long.git'));
    server.reset();
    const source = { url: `${server.origin}/long.git` };
    const { items } = await readAll(withGit, source, await scratch.options({ isNew: true }));
    expect(pathsIn(items)).toEqual(['README.md', 'docs/long.md']);
    expect(fetches(server)).toBe(3);
  });

  test('reads a commit by its id', async () => {
    const made = await TestRepository.create(scratch.folder('pinned'), { 'README.md': '# One' });
    const commit = await made.git('rev-parse', 'HEAD');
    await made.commit({ 'docs/two.md': '# Two' });
    await made.publish(scratch.folder('served/pinned.git'));
    const source = { url: `${server.origin}/pinned.git` };
    const options = await scratch.options({ isNew: true, version: commit });
    const { snapshot, items } = await readAll(withGit, source, options);
    expect(pathsIn(items)).toEqual(['README.md']);
    expect(snapshot.revision).toBe(commit);
    expect(snapshot.facts.branch).toBeUndefined();
  });

  test('refuses one that sends more than may be read of one source', async () => {
    const maxTotalBytes = 100_000;
    const options = await scratch.options({ isNew: true, limits: { ...limits, maxTotalBytes } });
    const bare = scratch.folder('served/new-total.git');
    await repository.publish(bare);
    await repository.git('--git-dir', bare, 'config', 'uploadpack.allowFilter', 'false');
    await expect(withGit({ url: `${server.origin}/new-total.git` }, options)).rejects.toMatchObject(
      { reason: 'TooLarge' },
    );
  });
});

describe('a server that cannot send parts', () => {
  /** Returns the items of a first and of a later fetch, and those that Lectern reads from the repository itself. */
  async function compared(url: string): Promise<[unknown, unknown]> {
    const usual = await readAll(withGit, { url: repository.path }, await scratch.options());
    const later = await readAll(withGit, { url }, await scratch.options());
    const first = await readAll(withGit, { url }, await scratch.options({ isNew: true }));
    return [
      [first.items, later.items],
      [usual.items, usual.items],
    ];
  }

  test('because it knows no filters is read by a shallow clone', async () => {
    const bare = scratch.folder('served/plain.git');
    await repository.publish(bare);
    await repository.git('--git-dir', bare, 'config', 'uploadpack.allowFilter', 'false');
    const [given, held] = await compared(`${server.origin}/plain.git`);
    expect(given).toEqual(held);
  });

  test('because it forbids filters is read by a shallow clone', async () => {
    const bare = scratch.folder('served/forbidding.git');
    await repository.publish(bare);
    await repository.git('--git-dir', bare, 'config', 'uploadpackfilter.allow', 'false');
    const [given, held] = await compared(`${server.origin}/forbidding.git`);
    expect(given).toEqual(held);
  });

  test('because it speaks the old protocol, which names no single objects, is read whole', async () => {
    const [given, held] = await compared(`${oldServer.origin}/widgets.git`);
    expect(given).toEqual(held);
  });

  test('has its tags read as versions too', async () => {
    const run = promisify(execFile);
    await run('git', ['--git-dir', scratch.folder('served/widgets.git'), 'tag', 'v1', 'HEAD']);
    const options = await scratch.options({ version: 'v1' });
    const { items } = await readAll(withGit, { url: `${oldServer.origin}/widgets.git` }, options);
    expect(pathsIn(items)).toHaveLength(documents + 1);
  });
});
