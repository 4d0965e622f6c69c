import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callEverything, fuzzedInstall, offline, patience } from '../../fuzz/call-everything.ts';
import { addKubernetes } from '../../stack/parts.ts';
import { Stack } from '../../stack/stack.ts';
import { operatorToken } from '../../support/cluster-process.ts';
import { openHandbookCluster, type HandbookCluster } from '../../support/handbook-cluster.ts';
import { makeNamespace, type TestNamespace } from '../../support/kubernetes.ts';

// Template of the Jobs of runs. No node starts their Pods.
const jobTemplate = 'spec: { containers: [{ name: lectern, image: lectern }] }';

let cluster: HandbookCluster;
let namespace: TestNamespace;
let folder: string;
let url: string;
let license: string;
beforeAll(async () => {
  const kubeconfig = await apiServer();
  namespace = await makeNamespace(kubeConfigOf(kubeconfig));
  folder = await mkdtemp(join(tmpdir(), 'lectern-fuzz-'));
  const template = join(folder, 'job.yaml');
  await writeFile(template, jobTemplate);
  const install = await fuzzedInstall();
  ({ license } = install);
  const where = { KUBECONFIG: kubeconfig, LECTERN_NAMESPACE: namespace.name };
  cluster = await openHandbookCluster();
  ({ url } = await cluster.start('serve', { ...where, ...install.env }));
  const work = { LECTERN_JOB_TEMPLATE: template, LECTERN_CONCURRENCY: '1' };
  await cluster.start('controller', { ...where, ...offline, ...work });
}, patience);
afterAll(async () => {
  await cluster.close();
  await namespace[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}, patience);

/** The kubeconfig of an API server, because credentials are Secrets even if libraries are in Postgres. */
async function apiServer(): Promise<string> {
  const stack = Stack.open();
  if (stack.state.kubeconfig === undefined) await addKubernetes(stack);
  return stack.state.kubeconfig!;
}

function kubeConfigOf(path: string): KubeConfig {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromFile(path);
  return kubeConfig;
}

test(
  'no valid or invalid request causes an error of `lectern serve` or an undocumented response',
  async () => expect(await callEverything(url, { token: operatorToken, license })).toBe(''),
  patience,
);
