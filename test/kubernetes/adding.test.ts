import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { forgetReplacedSecrets } from '../../src/store/git-secret.ts';
import { integrationsName } from '../../src/libraries/integrations/settings.ts';
import { operator } from '../../src/identity/access/caller.ts';
import { addRoutes } from '../../src/api/routes/add/add-source.ts';
import { uploadRoutes } from '../../src/api/routes/add/uploads.ts';
import { refreshLibrary } from '../../src/api/routes/runs.ts';
import type { AnyCall, AnyRoute } from '../../src/api/route.ts';
import { annotations, resourceName, type Library } from '../../src/resources/library.ts';
import { createFileUploads } from '../../src/store/file-uploads.ts';
import { KubernetesRegistry } from '../../src/store/kubernetes/registry.ts';
import { libraryKind } from '../../src/store/kubernetes/resource-kind.ts';
import { KubernetesSecretStore } from '../../src/store/kubernetes/secrets.ts';
import { connect, openTestCluster, type AnyObject, type TestCluster } from '../support/kube.ts';
import { parser } from '../support/parser.ts';
import { unfollowedRegistry } from '../support/unfollowed-registry.ts';

const plan = 'enterprise' as const;
const token = 'planted-token-0123456789';

describe('adding over HTTP on Kubernetes', () => {
  let cluster: TestCluster;
  let registry: KubernetesRegistry;
  let secrets: KubernetesSecretStore;
  let routes: Record<string, AnyRoute>;

  beforeAll(async () => {
    cluster = await openTestCluster();
    const { namespace } = cluster;
    registry = new KubernetesRegistry({
      client: connect(),
      kind: libraryKind,
      namespace,
      namespaces: [namespace],
      onError: () => undefined,
    });
    secrets = new KubernetesSecretStore(connect(), namespace);
    // No controller runs here, so the catalog has no library.
    const teams = {
      teamspaces: {
        find: async (id: string) => ({ id, name: id, plan, integrations: [], createdAt: 0 }),
      },
      projects: { find: async () => undefined },
    };
    const catalog = { get: async () => undefined };
    const ports = {
      registry: unfollowedRegistry(registry),
      secrets,
      catalog,
      access: { teams },
      tryToken: async () => undefined,
    };
    routes = { ...addRoutes(ports), refreshLibrary: refreshLibrary(ports) };
  });
  afterAll(async () => cluster.close());

  const ask = async (operation: string, body: object): Promise<unknown> =>
    routes[operation]!.handle({ body, caller: operator } as AnyCall);

  test('creates a Library that the API server accepts, for every type of source', async () => {
    await ask('addGithubRepository', { docsRepoUrl: 'acme/web', generateDocs: true });
    await ask('addWebsite', {
      websiteUrl: 'https://vite.dev/guide/start',
      websiteBaseUrl: 'https://vite.dev/guide',
    });
    await ask('addLlmstxt', { llmstxtUrl: 'https://svelte.dev/llms.txt' });
    await ask('addOpenapi', { openApiUrl: 'https://api.example.com/openapi.json' });
    await secrets.put(integrationsName, {
      'wiki.siteUrl': 'https://w.example',
      'wiki.token': token,
      'pages.token': token,
    });
    await ask('addWiki', { siteUrl: 'https://w.example', spaceKey: 'DOC' });
    await ask('addPages', { pageIds: ['0123456789abcdef0123456789abcdef'], workspaceName: 'Acme' });
    const ids = (await registry.list()).map(({ spec }) => spec.id);
    expect(ids.toSorted()).toEqual([
      '/acme/web',
      '/llmstxt/svelte_dev_llms_txt',
      '/openapi/example',
      '/pages/acme',
      '/websites/vite_dev_guide',
      '/wiki/w_example_doc',
    ]);
    await expect(ask('addGithubRepository', { docsRepoUrl: 'acme/web' })).rejects.toMatchObject({
      code: 'duplicate_repo',
    });
  });

  test('stores a token in a Secret of the Library, and replaces it by a newer one', async () => {
    const docsRepoUrl = 'https://github.com/acme/private';
    await ask('addGithubRepository', { docsRepoUrl, gitToken: token });
    const added = await library('/acme/private');
    expect(added.spec.suspend).toBeUndefined();
    const first = added.spec.secretRef!.name;
    expect(await secrets.get(first)).toEqual({ username: 'x-access-token', password: token });
    const secret = await cluster.client
      .resource<AnyObject>({ group: '', version: 'v1', plural: 'secrets' })
      .get(`${cluster.namespace}/${first}`, AbortSignal.timeout(30_000));
    expect(secret.metadata).toMatchObject({
      ownerReferences: [{ kind: 'Library', uid: added.metadata.uid }],
    });

    await ask('refreshLibrary', { libraryName: '/acme/private', gitToken: `${token}2` });
    const refreshed = await library('/acme/private');
    expect(refreshed.metadata.annotations).toHaveProperty([annotations.requestedAt]);
    // The controller removes the old Secret, because the API has no right to delete it.
    await forgetReplacedSecrets(secrets)(refreshed);
    expect(await secrets.get(first)).toBeUndefined();
    expect(await secrets.get(refreshed.spec.secretRef!.name)).toMatchObject({
      password: `${token}2`,
    });
    expect(JSON.stringify([added, refreshed])).not.toContain(token);
  });

  test('creates a Library for an uploaded description, and replaces it with force', async () => {
    const workDir = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
    onTestFinished(() => rm(workDir, { recursive: true }));
    const uploads = createFileUploads({ dataDir: workDir });
    const catalog = { get: async () => undefined };
    const { addOpenapiUpload } = uploadRoutes({
      registry: unfollowedRegistry(registry),
      catalog,
      parser,
      transfer: { uploads, workDir },
    });
    const send = async (summary: string, force: string): Promise<unknown> => {
      const paths = { '/pets': { get: { summary } } };
      const text = JSON.stringify({ openapi: '3.0.0', info: { title: 'Pets' }, paths });
      const body = new FormData();
      body.append('openapiFile', new File([text], 'pets.json'));
      body.append('force', force);
      const request = new Request('http://localhost', { method: 'POST', body });
      return addOpenapiUpload.handle({
        stream: Readable.from([Buffer.from(await request.arrayBuffer())]),
        headers: { 'content-type': request.headers.get('content-type') },
        caller: operator,
        signal: new AbortController().signal,
      } as unknown as AnyCall);
    };

    await send('List pets', 'false');
    const added = await library('/docs/pets');
    await expect(send('List pets', 'false')).rejects.toMatchObject({ code: 'duplicate_repo' });
    await send('List all pets', 'true');
    const replaced = await library('/docs/pets');

    expect(replaced.metadata.generation).toBe(added.metadata.generation + 1);
    const { name, fileName } = replaced.spec.source.openapi!.upload!;
    expect(fileName).toBe('pets.json');
    expect(await readdir(join(workDir, 'uploads'))).toEqual([name]);
  });

  async function library(id: string): Promise<Library> {
    const found = await registry.get(resourceName(id));
    expect(found).toBeDefined();
    return found!;
  }
});
