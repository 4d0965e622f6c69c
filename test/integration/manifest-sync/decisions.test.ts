import { appendFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFileReader } from '../../../src/libraries/manifest/readers.ts';
import { annotations, labels, resourceName } from '../../../src/resources/library.ts';
import { record } from '../../support/fake-stores.ts';
import { entriesOf, manifestOf, Syncing } from './harness.ts';

describe('a sync of a manifest file', () => {
  let syncing: Syncing;
  let file: string;

  /** Writes the manifest, as if long ago: a sync waits half a second for the end of a new change. */
  const write = async (...entries: string[]): Promise<void> => {
    await writeFile(file, manifestOf(...entries));
    await utimes(file, 0, 0);
  };

  beforeEach(async () => {
    syncing = await Syncing.start();
    file = join(syncing.folder, 'repos.yaml');
    await syncing.add({ file });
  });
  afterEach(() => syncing.close());

  test('creates a library for each entry, with its label', async () => {
    await write(...entriesOf('anvil', 'bolt'), 'url: ./handbook');

    expect(await syncing.sync()).toBe('synced 3 created');

    const library = await syncing.library('/acme/anvil');
    expect(library?.metadata.labels).toEqual({ [labels.managedBy]: 'default' });
    expect(library?.spec.source.git?.url).toBe('https://codeberg.org/acme/anvil');
    const local = await syncing.library('/local/handbook');
    expect(local?.spec.source.git?.url).toBe(join(syncing.folder, 'handbook'));
    expect(local?.metadata.annotations).toEqual({ [annotations.allowLocal]: 'true' });
    expect(await syncing.conditions()).toEqual(['Ready: True Succeeded']);
  });

  test('adds no library whose id may be in use in a namespace that Lectern may not read', async () => {
    await write(...entriesOf('anvil', 'bolt'));
    await syncing.catalog.put(record('/acme/anvil'));
    syncing.libraries.unread = ['team-a'];

    expect(await syncing.sync()).toBe('failed 1 created 1 failed');

    expect(await syncing.ids()).toEqual(['/acme/bolt']);
    const { lastSync } = (await syncing.get()).status;
    expect(lastSync?.error?.message).toContain('in a namespace that Lectern may not read now');

    syncing.libraries.unread = [];
    syncing.later(60_000);
    expect(await syncing.sync()).toBe('synced 1 created 1 unchanged');
  });

  test('applies defaults to the entries that do not override them', async () => {
    const defaults = 'defaults: { branch: next, indexSourceCode: true }\n';
    await writeFile(
      file,
      defaults + manifestOf(...entriesOf('anvil'), '{ url: https://codeberg.org/a/b, branch: v1 }'),
    );

    await syncing.sync();

    const git = async (id: string) => (await syncing.library(id))?.spec.source.git;
    expect(await git('/acme/anvil')).toMatchObject({ branch: 'next', indexSourceCode: true });
    expect(await git('/a/b')).toMatchObject({ branch: 'v1', indexSourceCode: true });
  });

  test('adds, changes and leaves by what a new version of the file says', async () => {
    await write(...entriesOf('anvil', 'bolt', 'crate'));
    await syncing.sync();
    const before = await syncing.library('/acme/anvil');
    syncing.later(900_000);
    await write(
      ...entriesOf('anvil'),
      '{ url: https://codeberg.org/acme/bolt, branch: v2 }',
      ...entriesOf('drill'),
    );

    expect(await syncing.sync()).toBe('synced 1 created 1 updated 1 unchanged');

    expect(await syncing.ids()).toEqual([
      '/acme/anvil',
      '/acme/bolt',
      '/acme/crate',
      '/acme/drill',
    ]);
    expect((await syncing.library('/acme/bolt'))?.metadata.generation).toBe(2);
    expect(await syncing.library('/acme/anvil')).toEqual(before);
    const { status } = await syncing.get();
    expect(status.lastSync?.entries).toEqual([
      { libraryId: '/acme/bolt', url: 'https://codeberg.org/acme/bolt', action: 'updated' },
      { libraryId: '/acme/drill', url: 'https://codeberg.org/acme/drill', action: 'created' },
    ]);
    expect(status.libraries).toBe(4);
    expect(status.conditions?.[0]?.message).toMatch(
      /^Applied [\da-f]{12}: 1 created, 1 updated, 1 unchanged$/,
    );
  });

  test('with pruning, deletes libraries that the file no longer names, but not those of others', async () => {
    await syncing.libraries.create({
      metadata: { name: resourceName('/by/hand') },
      spec: { id: '/by/hand', source: { git: { url: 'https://codeberg.org/by/hand' } } },
    });
    await write(...entriesOf('anvil', 'bolt'));
    await syncing.sync();
    await write(...entriesOf('anvil'));
    syncing.later(900_000);
    expect(await syncing.sync()).toBe('unchanged 1 unchanged');
    expect(await syncing.ids()).toEqual(['/acme/anvil', '/acme/bolt', '/by/hand']);

    await syncing.edit({ prune: true });

    expect(await syncing.sync()).toBe('synced 1 unchanged 1 pruned');
    expect(await syncing.ids()).toEqual(['/acme/anvil', '/by/hand']);
    expect((await syncing.get()).status.libraries).toBe(1);
  });

  test.each([
    ['takes over', { [labels.managedBy]: null }],
    ['gives to another manifest', { [labels.managedBy]: 'other' }],
  ])('with pruning, leaves a library that somebody %s during the sync', async (_, change) => {
    await write(...entriesOf('anvil', 'bolt'));
    await syncing.sync();
    await write(...entriesOf('anvil'));
    const bolt = await syncing.library('/acme/bolt');
    const list = syncing.libraries.list.bind(syncing.libraries);
    syncing.libraries.list = async () => {
      const listed = await list();
      await syncing.libraries.patch(bolt!.metadata.name, { labels: change });
      return listed;
    };

    await syncing.edit({ prune: true });
    await syncing.sync();
    syncing.libraries.list = list;

    expect(await syncing.ids()).toEqual(['/acme/anvil', '/acme/bolt']);
  });

  test('skips an entry whose library was added by hand, with the reason', async () => {
    await syncing.libraries.create({
      metadata: { name: 'mine' },
      spec: { id: '/acme/anvil', source: { git: { url: 'https://codeberg.org/Acme/anvil.git' } } },
    });
    await write(...entriesOf('anvil', 'bolt'));

    expect(await syncing.sync()).toBe('synced 1 created 1 skipped');

    const { status } = await syncing.get();
    expect(status.lastSync?.entries[0]).toEqual({
      libraryId: '/acme/anvil',
      url: 'https://codeberg.org/acme/anvil',
      action: 'skipped',
      reason: 'the library was added by hand',
    });
    expect((await syncing.library('/acme/anvil'))?.spec.source.git?.url).toContain('Acme');
    expect(await syncing.conditions()).toEqual(['Ready: True Succeeded']);
  });

  test('gives an entry an id with its host if a library of another source has the short id', async () => {
    const source = { git: { url: 'https://git.evil.example/acme/anvil' } };
    await syncing.libraries.create({
      metadata: { name: 'x' },
      spec: { id: '/acme/anvil', source },
    });
    await write(...entriesOf('anvil'));

    expect(await syncing.sync()).toBe('synced 1 created');
    expect(await syncing.ids()).toEqual(['/acme/anvil', '/codeberg.org/acme_anvil']);
    await syncing.request();
    expect(await syncing.sync()).toBe('unchanged 1 unchanged');
  });

  test('keeps the library of an entry under the id that an earlier version gave it', async () => {
    const url = 'https://git.example/acme/anvil';
    await write(`{ url: '${url}', id: /acme/anvil }`);
    await syncing.sync();
    await write(`url: ${url}`);
    await syncing.edit({ prune: true });

    expect(await syncing.sync()).toBe('unchanged 1 unchanged');
    expect(await syncing.ids()).toEqual(['/acme/anvil']);
  });

  test('reports a wiki entry as failed while there is no wiki integration, and applies the rest', async () => {
    await write(
      '{ type: confluence, url: "https://user:secret@wiki.example", spaceKey: DOC }',
      ...entriesOf('bolt'),
    );

    expect(await syncing.sync()).toBe('synced 1 created 1 failed');

    const { status } = await syncing.get();
    expect(status.lastSync?.entries[1]).toMatchObject({
      libraryId: '/wiki/wiki_example_doc',
      url: 'https://wiki.example',
      action: 'failed',
      reason: expect.stringMatching(/^the wiki integration is not configured; an admin can set it/),
    });
    expect(JSON.stringify(status)).not.toContain('secret');
    expect(status.lastCommit).toBeDefined();
  });

  test('creates the library of a wiki entry when its site has an integration, and does not prune it without the integration', async () => {
    let site: string | undefined;
    const wiki = await Syncing.start({ wikiSite: () => Promise.resolve(site) });
    const manifest = join(wiki.folder, 'repos.yaml');
    const entry = '{ type: wiki, url: "https://acme.atlassian.net/wiki", spaceKey: DOC }';
    await writeFile(manifest, manifestOf(entry));
    await wiki.add({ file: manifest, prune: true });
    expect(await wiki.sync()).toBe('unchanged 1 failed');

    site = 'https://acme.atlassian.net';
    await wiki.request('1');
    expect(await wiki.sync()).toBe('synced 1 created');
    const library = await wiki.library('/wiki/acme_atlassian_doc');
    expect(library?.spec.source).toEqual({ wiki: { siteUrl: site, spaceKey: 'DOC' } });

    site = undefined;
    await wiki.request('2');
    expect(await wiki.sync()).toBe('unchanged 1 failed');
    expect(await wiki.ids()).toEqual(['/wiki/acme_atlassian_doc']);
    await wiki.close();
  });

  test('requests another run of a library whose last run failed, at the next version of the file', async () => {
    await write(...entriesOf('anvil', 'bolt'));
    await syncing.sync();
    await syncing.libraries.patch(resourceName('/acme/anvil'), { status: { state: 'error' } });
    await syncing.libraries.patch(resourceName('/acme/bolt'), { status: { state: 'processing' } });
    syncing.later(900_000);
    expect(await syncing.sync()).toBe('synced 2 created');

    await appendFile(file, '# The next version.\n');
    syncing.later(900_000);

    expect(await syncing.sync()).toBe('synced 1 updated 1 unchanged');
    const requested = async (id: string) =>
      (await syncing.library(id))?.metadata.annotations?.[annotations.requestedAt];
    expect(await requested('/acme/anvil')).toBe(syncing.now.toISOString());
    expect(await requested('/acme/bolt')).toBeUndefined();
  });

  test.each([
    ['does a scheduled check again if it could not list the libraries', 'list', 'libraries'],
    ['does a scheduled check again if it could not write the status', 'patch', 'manifests'],
  ] as const)('%s', async (_, method, registry) => {
    await syncing.edit({ schedule: 'daily' });
    await write(...entriesOf('anvil'));
    await syncing.sync();
    await write(...entriesOf('anvil', 'bolt'));
    syncing.later(2 * 86_400_000);
    const failing = vi.spyOn(syncing[registry], method).mockRejectedValueOnce(new Error('is away'));
    await expect(syncing.reconcile()).rejects.toThrow('is away');
    failing.mockRestore();

    await syncing.reconcile();

    expect(await syncing.ids()).toEqual(['/acme/anvil', '/acme/bolt']);
  });

  test('does nothing if the file has not changed, until a request', async () => {
    await write(...entriesOf('anvil'));
    await syncing.sync();
    await syncing.libraries.delete(resourceName('/acme/anvil'));
    syncing.writes();
    syncing.later(900_000);
    await syncing.reconcile();
    syncing.restart();
    await syncing.reconcile();
    expect(syncing.writes()).toBe(0);
    expect(await syncing.ids()).toEqual([]);

    await syncing.request('now');

    expect(await syncing.sync()).toBe('synced 1 created');
    expect(await syncing.ids()).toEqual(['/acme/anvil']);
    const { status } = await syncing.get();
    expect(status.lastHandledReconcileAt).toBe('now');
    expect(status.lastSync?.trigger).toBe('manual');
  });

  test('rejects the whole file for one mistake, names the line and changes nothing', async () => {
    await write(...entriesOf('anvil', 'bolt'));
    await syncing.edit({ prune: true });
    await syncing.sync();
    const { status: before } = await syncing.get();
    await write(
      ...entriesOf('crate'),
      '{ url: https://codeberg.org/a/b, maxPages: 3 }',
      'branch: x',
    );
    syncing.later(900_000);

    expect(await syncing.sync()).toBe('failed');

    expect(await syncing.ids()).toEqual(['/acme/anvil', '/acme/bolt']);
    const { status } = await syncing.get();
    expect(status.lastSync?.error).toEqual({
      code: 'manifest_invalid',
      message: expect.stringMatching(
        /repos\.yaml:3: `maxPages` does not belong to an entry of type git.*\n.*repos\.yaml:4: `url` is missing/,
      ),
    });
    expect(status.lastCommit).toBe(before.lastCommit);
    expect(await syncing.conditions()).toEqual([
      'Ready: False ManifestInvalid',
      'Stalled: True ManifestInvalid',
    ]);
  });

  test('stays stalled without another write until the file changes, and then continues', async () => {
    await write('branch: x');
    await syncing.sync();
    syncing.writes();
    for (let times = 0; times < 3; times += 1) {
      syncing.later(900_000);
      await syncing.reconcile();
    }
    expect(syncing.writes()).toBe(0);

    await write(...entriesOf('anvil'));
    syncing.later(900_000);

    expect(await syncing.sync()).toBe('synced 1 created');
    expect(await syncing.conditions()).toEqual(['Ready: True Succeeded']);
    expect((await syncing.get()).status.failures).toBe(0);
  });

  test('reads a file again after an upgrade, because an older release may not have known its fields', async () => {
    await write('branch: x');
    await syncing.sync();
    await write(...entriesOf('anvil'));
    const commit = await createFileReader(file).revision(new AbortController().signal);
    const { status } = await syncing.get();
    const lastSync = { ...status.lastSync!, commit };
    await syncing.manifests.patch('default', { status: { ...status, lastSync } });
    syncing.later(900_000);
    await syncing.reconcile();
    expect(await syncing.ids()).toEqual([]);

    syncing.restart();

    expect(await syncing.sync()).toBe('synced 1 created');
    expect(await syncing.conditions()).toEqual(['Ready: True Succeeded']);
  });

  test('says after a restart that the file is still wrong, and writes nothing', async () => {
    await write('branch: x');
    await syncing.sync();
    syncing.writes();

    syncing.restart();
    await syncing.reconcile();

    expect(syncing.reports.map(({ result }) => result)).toEqual(['failed', 'failed']);
    expect(syncing.writes()).toBe(0);
  });

  test('goes back to a version of the file that was applied before a bad one', async () => {
    await write(...entriesOf('anvil'));
    await syncing.sync();
    await write('branch: x');
    syncing.later(900_000);
    await syncing.sync();
    await write(...entriesOf('anvil'));
    syncing.later(900_000);

    expect(await syncing.sync()).toBe('unchanged 1 unchanged');
    expect(await syncing.conditions()).toEqual(['Ready: True Succeeded']);
  });

  test('counts an entry that cannot be written as failed, continues, and retries until all are written', async () => {
    await write(...entriesOf('anvil', 'bolt', 'crate'));
    const refused = resourceName('/acme/bolt');
    syncing.libraries.refuse = (key) => {
      if (key === refused) throw new Error('the registry is full');
    };

    expect(await syncing.sync()).toBe('failed 2 created 1 failed');

    const { status } = await syncing.get();
    expect(await syncing.ids()).toEqual(['/acme/anvil', '/acme/crate']);
    expect(status.lastSync?.error).toEqual({
      code: 'entries_failed',
      message: '1 of 3 entries failed; the first is /acme/bolt: the registry is full',
    });
    expect(status).toMatchObject({ libraries: 2, failures: 1 });
    expect(status.lastCommit).toBeUndefined();
    expect(await syncing.conditions()).toEqual([
      'Ready: False EntriesFailed',
      'Reconciling: True ProgressingWithRetry',
    ]);
    syncing.libraries.refuse = () => undefined;
    expect(await syncing.reconcile()).toBeLessThanOrEqual(10_000);
    syncing.later(10_000);
    expect(await syncing.sync()).toBe('synced 1 created 2 unchanged');
    expect(await syncing.ids()).toHaveLength(3);
  });

  test('has a status that fits into the cluster, however much is said about each refused entry', async () => {
    await write(...entriesOf(...Array.from({ length: 600 }, (_, i) => `anvil-${i}`)));
    syncing.libraries.refuse = () => {
      throw new Error('refused by a policy. '.repeat(250));
    };

    expect(await syncing.sync()).toBe('failed 600 failed');

    const { status } = await syncing.get();
    expect(status.lastSync?.entries[0]?.reason).toContain('refused by a policy');
    // The largest request that etcd takes by default.
    expect(JSON.stringify(status).length).toBeLessThan(1.5 * 2 ** 20);
  });

  test('creates a library again after its deletion is complete', async () => {
    await write(...entriesOf('anvil'));
    await syncing.sync();
    const name = resourceName('/acme/anvil');
    await syncing.libraries.patch(name, { finalizers: ['test'] });
    await syncing.libraries.delete(name);
    await syncing.request();
    expect(await syncing.sync()).toBe('failed 1 failed');

    await syncing.libraries.patch(name, { finalizers: [] });
    syncing.later(10_000);

    expect(await syncing.sync()).toBe('synced 1 created');
  });

  test('keeps the libraries when the ManifestSync is deleted, and adopts them again', async () => {
    await write(...entriesOf('anvil'));
    await syncing.sync();
    await syncing.manifests.delete('default');
    syncing.restart();
    expect(await syncing.ids()).toEqual(['/acme/anvil']);

    await syncing.add({ file, prune: true });
    await write(...entriesOf('bolt'));

    expect(await syncing.sync()).toBe('synced 1 created 1 pruned');
  });

  test('reports a mistake in its spec, and waits for an edit', async () => {
    await write(...entriesOf('anvil'));
    await syncing.edit({ schedule: '61 * * * *' });

    expect(await syncing.reconcile()).toBeUndefined();

    expect((await syncing.get()).status.conditions).toEqual([
      expect.objectContaining({ type: 'Ready', status: 'False', reason: 'InvalidSpec' }),
      expect.objectContaining({
        type: 'Stalled',
        message: expect.stringContaining('minute 0-59'),
      }),
    ]);
    await syncing.edit({ schedule: 'hourly' });
    expect(await syncing.sync()).toBe('synced 1 created');
  });

  test('applies thousands of entries', async () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `library-${at}`);
    await write(...entriesOf(...names));

    expect(await syncing.sync()).toBe('synced 2000 created');

    const { status } = await syncing.get();
    expect(status.lastSync?.entries).toHaveLength(500);
    expect(status.libraries).toBe(2_000);
  });
});
