import { describe, expect, test } from 'vitest';
import type { ManifestSync, ManifestSyncSpec } from '../../resources/manifest-sync.ts';
import { changedSpec, judgeChange } from './change.ts';
import { configOf, type GitopsConfig } from './config.ts';

const repoUrl = 'https://git.example/team/manifest';

function stored(spec: ManifestSyncSpec): ManifestSync {
  const metadata = { name: 'default', uid: 'u', generation: 1, resourceVersion: '1' };
  return { metadata: { ...metadata, creationTimestamp: '' }, spec, status: {} };
}

describe('changedSpec', () => {
  test('makes new settings that are enabled and looked at every quarter of an hour', () => {
    expect(changedSpec({ repoUrl }, undefined)).toEqual({
      repository: repoUrl,
      path: 'repos.yaml',
      schedule: 'every-15-minutes',
      prune: false,
      suspend: false,
    });
  });

  test.each<[change: Partial<GitopsConfig>, expected: Partial<ManifestSyncSpec>]>([
    [{ enabled: false }, { suspend: true }],
    [{ prune: false }, { prune: false }],
    [{ branch: '' }, { path: 'docs/repos.yaml' }],
    [{ path: '' }, { path: 'repos.yaml' }],
    [{ path: './other.yaml' }, { path: 'other.yaml' }],
    [{ schedule: '*/10 8-18 * * MON-FRI' }, { schedule: '*/10 8-18 * * MON-FRI' }],
    [{ schedule: 'manual' }, { schedule: 'manual' }],
    [{ branch: 'release/v2' }, { branch: 'release/v2' }],
  ])('by %j changes that and nothing else', (change, expected) => {
    const held = { repository: repoUrl, path: 'docs/repos.yaml', branch: 'main', prune: true };
    const { branch = '', ...spec } = changedSpec(change, stored(held));

    expect({ ...spec, ...(branch && { branch }) }).toEqual({
      schedule: 'every-15-minutes',
      suspend: false,
      ...held,
      ...(change.branch === '' && { branch: undefined }),
      ...expected,
    });
  });

  test.each<[change: Partial<GitopsConfig>, message: RegExp]>([
    [{}, /^Field "repoUrl": it is empty; give the URL/],
    [{ repoUrl: 'ext::sh -c touch% /tmp/pwned' }, /^Field "repoUrl": .* is not a Git URL/],
    [{ repoUrl: '--upload-pack=touch /tmp/pwned' }, /^Field "repoUrl": .* is not a Git URL/],
    [{ repoUrl: '/srv/manifest' }, /^Field "repoUrl": .* is not a Git URL/],
    [{ repoUrl: 'file:///srv/manifest' }, /^Field "repoUrl": .* is not a Git URL/],
    [{ repoUrl: 'https://ada:pass@git.example/m' }, /^Field "repoUrl": it carries credentials/],
    [{ repoUrl, path: '../repos.yaml' }, /^Field "path": "..\/repos.yaml" cannot be in a repo/],
    [{ repoUrl, path: 'docs/' }, /^Field "path": /],
    [{ repoUrl, branch: '--force' }, /^Field "branch": "--force" cannot name a tag/],
    [{ repoUrl, schedule: 'often' }, /^Field "schedule".*must be five cron fields/],
    [{ repoUrl, schedule: '61 * * * *' }, /^Field "schedule".*minute 0-59/],
    [{ repoUrl, schedule: '0 0 31 2 *' }, /^Field "schedule".*never comes/],
  ])('refuses %j and names the field', (change, message) => {
    expect(() => changedSpec(change, undefined)).toThrow(message);
    expect(() => changedSpec(change, undefined)).not.toThrow(/pass@/);
  });

  test('keeps the Secret of a repository, and shows it to no other', () => {
    const held = stored({ repository: repoUrl, secretRef: { name: 'git' } });

    expect(changedSpec({ prune: true }, held).secretRef).toEqual({ name: 'git' });
    expect(changedSpec({ repoUrl: 'https://other.example/m' }, held).secretRef).toBeUndefined();
  });

  test('takes the shown URL of a repository for the one that carries credentials', () => {
    const held = stored({ repository: 'https://ada:secret@git.example/team/manifest' });
    expect(configOf(held).repoUrl).toBe(repoUrl);

    expect(changedSpec(configOf(held), held).repository).toBe(held.spec.repository);
  });

  test('leaves a file or a ConfigMap where it is, and can replace it by a repository', () => {
    const file = stored({ file: '/srv/repos.yaml', schedule: 'every-5-minutes' });
    const map = stored({ configMapRef: { name: 'manifest' } });
    expect(configOf(file)).toMatchObject({ repoUrl: '', path: '/srv/repos.yaml', branch: '' });
    expect(configOf(map)).toMatchObject({ repoUrl: '', path: 'manifest/repos.yaml' });

    expect(changedSpec({ ...configOf(file), prune: true }, file)).toMatchObject({
      file: '/srv/repos.yaml',
      prune: true,
    });
    expect(changedSpec({ enabled: false }, map).configMapRef).toEqual({ name: 'manifest' });
    expect(() => changedSpec({ path: '/etc/passwd' }, file)).toThrow(/^Field "path": it belongs/);
    expect(() => changedSpec({ branch: 'main' }, file)).toThrow(/^Field "branch": it belongs/);
    expect(changedSpec({ repoUrl }, file)).toMatchObject({
      repository: repoUrl,
      path: 'repos.yaml',
    });
  });
});

describe('judgeChange', () => {
  test('finds every mistake of a change, the first of each field', () => {
    const change = { repoUrl: 'file:///srv/m', path: '../x', branch: '-x', schedule: '61 * * * *' };

    const { spec, mistakes } = judgeChange(change, undefined);

    expect(spec).toBeUndefined();
    expect(mistakes).toEqual([
      { field: 'path', message: expect.stringContaining('cannot be in a repository') },
      { field: 'branch', message: expect.stringContaining('cannot name a tag') },
      { field: 'repoUrl', message: expect.stringContaining('is not a Git URL') },
      { field: 'schedule', message: expect.stringContaining('minute 0-59') },
    ]);
    expect(() => changedSpec(change, undefined)).toThrow(
      /^Field "path": .*; Field "branch": .*; Field "repoUrl": .*; Field "schedule" /,
    );
  });

  test('finds a wrong schedule of settings that have no repository yet', () => {
    const { mistakes } = judgeChange({ schedule: 'often' }, undefined);

    expect(mistakes.map(({ field }) => field)).toEqual(['repoUrl', 'schedule']);
  });
});
