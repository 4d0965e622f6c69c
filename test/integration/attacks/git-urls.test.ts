import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SyncReport } from '../../../src/resources/manifest-sync.ts';
import { openSource } from '../../../src/indexing/sources/open-source.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { startApi, type ApiServer } from '../api/api-server.ts';
import { hostileBranches, hostileUrls } from './hostile-urls.ts';
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
/** The file that each attack tries to create. */
const canary = (): string => join(folder, 'canary');
afterEach(async () => {
  const made = await access(canary()).then(
    () => true,
    () => false,
  );
  if (made) throw new Error('a command was run');
});

const hostile = (): string[] => hostileUrls(canary());
const hostileRefs = (): string[] => hostileBranches(canary());

describe('a Git URL over HTTP', () => {
  let server: ApiServer;
  let member: Record<string, string>;
  beforeAll(async () => {
    server = await startApi();
    const { key } = await server.keys.create({ name: 'x', role: 'member', teamspace: 'default' });
    member = { authorization: `Bearer ${key}` };
    return server.close;
  });

  test.each<[path: string, method: string, field: string, asOperator?: true]>([
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
    // Without a scheme, the address of a website is a host name.
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

  test('of a manifest that is checked is a mistake in every hostile form, and is not read', async () => {
    for (const repoUrl of hostile()) {
      const path = '/api/gitops/validate?manifest=true';
      const { status, json } = await server.send('POST', path, { repoUrl });
      expect([repoUrl, status, json.valid]).toEqual([repoUrl, 200, false]);
      expect(json.mistakes).toMatchObject([{ field: 'repoUrl' }]);
      expect([json.plan, json.planError]).toEqual([null, null]);
    }
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

  test('of a hostile URL is refused, even without an earlier check', async () => {
    const isLocal = /^(\/|\.\.|~|file:)/;
    for (const url of hostile().filter((one) => !allowLocal || !isLocal.test(one))) {
      await expect(read(url), url).rejects.toMatchObject({
        reason: 'InvalidSource',
        retry: 'never',
      });
    }
  });

  test('of a hostile branch is refused before its server is asked', async () => {
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

  /** Returns the result of a sync of a manifest with these entries. JSON is also YAML. */
  async function follow(entries: object[]): Promise<SyncReport | undefined> {
    const lines = entries.map((entry) => `  - ${JSON.stringify(entry)}\n`);
    const commit = await manifest.commit({ 'repos.yaml': `repos:\n${lines.join('')}` });
    await manifest.git('push', '--quiet', '--force', bare(), 'main');
    await syncing.request(commit);
    await syncing.sync();
    return (await syncing.get()).status.lastSync;
  }

  test('with hostile URLs is refused whole, each by its line', async () => {
    const urls = hostile();

    const { result, error } = (await follow(urls.map((url) => ({ url }))))!;

    expect(result).toBe('failed');
    const lines = error!.message.split('\n').map((line) => /^repos\.yaml:(\d+): /.exec(line)?.[1]);
    expect(lines.filter(Boolean)).toEqual(urls.map((_, at) => String(at + 2)));
    expect(await syncing.ids()).toEqual([]);
  });

  test('with hostile branches is refused whole, each by its line and field', async () => {
    git.reset();
    const branches = hostileRefs();
    const url = `${git.origin}/x/anvils.git`;

    const { result, error } = (await follow(
      branches.map((branch, at) => ({ url, id: `/x/anvils-${at}`, branch })),
    ))!;

    expect(result).toBe('failed');
    const mistakes = error!.message.matchAll(/^repos\.yaml:(\d+): branch ".* cannot name a tag/gm);
    expect([...mistakes].map(([, line]) => line)).toEqual(branches.map((_, at) => String(at + 2)));
    expect(await syncing.ids()).toEqual([]);
    expect(git.requests).toEqual([]);
  });
});
