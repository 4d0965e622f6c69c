import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createGitOpener } from '../../../src/indexing/sources/git/open-git.ts';
import { TestRepository } from '../../support/git-repository.ts';
import {
  documentsIn,
  env,
  failureOf,
  openers,
  pathsIn,
  readAll,
  Scratch,
  skippedIn,
  withGit,
} from './harness.ts';

const scratch = await Scratch.create();
afterAll(() => scratch.remove());

let count = 0;

async function repositoryWith(files: Record<string, string>): Promise<TestRepository> {
  count += 1;
  return TestRepository.create(scratch.folder(`r${count}`), files);
}

describe.each(openers)('a local repository read with %s', (_, open) => {
  test('gives the content of HEAD, without uncommitted changes', async () => {
    const repository = await repositoryWith({ 'README.md': 'committed', 'gone.md': 'still here' });
    await repository.write({ 'README.md': 'changed', 'new.md': 'untracked' });
    await repository.remove('gone.md');
    const { items } = await readAll(open, { url: repository.path }, await scratch.options());
    const contents = documentsIn(items).map(({ path, content }) => [path, content]);
    expect(contents).toEqual([
      ['README.md', 'committed'],
      ['gone.md', 'still here'],
    ]);
  });

  test('may be bare, or named by a file URL', async () => {
    const repository = await repositoryWith({ 'README.md': 'x' });
    const bare = scratch.folder(`bare-${count}.git`);
    await repository.publish(bare);
    for (const url of [bare, pathToFileURL(repository.path).href]) {
      const { items } = await readAll(open, { url }, await scratch.options());
      expect(pathsIn(items)).toEqual(['README.md']);
    }
  });

  test('may be a worktree, whose own HEAD counts', async () => {
    const repository = await repositoryWith({ 'README.md': 'main' });
    const worktree = new TestRepository(scratch.folder(`worktree-${count}`));
    await repository.git('worktree', 'add', '--quiet', '-b', 'topic', worktree.path);
    const commit = await worktree.commit({ 'README.md': 'topic' });
    const { snapshot, items } = await readAll(
      open,
      { url: worktree.path },
      await scratch.options(),
    );
    expect(snapshot.revision).toBe(commit);
    expect(snapshot.facts.branch).toBe('topic');
    expect(documentsIn(items)[0]?.content).toBe('topic');
  });

  test('may have a detached HEAD and packed refs', async () => {
    const repository = await repositoryWith({ 'README.md': 'one' });
    await repository.git('tag', 'v1');
    await repository.commit({ 'README.md': 'two' });
    await repository.git('pack-refs', '--all');
    await repository.git('gc', '--quiet');
    await repository.git('checkout', '--quiet', '--detach', 'v1');
    const { snapshot, items } = await readAll(
      open,
      { url: repository.path },
      await scratch.options(),
    );
    expect(documentsIn(items)[0]?.content).toBe('one');
    expect(snapshot.facts.branch).toBeUndefined();
  });

  test('is refused where local paths are not allowed, whether or not it exists', async () => {
    const repository = await repositoryWith({ 'README.md': 'x' });
    for (const url of [repository.path, scratch.folder('nowhere')]) {
      const failure = await failureOf(open, { url }, await scratch.options({ allowLocal: false }));
      expect(failure).toMatchObject({ reason: 'InvalidSource' });
    }
  });

  test('that does not exist, or is a file, is named in the error', async () => {
    const missing = await failureOf(
      open,
      { url: scratch.folder('nowhere') },
      await scratch.options(),
    );
    expect(missing).toMatchObject({ reason: 'NotFound' });
    expect(missing.message).toContain(scratch.folder('nowhere'));
    await writeFile(scratch.folder('file.md'), 'x');
    const file = await failureOf(open, { url: scratch.folder('file.md') }, await scratch.options());
    expect(file).toMatchObject({
      reason: 'InvalidSource',
      message: expect.stringContaining('is a file'),
    });
  });
});

describe('links of a local repository', () => {
  test('lead to its host once the commit was pushed there, and to the file before', async () => {
    const repository = await repositoryWith({ 'README.md': 'x' });
    await repository.git('remote', 'add', 'origin', 'git@github.com:o/r.git');
    const templateOf = async (): Promise<string> => {
      const { snapshot } = await readAll(
        withGit,
        { url: repository.path },
        await scratch.options(),
      );
      return snapshot.linkTemplate;
    };
    const asFile = `${pathToFileURL(repository.path).href}/{path}`;
    expect(await templateOf()).toBe(asFile);
    const commit = await repository.git('rev-parse', 'HEAD');
    await repository.git('update-ref', 'refs/remotes/origin/main', commit);
    expect(await templateOf()).toBe(`https://github.com/o/r/blob/${commit.slice(0, 12)}/{path}`);
    await repository.commit({ 'README.md': 'not pushed' });
    expect(await templateOf()).toBe(asFile);
  });
});

describe('a repository of another user', () => {
  test('is read, because the operator named it and its configuration is not executed', async () => {
    const repository = await repositoryWith({ 'README.md': 'x' });
    // Git's own switch for tests of ownership, set by a wrapper around the real program.
    const wrapper = scratch.folder('git-as-other');
    await writeFile(wrapper, '#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec git "$@"\n');
    await chmod(wrapper, 0o755);
    const open = createGitOpener({ gitProgram: wrapper, env });
    const { items } = await readAll(open, { url: repository.path }, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md']);
  });

  test('runs no hook, filter or monitor that its configuration names', async () => {
    const repository = await repositoryWith({
      'README.md': 'x',
      '.gitattributes': '*.md filter=evil diff=evil',
    });
    const mark = scratch.folder('was-run');
    for (const name of [
      'core.fsmonitor',
      'filter.evil.smudge',
      'diff.evil.textconv',
      'core.sshCommand',
    ]) {
      await repository.git('config', name, `touch ${mark}`);
    }
    await mkdir(join(repository.path, '.git/hooks'), { recursive: true });
    await writeFile(
      join(repository.path, '.git/hooks/post-checkout'),
      `#!/bin/sh\ntouch ${mark}\n`,
      { mode: 0o755 },
    );
    await readAll(withGit, { url: repository.path }, await scratch.options());
    await expect(chmod(mark, 0o644)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe.each(openers)('a folder without Git read with %s', (_, open) => {
  async function folderWith(files: Record<string, string>): Promise<string> {
    count += 1;
    const path = scratch.folder(`plain-${count}`);
    await new TestRepository(path).write({ ...files });
    return path;
  }

  test('gives its files with the hashes Git would give them', async () => {
    const files = { 'README.md': 'readme', 'docs/b.md': 'b', 'docs/a.md': 'a', 'x.png': 'x' };
    const repository = await repositoryWith(files);
    const folder = await folderWith(files);
    const tracked = await readAll(open, { url: repository.path }, await scratch.options());
    const plain = await readAll(open, { url: folder }, await scratch.options());
    expect(plain.items).toEqual(tracked.items);
    expect(plain.snapshot.linkTemplate).toBe(`${pathToFileURL(folder).href}/{path}`);
  });

  test('gives the documents whose content decides that they are documents', async () => {
    const settings = '# How deep.\n\ndepth = 1\n'.repeat(12);
    const files = {
      'Makefile.PL': 'use ExtUtils::MakeMaker;',
      'docs/a.md': 'a',
      'lib/Saw.pm': '=head1 NAME\n\nSaw - cuts\n',
      'bin/saw': '=head1 NAME\n\nsaw - cuts\n',
      'man/saw.8': '.TH saw 8\n.SH NAME\nsaw \\- cuts\n',
      'man/saw.1.in': '.Dt SAW 1\n.Sh NAME\n',
      'saw.conf.example': settings,
    };
    const repository = await repositoryWith(files);
    const folder = await folderWith(files);
    const tracked = await readAll(open, { url: repository.path }, await scratch.options());
    const plain = await readAll(open, { url: folder }, await scratch.options());
    expect(pathsIn(plain.items)).toEqual(pathsIn(tracked.items));
    expect(pathsIn(plain.items)).toContain('man/saw.8');
    expect(pathsIn(plain.items)).toContain('saw.conf.example');
  });

  test('has a revision that changes with its content only', async () => {
    const folder = await folderWith({ 'README.md': 'one', 'docs/a.md': 'a' });
    const revision = async (): Promise<string> => {
      const { snapshot } = await readAll(open, { url: folder }, await scratch.options());
      return snapshot.revision;
    };
    const first = await revision();
    await writeFile(join(folder, 'README.md'), 'one');
    await writeFile(join(folder, 'picture.png'), 'irrelevant');
    expect(await revision()).toBe(first);
    await writeFile(join(folder, 'README.md'), 'two');
    expect(await revision()).not.toBe(first);
  });

  test('is read without following symbolic links out of it, and without folders of other projects', async () => {
    const folder = await folderWith({ 'README.md': 'x', 'node_modules/y/README.md': 'y' });
    await writeFile(scratch.folder('secret.md'), 'secret');
    await symlink(scratch.folder('secret.md'), join(folder, 'link.md'));
    await symlink('..', join(folder, 'loop'));
    const { items } = await readAll(open, { url: folder }, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md']);
    expect(skippedIn(items)).toEqual([{ path: 'link.md', reason: 'is a symbolic link' }]);
  });

  test('skips a file that is too large by its size', async () => {
    const folder = await folderWith({ 'README.md': 'x', 'large.md': 'y'.repeat(1_000_001) });
    const { items } = await readAll(open, { url: folder }, await scratch.options());
    expect(skippedIn(items)).toEqual([
      { path: 'large.md', reason: 'is 1000001 bytes large; at most 1000000 are read' },
    ]);
  });

  test('may have an API description that is larger than its other documents, up to 16 MB', async () => {
    const sized = (bytes: number): string =>
      JSON.stringify({ openapi: '3.1.0', paths: {}, 'x-more': 'y'.repeat(bytes) });
    const folder = await folderWith({
      'openapi.json': sized(13_000_000),
      'swagger.json': sized(16_000_000),
    });
    const { items } = await readAll(open, { url: folder }, await scratch.options());
    expect(pathsIn(items)).toEqual(['openapi.json']);
    expect(skippedIn(items)).toEqual([
      { path: 'swagger.json', reason: 'is 16000042 bytes large; at most 16000000 are read' },
    ]);
  });

  test('has no versions', async () => {
    const folder = await folderWith({ 'README.md': 'x' });
    const failure = await failureOf(
      open,
      { url: folder },
      await scratch.options({ version: 'v1' }),
    );
    expect(failure).toMatchObject({
      reason: 'NotFound',
      message: expect.stringContaining('no tags'),
    });
  });

  test('without documents is NoDocumentation', async () => {
    const folder = await folderWith({ 'x.png': 'x' });
    const failure = await failureOf(open, { url: folder }, await scratch.options());
    expect(failure).toMatchObject({ reason: 'NoDocumentation' });
  });
});
