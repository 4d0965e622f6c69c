import { describe, expect, test } from 'vitest';
import type { ManifestSyncSpec } from '../../resources/manifest-sync.ts';
import { manifestSyncMistake } from './validate.ts';

const repository = 'https://git.example/manifest';

describe('manifestSyncMistake', () => {
  test.each<[spec: ManifestSyncSpec, onCluster: boolean]>([
    [{ repository, path: 'a.yaml', branch: 'main', schedule: '*/10 8-18 * * MON-FRI' }, false],
    [{ repository, secretRef: { name: 'git' }, schedule: 'manual', prune: true }, true],
    [{ configMapRef: { name: 'manifest' }, schedule: 'daily', suspend: true }, true],
    [{ file: '/srv/repos.yaml', schedule: 'every-5-minutes' }, false],
  ])('accepts %j', (spec, onCluster) => {
    expect(manifestSyncMistake(spec, onCluster)).toBeUndefined();
  });

  test.each<[spec: object, onCluster: boolean, message: RegExp]>([
    [{}, true, /exactly one of repository, configMapRef, file/],
    [{ repository, file: 'a' }, false, /exactly one of/],
    [{ file: 'a', branch: 'main' }, false, /^branch belongs to repository; remove it/],
    [{ configMapRef: { name: 'a' }, path: 'b' }, true, /^path belongs to repository/],
    [{ file: 'a' }, true, /^file belongs to the one-process install/],
    [{ configMapRef: { name: 'a' } }, false, /^configMapRef needs a cluster/],
    [{ repository, secretRef: { name: 'a' } }, false, /^secretRef needs a cluster/],
    [{ repository, secretRef: { name: 'lectern-integrations' } }, true, /^secretRef must name a/],
    [{ repository, schedule: 'sometimes' }, true, /schedule must be five cron fields/],
    [{ repository, schedule: '0 0 31 2 *' }, true, /never comes/],
    [{ repository, prunes: true }, true, /unknown field "prunes"/],
  ])('names what is wrong with %j', (spec, onCluster, message) => {
    expect(manifestSyncMistake(spec as ManifestSyncSpec, onCluster)).toMatch(message);
  });
});
