import { KubeConfig } from '@kubernetes/client-node';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Informer } from '../../../src/kubernetes/informer.ts';
import { KubeConnection } from '../../../src/kubernetes/kube-connection.ts';
import { HttpListerWatcher } from '../../../src/kubernetes/list-watch.ts';
import { startApiServer } from '../../stack/control-plane.ts';
import { Processes } from '../../stack/processes.ts';
import { type ConfigMap, makeNamespace } from '../../support/kubernetes.ts';

/** An API server of this test, whose data can be set back. */
async function ownCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-restored-'));
  const processes = new Processes(folder);
  const [data, backup] = [join(folder, 'etcd'), join(folder, 'backup')];
  const stop = async (): Promise<void> => {
    await processes.stop('kube-apiserver');
    await processes.stop('etcd');
  };
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  const { kubeconfig } = await startApiServer({ folder, processes, address: '127.0.0.1' });
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromFile(kubeconfig);
  const copy = async (from: string, to: string): Promise<void> => {
    await stop();
    await rm(to, { recursive: true, force: true });
    await cp(from, to, { recursive: true });
    await processes.startAgain('etcd');
    await processes.startAgain('kube-apiserver');
  };
  return { kubeConfig, save: () => copy(data, backup), restore: () => copy(backup, data) };
}

test('an informer notices that its cluster was restored from a backup, and does not show objects of before for ever', async () => {
  const cluster = await ownCluster();
  const namespace = await makeNamespace(cluster.kubeConfig);
  await namespace.write('kept', { color: 'red' });
  await cluster.save();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const connection = new KubeConnection({ kubeConfig: cluster.kubeConfig, userAgent: 'test' });
  const path = `/api/v1/namespaces/${namespace.name}/configmaps`;
  const source = new HttpListerWatcher<ConfigMap>({ connection, path, silenceMs: 5_000 });
  const informer = new Informer<ConfigMap>(source, { onError: () => undefined });
  const running = informer.run(stop.signal);
  await informer.whenSynced(stop.signal);
  for (let i = 0; i < 300; i += 1) await namespace.write('lost', { color: String(i) });
  await expect.poll(() => informer.get(`${namespace.name}/lost`)?.data?.color).toBe('299');

  await cluster.restore();

  await expect(running).rejects.toThrow('restored from a backup');
});
