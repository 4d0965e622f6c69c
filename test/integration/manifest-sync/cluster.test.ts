import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { RunError } from '../../../src/base/errors.ts';
import type { SecretData } from '../../../src/indexing/sources/git/credentials.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startSshServer } from '../../support/ssh-server.ts';
import { entriesOf, manifestOf, Syncing } from './harness.ts';

const account = { username: 'reader', password: 'hunter2' };

describe('a manifest on a cluster', () => {
  let syncing: Syncing;
  let server: GitServer;
  const secrets = new Map<string, SecretData>();
  const configMaps = new Map<string, Record<string, string>>();
  let integration: SecretData | undefined;

  beforeEach(async () => {
    integration = undefined;
    secrets.clear();
    configMaps.clear();
    syncing = await Syncing.start({
      cluster: {
        readSecret: async (namespace, name) => {
          const values = secrets.get(`${namespace}/${name}`);
          if (values) return values;
          const message = `spec.secretRef names the Secret ${name}, which is not in namespace ${namespace}; create it there`;
          throw new RunError('AccessDenied', message, { retry: 'backoff' });
        },
        readConfigMap: async (namespace, name) => configMaps.get(`${namespace}/${name}`),
      },
      gitCredentials: async () => integration,
    });
    const repository = await TestRepository.create(join(syncing.folder, 'work'), {
      'repos.yaml': manifestOf(...entriesOf('anvil')),
    });
    await repository.publish(join(syncing.folder, 'served', 'manifest.git'));
    server = await startGitServer({ root: join(syncing.folder, 'served'), credentials: account });
  });
  afterEach(async () => {
    await server.close();
    await syncing.close();
  });

  const message = async (): Promise<string> =>
    (await syncing.get()).status.lastSync?.error?.message ?? '';

  test('is read with the Secret it names, and its libraries are of its namespace', async () => {
    secrets.set('docs/git', account);
    await syncing.add(
      { repository: `${server.origin}/manifest.git`, secretRef: { name: 'git' } },
      'docs',
    );

    expect(await syncing.sync()).toBe('synced 1 created');

    expect((await syncing.library('/acme/anvil'))?.metadata.namespace).toBe('docs');
  });

  test('without a credential is an error that names the setting, and changes nothing', async () => {
    await syncing.add({ repository: `${server.origin}/manifest.git` }, 'docs');

    expect(await syncing.sync()).toBe('failed');

    expect(await message()).toMatch(
      /is private; .*; set spec\.secretRef to a Secret with username and password/,
    );
    expect(await syncing.conditions()).toEqual([
      'Ready: False AccessDenied',
      'Stalled: True AccessDenied',
    ]);
    expect(await syncing.ids()).toEqual([]);
  });

  test('without a Secret is read with the integration of its host', async () => {
    integration = account;
    await syncing.add({ repository: `${server.origin}/manifest.git` }, 'lectern');

    expect(await syncing.sync()).toBe('synced 1 created');
  });

  test('in another namespace than that of the install needs a Secret, whatever integration there is', async () => {
    integration = account;
    const repository = `${server.origin}/manifest.git`;
    await syncing.add({ repository }, 'docs', { isForeign: true });

    expect(await syncing.sync()).toBe('failed');
    expect(await message()).toMatch(/set spec\.secretRef to a Secret .* for ssh\)$/);

    secrets.set('docs/git', account);
    await syncing.edit({ secretRef: { name: 'git' } });

    expect(await syncing.sync()).toBe('synced 1 created');
  });

  test.each<[what: string, secret: SecretData, said: RegExp]>([
    ['does not open it', { ...account, password: 'wr0ng' }, /the Secret docs\/git was used/],
    [
      'lacks a key',
      { username: 'reader' },
      /username is there, but password is missing; .*docs\/git/,
    ],
  ])('with a Secret that %s is an error that names it', async (_, secret, said) => {
    secrets.set('docs/git', secret);
    await syncing.add(
      { repository: `${server.origin}/manifest.git`, secretRef: { name: 'git' } },
      'docs',
    );

    expect(await syncing.sync()).toBe('failed');

    expect(await message()).toMatch(said);
    expect(await message()).not.toMatch(/wr0ng|hunter2/);
  });

  test('waits for a Secret that does not exist yet', async () => {
    await syncing.add(
      { repository: `${server.origin}/manifest.git`, secretRef: { name: 'git' } },
      'docs',
    );
    await syncing.sync();
    expect(await message()).toMatch(
      /secretRef names the Secret git, which is not in namespace docs/,
    );
    expect(await syncing.conditions()).toContain('Reconciling: True ProgressingWithRetry');

    secrets.set('docs/git', account);
    syncing.later(10_000);

    expect(await syncing.sync()).toBe('synced 1 created');
  });

  test('is read by ssh with the key of its Secret', async () => {
    const ssh = await startSshServer(join(syncing.folder, 'sshd'));
    onTestFinished(() => ssh.close());
    secrets.set('docs/git', { identity: ssh.identity, known_hosts: ssh.knownHosts });
    const repository = `${ssh.origin}${join(syncing.folder, 'served', 'manifest.git')}`;
    await syncing.add({ repository, secretRef: { name: 'git' } }, 'docs');

    expect(await syncing.sync()).toBe('synced 1 created');
    syncing.writes();
    syncing.later(900_000);
    await syncing.reconcile();

    expect(syncing.writes()).toBe(0);
    expect(await syncing.leftovers()).toEqual([]);
  });

  test('is read from a ConfigMap, and again when that has changed', async () => {
    await syncing.add({ configMapRef: { name: 'manifest' } }, 'docs');
    await syncing.sync();
    expect(await message()).toBe('the ConfigMap docs/manifest does not exist');

    configMaps.set('docs/manifest', { 'repos.yaml': manifestOf(...entriesOf('anvil')) });
    syncing.later(10_000);
    expect(await syncing.sync()).toBe('synced 1 created');
    syncing.writes();
    syncing.later(900_000);
    await syncing.reconcile();
    expect(syncing.writes()).toBe(0);

    configMaps.set('docs/manifest', { 'repos.yaml': manifestOf(...entriesOf('anvil', 'bolt')) });
    syncing.later(900_000);
    expect(await syncing.sync()).toBe('synced 1 created 1 unchanged');
  });

  test('names the keys of a ConfigMap without the expected key', async () => {
    configMaps.set('docs/manifest', { 'list.yaml': '', other: '' });
    await syncing.add({ configMapRef: { name: 'manifest' } }, 'docs');

    await syncing.sync();

    expect(await message()).toBe(
      'the ConfigMap docs/manifest has no key repos.yaml; it has list.yaml, other',
    );
    expect(await syncing.conditions()).toContain('Stalled: True ManifestInvalid');
    configMaps.set('docs/manifest', { 'repos.yaml': manifestOf(...entriesOf('anvil')) });
    syncing.later(900_000);
    expect(await syncing.sync()).toBe('synced 1 created');
  });

  test('may not be a file', async () => {
    await syncing.add({ file: '/etc/passwd' }, 'docs');

    await syncing.reconcile();

    expect((await syncing.get()).status.conditions?.[0]?.message).toBe(
      'file belongs to the one-process install; use repository or configMapRef',
    );
  });
});
