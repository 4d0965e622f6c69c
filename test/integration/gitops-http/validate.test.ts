import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CheckedResponse } from '../../support/openapi-check.ts';
import { manifestOf, startInstall, type Install } from './install.ts';

const counts = { created: 0, updated: 0, unchanged: 0, pruned: 0, skipped: 0, failed: 0 };

describe('GitOps settings that are checked', () => {
  let install: Install;
  beforeAll(async () => {
    install = await startInstall({ withoutController: true });
    return install.close;
  });

  const check = (change: object): Promise<CheckedResponse> =>
    install.api.send('POST', '/api/gitops/validate', change);

  test('get a report of every mistake by field, and of their valid parts', async () => {
    const { status, json } = await check({
      repoUrl: 'ext::sh -c id',
      path: '../../etc/passwd',
      branch: '-x',
      schedule: '61 * * * *',
    });

    expect([status, json.valid, json.config]).toEqual([200, false, null]);
    const fields = json.mistakes.map(({ field }: { field: string }) => field);
    expect(new Set(fields)).toEqual(new Set(['repoUrl', 'path', 'branch', 'schedule']));
    expect(json.nextTimes).toEqual([]);
  });

  test('get the next times of their schedule even without a repository', async () => {
    const { json } = await check({ schedule: '30 6 * * *' });

    expect(json.mistakes).toEqual([
      { field: 'repoUrl', message: expect.stringContaining('it is empty') },
    ]);
    expect(json.nextTimes).toHaveLength(3);
    for (const time of json.nextTimes) expect(time).toMatch(/T06:30:00\.000Z$/);
    expect((await check({ schedule: 'manual' })).json.nextTimes).toEqual([]);
  });

  test('are shown as they would be stored, and are not stored', async () => {
    const { json } = await check({ repoUrl: ` ${install.repoUrl} `, path: './docs/repos.yaml' });

    expect(json).toMatchObject({ valid: true, mistakes: [], plan: null, planError: null });
    expect(json.config).toEqual({
      enabled: true,
      repoUrl: install.repoUrl,
      path: 'docs/repos.yaml',
      branch: '',
      schedule: 'every-15-minutes',
      prune: false,
    });
    expect((await install.status()).config.repoUrl).toBe('');
    expect(install.git.requests).toEqual([]);
  });

  test('need a body of the known fields, and an admin', async () => {
    const wrong = await check({ prune: 'yes', colour: 'red' });
    expect([wrong.status, wrong.json.error]).toEqual([400, 'validation_error']);
    expect(wrong.json.message).toMatch(
      /(?=.*"prune" must be true or false)(?=.*unknown field "colour")/,
    );
    const { keys } = install.api;
    const { key } = await keys.create({ name: 'm', role: 'member', teamspace: 'default' });
    const headers = { authorization: `Bearer ${key}` };
    const refused = await install.api.send('POST', '/api/gitops/validate', {}, headers);
    expect([refused.status, refused.json.error]).toEqual([403, 'forbidden']);
  });
});

describe('a manifest that is checked', () => {
  let install: Install;
  beforeAll(async () => {
    install = await startInstall({ withoutController: true });
    return install.close;
  });

  test('is read, and the effect of a sync is reported by entry without a change', async () => {
    const commit = await install.push(manifestOf('anvil', 'bolt'));

    const { json } = await install.validate();

    expect(json).toMatchObject({ valid: true, planError: null });
    expect(json.plan).toEqual({
      commit,
      counts: { ...counts, created: 2 },
      entries: ['anvil', 'bolt'].map((name) => ({
        libraryId: `/acme/${name}`,
        url: `https://codeberg.org/acme/${name}`,
        action: 'created',
      })),
    });
    expect(await install.ids()).toEqual([]);
    expect(await install.api.manifests.list()).toEqual([]);
  });

  const mistake = 'repos:\n  - { url: x, type: ftp }\n';
  test.each<[change: object, manifest: string, code: string, message: RegExp]>([
    [{}, mistake, 'manifest_invalid', /repos\.yaml:2/],
    [{ path: 'no.yaml' }, 'repos: []', 'manifest_invalid', /no\.yaml does not/],
    [{ branch: 'gone' }, 'repos: []', 'manifest_unreachable', /named "gone"/],
  ])(
    'that is unreachable with %j is reported with the reason',
    async (change, manifest, code, message) => {
      await install.push(manifest);

      const { json } = await install.validate(change);

      expect(json).toMatchObject({ valid: true, plan: null, planError: { code } });
      expect(json.planError.message).toMatch(message);
    },
  );

  test('while another one is read is refused, and not afterwards', async () => {
    let held: ServerResponse | undefined;
    const intercept = (_: unknown, response: ServerResponse): boolean => {
      if (held) return false;
      held = response;
      return true;
    };
    const slow = await startInstall({ withoutController: true, git: { intercept } });
    onTestFinished(slow.close);
    const first = slow.validate();
    await vi.waitFor(() => expect(held).toBeDefined(), 30_000);

    const { status, json } = await slow.validate();

    expect([status, json.error]).toEqual([409, 'sync_in_progress']);
    held!.writeHead(404).end();
    expect((await first).json.planError.code).toBe('manifest_unreachable');
    expect((await slow.validate()).json.plan.counts.created).toBe(1);
  });
});

test('after a sync, a check reports what would change, be pruned, or belongs to others', async () => {
  const install = await startInstall();
  onTestFinished(install.close);
  const byHand = { id: '/by/hand', source: { git: { url: 'https://codeberg.org/by/hand' } } };
  await install.api.send('POST', '/api/v1/libraries', byHand);
  await install.push(manifestOf('anvil', 'bolt', 'clamp'));
  await install.configure({ enabled: false });
  await install.reconcile();
  await install.push(
    `${manifestOf('anvil')}  - { url: https://codeberg.org/acme/bolt, branch: next }\n` +
      '  - { url: https://codeberg.org/by/hand }\n',
  );

  const { json } = await install.validate({ prune: true });

  expect(json.plan.counts).toEqual({
    ...counts,
    updated: 1,
    unchanged: 1,
    pruned: 1,
    skipped: 1,
  });
  expect(json.plan.entries.map(({ libraryId, action }: never) => [libraryId, action])).toEqual([
    ['/acme/bolt', 'updated'],
    ['/by/hand', 'skipped'],
    ['/acme/clamp', 'pruned'],
  ]);
  expect((await install.validate({ prune: false })).json.plan.counts.pruned).toBe(0);
  expect(await install.ids()).toEqual(['/acme/anvil', '/acme/bolt', '/acme/clamp', '/by/hand']);
});

test('if only the controller reads manifests, no manifest is read', async () => {
  const install = await startInstall({
    withoutController: true,
    api: { parts: { planSync: undefined } as never },
  });
  onTestFinished(install.close);

  const { json } = await install.validate();

  expect(json).toMatchObject({ valid: true, plan: null, planError: { code: 'not_available' } });
  expect(install.git.requests).toEqual([]);
});
