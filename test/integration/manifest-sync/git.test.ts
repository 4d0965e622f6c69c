import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { labels } from '../../../src/resources/library.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { entriesOf, manifestOf, Syncing } from './harness.ts';

const quarter = 900_000;

describe.each([
  ['the git program', 'git'],
  ['isomorphic-git', undefined],
])('a manifest in a Git repository, read by %s', (_, gitProgram) => {
  let syncing: Syncing;
  let server: GitServer;
  let repository: TestRepository;
  let bare: string;
  /** If set, the server answers with this status. */
  let outage: number | undefined;

  const push = async (files: Record<string, string>): Promise<string> => {
    const commit = await repository.commit(files);
    await repository.git('push', '--quiet', '--all', '--force', bare);
    return commit;
  };
  const lsRemotes = (): number =>
    server.requests.filter(({ url }) => url.includes('/info/refs')).length;

  beforeEach(async () => {
    outage = undefined;
    syncing = await Syncing.start({ gitProgram });
    repository = await TestRepository.create(join(syncing.folder, 'work'), {
      'repos.yaml': manifestOf(...entriesOf('anvil')),
      'docs/large.md': 'x'.repeat(1_000_000),
    });
    bare = join(syncing.folder, 'served', 'manifest.git');
    await repository.publish(bare);
    server = await startGitServer({
      root: join(syncing.folder, 'served'),
      intercept: (_request, response) => {
        if (outage !== undefined) response.writeHead(outage).end();
        return outage !== undefined;
      },
    });
    await syncing.add({ repository: `${server.origin}/manifest.git` });
  });
  afterEach(async () => {
    await server.close();
    await syncing.close();
  });

  test('is applied at the commit that was read, and the status records the commit', async () => {
    const head = await repository.git('rev-parse', 'HEAD');

    expect(await syncing.sync()).toBe('synced 1 created');

    const { status } = await syncing.get();
    expect(status).toMatchObject({
      lastCommit: head,
      libraries: 1,
      lastSync: { trigger: 'startup', commit: head },
    });
    expect((await syncing.library('/acme/anvil'))?.metadata).toMatchObject({
      labels: { [labels.managedBy]: 'default' },
    });
    expect((await syncing.library('/acme/anvil'))?.metadata.annotations).toBeUndefined();
    expect(await syncing.leftovers()).toEqual([]);
  });

  test('costs one ls-remote and no write while its commit has not moved', async () => {
    await syncing.sync();
    syncing.writes();
    syncing.libraries.lists = 0;
    server.reset();
    syncing.later(quarter);

    await syncing.reconcile();

    expect(lsRemotes()).toBe(1);
    expect(server.requests.length).toBeLessThanOrEqual(2);
    expect(server.requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(2_000);
    expect(syncing.writes()).toBe(0);
    expect(syncing.libraries.lists).toBe(0);
    expect(await syncing.leftovers()).toEqual([]);
  });

  test('is read again when a commit was pushed', async () => {
    await syncing.sync();
    const commit = await push({ 'repos.yaml': manifestOf(...entriesOf('anvil', 'bolt')) });
    syncing.later(quarter);

    expect(await syncing.sync()).toBe('synced 1 created 1 unchanged');
    expect((await syncing.get()).status).toMatchObject({
      lastCommit: commit,
      lastSync: { trigger: 'schedule' },
    });
  });

  test('records a commit that did not change the manifest', async () => {
    await syncing.sync();
    const commit = await push({ 'README.md': '# Manifest' });
    syncing.later(quarter);

    expect(await syncing.sync()).toBe('unchanged 1 unchanged');
    expect((await syncing.get()).status.lastCommit).toBe(commit);
  });

  test.each([
    ['a branch', 'release', 'v1', '/acme/on-branch'],
    ['an annotated tag', 'v1', 'release', '/acme/on-branch'],
  ])('is read from %s, at its own path', async (_kind, branch, _other, id) => {
    await repository.git('checkout', '--quiet', '-b', 'release');
    const commit = await push({ 'config/list.yaml': manifestOf(...entriesOf('on-branch')) });
    await repository.git('tag', '--annotate', '--message=v1', 'v1');
    await repository.git('push', '--quiet', '--tags', bare);
    await syncing.edit({ branch, path: './config/list.yaml' });

    await syncing.sync();

    expect(await syncing.ids()).toEqual([id]);
    expect((await syncing.get()).status.lastCommit).toBe(commit);
    server.reset();
    syncing.writes();
    syncing.later(quarter);
    await syncing.reconcile();
    expect([lsRemotes(), syncing.writes()]).toEqual([1, 0]);
  });

  test('is retried later if its server fails, and reports the recovery', async () => {
    await syncing.sync();
    outage = 503;
    syncing.later(quarter);
    await syncing.reconcile();
    expect((await syncing.get()).status).toMatchObject({
      failures: 1,
      lastSync: { result: 'failed', error: { code: 'manifest_unreachable' } },
    });
    expect(await syncing.conditions()).toEqual([
      'Ready: False Unreachable',
      'Reconciling: True ProgressingWithRetry',
    ]);
    expect(await syncing.ids()).toEqual(['/acme/anvil']);

    syncing.later(10_000);
    expect(await syncing.reconcile()).toBeLessThanOrEqual(20_000);
    outage = undefined;
    syncing.later(20_000);

    expect(await syncing.sync()).toBe('unchanged 1 unchanged');
    expect(await syncing.conditions()).toEqual(['Ready: True Succeeded']);
    expect((await syncing.get()).status.failures).toBe(0);
  });

  test('applies an edit when the server is back, even without a new commit', async () => {
    await push({ 'repos.yaml': manifestOf(...entriesOf('anvil', 'bolt')) });
    await syncing.sync();
    await push({ 'repos.yaml': manifestOf(...entriesOf('anvil')) });
    syncing.later(quarter);
    await syncing.sync();
    outage = 503;
    await syncing.edit({ prune: true });
    await syncing.sync();
    expect(await syncing.ids()).toEqual(['/acme/anvil', '/acme/bolt']);

    outage = undefined;
    syncing.later(quarter);
    await syncing.sync();

    expect(await syncing.ids()).toEqual(['/acme/anvil']);
  });

  test('stalls if the file does not exist, and fetches nothing again for the same commit', async () => {
    await syncing.edit({ path: 'missing.yaml' });

    await syncing.sync();

    const { status } = await syncing.get();
    expect(status.lastSync?.error).toEqual({
      code: 'manifest_invalid',
      message: expect.stringMatching(/^missing\.yaml does not exist in http.*manifest\.git at /),
    });
    expect(await syncing.conditions()).toContain('Stalled: True ManifestInvalid');
    server.reset();
    syncing.writes();
    syncing.later(quarter);
    await syncing.reconcile();
    expect([lsRemotes(), syncing.writes()]).toEqual([1, 0]);
  });

  test.each<[what: string, change: { repository?: string; branch?: string }, said: RegExp]>([
    ['repository', { repository: '/nothing.git' }, /there is no such repository/],
    ['branch', { branch: 'nowhere' }, /neither a branch nor a tag named "nowhere"/],
  ])('stalls on an unknown %s, and checks again by schedule', async (_what, change, said) => {
    const { repository: path, ...rest } = change;
    await syncing.edit({ ...rest, ...(path && { repository: server.origin + path }) });
    await syncing.sync();
    expect((await syncing.get()).status.lastSync?.error?.message).toMatch(said);
    expect(await syncing.conditions()).toEqual(['Ready: False NotFound', 'Stalled: True NotFound']);
    syncing.writes();

    syncing.later(quarter);
    expect(await syncing.reconcile()).toBeDefined();

    expect(syncing.writes()).toBe(0);
    await push({});
    await repository.git('push', '--quiet', bare, 'main:nowhere');
    await repository.publish(join(syncing.folder, 'served', 'nothing.git'));
    syncing.later(quarter);
    expect(await syncing.sync()).toBe('synced 1 created');
  });

  test('may not name local paths', async () => {
    await push({ 'repos.yaml': manifestOf('url: ../docs', 'url: file:///etc') });

    await syncing.sync();

    expect((await syncing.get()).status.lastSync?.error?.message).toMatch(
      /^repos\.yaml:2: "\.\.\/docs" is a local path, which only.*\nrepos\.yaml:3: "file:/,
    );
    expect(await syncing.ids()).toEqual([]);
  });

  test('removes local access from the libraries of the manifest file that it replaces', async () => {
    const { metadata, spec } = (await syncing.sync(), (await syncing.library('/acme/anvil'))!);
    await syncing.libraries.patch(metadata.name, {
      annotations: { 'lectern.dev/allowLocal': 'true' },
      spec,
    });
    await syncing.request();

    expect(await syncing.sync()).toBe('synced 1 updated');

    const { annotations = {} } = (await syncing.library('/acme/anvil'))!.metadata;
    expect(annotations['lectern.dev/allowLocal']).toBeUndefined();
  });

  test('rests while it is suspended, but serves a request', async () => {
    await syncing.sync();
    await syncing.edit({ suspend: true });
    await syncing.reconcile();
    expect(await syncing.conditions()).toEqual(['Ready: True Suspended']);
    await push({ 'repos.yaml': manifestOf(...entriesOf('bolt')) });
    server.reset();
    syncing.later(10 * quarter);
    expect(await syncing.reconcile()).toBeUndefined();
    syncing.restart();
    await syncing.reconcile();
    expect(server.requests).toEqual([]);

    await syncing.request();
    expect(await syncing.sync()).toBe('synced 1 created');

    await push({ 'repos.yaml': manifestOf(...entriesOf('bolt', 'crate')) });
    await syncing.edit({ suspend: false });
    expect(await syncing.sync()).toBe('synced 1 created 1 unchanged');
  });

  test('is read only on request if its schedule says so', async () => {
    await syncing.edit({ schedule: 'manual' });

    await syncing.sync();

    expect(await syncing.reconcile()).toBeUndefined();
    await push({ 'repos.yaml': manifestOf(...entriesOf('bolt')) });
    await syncing.request();
    expect(await syncing.sync()).toBe('synced 1 created');
  });
});
