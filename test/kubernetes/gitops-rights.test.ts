import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clusterObjects } from '../../src/cli/processes/cluster/kubernetes.ts';
import { integrationsName } from '../../src/libraries/integrations/settings.ts';
import { resourceName } from '../../src/resources/library.ts';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import type { KubeClient } from '../../src/kubernetes/kube-client.ts';
import { libraryId } from '../../src/indexing/sources/library-id.ts';
import { createFileUploads } from '../../src/store/file-uploads.ts';
import { KubernetesRegistry } from '../../src/store/kubernetes/registry.ts';
import { libraryKind, manifestSyncKind } from '../../src/store/kubernetes/resource-kind.ts';
import { KubernetesSecretStore } from '../../src/store/kubernetes/secrets.ts';
import { SourceSecrets } from '../../src/store/kubernetes/source-secrets.ts';
import { generateLicenseKeys, issueLicense } from '../../src/transfer/license.ts';
import { pushDelivery } from '../doubles/push-deliveries.ts';
import { operatorToken } from '../integration/api/api-server.ts';
import { manifestOf, startInstall, type Install } from '../integration/gitops-http/install.ts';
import { chart, kubectl, listOf, render, type Rendered } from '../support/chart.ts';
import { connectWith, openTestCluster, type AnyObject, type TestCluster } from '../support/kube.ts';
import { openEvents } from '../support/event-source.ts';
import { snippet } from '../support/fake-stores.ts';
import { rightsOf, usedRights } from '../support/kube-rights.ts';
import { checkedFetch } from '../support/openapi-check.ts';

const webhookSecret = 'what the pushes of this test are signed with';
const account = { username: 'git', password: 'a-token-of-the-git-host' };
const secretKind = { group: '', version: 'v1', plural: 'secrets' };
/** A process, a verb and a resource. */
const oneRightOfEachRole = [
  ['controller', 'list', 'pods'],
  ['controller', 'patch', 'libraries.lectern.dev'],
  ['api', 'create', 'secrets'],
  ['api', 'patch', 'manifestsyncs.lectern.dev'],
] as const;
/** Time limit for a busy machine. */
const patience = { timeout: 30_000 };

/** The stores of a process in the cluster, with the rights of its client. */
const storesOf = (client: KubeClient, namespace: string) => {
  const options = { client, namespace, namespaces: [namespace], onError: () => undefined };
  return {
    registry: new KubernetesRegistry({ ...options, kind: libraryKind }),
    manifests: new KubernetesRegistry<ManifestSync>({ ...options, kind: manifestSyncKind }),
    secrets: new KubernetesSecretStore(client, namespace),
  };
};

/** Waits until the API server knows the Role and its binding. Until then, it refuses what they allow. */
async function untilGranted(
  namespace: string,
  [process, verb, resource]: (typeof oneRightOfEachRole)[number],
): Promise<void> {
  const account = `system:serviceaccount:${namespace}:docs-lectern-${process}`;
  const question = ['auth', 'can-i', verb, resource, '--as', account, '--namespace', namespace];
  await vi.waitFor(() => kubectl(question), patience);
}

// Each process has the token of its ServiceAccount, and the rights of the chart with `rbac.secrets: []`, which are the
// fewest.
describe('with the rights that the chart gives', () => {
  let cluster: TestCluster;
  let namespace: string;
  let roles: Rendered[];
  let api: KubeClient;
  let controller: KubeClient;
  let used: Set<string>;
  let install: Install;
  let workDir: string;

  beforeAll(async () => {
    cluster = await openTestCluster();
    namespace = cluster.namespace;
    const values = ['--values', join(chart, 'ci/external-values.yaml')];
    const objects = await render(namespace, ...values, '--set-json', 'rbac.secrets=[]');
    const kinds = ['ServiceAccount', 'Role', 'RoleBinding'];
    roles = objects.filter(({ kind }) => kinds.includes(kind));
    await kubectl(['apply', '--filename', '-'], listOf(roles));
    for (const right of oneRightOfEachRole) await untilGranted(namespace, right);
    const tokenOf = async (process: string): Promise<string> =>
      (
        await kubectl(['--namespace', namespace, 'create', 'token', `docs-lectern-${process}`])
      ).trim();
    ({ client: api, used } = usedRights(connectWith(await tokenOf('api'), 'lectern-api')));
    controller = connectWith(await tokenOf('controller'), 'lectern-controller');

    workDir = await mkdtemp(join(tmpdir(), 'lectern-rights-'));
    const keys = await generateLicenseKeys();
    const grants = { holder: 'Acme', offline: true, issuedAt: new Date().toISOString() };
    const license = await issueLicense(grants, keys.privateKey);
    const sources = new SourceSecrets(controller, { namespace, allowed: [] });
    const uploads = createFileUploads({ dataDir: workDir });
    const transfer = { uploads, workDir, license, licensePublicKey: keys.publicKey };
    install = await startInstall({
      api: {
        snippets: [snippet('routing')],
        parts: { ...storesOf(api, namespace), transfer, webhookSecret },
      },
      git: { credentials: account },
      controller: {
        ...storesOf(controller, namespace),
        cluster: clusterObjects(controller, namespace, sources),
      },
    });
  });
  afterAll(async () => {
    await install?.close();
    await rm(workDir, { recursive: true, force: true });
    await cluster.close();
  });

  const send = async (method: string, path: string, body?: unknown): Promise<unknown[]> => {
    const { status, json } = await install.api.send(method, path, body);
    return [status, json];
  };
  const sendForm = async (
    path: string,
    parts: Record<string, File | string>,
  ): Promise<unknown[]> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts)) body.append(name, value);
    const headers = { authorization: `Bearer ${operatorToken}` };
    const url = `${install.api.url}${path}`;
    const { status, json } = await checkedFetch(url, { method: 'POST', headers, body });
    return [status, json];
  };

  test('the manifest of a private repository is configured, synced and pushed to over HTTP', async () => {
    expect(await install.configure({ schedule: 'manual' })).toMatchObject({ status: 200 });
    expect((await install.reconcile()).json.error).toBe('manifest_unreachable');
    const host = `/api/v1/integrations/git/${install.git.host}`;
    expect(await send('PUT', host, { token: account.password })).toMatchObject([200, {}]);

    await vi.waitUntil(async () => (await install.status()).lastSync.result === 'synced', patience);
    expect((await install.reconcile()).json).toMatchObject({ result: 'unchanged', unchanged: 1 });

    const commit = await install.push(manifestOf('anvil', 'hammer'));
    const push = { cloneUrl: install.repoUrl, after: commit, secret: webhookSecret };
    const { headers, body } = pushDelivery.github(push);
    const url = `${install.api.url}/api/github/webhook`;
    expect((await checkedFetch(url, { method: 'POST', headers, body })).status).toBe(202);
    await vi.waitFor(async () => {
      const { lastSync } = await install.status();
      expect(lastSync).toMatchObject({ commit, result: 'synced', trigger: 'push' });
    }, patience);
    expect(await install.ids()).toEqual(['/acme/anvil', '/acme/hammer']);
    expect(await install.configure({ prune: true })).toMatchObject({ status: 200 });
  });

  test('an integration is replaced, listed and deleted', async () => {
    const path = '/api/v1/integrations/wiki';
    const wiki = { siteUrl: 'https://wiki.example', token: 'a-token' };
    expect(await send('PUT', path, wiki)).toMatchObject([200, { name: 'wiki' }]);
    expect(await send('PUT', path, { ...wiki, token: 'b-token' })).toMatchObject([200, {}]);
    expect(await send('GET', '/api/v1/integrations')).toMatchObject([200, {}]);
    expect(await send('DELETE', path)).toMatchObject([200, {}]);
  });

  test('a library is added with a token, refreshed with another and deleted', async () => {
    const gitToken = account.password;
    const added = { docsRepoUrl: install.repoUrl, gitToken };
    const libraryName = libraryId({ git: { url: install.repoUrl } });
    expect(await send('POST', '/api/v2/add/repo/git', added)).toMatchObject([200, { libraryName }]);
    const refresh = { libraryName, gitToken };
    expect(await send('POST', '/api/v1/refresh', refresh)).toMatchObject([200, {}]);
    expect(await send('GET', `/api/v1/library?id=${libraryName}`)).toMatchObject([200, {}]);
    const deleted = await install.api.send('DELETE', `/api/v1/library?id=${libraryName}`);
    expect(deleted.status).toBeLessThan(300);
  });

  test('descriptions are uploaded, and libraries are exported and imported', async () => {
    const paths = { '/pets': { get: { summary: 'List pets' } } };
    const text = JSON.stringify({ openapi: '3.0.0', info: { title: 'Pets' }, paths });
    const openapiFile = new File([text], 'pets.json');
    expect(await sendForm('/api/v2/add/openapi-upload', { openapiFile })).toMatchObject([200, {}]);
    const replaced = { openapiFile, force: 'true' };
    expect(await sendForm('/api/v2/add/openapi-upload', replaced)).toMatchObject([200, {}]);

    const name = resourceName('/acme/web');
    const admin = storesOf(cluster.client, namespace).registry;
    const source = { git: { url: 'https://git.example/web' } };
    await admin.create({ metadata: { name }, spec: { id: '/acme/web', source } });
    const headers = {
      authorization: `Bearer ${operatorToken}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ libraries: ['/acme/web'] });
    const url = `${install.api.url}/api/export-libraries`;
    const exported = await fetch(url, { method: 'POST', headers, body });
    expect(exported.status).toBe(200);
    const bundleFile = new File([await exported.blob()], 'libraries.zip');
    const imported = await sendForm('/api/import-libraries', { bundleFile, force: 'true' });
    expect(imported).toMatchObject([202, { queued: ['/acme/web'], skipped: [] }]);
    expect((await admin.get(name))!.spec.source).toHaveProperty('import');
  });

  test('changes are sent to clients, and appear in every list', async () => {
    const headers = { authorization: `Bearer ${operatorToken}` };
    const listed = async (): Promise<unknown> => {
      const { json } = await install.api.get('/api/v1/libraries?search=/acme/told', headers);
      return json.total;
    };
    // A list waits until the view is synced, so the stream begins with the changes below.
    expect(await listed()).toBe(0);
    const events = await openEvents(`${install.api.url}/api/v1/events`, headers);

    await send('POST', '/api/v2/add/website', { websiteUrl: 'https://docs.example/told' });
    expect(await events.next('library')).toMatchObject({
      data: { id: '/websites/docs_example_told', queued: true },
    });
    const spec = { id: '/acme/told', source: { website: { url: 'https://docs.example' } } };
    for (let round = 0; round < 5; round += 1) {
      expect((await install.api.send('POST', '/api/v1/libraries', spec)).status).toBe(201);
      expect(await listed()).toBe(1);
      await install.api.send('DELETE', '/api/v1/library?id=/acme/told');
      await vi.waitUntil(async () => (await listed()) === 0, patience);
    }
    await send('PUT', '/api/gitops/config', { schedule: 'daily' });
    await events.next('sync');
    await events.close();
  });

  test('the API has no right that it does not use', () => {
    const granted = rightsOf(roles.filter(({ metadata }) => metadata.name.includes('-api')));
    expect(granted.length).toBeGreaterThan(10);
    expect(granted.filter((right) => !used.has(right))).toEqual([]);
  });

  test('neither process reads a Secret that is not its own', async () => {
    await cluster.client
      .resource<AnyObject>(secretKind)
      .create(
        { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'theirs', namespace } },
        AbortSignal.timeout(30_000),
      );
    for (const client of [api, controller]) {
      const { secrets } = storesOf(client, namespace);
      await expect(secrets.get(integrationsName)).resolves.toBeTypeOf('object');
      await expect(secrets.get('theirs')).rejects.toMatchObject({ code: 'access_denied' });
      // The response to a patch would contain the whole Secret.
      const patch = client
        .resource<AnyObject>(secretKind)
        .patch(`${namespace}/theirs`, {}, { type: 'merge' }, AbortSignal.timeout(30_000));
      await expect(patch).rejects.toMatchObject({ status: 403 });
    }
  });

  test('the API deletes no Secret, because the response to a waiting deletion contains the Secret', async () => {
    const name = 'waited-for';
    const finalizers = ['example.com/waits'];
    const metadata = { name, namespace, finalizers };
    const admin = cluster.client.resource<AnyObject>(secretKind);
    const soon = AbortSignal.timeout(30_000);
    await admin.create({ apiVersion: 'v1', kind: 'Secret', metadata }, soon);

    const deleting = api
      .resource<AnyObject>(secretKind)
      .delete(`${namespace}/${name}`, { propagationPolicy: 'Foreground' }, soon);

    await expect(deleting).rejects.toMatchObject({ status: 403 });
    expect((await admin.get(`${namespace}/${name}`, soon)).metadata).not.toHaveProperty(
      'deletionTimestamp',
    );
  });
});
