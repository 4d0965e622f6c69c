import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createManifestSyncController } from '../../../src/libraries/manifest-sync/controller.ts';
import { createFileReader } from '../../../src/libraries/manifest/readers.ts';
import { entriesOf, manifestOf, Syncing } from './harness.ts';
import { parser } from '../../support/parser.ts';

describe('the manifest controller', () => {
  let syncing: Syncing;
  let stop: () => Promise<void>;
  let failures: string[];
  let told: string[];
  /** The controller reads no manifest before this resolves. */
  let mayRead: Promise<void>;
  let reading: number;

  beforeEach(async () => {
    syncing = await Syncing.start();
    const ended = new AbortController();
    const errors: string[] = [];
    failures = errors;
    const events: string[] = [];
    told = events;
    mayRead = Promise.resolve();
    reading = 0;
    const controller = createManifestSyncController({
      manifests: syncing.manifests,
      libraries: syncing.libraries,
      async open({ spec }) {
        reading += 1;
        await mayRead;
        return createFileReader(spec.file ?? '');
      },
      parser,
      onCluster: false,
      onReport: (_key, report) => syncing.reports.push(report),
      onEvent: (_sync, { type, reason, message }) => events.push(`${type} ${reason}: ${message}`),
      onError: (_key, message) => errors.push(message),
    });
    const running = [controller.follow(ended.signal), controller.work(ended.signal)];
    stop = async () => {
      ended.abort();
      await Promise.all(running);
    };
  });
  afterEach(async () => {
    await stop();
    await syncing.close();
  });

  test('syncs new, edited and requested manifests, and reports the results', async () => {
    const [first, second] = ['first.yaml', 'second.yaml'].map((name) => join(syncing.folder, name));
    await writeFile(first!, manifestOf(...entriesOf('anvil')));
    await writeFile(second!, manifestOf(...entriesOf('anvil', 'bolt')));
    await syncing.add({ file: first! });
    await vi.waitFor(async () => expect(await syncing.ids()).toEqual(['/acme/anvil']), 30_000);

    await syncing.edit({ file: second! });
    await vi.waitFor(
      async () => expect(await syncing.ids()).toEqual(['/acme/anvil', '/acme/bolt']),
      30_000,
    );
    await writeFile(second!, manifestOf('branch: x'));
    await syncing.request('now');
    await vi.waitFor(
      async () => expect((await syncing.get()).status.lastHandledReconcileAt).toBe('now'),
      30_000,
    );

    expect(syncing.reports.map(({ result, trigger }) => `${result} by ${trigger}`)).toEqual([
      'synced by startup',
      'synced by manual',
      'failed by manual',
    ]);
    expect(told).toEqual([
      expect.stringMatching(/^Normal Succeeded: Applied \w{12}: 1 created$/),
      expect.stringMatching(/^Normal Succeeded: Applied \w{12}: 1 created, 1 unchanged$/),
      expect.stringMatching(/^Warning ManifestInvalid: .*second\.yaml:2: `url` is missing/),
    ]);
    expect(failures).toEqual([]);
  });

  test('drops a deleted manifest, and syncs a recreated one as new', async () => {
    const file = join(syncing.folder, 'repos.yaml');
    await writeFile(file, manifestOf(...entriesOf('anvil')));
    await syncing.add({ file });
    await vi.waitFor(() => expect(syncing.reports).toHaveLength(1), 30_000);

    await syncing.manifests.delete('default');
    await syncing.add({ file });

    await vi.waitFor(() => expect(syncing.reports).toHaveLength(2), 30_000);
    expect(syncing.reports[1]?.counts.unchanged).toBe(1);
  });

  test('syncs a manifest that is created anew while the one before is synced', async () => {
    const [first, second] = ['first.yaml', 'second.yaml'].map((name) => join(syncing.folder, name));
    await writeFile(first!, manifestOf(...entriesOf('anvil')));
    await writeFile(second!, manifestOf(...entriesOf('bolt')));
    const { promise, resolve } = Promise.withResolvers<void>();
    mayRead = promise;
    await syncing.add({ file: first!, schedule: 'manual' });
    await vi.waitFor(() => expect(reading).toBe(1), 30_000);

    await syncing.manifests.delete('default');
    await syncing.add({ file: second!, schedule: 'manual' });
    resolve();

    await vi.waitFor(async () => expect(await syncing.ids()).toContain('/acme/bolt'), 30_000);
  });

  test('tells once what is wrong with a spec, and nothing of a sync that changes nothing', async () => {
    const file = join(syncing.folder, 'repos.yaml');
    await writeFile(file, manifestOf(...entriesOf('anvil')));
    await syncing.add({ file: '' });
    await vi.waitFor(() => expect(told).toHaveLength(1), 30_000);
    await syncing.edit({ file });
    await vi.waitFor(() => expect(syncing.reports).toHaveLength(1), 30_000);
    await syncing.request('again');
    await vi.waitFor(() => expect(syncing.reports).toHaveLength(2), 30_000);

    expect(told).toEqual([
      expect.stringMatching(/^Warning InvalidSpec: /),
      expect.stringMatching(/^Normal Succeeded: Applied \w{12}: 1 created$/),
    ]);
  });
});
