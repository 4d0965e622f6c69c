import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  circularDescription,
  goodPage,
  outsideText,
  publishBadRepositories,
} from '../support/bad-repositories.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { TestRepository } from '../support/git-repository.ts';
import { RunningLectern, runLectern, type Finished } from '../support/lectern.ts';
import {
  endless,
  loopback,
  redirect,
  startWebServer,
  type Page,
  type WebServer,
} from '../support/web-server.ts';

const html =
  '<main><h1>Pencils</h1><h2>Sharpen a pencil</h2><p>Turn the pencil in the sharpener.</p></main>';
const description = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 'Pencils', version: '1' },
  paths: { '/pencils': { post: { summary: 'Sharpen a pencil in the sharpener' } } },
});

/** Declares a body of one gigabyte, and sends it as long as the client reads. */
const gigabyte = endless('x'.repeat(100_000), { 'content-type': 'text/html' });
const silence: Page = (_request, response) => void response.writeHead(200).write('<p>');
const further: Page = ({ url }, response) => {
  response.writeHead(302, { location: `${url}/on` }).end();
};

describe('one lectern up that is fed bad input', () => {
  let lectern: RunningLectern;
  let web: WebServer;
  let git: GitServer;
  let locked: GitServer;
  let scratch: string;
  /** Temporary folder of the process and its children. */
  let temporary: string;
  /** Paths of the Git server that answer with an error status. */
  const outages = new Map<string, number>();

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'lectern-bad-input-'));
    temporary = join(scratch, 'tmp');
    const root = join(scratch, 'served');
    for (const folder of [temporary, root]) await mkdir(folder);
    await publishBadRepositories(root, scratch);
    web = await startWebServer({ '/good': html });
    git = await startGitServer({
      root,
      intercept: ({ url = '' }, response) => {
        const status = outages.get(url.split('/')[1] ?? '');
        if (status !== undefined) response.writeHead(status).end();
        return status !== undefined;
      },
    });
    locked = await startGitServer({ root, credentials: { username: 'ada', password: 'x' } });
    lectern = await RunningLectern.make();
    await lectern.start(
      [
        // Git has the same limit.
        '--request-timeout-ms',
        '6000',
        '--max-document-bytes',
        '60000000',
        '--concurrency',
        '8',
        '--allowed-ranges',
        ...loopback,
      ],
      { TMPDIR: temporary },
    );
    await add(`${web.origin}/good`, '/acme/good');
    libraries.clear();
  });
  afterAll(async () => {
    await lectern.remove();
    await web[Symbol.asyncDispose]();
    await Promise.all([git.close(), locked.close()]);
    await rm(scratch, { recursive: true, force: true });
  });
  afterEach(async () => {
    assert.match(await answerOf('/acme/good'), /Turn the pencil/, 'it no longer answers');
  });

  const libraries = new Set<string>();

  function add(url: string, id: string, ...options: string[]): Promise<Finished> {
    libraries.add(id);
    return lectern.run('add', url, '--id', id, '--wait', ...options);
  }

  /** Deletes the libraries of a group of tests. Otherwise, Lectern would retry their failed runs during other tests. */
  async function clear(prefix: string): Promise<void> {
    const token = (await readFile(join(lectern.data, 'operator.token'), 'utf8')).trim();
    for (const id of [...libraries].filter((added) => added.startsWith(prefix))) {
      libraries.delete(id);
      const { status } = await fetch(`${lectern.url}/api/v1/library?id=${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(status, 200, `${id} is not deleted`);
    }
  }

  async function answerOf(id: string, query = 'How do I sharpen a pencil?'): Promise<string> {
    const search = new URLSearchParams({ libraryId: id, query });
    const response = await fetch(`${lectern.url}/api/v2/context?${search.toString()}`);
    return response.text();
  }

  describe.concurrent('as a first source', () => {
    afterAll(() => clear('/web/'));

    test.each<[what: string, url: string, page: Page | undefined, message: RegExp]>([
      [
        'does not resolve',
        'http://docs.nowhere.invalid/',
        undefined,
        /docs\.nowhere\.invalid does not resolve/,
      ],
      ['answers 403', '/403', { status: 403 }, /\/403 answers 403: the server refuses to show it/],
      ['answers 404', '/404', { status: 404 }, /\/404 answers 404: there is no such page/],
      ['answers 500', '/500', { status: 500 }, /\/500 answers 500: the server failed/],
      ['redirects to itself', '/round', redirect('/round'), /\/round redirects in a circle/],
      ['never answers', '/mute', () => undefined, /\/mute did not answer in time/],
      ['never ends', '/silence', silence, /\/silence did not answer in time/],
      ['sends a gigabyte', '/gigabyte', gigabyte, /\/gigabyte is larger than 60000000 bytes/],
      [
        'is a picture',
        '/picture',
        { headers: { 'content-type': 'image/png' } },
        /is image\/png; expected HTML/,
      ],
      ['says nothing', '/nothing', { body: '' }, /there is no documentation that could be indexed/],
    ])('a URL that %s is reported with the reason', async (_, url, page, message) => {
      const path = new URL(url, web.origin).href;
      if (page) web.pages.set(url, page);
      const id = `/web/${path.replaceAll(/\W+/g, '-')}`;

      const added = await add(path, id, '--type', 'website');

      expect(refusal(added)).toEqual([1, saying(id, message)]);
    });

    test.each(['nonsense:::', 'ftp://x.example/docs'])(
      '%s is refused, because it is not a source',
      async (text) => {
        const { code, stderr } = await lectern.run('add', text);

        expect(code).toBe(2);
        expect(stderr).toMatch(/^lectern: .* is neither a URL nor a path; expected one such as /);
      },
    );

    test('a URL that redirects forever is reported with the first redirects', async () => {
      for (let at = 0; at < 20; at += 1) web.pages.set(`/far${'/on'.repeat(at)}`, further);

      const added = await add(`${web.origin}/far`, '/web/far', '--type', 'website');

      expect(refusal(added)).toEqual([1, saying('/web/far', /\/far redirects more than 10 times/)]);
    });
  });

  describe.concurrent('as a first repository', () => {
    afterAll(() => clear('/git/'));

    test.each([
      ['empty', /is empty: nothing was ever pushed to it/],
      ['undocumented', /there is no documentation: looked for Markdown.* among its 2 files/],
      ['missing', /there is no such repository; check the URL/],
    ])('a repository that is %s is reported with the reason', async (name, message) => {
      const added = await add(`${git.origin}/${name}.git`, `/git/${name}`);

      expect(refusal(added)).toEqual([1, saying(`/git/${name}`, message)]);
    });

    test('a private repository is reported with the solution', async () => {
      const added = await add(`${locked.origin}/private.git`, '/git/private');

      expect(refusal(added)).toEqual([
        1,
        saying('/git/private', /is private; check the URL, or give .*credentials/),
      ]);
    });

    test.each<[name: string, leftOut: string[]]>([
      ['huge', ['huge.md: is 200000000 bytes large; at most 60000000 are read']],
      ['links', ['absolute.md: is a symbolic link', 'relative.md: is a symbolic link']],
      ['submodule', ['theme: is a submodule; add its repository by itself']],
      ['config', ['context7.json: it is not JSON']],
    ])('a repository with a bad document (%s) answers from the others', async (name, leftOut) => {
      const added = await add(join(scratch, name), `/git/${name}`);
      const { stdout: status } = await lectern.run('status', `/git/${name}`);
      const answer = await answerOf(`/git/${name}`, `sharpen a pencil, or ${outsideText}`);

      expect(added.code, added.stderr).toBe(0);
      for (const reason of leftOut) expect(status).toContain(reason);
      expect(answer).toContain('Turn the pencil');
      expect(answer).not.toContain('4711');
    });

    test('a repository with file names in odd encodings answers from each file', async () => {
      const added = await add(`${git.origin}/names.git`, '/git/names');

      expect(added.code, added.stderr).toBe(0);
      expect(await answerOf('/git/names', 'grind the beans')).toContain('Grind them coarsely.');
      expect(await answerOf('/git/names', 'break a line')).toContain('Press the enter key.');
      expect(await answerOf('/git/names', 'whisk the matcha')).toContain('Whisk it in a bowl.');
    });
  });

  describe('documents that are malformed, circular or much too large', () => {
    test('are skipped by name or read in part, and all other documents answer', async () => {
      const adding = add(`${git.origin}/documents.git`, '/git/documents');
      for (let at = 0; at < 50; at += 1) {
        const { status } = await fetch(`${lectern.url}/api/health`);
        expect(status).toBe(200);
      }
      const added = await adding;
      const { stdout: status } = await lectern.run('status', '/git/documents');

      expect(added.code, added.stderr).toBe(0);
      for (const reason of [
        /broken\.ipynb: .*is not JSON/,
        /cells\.ipynb: .*has no list of cells/,
        /openapi\.json: .*JSON is broken on line 2/,
        /openapi\.yaml: .*YAML is broken on line/,
        /swagger\.yaml: .*Excessive alias count/,
        /nul\.md: is a binary file/,
      ])
        expect(status).toMatch(reason);
      expect(await answerOf('/git/documents')).toContain('Turn the pencil');
      expect(await answerOf('/git/documents', 'open the fence')).toContain('open the fence');
      expect(await answerOf('/git/documents', 'nodes of the tree')).toContain('/nodes');
      expect(await answerOf('/git/documents', 'never a line end')).toContain('never a line end');
    });

    test.each([
      ['broken JSON', '{"openapi": "3.0.0",', /its JSON is broken/],
      ['broken YAML', 'openapi: "3.0.0\n', /its YAML is broken/],
      ['a web page', '<!DOCTYPE html><title>Docs</title>', /is an HTML page; expected an OpenAPI/],
    ])('an API description that is %s is reported with the reason', async (what, body, message) => {
      const id = `/api/${what.replaceAll(' ', '-')}`;
      web.pages.set(`${id}.json`, { body });

      const added = await add(`${web.origin}${id}.json`, id);

      expect(refusal(added)).toEqual([1, saying(id, message)]);
    });

    test('an API description that refers to itself answers', async () => {
      web.pages.set('/circular.yaml', { body: circularDescription });

      const added = await add(`${web.origin}/circular.yaml`, '/api/circular');

      expect(added.code, added.stderr).toBe(0);
      expect(await answerOf('/api/circular', 'nodes of the tree')).toContain('/nodes');
    });
  });

  describe.concurrent('after it was indexed', () => {
    afterAll(() => clear('/'));

    test.each<[what: string, page: Page, message: RegExp]>([
      ['answers 403', { status: 403 }, /answers 403/],
      ['answers 404', { status: 404 }, /answers 404/],
      ['answers 500', { status: 500 }, /answers 500/],
      ['redirects for ever', further, /redirects more than 10 times|answers 404/],
      ['never ends', silence, /did not answer in time/],
      ['sends a gigabyte', gigabyte, /is larger than/],
      [
        'sends NUL bytes',
        { body: Buffer.alloc(10_000) },
        /there is no documentation that could be/,
      ],
    ])('a website that %s is still served', async (what, page, message) => {
      const path = `/site/${what.replaceAll(' ', '-')}`;
      web.pages.set(path, html);
      expect(await add(web.origin + path, path, '--type', 'website')).toMatchObject({ code: 0 });
      web.pages.set(path, page);

      const refreshed = await lectern.run('refresh', path, '--wait');

      expect(refusal(refreshed)).toEqual([1, saying(path, message)]);
      expect(await answerOf(path)).toContain('Turn the pencil');
    });

    test.each<[what: string, body: string, message: RegExp]>([
      ['is malformed', '{"openapi": "3.0.0",', /its JSON is broken/],
      ['says nothing', '', /it is empty/],
    ])('an API description that %s is still served', async (what, body, message) => {
      const path = `/api/now-${what.replaceAll(' ', '-')}`;
      web.pages.set(`${path}.json`, { body: description });
      expect(await add(`${web.origin}${path}.json`, path)).toMatchObject({ code: 0 });
      web.pages.set(`${path}.json`, { body });

      const refreshed = await lectern.run('refresh', path, '--wait');

      expect(refusal(refreshed)).toEqual([1, saying(path, message)]);
      expect(await answerOf(path)).toContain('Sharpen a pencil');
    });

    test.each([
      ['answers 401', 401, /does not exist or is private/],
      ['answers 404', 404, /there is no such repository/],
      ['answers 500', 500, /the server failed/],
    ])('a repository whose server %s is still served', async (_, status, message) => {
      const { path, name } = await publish(`down-${status}`, { 'README.md': goodPage });
      expect(await add(`${git.origin}/${name}.git`, path)).toMatchObject({ code: 0 });
      outages.set(`${name}.git`, status);

      const refreshed = await lectern.run('refresh', path, '--wait');

      expect(refusal(refreshed)).toEqual([1, saying(path, message)]);
      expect(await answerOf(path)).toContain('Turn the pencil');
    });

    test.each<[what: string, files: Record<string, string | Buffer>, message: RegExp]>([
      ['nothing', { '.keep': '' }, /there is no documentation/],
      ['NUL bytes', { 'README.md': Buffer.alloc(1000) }, /README\.md: is a binary file/],
      ['a malformed notebook', { 'README.ipynb': '{"cells": [' }, /README\.ipynb: .*is not JSON/],
    ])('a repository that now contains %s is still served', async (what, files, message) => {
      const name = `now-${what.replaceAll(' ', '-')}`;
      const { path, repository } = await publish(name, { 'README.md': goodPage });
      expect(await add(repository.path, path)).toMatchObject({ code: 0 });
      await repository.remove('README.md');
      await repository.commit(files);

      const refreshed = await lectern.run('refresh', path, '--wait');

      expect(refusal(refreshed)).toEqual([1, saying(path, message)]);
      expect(await answerOf(path)).toContain('Turn the pencil');
    });
  });

  test('ends at SIGTERM in the middle of runs, leaves nothing temporary, and starts again', async () => {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    web.pages.set('/stall', (_request, response) => {
      response.writeHead(200).write('<p>');
      response.once('close', () => closed.resolve());
      arrived.resolve();
    });
    await lectern.run('add', `${git.origin}/documents.git`, '--id', '/git/again');
    await lectern.run('add', `${web.origin}/stall`, '--id', '/web/stall', '--type', 'website');
    await arrived.promise;
    const before = performance.now();

    const code = await lectern.stop('SIGTERM');

    expect(code, lectern.output.slice(-2_000)).toBe(0);
    expect(performance.now() - before).toBeLessThan(10_000);
    await closed.promise;
    // Node caches its compiled code here for the next start.
    expect((await readdir(temporary)).filter((name) => name !== 'node-compile-cache')).toEqual([]);
    expect(await readdir(join(lectern.data, 'runs'))).toEqual([]);
    await lectern.start();
  });

  async function publish(name: string, files: Record<string, string | Buffer>) {
    const repository = await TestRepository.create(join(scratch, name), files);
    await repository.publish(join(scratch, 'served', `${name}.git`));
    return { repository, name, path: `/git/${name}` };
  }
});

describe('a manifest with mistakes', () => {
  test.each<[what: string, lines: string[], mistakes: string[]]>([
    [
      'mistakes of four kinds',
      [
        'repos:',
        '  - { type: gopher, url: gopher://x }',
        '  - { type: website, url: https://y, maxPages: many }',
        '  - branch: main',
        '  - url: https://x/a/b',
        '    maxPages: 3',
      ],
      [
        '2: unknown type "gopher"; known are git, website',
        '3: `maxPages` must be a whole number of 0 or more, not "many"',
        '4: `url` is missing',
        '6: `maxPages` does not belong to an entry of type git',
      ],
    ],
    [
      'a duplicate',
      ['repos:', '  - url: https://x.example/a/b', '  - url: https://x.example/a/b.git'],
      ['3: duplicate library /x.example/a_b, first on line 2; remove one'],
    ],
    ['broken YAML', ['repos:', '  - url: ['], ['3: Flow sequence']],
  ])('(%s) ends lectern up, which names each mistake with its line', async (_, lines, mistakes) => {
    const data = await mkdtemp(join(tmpdir(), 'lectern-bad-manifest-'));
    const file = join(data, 'repos.yaml');
    await writeFile(file, `${lines.join('\n')}\n`);

    const { code, stderr } = await runLectern([
      'up',
      '--data',
      join(data, 'data'),
      '--port',
      '0',
      '--manifest',
      file,
    ]);
    await rm(data, { recursive: true });

    expect(code).toBe(2);
    for (const mistake of mistakes) expect(stderr).toContain(`${file}:${mistake}`);
  });
});

/**
 * Returns the exit code and the last line of a command. Returns the whole output if it shows source code instead of a
 * message.
 */
function refusal({ code, stderr }: Finished): [number, string] {
  const isTrace = /\n\s+at |\[object |undefined/.test(stderr);
  return [code, isTrace ? stderr : (stderr.trimEnd().split('\n').at(-1) ?? '')];
}

/** A line for a person with the library and the mistake. */
function saying(id: string, message: RegExp): unknown {
  return expect.stringMatching(new RegExp(`^lectern: ${id}: .*${message.source}`));
}
