import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Library } from '../../src/resources/library.ts';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import { Stack } from '../stack/stack.ts';
import { TestRepository } from '../support/git-repository.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { apply, kubectl, list } from './harness/kubectl.ts';
import { applyLibrary, deleteLibraries, waitReady } from './harness/libraries.ts';
import { ask, installRelease } from './harness/release.ts';

const owned = 'lectern.dev/managed-by=team';
const credentials = { username: 'reader', password: 'a token' };

describe('a manifest repository', () => {
  let folder: string;
  let server: GitServer;
  let manifest: TestRepository;

  beforeAll(async () => {
    await installRelease();
    folder = await mkdtemp(join(tmpdir(), 'lectern-manifest-'));
    const address = Stack.open().state.nodeAddress!;
    for (const part of ['bolt', 'nut', 'cog']) {
      const repository = await TestRepository.create(join(folder, `${part}-work`), {
        'README.md': `# ${part}\n\nA ${part} is turned clockwise until it is tight.\n`,
      });
      await repository.publish(join(folder, 'public', `${part}.git`));
    }
    manifest = await TestRepository.create(join(folder, 'manifest-work'));
    server = await startGitServer({ root: join(folder, 'public'), address });
    await push(entries('bolt', 'nut'));
    const privateServer = await startGitServer({
      root: join(folder, 'private'),
      address,
      credentials,
    });
    await apply(
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          name: 'manifest-credentials',
          labels: { 'lectern.dev/credential': 'source' },
        },
        stringData: credentials,
      },
      {
        apiVersion: 'lectern.dev/v1alpha1',
        kind: 'ManifestSync',
        metadata: { name: 'team' },
        spec: {
          repository: `${privateServer.origin}/manifest.git`,
          secretRef: { name: 'manifest-credentials' },
          schedule: 'manual',
        },
      },
    );
    closePrivate = () => privateServer.close();
  });
  let closePrivate: () => Promise<void> = async () => undefined;
  afterAll(async () => {
    await kubectl('delete', 'manifestsync', 'team', '--ignore-not-found');
    await kubectl('delete', 'library', '--selector', owned, '--timeout=120s');
    await deleteLibraries('cog-by-hand');
    await closePrivate();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const entries = (...parts: string[]): string =>
    [
      'repos:',
      ...parts.map((part) => `  - url: ${server.origin}/${part}.git\n    id: /parts/${part}`),
    ].join('\n');

  /** Commits the manifest and serves it. The controller reads it only after a request. */
  async function push(text: string): Promise<string> {
    const commit = await manifest.commit({ 'repos.yaml': `${text}\n` });
    const bare = join(folder, 'private', 'manifest.git');
    await rm(bare, { recursive: true, force: true });
    await manifest.publish(bare);
    return commit;
  }

  const getSync = async (): Promise<ManifestSync> =>
    JSON.parse(await kubectl('get', 'manifestsync', 'team', '--output', 'json')) as ManifestSync;

  /** Changes the settings and requests a sync in one write, and waits until the status echoes the request. */
  async function sync(spec: Partial<ManifestSync['spec']> = {}): Promise<ManifestSync> {
    const token = new Date().toISOString();
    const patch = { metadata: { annotations: { 'lectern.dev/requestedAt': token } }, spec };
    await kubectl('patch', 'manifestsync/team', '--type=merge', '--patch', JSON.stringify(patch));
    return vi.waitFor(
      async () => {
        const current = await getSync();
        expect(current.status.lastHandledReconcileAt).toBe(token);
        return current;
      },
      { timeout: 60_000, interval: 500 },
    );
  }

  const ownedIds = async (): Promise<string[]> =>
    (await list<Library>('libraries', owned)).map(({ spec }) => spec.id).sort();

  const ready = ({ status }: ManifestSync) =>
    status.conditions?.find(({ type }) => type === 'Ready');

  test('is applied when a ManifestSync names it, with the credentials of a Secret', async () => {
    await kubectl('wait', 'manifestsync/team', '--for=condition=Ready', '--timeout=120s');

    expect(await ownedIds()).toEqual(['/parts/bolt', '/parts/nut']);
    expect((await getSync()).status.lastSync?.counts).toMatchObject({ created: 2, failed: 0 });
    for (const { metadata } of await list<Library>('libraries', owned))
      await waitReady(metadata.name);
    expect((await ask('/parts/nut', 'How is a nut turned?')).text).toContain('clockwise');
  });

  test('keeps libraries that it no longer lists while pruning is off', async () => {
    await push(entries('bolt'));

    const { status } = await sync();

    expect(status.lastSync?.counts).toMatchObject({ unchanged: 1, pruned: 0 });
    expect(await ownedIds()).toEqual(['/parts/bolt', '/parts/nut']);
    expect((await ask('/parts/nut', 'How is a nut turned?')).status).toBe(200);
  });

  test('adds, changes and deletes libraries when pruning is on, but never those that were added by hand', async () => {
    await applyLibrary('cog-by-hand', {
      id: '/parts/cog',
      source: { git: { url: `${server.origin}/cog.git` } },
    });
    await push(
      `${entries('bolt', 'cog')}\n    aliases: [gear]`.replace(
        'id: /parts/bolt',
        'id: /parts/bolt\n    aliases: [screw]',
      ),
    );

    const { status } = await sync({ prune: true });

    expect(status.lastSync?.counts).toMatchObject({ updated: 1, pruned: 1, skipped: 1 });
    expect(status.lastSync?.entries).toContainEqual(
      expect.objectContaining({
        libraryId: '/parts/cog',
        action: 'skipped',
        reason: expect.stringContaining('by hand'),
      }),
    );
    await vi.waitFor(async () => expect(await ownedIds()).toEqual(['/parts/bolt']), 60_000);
    await vi.waitFor(
      async () =>
        expect(await ask('/parts/nut', 'nut')).toMatchObject({ error: 'library_not_found' }),
      30_000,
    );
  });

  test('is rejected as a whole, with line numbers, if it has a mistake', async () => {
    const before = await ownedIds();
    await push(`${entries('bolt', 'nut')}\n    depth: 3`);

    const current = await sync();

    expect(ready(current)).toMatchObject({ status: 'False' });
    expect(current.status.lastSync).toMatchObject({
      result: 'failed',
      error: { code: 'manifest_invalid', message: expect.stringMatching(/repos\.yaml:6: .*depth/) },
    });
    expect(await ownedIds()).toEqual(before);
  });

  test('is not applied without the credential of its host, and the status gives that reason', async () => {
    await push(entries('bolt'));
    await kubectl('delete', 'secret', 'manifest-credentials');

    const current = await sync();

    expect(ready(current)?.status).toBe('False');
    expect(ready(current)?.message).toContain('manifest-credentials');
    expect(await ownedIds()).toEqual(['/parts/bolt']);
  });
});
