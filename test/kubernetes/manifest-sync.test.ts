import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createManifestSyncController } from '../../src/libraries/manifest-sync/controller.ts';
import { createManifestOpener } from '../../src/libraries/manifest-sync/open-manifest.ts';
import { annotations, keyOf, labels } from '../../src/resources/library.ts';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import { KubernetesRegistry } from '../../src/store/kubernetes/registry.ts';
import { libraryKind, manifestSyncKind } from '../../src/store/kubernetes/resource-kind.ts';
import { CountingRegistry } from '../support/counting-registry.ts';
import { connect, openTestCluster, type TestCluster } from '../support/kube.ts';
import { parser } from '../support/parser.ts';

const manifest = [
  'repos:',
  '  - url: https://codeberg.org/acme/anvil',
  '  - { type: website, url: "https://docs.example/" }',
  '  - { type: llmstxt, url: "https://docs.example/llms.txt" }',
  '  - { type: openapi, url: "https://api.example/openapi.json", title: Example }',
].join('\n');

describe('manifests on Kubernetes', () => {
  let cluster: TestCluster;
  let namespace: string;
  let scratch: string;
  let libraries: CountingRegistry;
  let manifests: KubernetesRegistry<ManifestSync>;
  /** A registry of the same objects that counts the writes of the controller. */
  let statuses: CountingRegistry<ManifestSync>;
  let data: Record<string, string> = { 'repos.yaml': manifest };
  const errors: string[] = [];
  const ended = new AbortController();
  let running: Promise<unknown>;

  beforeAll(async () => {
    cluster = await openTestCluster();
    namespace = await cluster.addNamespace();
    scratch = await mkdtemp(`${tmpdir()}/lectern-sync-`);
    const options = {
      client: connect(),
      namespace,
      namespaces: [namespace],
      onError: () => undefined,
    };
    const inner = new KubernetesRegistry({ ...options, kind: libraryKind });
    libraries = new CountingRegistry(inner);
    manifests = new KubernetesRegistry<ManifestSync>({ ...options, kind: manifestSyncKind });
    statuses = new CountingRegistry(manifests);
    const controller = createManifestSyncController({
      manifests: statuses,
      libraries,
      parser,
      open: createManifestOpener({
        gitProgram: 'git',
        env: process.env,
        workDir: scratch,
        allowedRanges: [],
        idleMs: 10_000,
        cluster: { readSecret: async () => ({}), readConfigMap: async () => data },
      }),
      onCluster: true,
      onReport: () => undefined,
      onError: (_key, message) => errors.push(message),
    });
    running = Promise.all([controller.follow(ended.signal), controller.work(ended.signal)]);
    const metadata = { name: 'team', namespace };
    // A scheduled sync would write, too.
    const schedule = 'manual';
    await manifests.create({
      metadata,
      spec: { configMapRef: { name: 'm' }, schedule, prune: true },
    });
  });
  afterAll(async () => {
    ended.abort();
    await running;
    await rm(scratch, { recursive: true, force: true });
    await cluster.close();
  });

  const get = async (): Promise<ManifestSync> => (await manifests.list())[0]!;
  const request = async (token: string): Promise<ManifestSync> => {
    const { metadata } = await get();
    await manifests.patch(keyOf(metadata), { annotations: { [annotations.requestedAt]: token } });
    return vi.waitFor(async () => {
      const sync = await get();
      expect(sync.status.lastHandledReconcileAt).toBe(token);
      return sync;
    }, 20_000);
  };

  test('creates libraries in their namespace, and ends with a status that the schema keeps completely', async () => {
    const { status } = await vi.waitFor(async () => {
      const sync = await get();
      expect(sync.status.observedGeneration).toBe(sync.metadata.generation);
      return sync;
    }, 20_000);

    const made = await libraries.list();
    expect(made.map(({ spec }) => spec.id).sort()).toEqual([
      '/acme/anvil',
      '/llmstxt/docs_example_llms_txt',
      '/openapi/example',
      '/websites/docs_example',
    ]);
    expect(new Set(made.map(({ metadata }) => metadata.labels?.[labels.managedBy]))).toEqual(
      new Set(['team']),
    );
    expect(status.lastSync).toMatchObject({ result: 'synced', counts: { created: 4 } });
    expect(status.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
  });

  test('writes no library if the specs differ only by defaults of the API server', async () => {
    libraries.writes = 0;

    const { status } = await request('again');

    expect(status.lastSync).toMatchObject({ result: 'unchanged', counts: { unchanged: 4 } });
    expect(libraries.writes).toBe(0);
  });

  test('changes nothing for an invalid manifest', async () => {
    data = { 'repos.yaml': 'repos: [{ maxPages: 1 }]' };

    const { status } = await request('invalid');

    expect(status.conditions).toMatchObject([
      { type: 'Ready', status: 'False' },
      { type: 'Stalled', status: 'True', reason: 'ManifestInvalid' },
    ]);
    expect(await libraries.list()).toHaveLength(4);
  });

  test('updates and prunes', async () => {
    data = { 'repos.yaml': 'repos:\n  - { url: https://codeberg.org/acme/anvil, branch: v2 }\n' };

    const { status } = await request('update');

    expect(status.lastSync?.counts).toMatchObject({ updated: 1, pruned: 3 });
    expect((await libraries.list()).map(({ spec }) => spec.source.git?.branch)).toEqual(['v2']);
    // Two writes of each sync, and one of each request between them. So nothing was written twice.
    expect(statuses.writes).toBe(6);
    expect(errors).toEqual([]);
  });
});
