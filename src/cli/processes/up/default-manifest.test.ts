import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  checkManifest,
  manifestSpec,
  problemsOf,
  type ManifestSettings,
} from './default-manifest.ts';

const spec = (settings: Partial<ManifestSettings>) => manifestSpec({ prune: false, ...settings });

describe('manifestSpec', () => {
  test.each([
    'https://git.example/team/manifest',
    'git+https://git.example/team/manifest',
    'ssh://git@git.example/team/manifest.git',
    'git@git.example:team/manifest.git',
  ])('takes %s for a repository', (manifest) => {
    expect(spec({ manifest, manifestPath: 'a.yaml', manifestBranch: 'main' })).toEqual({
      repository: manifest,
      path: 'a.yaml',
      branch: 'main',
      prune: false,
    });
  });

  test.each(['repos.yaml', 'config/repos.yaml', './repos.yaml', '/srv/repos.yaml'])(
    'takes %s for a file, which is looked at every five minutes',
    (manifest) => {
      expect(spec({ manifest, prune: true })).toEqual({
        file: resolve(manifest),
        schedule: 'every-5-minutes',
        prune: true,
      });
    },
  );

  test('heeds the schedule it is given', () => {
    expect(spec({ manifest: 'a.yaml', manifestSchedule: 'manual' })?.schedule).toBe('manual');
    expect(spec({ manifest: 'https://x.example/a', manifestSchedule: 'daily' })?.schedule).toBe(
      'daily',
    );
  });

  test('asks for none when the setting is empty', () => {
    expect(spec({ manifest: '' })).toBeUndefined();
  });
});

describe('checkManifest', () => {
  test.each([
    [{ manifest: 'a.yaml', manifestBranch: 'main' }, /^Manifest: branch belongs to repository/],
    [{ manifest: 'a.yaml', manifestSchedule: 'often' }, /^Manifest: .*five cron fields/],
    [{ manifest: 'https://git.example/' }, /must be a Git URL such as/],
    [{ manifest: '/no/such/file.yaml' }, /^Cannot read the manifest \/no\/such\/file\.yaml/],
  ])('refuses %j at once', async (settings, message) => {
    await expect(checkManifest(spec(settings)!)).rejects.toThrow(message);
  });
});

describe('problemsOf', () => {
  test('lists only failed and skipped entries', () => {
    const counts = { created: 1, updated: 0, unchanged: 0, pruned: 0, skipped: 1, failed: 0 };
    const lines = problemsOf({
      result: 'failed',
      trigger: 'startup',
      commit: '',
      startedAt: '',
      finishedAt: '',
      counts,
      entries: [
        { libraryId: '/a/b', url: '', action: 'created' },
        { libraryId: '/a/c', url: '', action: 'skipped', reason: 'the library was added by hand' },
      ],
      error: { code: 'manifest_unreachable', message: 'the server cannot be reached' },
    });

    expect(lines).toEqual([
      '✗ manifest  the server cannot be reached',
      '- /a/c  skipped: the library was added by hand',
    ]);
  });
});
