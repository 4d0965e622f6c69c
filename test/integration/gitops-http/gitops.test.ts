import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { reconcileGitops } from '../../../src/api/routes/gitops.ts';
import type { AnyCall } from '../../../src/api/route.ts';
import { annotations } from '../../../src/resources/library.ts';
import { keepDefaultManifest } from '../../../src/cli/processes/up/default-manifest.ts';
import { manifestOf, startInstall, type Install } from './install.ts';

/** Time limit for a busy machine. */
const patience = { timeout: 45_000 };

const none = {
  enabled: false,
  repoUrl: '',
  path: 'repos.yaml',
  branch: '',
  schedule: 'every-15-minutes',
  prune: false,
};

describe('the GitOps settings over HTTP', () => {
  let install: Install;

  beforeAll(async () => {
    install = await startInstall({ withoutController: true });
    return install.close;
  });

  test('report that there is no manifest before one is set', async () => {
    expect(await install.status()).toEqual({
      config: none,
      lastSync: null,
      nextSync: null,
      running: false,
    });
    const { status, json } = await install.reconcile();
    expect([status, json.error]).toEqual([404, 'not_found']);
  });

  test.each<[change: object, message: RegExp]>([
    [{ schedule: 'often' }, /Field "schedule"/],
    [{ repoUrl: 'ext::sh -c id' }, /Field "repoUrl"/],
    [{ path: '../../etc/passwd' }, /Field "path"/],
    [{ branch: '-x' }, /Field "branch"/],
    [{ prune: 'yes' }, /Field "prune" must be true or false/],
    [{ colour: 'red' }, /unknown field "colour"; known are enabled, repoUrl/],
  ])('with the mistake %j are refused whole', async (change, message) => {
    await install.configure({ enabled: false });

    const { status, json } = await install.configure({ enabled: true, prune: true, ...change });

    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
    expect((await install.status()).config).toEqual({ ...none, repoUrl: install.repoUrl });
  });

  test.each([
    ['GET', '/api/gitops/status'],
    ['PUT', '/api/gitops/config'],
    ['POST', '/api/gitops/validate'],
    ['POST', '/api/gitops/reconcile'],
  ])('%s %s needs a key', async (method, path) => {
    const { status, json } = await install.api.send(method, path, undefined, {});

    expect([status, json.error]).toEqual([401, 'invalid_api_key']);
  });

  test('survive a start without manifest settings, and a start with manifest settings replaces them', async () => {
    const { manifests } = install.api;
    const file = { file: '/srv/repos.yaml' };
    await install.configure({ enabled: false });

    await keepDefaultManifest(manifests, { spec: undefined, isGiven: false });
    await keepDefaultManifest(manifests, { spec: file, isGiven: false });
    // lectern up --manifest ''
    await keepDefaultManifest(manifests, { spec: undefined, isGiven: true });
    expect((await install.status()).config.repoUrl).toBe(install.repoUrl);

    await keepDefaultManifest(manifests, { spec: file, isGiven: true });
    expect((await install.status()).config).toMatchObject({ repoUrl: '', path: file.file });
    await keepDefaultManifest(manifests, { spec: undefined, isGiven: false });
    expect(await manifests.get('default')).toBeUndefined();
  });
});

describe('a sync of the GitOps settings', () => {
  let install: Install;

  beforeEach(async () => {
    install = await startInstall();
  });
  afterEach(() => install.close());

  test('follows a change, and the status shows its report and when the next one comes', async () => {
    const { json } = await install.configure({ schedule: 'daily', prune: true });
    const config = { ...none, enabled: true, repoUrl: install.repoUrl };
    expect(json).toEqual({ ...config, schedule: 'daily', prune: true });

    await vi.waitFor(
      async () => expect((await install.status()).lastSync).not.toBeNull(),
      patience,
    );

    const status = await install.status();
    expect(status.lastSync).toMatchObject({
      result: 'synced',
      counts: { created: 1, updated: 0, unchanged: 0, pruned: 0, skipped: 0, failed: 0 },
      entries: [{ libraryId: '/acme/anvil', action: 'created' }],
      error: null,
    });
    expect(Date.parse(status.nextSync)).toBeGreaterThan(Date.now());
    expect(status.running).toBe(false);
    expect(status.config).toEqual(json);
  });

  test('happens only on request while automatic syncs are off', async () => {
    await install.configure({ enabled: false });
    await vi.waitFor(async () => {
      const sync = await install.api.manifests.get('default');
      expect(sync?.status.conditions?.[0]?.reason).toBe('Suspended');
    }, patience);
    expect(install.reports).toEqual([]);
    expect((await install.status()).nextSync).toBeNull();

    const commit = await install.push(manifestOf('anvil', 'bolt'));
    const { status, json } = await install.reconcile();

    expect(status).toBe(200);
    expect(json).toMatchObject({
      result: 'synced',
      trigger: 'manual',
      commit,
      created: 2,
      updated: 0,
      unchanged: 0,
      pruned: 0,
      skipped: 0,
      failed: 0,
      error: null,
    });
    expect(await install.ids()).toEqual(['/acme/anvil', '/acme/bolt']);
  });

  test('deletes libraries that the manifest no longer lists only with prune, and none that were added by hand', async () => {
    const byHand = { id: '/by/hand', source: { git: { url: 'https://codeberg.org/by/hand' } } };
    await install.api.send('POST', '/api/v1/libraries', byHand);
    await install.push(manifestOf('anvil', 'bolt'));
    await install.configure({ enabled: false });
    await install.reconcile();
    await install.push(manifestOf('bolt'));
    expect((await install.reconcile()).json).toMatchObject({ result: 'unchanged', pruned: 0 });

    await install.configure({ prune: true });

    expect((await install.reconcile()).json).toMatchObject({ unchanged: 1, pruned: 1 });
    expect(await install.ids()).toEqual(['/acme/bolt', '/by/hand']);
  });

  test('reports a mistake in a manifest with 422, and changes nothing', async () => {
    await install.configure({ enabled: false });
    await install.reconcile();
    await install.push('repos:\n  - { url: https://codeberg.org/a/b, type: ftp }\n');

    const { status, json } = await install.reconcile();

    expect([status, json.error]).toEqual([422, 'manifest_invalid']);
    expect(json.message).toMatch(/repos\.yaml:2.*ftp/);
    expect(await install.ids()).toEqual(['/acme/anvil']);
    const { lastSync } = await install.status();
    expect(lastSync).toMatchObject({ result: 'failed', error: { code: 'manifest_invalid' } });
  });

  test('reports an unreadable repository with 502', async () => {
    await install.configure({ enabled: false, branch: 'gone' });

    const { status, json } = await install.reconcile();

    expect([status, json.error]).toEqual([502, 'manifest_unreachable']);
    expect(json.message).toMatch(/has neither a branch nor a tag named "gone"/);
    const { lastSync } = await install.status();
    expect(lastSync).toMatchObject({ result: 'failed', error: { code: 'manifest_unreachable' } });
  });
});

describe('a requested sync', () => {
  const silent = async (): Promise<Install> => {
    const install = await startInstall({ withoutController: true });
    onTestFinished(install.close);
    await install.configure();
    return install;
  };

  test('while another one has not ended is refused', async () => {
    const install = await silent();
    await install.api.manifests.patch('default', {
      annotations: { [annotations.requestedAt]: 'now' },
    });

    const { status, json } = await install.reconcile();

    expect([status, json.error]).toEqual([409, 'sync_in_progress']);
    expect((await install.status()).running).toBe(true);
  });

  test('reports a timeout if it takes longer than a caller may wait, and continues', async () => {
    const { api } = await silent();
    const { signal } = new AbortController();

    const waited = reconcileGitops(api.manifests, 0).handle({ signal } as AnyCall);

    await expect(waited).rejects.toMatchObject({ code: 'timeout', status: 504 });
  });

  test('responds with the result of the later request that replaced it', async () => {
    const install = await silent();
    const asked = install.reconcile();
    await vi.waitFor(async () => expect((await install.status()).running).toBe(true), patience);
    const report = {
      result: 'unchanged' as const,
      trigger: 'push' as const,
      commit: 'c1',
      startedAt: new Date().toISOString(),
      finishedAt: new Date().toISOString(),
      counts: { created: 0, updated: 0, unchanged: 3, pruned: 0, skipped: 0, failed: 0 },
      entries: [],
    };
    await install.api.manifests.patch('default', {
      annotations: { [annotations.requestedAt]: 'later' },
      status: { lastHandledReconcileAt: 'later', lastSync: report },
    });

    expect((await asked).json).toMatchObject({ commit: 'c1', unchanged: 3 });
  });
});
