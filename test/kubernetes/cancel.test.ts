import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operator } from '../../src/identity/access/caller.ts';
import { cancelRun } from '../../src/api/routes/runs.ts';
import type { AnyCall } from '../../src/api/route.ts';
import { resourceName, type Library } from '../../src/resources/library.ts';
import { KubernetesRegistry } from '../../src/store/kubernetes/registry.ts';
import { libraryKind } from '../../src/store/kubernetes/resource-kind.ts';
import { connect, openTestCluster, type TestCluster } from '../support/kube.ts';
import { ScriptedJobs } from '../support/scripted-jobs.ts';
import { openStores, type Stores } from '../support/stores.ts';
import { startController } from '../support/working-controller.ts';
import { unfollowedRegistry } from '../support/unfollowed-registry.ts';

let cluster: TestCluster;
let stores: Stores;

beforeAll(async () => {
  cluster = await openTestCluster();
  stores = await openStores();
});
afterAll(async () => {
  await stores.close();
  await cluster.close();
});

test('the status of a Library reports a canceled run, and the next run keeps the history', async () => {
  const { namespace } = cluster;
  const registry = new KubernetesRegistry({
    client: connect(),
    kind: libraryKind,
    namespace,
    namespaces: [namespace],
    onError: () => undefined,
  });
  const { catalog, index } = stores;
  const jobs = new ScriptedJobs();
  const controller = startController({ registry, catalog, index, jobs });
  const name = resourceName('/acme/anvil');
  const spec = { id: '/acme/anvil', source: { git: { url: 'https://example.org/anvil.git' } } };
  const eventually = { timeout: 20_000, interval: 50 };
  const library = async (): Promise<Library> => (await registry.list())[0]!;
  await registry.create({ metadata: { name }, spec });
  await vi.waitFor(() => expect(jobs.started).toHaveLength(1), eventually);
  await vi.waitFor(async () => {
    expect((await library()).status.state).toBe('processing');
  }, eventually);

  const call = { body: { libraryName: '/acme/anvil' }, caller: operator } as AnyCall;
  await cancelRun({ registry: unfollowedRegistry(registry) }).handle(call);

  await vi.waitFor(async () => {
    expect((await library()).status).toMatchObject({
      state: 'error',
      runs: [{ outcome: 'cancelled', trigger: 'added', reason: 'Cancelled' }],
    });
  }, eventually);
  await registry.patch(`${namespace}/${name}`, { spec: { ...spec, title: 'Anvil' } });
  await vi.waitFor(() => expect(jobs.started).toHaveLength(2), eventually);
  jobs.end(`${namespace}/${name}`);
  await vi.waitFor(async () => {
    expect((await library()).status.runs?.map(({ outcome }) => outcome)).toEqual([
      'done',
      'cancelled',
    ]);
  }, eventually);
  await controller.stop();
});
