import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LecternError, RunError } from '../../../src/base/errors.ts';
import { resourceName, type Library, type LibrarySpec } from '../../../src/resources/library.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import type { NewResource, Registry } from '../../../src/store/registry.ts';
import { makeLibrary } from '../../support/library.ts';
import { checkedFetch, type CheckedResponse } from '../../support/openapi-check.ts';
import { openStores } from '../../support/stores.ts';
import { apiServer, operatorToken, type ApiServer, type ApiSetUp } from '../api/api-server.ts';

const description = {
  openapi: '3.0.3',
  info: { title: 'Pet Store', description: 'Keeps pets.', version: '1' },
  paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'ok' } } } } },
};
const petStore = JSON.stringify(description);

interface Install extends ApiServer {
  /** Returns the names of the stored uploads. */
  kept: () => Promise<string[]>;
  /** Files that are on their way. */
  underWay: () => Promise<string[]>;
  uploads: ReturnType<typeof createFileUploads>;
  /** Sends a form. A field of the type File is the file. */
  upload: (
    parts: Record<string, File | string>,
    options?: { path?: string; key?: string },
  ) => Promise<CheckedResponse>;
}

async function install(libraries: Library[] = [], more: ApiSetUp = {}): Promise<Install> {
  const [dataDir, workDir] = await Promise.all(
    ['data', 'work'].map((name) => mkdtemp(join(tmpdir(), `lectern-upload-${name}-`))),
  );
  const uploads = createFileUploads({ dataDir: dataDir! });
  const parts = { ...more.parts, transfer: { uploads, workDir: workDir! } };
  const server = await apiServer({ ...more, libraries, parts });
  onTestFinished(async () => {
    for (const folder of [dataDir!, workDir!]) await rm(folder, { recursive: true });
  });
  return {
    ...server,
    uploads,
    kept: () => readdir(join(dataDir!, 'uploads')).catch(() => []),
    underWay: () => readdir(workDir!),
    upload(fields, { path = '/api/v2/add/openapi-upload', key = operatorToken } = {}) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      const headers = { authorization: `Bearer ${key}` };
      return checkedFetch(`${server.url}${path}`, { method: 'POST', headers, body });
    },
  };
}

const fileOf = (content: string, name = 'pets.json'): File => new File([content], name);
const specOf = async ({ registry }: Install, id: string): Promise<LibrarySpec | undefined> =>
  (await registry.get(resourceName(id)))?.spec;

describe('POST /api/v2/add/openapi-upload', () => {
  test('creates a Library for the file, and stores its text for runs', async () => {
    const here = await install();

    const { status, json } = await here.upload({
      openapiFile: fileOf(petStore),
      libraryTitle: 'Pets of Acme',
      description: 'All of them',
    });

    expect([status, json]).toEqual([
      200,
      {
        libraryName: '/docs/pets_of_acme',
        message: 'Library /docs/pets_of_acme was added and is queued for indexing.',
      },
    ]);
    const [name, ...others] = await here.kept();
    expect(await specOf(here, '/docs/pets_of_acme')).toEqual({
      id: '/docs/pets_of_acme',
      title: 'Pets of Acme',
      description: 'All of them',
      teamspace: 'default',
      source: {
        openapi: {
          upload: { name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), fileName: 'pets.json' },
        },
      },
    });
    expect(others).toEqual([]);
    expect(await text((await here.uploads.open(name!))!)).toBe(petStore);
    expect(await here.underWay()).toEqual([]);
  });

  test('keeps the file if the registry stores the Library, and its answer is lost', async () => {
    const stores = await openStores();
    const answerLost = async (writing: Promise<Library>): Promise<Library> => {
      await writing;
      throw new LecternError('search_failed', 'The registry does not answer.');
    };
    const registry = Object.assign(Object.create(stores.registry) as Registry, {
      create: (made: NewResource) => answerLost(stores.registry.create(made)),
      patch: (...change: Parameters<Registry['patch']>) =>
        answerLost(stores.registry.patch(...change)),
    });
    const here = await install([], { stores, parts: { registry } });

    for (const content of [petStore, petStore.replace('Keeps', 'Sells')]) {
      const fields = { openapiFile: fileOf(content), force: 'true' };
      expect((await here.upload(fields)).status).toBe(503);

      const spec = await specOf(here, '/docs/pet_store');
      const name = spec?.source.openapi?.upload?.name ?? '';
      expect(await here.kept()).toContain(name);
      expect(await text((await here.uploads.open(name))!)).toBe(content);
    }
  });

  test('deletes the file if the registry refuses the Library', async () => {
    const stores = await openStores();
    const registry = Object.assign(Object.create(stores.registry) as Registry, {
      async create() {
        throw new LecternError('search_failed', 'The registry does not answer.');
      },
    });
    const here = await install([], { stores, parts: { registry } });
    expect((await here.upload({ openapiFile: fileOf(petStore) })).status).toBe(503);
    expect(await here.kept()).toEqual([]);
  });

  test('accepts YAML, and names the library by the title in the description', async () => {
    const here = await install();
    const yaml = 'swagger: "2.0"\ninfo: { title: Bücher }\npaths: { /books: {} }\n';

    const { json } = await here.upload({ openapiFile: fileOf(yaml, 'Bücher.yml') });

    expect(json.libraryName).toBe('/docs/bücher');
    const spec = await specOf(here, '/docs/bücher');
    expect(spec?.source.openapi?.upload?.fileName).toBe('Bücher.yml');
    expect(spec).not.toHaveProperty('title');
  });

  test('is duplicate_repo if the id is taken, and with force replaces the file', async () => {
    const here = await install();
    await here.upload({ openapiFile: fileOf(petStore), description: 'First' });
    const [before] = await here.kept();
    const newer = fileOf(petStore.replace('Keeps pets', 'Keeps more pets'), 'new.json');

    const refused = await here.upload({ openapiFile: newer });
    expect([refused.status, refused.json.error]).toEqual([409, 'duplicate_repo']);
    expect(refused.json.message).toContain('Replace its file with `force`');
    expect(await here.kept()).toEqual([before]);

    const forced = await here.upload({
      force: 'true',
      openapiFile: newer,
      libraryTitle: 'Pet Store',
    });
    expect([forced.status, forced.json.message]).toEqual([
      200,
      'Library /docs/pet_store already existed; its file was replaced.',
    ]);
    const [after, ...others] = await here.kept();
    expect([after === before, others]).toEqual([false, []]);
    expect(await specOf(here, '/docs/pet_store')).toMatchObject({
      title: 'Pet Store',
      description: 'First',
      source: { openapi: { upload: { name: after, fileName: 'new.json' } } },
    });
  });

  test('replaces only libraries of uploads', async () => {
    const source = { git: { url: 'https://example.org/docs/pet_store' } };
    const here = await install([makeLibrary({ spec: { id: '/docs/pet_store', source } })]);

    const answer = await here.upload({ openapiFile: fileOf(petStore), force: 'true' });

    expect([answer.status, answer.json.error]).toEqual([409, 'duplicate_repo']);
    expect(answer.json.message).toContain('with another source');
    expect((await specOf(here, '/docs/pet_store'))?.source).toEqual(source);
    expect(await here.kept()).toEqual([]);
  });

  test('may be replaced by members in their own teamspace, and by admins everywhere', async () => {
    const here = await install();
    const keyOf = async (role: 'member' | 'admin', teamspace: string): Promise<string> =>
      (await here.keys.create({ name: teamspace, role, teamspace })).key;
    const forced = (key: string) =>
      here.upload({ openapiFile: fileOf(petStore), force: 'true' }, { key });
    const mine = await keyOf('member', 'docs');

    const answers = [
      await here.upload({ openapiFile: fileOf(petStore) }, { key: mine }),
      await forced(mine),
      await forced(await keyOf('member', 'other')),
      await forced(await keyOf('admin', 'other')),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 200]);
    expect(answers[2]?.json.error).toBe('forbidden');
    expect((await specOf(here, '/docs/pet_store'))?.teamspace).toBe('docs');
  });

  test('does not name a library that the caller may not see', async () => {
    const upload = { name: 'x-1', sha256: '0'.repeat(64), fileName: 'a.json' };
    const hidden = { id: '/docs/pet_store', visibility: 'private', teamspace: 'other' } as const;
    const here = await install([
      makeLibrary({ spec: { ...hidden, source: { openapi: { upload } } } }),
    ]);
    const { key } = await here.keys.create({ name: 'x', role: 'member', teamspace: 'docs' });

    const answer = await here.upload({ openapiFile: fileOf(petStore), force: 'true' }, { key });

    expect([answer.status, answer.json.message]).toEqual([
      409,
      'The id /docs/pet_store is taken. Choose another title.',
    ]);
  });

  test('several concurrent uploads of one id create one library and keep one file', async () => {
    const here = await install();

    const answers = await Promise.all(
      [1, 2, 3].map(() => here.upload({ openapiFile: fileOf(petStore) })),
    );

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
    expect(await here.kept()).toHaveLength(1);
  });

  test('is search_failed and creates no library if the store is unavailable', async () => {
    const away = async (): Promise<never> => {
      throw new RunError('StorageFailed', 'no connection');
    };
    const uploads = { put: away, open: away, delete: away };
    const here = await apiServer({ parts: { transfer: { uploads, workDir: tmpdir() } } });
    const body = new FormData();
    body.append('openapiFile', fileOf(petStore));
    const headers = { authorization: `Bearer ${operatorToken}` };

    const { status, json } = await checkedFetch(`${here.url}/api/v2/add/openapi-upload`, {
      method: 'POST',
      headers,
      body,
    });

    expect([status, json.error]).toEqual([503, 'search_failed']);
    expect(await here.registry.list()).toEqual([]);
  });
});

describe('an invalid upload', () => {
  const leavesNothing = async (here: Install): Promise<void> => {
    expect([await here.kept(), await here.underWay()]).toEqual([[], []]);
    expect(await here.registry.list()).toEqual([]);
  };

  test.each<[string, Record<string, File | string>, RegExp]>([
    ['without a file', { libraryTitle: 'x' }, /no file openapiFile/],
    ['with a file of another field', { file: fileOf(petStore) }, /must be named openapiFile/],
    ['with a file without a name', { '': fileOf(petStore) }, /a part of the form has no name/],
    [
      'with a field without a name',
      { openapiFile: fileOf(petStore), '': 'x' },
      /a part of the form has no name/,
    ],
    ['of another ending', { openapiFile: fileOf(petStore, 'pets.txt') }, /ends in \.json, \.yaml/],
    ['that is empty', { openapiFile: fileOf('') }, /"openapiFile": pets.json: it is empty/],
    ['that is no JSON', { openapiFile: fileOf('{"openapi": "3.0.0"') }, /its JSON is broken/],
    ['that is a page', { openapiFile: fileOf('<html></html>') }, /is an HTML page/],
    [
      'of a version nobody knows',
      { openapiFile: fileOf('{"openapi":"7"}') },
      /expected `openapi: 3/,
    ],
    [
      'with an unknown field',
      { openapiFile: fileOf(petStore), title: 'x' },
      /unknown field "title"/,
    ],
    ['with another force', { openapiFile: fileOf(petStore), force: '1' }, /"force" must be true/],
    [
      'that nests without end',
      { openapiFile: fileOf('{"openapi":"3.0.0","paths":'.padEnd(900_000, '[')) },
      /nests deeper than/,
    ],
    [
      'that unfolds without end',
      {
        openapiFile: fileOf(
          ['openapi: 3.0.0', 'a0: &a0 [x]']
            .concat(Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`))
            .join('\n'),
          'bomb.yaml',
        ),
      },
      /its YAML cannot be read/,
    ],
  ])('%s is a validation_error with the reason, and stores nothing', async (_, parts, message) => {
    const here = await install();
    const { status, json } = await here.upload(parts);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
    await leavesNothing(here);
  });

  test('in another form than multipart is a validation_error', async () => {
    const here = await install();
    const headers = { authorization: `Bearer ${operatorToken}` };
    const { status, json } = await here.send(
      'POST',
      '/api/v2/add/openapi-upload',
      petStore,
      headers,
    );
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toContain('send multipart/form-data with the file openapiFile');
  });

  test('of more than 10 MB is payload_too_large, by its length and as it arrives', async () => {
    const here = await install();
    const large = petStore.padEnd(10_000_001);
    const { status, json } = await here.upload({ openapiFile: fileOf(large) });
    expect([status, json.error, json.message]).toEqual([
      413,
      'payload_too_large',
      expect.any(String),
    ]);
    expect(json.message).toContain('at most 10 MB');
    expect(await statusOfClaimed(here.url, 11_000_000)).toBe(413);
    await leavesNothing(here);
  });

  test('without a key is invalid_api_key', async () => {
    const here = await install();
    const { status, json } = await here.upload({ openapiFile: fileOf(petStore) }, { key: '' });
    expect([status, json.error]).toEqual([401, 'invalid_api_key']);
    await leavesNothing(here);
  });
});

test('10 MB of JSON is accepted', async () => {
  const here = await install();
  const padded = { ...description, 'x-padding': 'x'.repeat(9_990_000) };
  const { status, text: told } = await here.upload({ openapiFile: fileOf(JSON.stringify(padded)) });
  expect([status, told]).toEqual([200, expect.stringContaining('/docs/pet_store')]);
});

describe('POST /api/parse-openapi-upload', () => {
  test('queues a library, and with force replaces its file', async () => {
    const here = await install();
    const path = '/api/parse-openapi-upload';

    const first = await here.upload(
      { openapiFile: fileOf(petStore), projectTitle: 'Pets' },
      { path },
    );
    expect([first.status, first.json]).toEqual([
      202,
      {
        message: 'Parse queued',
        project: '/docs/pets',
        queueId: expect.any(Number),
        position: null,
      },
    ]);
    const again = { openapiFile: fileOf(petStore), projectTitle: 'Pets' };
    expect((await here.upload(again, { path })).status).toBe(409);
    const forced = await here.upload({ ...again, force: 'true' }, { path });
    expect([forced.status, forced.json.project]).toEqual([202, '/docs/pets']);
  });
});

test('a library of an uploaded file is not refreshed', async () => {
  const here = await install();
  await here.upload({ openapiFile: fileOf(petStore) });

  const cloud = await here.send('POST', '/api/v1/refresh', { libraryName: '/docs/pet_store' });
  const premise = await here.send('POST', '/api/projects/docs/pet_store/refresh');

  expect([cloud.status, cloud.json.error]).toEqual([409, 'refresh_disabled']);
  expect([premise.status, premise.json.error]).toEqual([400, 'refresh_disabled']);
  expect(premise.json.message).toContain('was made from an uploaded file');
});

/** Returns the response to a request that declares its length but sends only a small part. */
async function statusOfClaimed(url: string, length: number): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sent = request(`${url}/api/v2/add/openapi-upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${operatorToken}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': length,
    },
  });
  sent.once('response', (response) => {
    resolve(response.statusCode);
    sent.destroy();
  });
  sent.once('error', reject);
  sent.write('--x');
  return promise;
}
