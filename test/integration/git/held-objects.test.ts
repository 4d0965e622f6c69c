import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { holdObjects, type HeldObjects } from '../../../src/indexing/sources/git/held-objects.ts';
import { listTree } from '../../../src/indexing/sources/git/object-store.ts';
import type { GitProgram } from '../../../src/indexing/sources/git/git-process.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { Scratch } from './harness.ts';

const scratch = await Scratch.create();
const { signal } = new AbortController();
afterAll(() => scratch.remove());

const programOf = ({ path }: TestRepository): GitProgram => ({
  program: 'git',
  settings: ['-C', path],
  env: { PATH: process.env['PATH'] ?? '' },
});

const hold = async (repository: TestRepository): Promise<HeldObjects | undefined> =>
  holdObjects(programOf(repository), signal);

/** Writes an object and returns its id. */
function write(repository: TestRepository, type: string, content: string | Buffer): string {
  const args = ['hash-object', '-t', type, '-w', '--stdin', '--literally'];
  return execFileSync('git', args, { cwd: repository.path, input: content }).toString().trim();
}

/** Returns a tree with entries of another object. */
function treeOf(oid: string, mode: string, names: string[]): Buffer {
  return Buffer.concat(
    names.flatMap((name) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
  );
}

function commitOf(repository: TestRepository, tree: string): string {
  const who = 'Ada <ada@example.org> 0 +0000';
  return write(repository, 'commit', `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nx\n`);
}

describe('the objects that are held in memory', () => {
  test('list the files of a commit as git does', async () => {
    const repository = await TestRepository.create(scratch.folder('mixed'), {
      'docs/a.md': 'A',
      'docs-more/b.md': 'B',
      'docs.md': 'C',
      'a/b/c/d.md': 'D',
      'größe/ü.md': 'E',
    });
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    const link = write(repository, 'blob', 'docs/a.md');
    await repository.git('update-index', '--add', '--cacheinfo', `120000,${link},link.md`);
    await repository.git('commit', '--quiet', '--amend', '--message=all');
    const commit = await repository.git('rev-parse', 'HEAD');

    const held = await hold(repository);

    const listed = await listTree(programOf(repository), commit, signal);
    expect(held!.entries(commit)).toEqual(listed);
    expect(listed.map(({ kind }) => kind)).toContain('submodule');
    expect(listed.map(({ kind }) => kind)).toContain('link');
  });

  test('know the only commit, and none of several', async () => {
    const repository = await TestRepository.create(scratch.folder('one'), { 'a.md': 'A' });
    const commit = await repository.git('rev-parse', 'HEAD');
    expect((await hold(repository))!.commit).toBe(commit);
    await repository.commit({ 'b.md': 'B' });
    expect((await hold(repository))!.commit).toBeUndefined();
  });

  test('give blobs only if all of them are present', async () => {
    const repository = await TestRepository.create(scratch.folder('blobs'));
    const a = write(repository, 'blob', 'A');
    const absent = 'f'.repeat(40);
    const held = (await hold(repository))!;
    expect(held.blobs([a, a])).toEqual([Buffer.from('A'), Buffer.from('A')]);
    expect(held.blobs([a, absent])).toBeUndefined();
    expect(held.sizes([a, absent])).toEqual(new Map([[a, 1]]));
  });

  test('are none if they are large when unpacked', async () => {
    const repository = await TestRepository.create(scratch.folder('hollow'), {
      'docs/zeros.txt': '0'.repeat(50_000_000),
    });
    expect(await hold(repository)).toBeUndefined();
  });

  test('leave no pipe open if they are too large', async () => {
    const contents = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`docs/${at}.txt`, `${at}`.repeat(100_000)]),
    );
    const repository = await TestRepository.create(scratch.folder('abandoned'), contents);
    const openFiles = (): number => readdirSync('/dev/fd').length;
    const before = openFiles();
    for (let times = 0; times < 5; times += 1) expect(await hold(repository)).toBeUndefined();
    await expect.poll(openFiles).toBeLessThanOrEqual(before);
  });

  test.each([
    ['files', '100644'],
    ['empty folders', '40000'],
  ])('list no commit whose few trees have very many %s', async (what, mode) => {
    const repository = await TestRepository.create(scratch.folder(`bomb-${what}`));
    const names = Array.from({ length: 20 }, (_, at) => `n${String(at).padStart(2, '0')}`);
    const leaf = write(repository, mode === '40000' ? 'tree' : 'blob', '');
    let tree = write(repository, 'tree', treeOf(leaf, mode, names));
    for (let depth = 0; depth < 9; depth += 1) {
      tree = write(repository, 'tree', treeOf(tree, '40000', names));
    }
    const commit = commitOf(repository, tree);
    expect((await hold(repository))!.entries(commit)).toBeUndefined();
  });

  test.each([
    ['is cut off', Buffer.from('100644 a.md\0abc')],
    ['has no names', Buffer.from('100644')],
  ])('list no commit whose tree %s', async (what, content) => {
    const repository = await TestRepository.create(scratch.folder(`bad ${what}`));
    const commit = commitOf(repository, write(repository, 'tree', content));
    expect((await hold(repository))!.entries(commit)).toBeUndefined();
  });

  test('list no commit whose trees are missing', async () => {
    const repository = await TestRepository.create(scratch.folder('missing'));
    const root = write(repository, 'tree', treeOf('e'.repeat(40), '40000', ['docs']));
    const commit = commitOf(repository, root);
    const held = (await hold(repository))!;
    expect(held.commit).toBe(commit);
    expect(held.entries(commit)).toBeUndefined();
    expect(held.entries('f'.repeat(40))).toBeUndefined();
  });
});
