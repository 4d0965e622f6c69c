import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetReplacedSecrets } from '../../../src/store/git-secret.ts';
import { labels, type Library, type LibrarySpec } from '../../../src/resources/library.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer } from '../api/api-server.ts';

const token = 'planted-token-0123456789';
const refresh = { libraryName: '/acme/anvil' };

const imported = (): Library =>
  makeLibrary({ spec: { source: { import: {} } as Library['spec']['source'] } });

describe('POST /api/v1/refresh with gitToken', () => {
  let git: GitServer;
  let folder: string;
  /** Runs once, while Git tries the next token. */
  let changeMeanwhile: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-refresh-'));
    const work = await TestRepository.create(join(folder, 'work'), { 'README.md': '# Anvil\n' });
    for (const name of ['anvil', 'mine']) {
      await work.publish(join(folder, 'served', 'acme', `${name}.git`));
    }
    git = await startGitServer({
      root: join(folder, 'served'),
      async beforeAnswer() {
        await changeMeanwhile?.();
        changeMeanwhile = undefined;
      },
    });
  });
  afterAll(async () => {
    await git.close();
    await rm(folder, { recursive: true });
  });

  /** A library of a repository that accepts any token. */
  const onHost = (spec: Partial<LibrarySpec> = {}): Library => {
    const id = spec.id ?? '/acme/anvil';
    return makeLibrary({
      spec: { ...spec, id, source: { git: { url: `${git.origin}${id}.git` } } },
    });
  };

  test('stores the token for the runs of the library, and a newer one replaces it', async () => {
    const { send, registry, secrets } = await apiServer({ libraries: [onHost()] });
    const names: string[] = [];
    for (const gitToken of [token, `reader:${token}2`]) {
      const { status } = await send('POST', '/api/v1/refresh', { ...refresh, gitToken });
      expect(status).toBe(200);
      const [library] = await registry.list();
      names.push(library?.spec.secretRef?.name ?? '');
      expect(JSON.stringify(library)).not.toContain(token);
    }
    // No controller runs here. It would remove the replaced Secret.
    await forgetReplacedSecrets(secrets)((await registry.list())[0]!);
    expect(await secrets.get(names[0]!)).toBeUndefined();
    expect(await secrets.get(names[1]!)).toEqual({ username: 'reader', password: `${token}2` });
  });

  test('is only for admins if the library is public, and for members in their own teamspace', async () => {
    const mine = { id: '/acme/mine', visibility: 'private', teamspace: 'docs' } as const;
    const libraries = [onHost(), onHost(mine)];
    const { send, registry, keys } = await apiServer({ libraries });
    const { key } = await keys.create({ name: 'a key', role: 'member', teamspace: 'docs' });
    const ask = (libraryName: string) =>
      send(
        'POST',
        '/api/v1/refresh',
        { libraryName, gitToken: token },
        { authorization: `Bearer ${key}` },
      );

    const refused = await ask('/acme/anvil');
    const taken = await ask('/acme/mine');

    expect([refused.status, refused.json.error]).toEqual([403, 'forbidden']);
    expect(refused.json.message).toContain('Only admins start and cancel runs of /acme/anvil');
    expect(taken.status).toBe(200);
    const given = (await registry.list()).filter(({ spec }) => spec.secretRef);
    expect(given.map(({ spec }) => spec.id)).toEqual(['/acme/mine']);
  });

  test('during a queued run reports that, and gives the run the token', async () => {
    const { send, registry, secrets } = await apiServer({ libraries: [onHost()] });
    await send('POST', '/api/v1/refresh', refresh);
    const body = { ...refresh, gitToken: token };
    const { status, json } = await send('POST', '/api/v1/refresh', body);
    expect([status, json.message]).toEqual([
      200,
      'Refresh of /acme/anvil is already queued. It reads again with the new token.',
    ]);
    const name = (await registry.list())[0]?.spec.secretRef?.name ?? '';
    expect(await secrets.get(name)).toEqual({ username: 'git', password: token });
  });

  test('keeps the settings that an admin changes while Git tries the token', async () => {
    const { send, registry } = await apiServer({ libraries: [onHost()] });
    const settings = { visibility: 'private', suspend: true };
    let changed = 0;
    changeMeanwhile = async () => {
      changed = (await send('PATCH', '/api/v1/library/settings?id=/acme/anvil', settings)).status;
    };
    const { status } = await send('POST', '/api/v1/refresh', { ...refresh, gitToken: token });
    expect([status, changed]).toEqual([200, 200]);
    const [library] = await registry.list();
    expect(library?.spec).toMatchObject({ ...settings, secretRef: { name: expect.any(String) } });
  });

  test('is refused if the library gets another repository while Git tries the token', async () => {
    const { send, registry } = await apiServer({ libraries: [onHost()] });
    const moved = { git: { url: `${git.origin}/acme/mine.git` } };
    changeMeanwhile = async () => {
      const { metadata, spec } = (await registry.list())[0]!;
      await registry.patch(metadata.name, { spec: { ...spec, source: moved } });
    };
    const { status, json } = await send('POST', '/api/v1/refresh', { ...refresh, gitToken: token });
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toContain(
      'changed while Lectern tried the token. Send the request again.',
    );
    const [library] = await registry.list();
    expect(library?.spec).toEqual({ id: '/acme/anvil', source: moved });
  });

  test('is refused with the reason if the host is unreachable', async () => {
    const { send, registry } = await apiServer({
      libraries: [
        makeLibrary({ spec: { source: { git: { url: 'http://127.0.0.1:9/acme/anvil.git' } } } }),
      ],
    });
    const before = await registry.list();
    const { status, json } = await send('POST', '/api/v1/refresh', { ...refresh, gitToken: token });
    expect([status, json.error]).toEqual([503, 'search_failed']);
    expect(json.message).toMatch(/^Field "gitToken" was refused, because it could not be tested: /);
    expect(await registry.list()).toEqual(before);
  });

  const foreign: [string, Partial<Library>, RegExp][] = [
    [
      'the operator chose a Secret',
      { spec: { ...makeLibrary().spec, secretRef: { name: 'deploy-key' } } },
      /because its operator chose a Secret/,
    ],
    [
      'an ssh URL is read',
      {
        spec: { ...makeLibrary().spec, source: { git: { url: 'git@example.org:acme/anvil.git' } } },
      },
      /works only with https/,
    ],
    [
      'a local path is read',
      { spec: { ...makeLibrary().spec, source: { git: { url: '/srv/anvil' } } } },
      /works only with https/,
    ],
    [
      'a website is read',
      { spec: { ...makeLibrary().spec, source: { website: { url: 'https://a.dev' } } } },
      /"gitToken" needs a Git repository/,
    ],
  ];
  test.each(foreign)('where %s is a validation_error', async (_, parts, message) => {
    const { send, registry } = await apiServer({ libraries: [{ ...makeLibrary(), ...parts }] });
    const before = await registry.list();
    const body = { ...refresh, gitToken: token };
    const { status, json } = await send('POST', '/api/v1/refresh', body);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
    expect(json.message).not.toContain(token);
    expect(await registry.list()).toEqual(before);
  });

  test('of a library of a manifest is a validation_error, because the next sync would undo it', async () => {
    const { send, registry } = await apiServer();
    const { metadata, spec } = makeLibrary();
    await registry.create({
      metadata: { name: metadata.name, labels: { [labels.managedBy]: 'default' } },
      spec,
    });
    const body = { ...refresh, gitToken: token };
    const { status, json } = await send('POST', '/api/v1/refresh', body);
    expect([status, json.message]).toEqual([
      400,
      expect.stringContaining('because the manifest default made it'),
    ]);
  });
});

describe('a refresh of an imported library', () => {
  test('is refresh_disabled', async () => {
    const { send } = await apiServer({ libraries: [imported()] });
    const { status, json } = await send('POST', '/api/v1/refresh', refresh);
    expect([status, json.error]).toEqual([409, 'refresh_disabled']);
    const project = await send('POST', '/api/projects/acme/anvil/refresh');
    expect([project.status, project.json.error]).toEqual([400, 'refresh_disabled']);
  });
});

describe('POST /api/projects/{id}/refresh', () => {
  test('queues once; a second request is already_queued', async () => {
    const { send, registry } = await apiServer({ libraries: [makeLibrary()] });
    const first = await send('POST', '/api/projects/acme/anvil/refresh');
    expect([first.status, first.json]).toEqual([
      202,
      { message: 'Refresh of /acme/anvil queued', project: '/acme/anvil', status: 'queued' },
    ]);
    const before = await registry.list();
    const second = await send('POST', '/api/projects/acme/anvil/refresh');
    expect([second.status, second.json]).toEqual([
      409,
      {
        error: 'already_queued',
        message: 'This project is already queued',
        project: '/acme/anvil',
        status: 'queued',
      },
    ]);
    expect(await registry.list()).toEqual(before);
  });

  test('during a run queues one more run', async () => {
    const busy = { ...makeLibrary(), status: { state: 'processing' as const } };
    const { send } = await apiServer({ libraries: [busy] });
    const first = await send('POST', '/api/projects/acme/anvil/refresh');
    expect([first.status, first.json.status]).toEqual([202, 'queued']);
    const second = await send('POST', '/api/projects/acme/anvil/refresh');
    expect([second.status, second.json.error]).toEqual([409, 'already_queued']);
  });

  test('of an unknown library is library_not_found, of no id invalid_library_id', async () => {
    const { send } = await apiServer();
    const none = await send('POST', '/api/projects/acme/none/refresh');
    expect([none.status, none.json.error]).toEqual([404, 'library_not_found']);
    for (const id of ['acme', 'acme/anvil/v1']) {
      const bad = await send('POST', `/api/projects/${id}/refresh`);
      expect([bad.status, bad.json.error]).toEqual([400, 'invalid_library_id']);
    }
    const refused = await send('POST', '/api/projects/acme/none/refresh', undefined, {});
    expect(refused.status).toBe(401);
  });
});
