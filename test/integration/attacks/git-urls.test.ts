import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SyncReport } from '../../../src/resources/manifest-sync.ts';
import { openSource } from '../../../src/sources/open-source.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { startApi, type ApiServer } from '../api/api-server.ts';
import { Syncing } from '../manifest-sync/harness.ts';
import { optionsWith } from '../website/read-source.ts';

let folder: string;
let git: GitServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-attack-'));
  const work = await TestRepository.create(join(folder, 'work'), { 'README.md': '# Anvils\n' });
  await work.publish(join(folder, 'served', 'anvils.git'));
  git = await startGitServer({ root: join(folder, 'served') });
});
afterAll(async () => {
  await git.close();
  await rm(folder, { recursive: true });
});
/** What each attack would make. */
const canary = (): string => join(folder, 'canary');
afterEach(async () => {
  const made = await access(canary()).then(
    () => true,
    () => false,
  );
  if (made) throw new Error('a command was run');
});

/** URLs that make git run a command, read a file, or take an option. */
const hostile = (): string[] => [
  `ext::sh -c touch% ${canary()}`,
  `ext::touch ${canary()}`,
  `EXT::touch ${canary()}`,
  'fd::17',
  'fd::17/foo',
  `transport::ext::touch ${canary()}`,
  `--upload-pack=touch ${canary()}`,
  `-u touch ${canary()}`,
  `-cprotocol.ext.allow=always`,
  `-oProxyCommand=touch ${canary()}`,
  `ssh://-oProxyCommand=touch%20${canary()}/x/y`,
  `ssh://host/-oProxyCommand=touch`,
  `git@-oProxyCommand=touch:x/y`,
  `-git@host:x/y`,
  'file:///etc/passwd',
  'file://localhost/etc',
  '/etc/passwd',
  '../../etc',
  '~/.ssh',
  'git://127.0.0.1/x/y',
  'ftp://127.0.0.1/x/y',
  'https://host.example/x/y\n--upload-pack=touch',
  'https://host.example/x/y\u0000z',
  '\u001b]0;x\u0007https://host.example/x/y',
];
/** Branches that would be options, revision expressions or patterns. */
const hostileRefs = (): string[] => [
  `--upload-pack=touch ${canary()}`,
  '--output=/tmp/x',
  '-c',
  '../../../etc/passwd',
  'main:README.md',
  'HEAD~1',
  '@{-1}',
  'main\n--upload-pack=x',
  'refs/*',
];

describe('a Git URL over HTTP', () => {
  let server: ApiServer;
  let member: Record<string, string>;
  beforeAll(async () => {
    server = await startApi();
    const { key } = await server.keys.create({ name: 'x', role: 'member', teamspace: 'default' });
    member = { authorization: `Bearer ${key}` };
    return server.close;
  });

  it.each<[path: string, method: string, field: string, asOperator?: true]>([
    ['/api/v2/add/repo/github', 'POST', 'docsRepoUrl'],
    ['/api/v2/add/repo/gitlab', 'POST', 'docsRepoUrl'],
    ['/api/v2/add/repo/bitbucket', 'POST', 'docsRepoUrl'],
    ['/api/v2/add/repo/git', 'POST', 'docsRepoUrl'],
    ['/api/parse', 'POST', 'repoUrl'],
    ['/api/parse', 'POST', 'url'],
    ['/api/v2/add/website', 'POST', 'websiteUrl'],
    ['/api/v2/add/llmstxt', 'POST', 'llmstxtUrl'],
    ['/api/v2/add/openapi', 'POST', 'openApiUrl'],
    ['/api/gitops/config', 'PUT', 'repoUrl', true],
  ])('of %s (%s, %s) is refused in every hostile form', async (path, method, field, asOperator) => {
    // Without a scheme an address of a website is one of a host.
    const isWeb = !/[rR]epoUrl$|^url$/.test(field);
    for (const url of hostile().filter((one) => !isWeb || /^\w+:|\p{Cc}/u.test(one))) {
      const headers = asOperator ? undefined : member;
      const { status, json } = await server.send(method, path, { [field]: url }, headers);
      expect([url, status, json.error]).toEqual([url, 400, 'validation_error']);
      expect(json.message).toContain(`"${field}"`);
    }
    expect(await server.registry.list()).toEqual([]);
    expect(await server.manifests.list()).toEqual([]);
  });
});

describe.each([
  ['for everybody', false],
  ['for the operator', true],
])('a Library that a run reads %s', (_, allowLocal) => {
  const read = (url: string, branch?: string): Promise<unknown> =>
    openSource(
      { git: { url, ...(branch !== undefined && { branch }) } },
      optionsWith({ workDir: folder, allowLocal }),
    );

  it('of a hostile URL is refused, though nothing looked at it before', async () => {
    const isLocal = /^(\/|\.\.|~|file:)/;
    for (const url of hostile().filter((one) => !allowLocal || !isLocal.test(one))) {
      await expect(read(url), url).rejects.toMatchObject({
        reason: 'InvalidSource',
        retry: 'never',
      });
    }
  });

  it('of a hostile branch is refused before its server is asked', async () => {
    git.reset();
    for (const branch of hostileRefs()) {
      const failed = read(`${git.origin}/anvils.git`, branch);
      await expect(failed, branch).rejects.toMatchObject({ reason: 'InvalidSource' });
    }
    expect(git.requests).toEqual([]);
  });
});

describe('a manifest from a repository', () => {
  let syncing: Syncing;
  let manifest: TestRepository;
  let served: GitServer;
  beforeAll(async () => {
    syncing = await Syncing.start({ gitProgram: 'git' });
    manifest = await TestRepository.create(join(syncing.folder, 'work'), { 'repos.yaml': 'x' });
    await manifest.publish(bare());
    served = await startGitServer({ root: join(syncing.folder, 'served') });
    await syncing.add({ repository: `${served.origin}/manifest.git` });
    return async () => {
      await served.close();
      await syncing.close();
    };
  });

  const bare = (): string => join(syncing.folder, 'served', 'manifest.git');

  /** What the sync of a manifest of these entries came to; JSON is YAML too. */
  async function follow(entries: object[]): Promise<SyncReport | undefined> {
    const lines = entries.map((entry) => `  - ${JSON.stringify(entry)}\n`);
    const commit = await manifest.commit({ 'repos.yaml': `repos:\n${lines.join('')}` });
    await manifest.git('push', '--quiet', '--force', bare(), 'main');
    await syncing.request(commit);
    await syncing.sync();
    return (await syncing.get()).status.lastSync;
  }

  it('with hostile URLs is refused whole, each by its line', async () => {
    const urls = hostile();

    const { result, error } = (await follow(urls.map((url) => ({ url }))))!;

    expect(result).toBe('failed');
    const lines = error!.message.split('\n').map((line) => /^repos\.yaml:(\d+): /.exec(line)?.[1]);
    expect(lines.filter(Boolean)).toEqual(urls.map((_, at) => String(at + 2)));
    expect(await syncing.ids()).toEqual([]);
  });

  it('with a hostile branch makes a Library that no run reads', async () => {
    git.reset();
    for (const branch of hostileRefs().slice(0, 3)) {
      await follow([{ url: `${git.origin}/x/anvils.git`, branch }]);
      const library = await syncing.library('/x/anvils');
      const opened = openSource(library!.spec.source, optionsWith({ workDir: folder }));
      await expect(opened, branch).rejects.toMatchObject({ reason: 'InvalidSource' });
    }
    expect(git.requests).toEqual([]);
  });
});
