import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnyCall, AnyRoute } from '../../../src/api/route.ts';
import { applyProject } from '../../../src/api/routes/projects/apply.ts';
import { codeProjectRoutes } from '../../../src/api/routes/projects/projects.ts';
import { anonymous, operator } from '../../../src/identity/access/caller.ts';
import { annotations, keyOf, resourceName, type Library } from '../../../src/resources/library.ts';
import { SqlCodeProjects } from '../../../src/store/metadata/code-projects.ts';
import { CountingRegistry } from '../../support/counting-registry.ts';
import { record } from '../../support/fake-stores.ts';
import { failedLibrary } from '../../support/library.ts';
import { openStores } from '../../support/stores.ts';
import { unfollowedRegistry } from '../../support/unfollowed-registry.ts';
import { accepted, callTool } from '../mcp/rpc.ts';
import { apiServer, queryString, type ApiServer } from './api-server.ts';

const web = {
  ecosystem: 'npm',
  name: '@acme/web',
  version: '1.0.0',
  dev: false,
  state: 'tag',
  repository: 'https://github.com/acme/web',
  ref: 'v1',
};

const shop = { origin: 'https://github.com/acme/shop', dependencies: [web] };

/** A library in the store of the server with the versions '' and v1. A person added it. */
function webLibrary(spec: Partial<Library['spec']> = {}): Library {
  return {
    metadata: {
      name: resourceName('/acme/web'),
      uid: 'u1',
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: '2026-01-02T03:04:05.000Z',
    },
    spec: {
      id: '/acme/web',
      source: { git: { url: 'https://github.com/acme/web' } },
      versions: ['v1'],
      ...spec,
    },
    status: {
      state: 'finalized',
      branch: 'main',
      versions: [
        {
          name: 'v1',
          revision: 'r1',
          documents: 1,
          snippets: 1,
          tokens: 20,
          updatedAt: '2026-01-02T03:04:05.000Z',
        },
      ],
    },
  };
}

async function put(api: ApiServer, body: object, name = 'shop') {
  const answer = await api.send('PUT', `/api/v1/projects/${name}`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.json;
}

const ask = (parameters: Record<string, string> = {}): string =>
  `/api/v2/context?${queryString({ libraryId: '/acme/web', query: 'How do I declare a route?', ...parameters })}`;

describe('PUT /api/v1/projects/{project}', () => {
  test('adds a library that reads the tag of the version in use, with the name of the package as an alias', async () => {
    const api = await apiServer();
    const queue = { ...web, name: 'queue', repository: 'https://github.com/acme/queue', ref: 'v2' };
    const { project, changes } = await put(api, { ...shop, dependencies: [queue] });
    expect(changes).toEqual([{ library: '/acme/queue', change: 'added' }]);
    expect(project.dependencies).toEqual([
      expect.objectContaining({ name: 'queue', library: '/acme/queue', ref: 'v2', indexed: false }),
    ]);
    const [made] = await api.registry.list();
    expect(made?.spec).toEqual({
      id: '/acme/queue',
      aliases: ['queue'],
      source: { git: { url: 'https://github.com/acme/queue', branch: 'v2' } },
    });
  });

  test('adds a project of 250 dependencies with long addresses, paths and reasons', async () => {
    const api = await apiServer();
    const dependencies = Array.from({ length: 250 }, (_, n) => ({
      ...web,
      name: `${web.name}-${n}`,
      state: 'missing',
      repository: `https://github.com/acme/${'long-'.repeat(50)}web`,
      note: `${'because '.repeat(40)}of this`,
      installed: `/home/ada/${'folder/'.repeat(60)}web`,
    }));

    const { project } = await put(api, { ...shop, dependencies });

    expect(project.dependencies).toHaveLength(250);
  });

  test('adds several packages of one repository as one library', async () => {
    const api = await apiServer();
    const of = (name: string, folder: string) => ({
      ...web,
      name,
      folder,
      repository: 'https://github.com/acme/kit',
    });
    const dependencies = [of('@kit/a', 'packages/a'), of('@kit/b', 'packages/b')];
    const { changes } = await put(api, { ...shop, dependencies });
    expect(changes).toEqual([{ library: '/acme/kit', change: 'added' }]);
    const [made] = await api.registry.list();
    expect(made?.spec.aliases).toEqual(['@kit/a', '@kit/b']);
  });

  test('adds the version to a library that a person made, and takes it away again', async () => {
    const api = await apiServer({ libraries: [webLibrary({ versions: ['v0'] })] });
    await put(api, shop);
    expect((await api.registry.list())[0]?.spec.versions).toEqual(['v0', 'v1']);
    await api.send('DELETE', '/api/v1/projects/shop');
    expect((await api.registry.list())[0]?.spec.versions).toEqual(['v0']);
  });

  test('keeps a change of the settings that is made at the same time', async () => {
    const stores = await openStores();
    onTestFinished(stores.close);
    const { catalog, database } = stores;
    await stores.registry.create(webLibrary({ versions: ['v0'] }));
    const registry = unfollowedRegistry(stores.registry);
    const patch: typeof registry.patch = async (key, change) => {
      await registry.patch(key, ({ spec }) => ({ spec: { ...spec, title: 'Renamed' } }));
      return registry.patch(key, change);
    };
    const ports = {
      registry: { ...registry, patch },
      catalog,
      codeProjects: new SqlCodeProjects(database),
    };
    const dependencies = [{ ...web, state: 'tag' as const }];
    const wanted = { ...shop, teamspace: 'default', name: 'shop', updatedAt: 0, dependencies };

    await applyProject(ports, wanted, { caller: operator, dryRun: false });

    const [held] = await stores.registry.list();
    expect(held?.spec).toMatchObject({ title: 'Renamed', versions: ['v0', 'v1'] });
  });

  test('keeps a library that another project uses, and deletes it with the last one', async () => {
    const api = await apiServer();
    const queue = { ...web, repository: 'https://github.com/acme/queue' };
    await put(api, { ...shop, dependencies: [queue] });
    await put(api, { origin: 'elsewhere', dependencies: [queue] }, 'blog');
    const first = await api.send('DELETE', '/api/v1/projects/shop');
    expect(first.json.changes).toEqual([]);
    const last = await api.send('DELETE', '/api/v1/projects/blog');
    expect(last.json.changes).toEqual([{ library: '/acme/queue', change: 'deleted' }]);
  });

  test('a dry run says what would change, and changes nothing', async () => {
    const api = await apiServer();
    const queue = { ...web, repository: 'https://github.com/acme/queue' };
    const { changes } = await put(api, { ...shop, dependencies: [queue], dryRun: true });
    expect(changes).toEqual([{ library: '/acme/queue', change: 'added' }]);
    expect(await api.registry.list()).toEqual([]);
    const { json } = await api.get('/api/v1/projects');
    expect(json.projects).toEqual([]);
  });

  test('an address that is no repository is missing with the reason, and the others continue', async () => {
    const api = await apiServer();
    const bad = { ...web, name: 'bad', repository: 'ext::sh -c id' };
    const queue = { ...web, name: 'queue', repository: 'https://github.com/acme/queue' };
    const { project } = await put(api, { ...shop, dependencies: [bad, queue] });
    const [first, second] = project.dependencies;
    expect(first).toMatchObject({ name: 'bad', state: 'missing', note: expect.any(String) });
    expect(second).toMatchObject({ name: 'queue', state: 'tag', library: '/acme/queue' });
  });

  test('a library of a manifest is not changed, and the dependency says what to do', async () => {
    const library = webLibrary({ versions: ['v0'] });
    library.metadata.labels = { 'lectern.dev/managed-by': 'team' };
    const api = await apiServer({ libraries: [library] });
    const { project } = await put(api, shop);
    expect(project.dependencies[0]).toMatchObject({
      state: 'missing',
      note: 'add v1 to its versions: the manifest team made it',
    });
  });

  test('only the operator may index an installed package, which is a folder of the machine', async () => {
    const api = await apiServer();
    const { key } = await api.keys.create({ name: 'ci', role: 'admin', teamspace: 'default' });
    const installed = { ...web, state: 'installed', installed: '/srv/node_modules/@acme/web' };
    const headers = { authorization: `Bearer ${key}` };
    const body = { ...shop, dependencies: [installed] };
    const refused = await api.send('PUT', '/api/v1/projects/shop', body, headers);
    expect(refused.json.project.dependencies[0]).toMatchObject({ state: 'missing' });
    expect(await api.registry.list()).toEqual([]);
    await put(api, body);
    const [made] = await api.registry.list();
    expect(made?.spec).toMatchObject({
      id: '/packages/npm_acme_web-1.0.0',
      title: '@acme/web 1.0.0',
      source: { git: { url: '/srv/node_modules/@acme/web' } },
    });
    expect(made?.metadata.annotations?.[annotations.allowLocal]).toBe('true');
  });

  test('a library reads the copy of another project when its own copy is gone', async () => {
    const api = await apiServer();
    const { ref: _, ...untagged } = web;
    const installed = (folder: string) => ({ ...untagged, state: 'installed', installed: folder });
    await put(api, { ...shop, dependencies: [installed('/srv/gone/web')] });

    const blog = { origin: 'elsewhere', dependencies: [installed('/srv/blog/web')] };
    const { changes } = await put(api, blog, 'blog');

    expect(changes).toEqual([{ library: '/packages/npm_acme_web-1.0.0', change: 'changed' }]);
    const [library] = await api.registry.list();
    expect(library?.spec.source.git?.url).toBe('/srv/blog/web');
  });

  test('another folder cannot replace a project of the same name', async () => {
    const api = await apiServer();
    await put(api, shop);
    const other = { ...shop, origin: 'https://github.com/other/shop' };
    const { status, json } = await api.send('PUT', '/api/v1/projects/shop', other);
    expect([status, json.error]).toEqual([409, 'already_exists']);
    expect(json.message).toMatch(/belongs to https:\/\/github.com\/acme\/shop.*--name/);
  });

  test('a member may not add a project', async () => {
    const api = await apiServer();
    const { key } = await api.keys.create({ name: 'dev', role: 'member', teamspace: 'default' });
    const headers = { authorization: `Bearer ${key}` };
    expect(await api.send('PUT', '/api/v1/projects/shop', shop, headers)).toMatchObject({
      status: 403,
    });
  });
});

describe('GET /api/v1/projects', () => {
  test('lists many projects with one read of the libraries', async () => {
    const stores = await openStores();
    onTestFinished(stores.close);
    const { catalog, database } = stores;
    const counted = new CountingRegistry(stores.registry);
    const codeProjects = new SqlCodeProjects(database);
    const registry = unfollowedRegistry(counted);
    const { listCodeProjects } = codeProjectRoutes({ registry, catalog, codeProjects });
    const names = ['bikes', 'cars', 'shop'];
    for (const name of names) {
      const { origin } = shop;
      const held = { teamspace: 'default', name, origin, updatedAt: 0, dependencies: [] };
      await codeProjects.put(held);
    }
    const answer = await (listCodeProjects as AnyRoute).handle({ caller: anonymous } as AnyCall);
    expect(answer).toMatchObject({ json: { projects: names.map((name) => ({ name })) } });
    expect(counted.lists).toBe(1);
  });
});

describe('a project shows', () => {
  const secret = { ...web, folder: 'packages/web', note: 'ask Ada for the tag', state: 'nearest' };
  const shown = { ecosystem: 'npm', name: '@acme/web', version: '1.0.0', dev: false };
  const unknown = { ...web, name: 'plans', repository: 'https://git.example/acme/plans' };
  const seenBy = async (api: ApiServer, teamspace?: string) => {
    const made = teamspace && (await api.keys.create({ name: 'dev', role: 'member', teamspace }));
    const headers = made ? { authorization: `Bearer ${made.key}` } : undefined;
    const { json } = await api.get('/api/v1/projects/shop', headers);
    return json.dependencies;
  };
  const hidden = { visibility: 'private', teamspace: 'docs' } as const;

  test('only what its lock file says of a dependency whose library the caller may not see', async () => {
    const api = await apiServer({ libraries: [webLibrary(hidden)] });
    await put(api, { ...shop, dependencies: [secret] });

    for (const caller of [undefined, 'default']) {
      expect(await seenBy(api, caller)).toEqual([{ ...shown, state: 'nearest' }]);
    }
  });

  test('the address of a dependency without a library only to its teamspace', async () => {
    const api = await apiServer();
    const missing = { ...unknown, state: 'missing', note: 'There is no tag 1.0.0' };
    await put(api, { ...shop, dependencies: [missing] });

    expect(await seenBy(api)).toEqual([{ ...shown, name: 'plans', state: 'missing' }]);
    expect(await seenBy(api, 'default')).toMatchObject([
      { repository: unknown.repository, note: missing.note },
    ]);
  });

  test('everything of a dependency whose library everybody may see', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, { ...shop, dependencies: [secret] });

    expect(await seenBy(api)).toMatchObject([
      { repository: secret.repository, folder: secret.folder, ref: 'v1', library: '/acme/web' },
    ]);
  });
});

describe('answers for a project', () => {
  test('a question without a version is answered from the version in use, and the text says so', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, shop);
    const { text } = await api.get(ask(), { 'x-lectern-project': 'shop' });
    expect(text).toMatch(
      /^### Version\n\nThis is the documentation of @acme\/web 1.0.0 \(v1\), which project shop uses\./,
    );
    expect(text).toContain('### Declare a route in v1');
    const { json } = await api.get(ask({ project: 'shop', type: 'json' }));
    expect(json.versionNote).toMatch(/@acme\/web 1.0.0 \(v1\)/);
  });

  test('a changed project answers from its new version at once, and a deleted one is unknown', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, { ...shop, dependencies: [{ ...web, ref: 'v0', version: '0.1.0' }] });
    expect((await api.get(ask({ project: 'shop' }))).status).toBe(202);
    await put(api, shop);
    expect((await api.get(ask({ project: 'shop' }))).text).toContain('### Declare a route in v1');
    await api.send('DELETE', '/api/v1/projects/shop');
    expect((await api.get(ask({ project: 'shop' }))).text).toContain('has no project "shop"');
  });

  test('a question that names a version gets that one', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, { ...shop, dependencies: [{ ...web, ref: 'v0', version: '0.1.0' }] });
    const { text } = await api.get(ask({ libraryId: '/acme/web/v1', project: 'shop' }));
    expect(text).toMatch(/^### Declare a route in v1/);
  });

  test('a version that is not indexed yet is never answered from another one', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, { ...shop, dependencies: [{ ...web, ref: 'v7', version: '7.0.0' }] });
    const { status, json } = await api.get(ask({ project: 'shop' }));
    expect([status, json.error]).toEqual([202, 'library_not_finalized']);
    expect(json.message).toMatch(/Version v7 of \/acme\/web, which project shop uses/);
  });

  test('a version whose run failed is library_failed with the reason, until another run is requested', async () => {
    const failed = failedLibrary('/acme/web', 'the tag v7 does not exist');
    const library = webLibrary({ versions: ['v1', 'v7'] });
    library.status = { ...library.status, ...failed.status };
    const api = await apiServer({ libraries: [library] });
    await put(api, { ...shop, dependencies: [{ ...web, ref: 'v7', version: '7.0.0' }] });
    // To follow the project requests a run, which fails too.
    const key = keyOf(library.metadata);
    const requested = (await api.registry.get(key))?.metadata.annotations?.[
      annotations.requestedAt
    ];
    const handled = requested === undefined ? {} : { lastHandledReconcileAt: requested };
    await api.registry.patch(key, { status: { ...library.status, ...handled } });

    const { status, json } = await api.get(ask({ project: 'shop' }));
    expect([status, json.error]).toEqual([422, 'library_failed']);
    expect(json.message).toBe(
      'Version v7 of /acme/web, which project shop uses, could not be indexed: the tag v7 does not exist. Fix the cause, then refresh the library.',
    );
    await api.registry.patch(key, {
      annotations: { [annotations.requestedAt]: '2026-02-02T00:00:00Z' },
    });
    expect((await api.get(ask({ project: 'shop' }))).status).toBe(202);
  });

  test('the branch of a library answers for the version that it has', async () => {
    const api = await apiServer({
      libraries: [webLibrary()],
      records: [record('/acme/web', { versions: [], branch: 'v9' })],
    });
    const { text } = await api.get(ask({ libraryId: '/acme/web/v9' }));
    expect(text).toContain('### Declare a route\n');
  });

  test('an unknown project is answered from the default version, and the text says so', async () => {
    const api = await apiServer();
    const { text } = await api.get(ask({ project: 'nowhere' }));
    expect(text).toMatch(/^### Version\n\nThis server has no project "nowhere"/);
  });

  test('a nearest tag is named as such', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, { ...shop, dependencies: [{ ...web, state: 'nearest', version: '1.0.1' }] });
    const { text } = await api.get(ask({ project: 'shop' }));
    expect(text).toContain('which has no tag. This is the documentation of the nearest tag, v1.');
  });

  test('a project of another teamspace is unknown', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, shop);
    const { key } = await api.keys.create({ name: 'dev', role: 'member', teamspace: 'other' });
    const headers = { authorization: `Bearer ${key}` };
    expect((await api.get(ask({ project: 'shop' }), headers)).text).toMatch(
      /has no project "shop"/,
    );
    expect((await api.get('/api/v1/projects', headers)).json.projects).toEqual([]);
    expect((await api.get('/api/v1/projects/shop', headers)).status).toBe(404);
  });

  test("library search puts the project's libraries first and states the version", async () => {
    const api = await apiServer({
      libraries: [webLibrary()],
      records: [record('/other/web', { title: 'Web', stars: 100_000, trustScore: 10 })],
    });
    await put(api, shop);
    const search = `/api/v2/libs/search?${queryString({ libraryName: 'web', query: 'routes', project: 'shop' })}`;
    const { json } = await api.get(search);
    expect(json.results[0]).toMatchObject({ id: '/acme/web', projectVersion: '1.0.0' });
    expect(json.results[1]).not.toHaveProperty('projectVersion');
  });

  test('an MCP client that sends no headers names its project in the address', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, shop);
    const question = { libraryId: '/acme/web', query: 'How do I declare a route?' };
    const params = { name: 'query-docs', arguments: question };

    const response = await fetch(`${api.url}/mcp?project=shop`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: accepted },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });

    expect(await response.text()).toContain('which project shop uses');
  });

  test('an MCP client names its project by the header', async () => {
    const api = await apiServer({ libraries: [webLibrary()] });
    await put(api, shop);
    const headers = { 'x-lectern-project': 'shop' };
    const found = await callTool(
      api.url,
      'resolve-library-id',
      { libraryName: 'web', query: 'routes' },
      headers,
    );
    expect(found.text).toContain('- Version in your project: 1.0.0');
    const answer = await callTool(
      api.url,
      'query-docs',
      { libraryId: '/acme/web', query: 'How do I declare a route?' },
      headers,
    );
    expect(answer.text).toContain('which project shop uses');
  });
});
