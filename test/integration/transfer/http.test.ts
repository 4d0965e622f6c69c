import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Library } from '../../../src/resources/library.ts';
import type { UploadStore } from '../../../src/store/uploads.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import {
  generateLicenseKeys,
  issueLicense,
  type LicenseKeys,
} from '../../../src/transfer/license.ts';
import type { TransferredLibrary } from '../../../src/indexing/sources/import/transferred-library.ts';
import { makeLibrary } from '../../support/library.ts';
import { checkedFetch, type CheckedResponse } from '../../support/openapi-check.ts';
import { zipOf } from '../../support/zip.ts';
import { apiServer, operatorToken, type ApiServer } from '../api/api-server.ts';

let keys: LicenseKeys;
let license: string;
beforeAll(async () => {
  keys = await generateLicenseKeys();
  const grants = { holder: 'Acme', offline: true, issuedAt: new Date().toISOString() };
  license = await issueLicense(grants, keys.privateKey);
});

const web = makeLibrary({ spec: { id: '/acme/web', title: 'Web' } });

/** Starts an install. Without `license`, it has a valid one. */
async function install(
  libraries: Library[] = [],
  { license: own = license }: { license?: string } = {},
): Promise<ApiServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  const uploads = createFileUploads({ dataDir });
  const transfer = { license: own, licensePublicKey: keys.publicKey, uploads, workDir: dataDir };
  const server = await apiServer({ libraries, parts: { transfer } });
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return server;
}

const exportOf = (
  from: ApiServer,
  library: unknown,
  bearer: string | undefined = license,
): Promise<CheckedResponse> =>
  from.send(
    'POST',
    '/api/v1/enterprise/export',
    { library },
    { authorization: `Bearer ${bearer}` },
  );

async function sendForm(
  to: ApiServer,
  parts: Record<string, Blob | string>,
): Promise<CheckedResponse> {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, 'libraries.zip');
  }
  const headers = { authorization: `Bearer ${operatorToken}` };
  return checkedFetch(`${to.url}/api/import-libraries`, { method: 'POST', headers, body });
}

describe('POST /api/v1/enterprise/export', () => {
  test.each(['{}', '{"library": 7}', 'not JSON', '', '{"more": true}'])(
    'without a license does not report mistakes in the body %j: 401',
    async (body) => {
      const here = await install();
      const headers = { 'content-type': 'application/json' };
      for (const bearer of [{}, { authorization: 'Bearer none' }]) {
        const path = '/api/v1/enterprise/export';
        const { status, json } = await here.send('POST', path, body, { ...headers, ...bearer });
        expect([status, json.error]).toEqual([401, 'invalid_license_key']);
      }
    },
  );

  test('responds with exactly what an import accepts', async () => {
    const [here, there] = [await install([web]), await install()];

    const exported = await exportOf(here, 'acme/web');
    const imported = await there.send('POST', '/api/import-libraries', exported.text);

    expect(exported.status).toBe(200);
    expect(exported.json.libraries[0]).toMatchObject({ project: '/acme/web', title: 'Web' });
    expect(imported.status).toBe(202);
    expect(imported.json).toEqual({
      message: 'Queued 1 library for import',
      queued: ['/acme/web'],
      skipped: [],
    });
    const [made] = await there.registry.list();
    expect(made?.spec).toMatchObject({ id: '/acme/web', source: { import: { type: 'repo' } } });
    expect((await there.get('/api/v1/libraries')).status).toBe(200);
  });

  test('responds with all versions, or the chosen ones', async () => {
    const [here, there] = [await install([web]), await install()];
    const versionsOf = async (versions?: string[]): Promise<string[] | undefined> => {
      const body = { library: 'acme/web', ...(versions && { versions }) };
      const headers = { authorization: `Bearer ${license}` };
      const { text } = await here.send('POST', '/api/v1/enterprise/export', body, headers);
      const imported = await there.send('POST', '/api/import-libraries?force=true', text);
      expect(imported.json.queued).toEqual(['/acme/web']);
      const { libraries } = JSON.parse(text) as { libraries: TransferredLibrary[] };
      return libraries[0]?.versions?.map(({ version }) => version);
    };

    expect(await versionsOf()).toEqual(['v1']);
    expect(await versionsOf(['v1'])).toEqual(['v1']);
    expect(await versionsOf([])).toBeUndefined();
  });

  test('needs a license; another key is not enough', async () => {
    const here = await install([web]);

    const answers = await Promise.all([
      exportOf(here, 'acme/web', operatorToken),
      exportOf(here, 'acme/web', `${license}x`),
      here.send('POST', '/api/v1/enterprise/export', { library: 'acme/web' }, {}),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(answers[0]?.json.error).toBe('invalid_license_key');
  });

  test('exports only public libraries', async () => {
    const { spec } = web;
    const secretRef = { name: 'token' };
    const here = await install([makeLibrary({ spec: { ...spec, secretRef } })]);

    const answer = await exportOf(here, '/acme/web');

    expect(answer.status).toBe(403);
    expect(answer.json.error).toBe('access_denied');
    expect(answer.json.message).toContain('only public libraries');
  });

  test('reports unknown libraries, and invalid ids', async () => {
    const here = await install([makeLibrary({ spec: { id: '/acme/new' } })]);

    expect((await exportOf(here, 'no/where')).json.error).toBe('library_not_found');
    expect((await exportOf(here, 'acme/new')).json.error).toBe('no_snippets_found');
    expect((await exportOf(here, 'nothing')).json.error).toBe('validation_error');
  });
});

describe('POST /api/export-libraries', () => {
  test('responds with a bundle that an import accepts', async () => {
    const [here, there] = [await install([web]), await install()];
    const response = await fetch(`${here.url}/api/export-libraries`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${operatorToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ libraries: ['/acme/web'] }),
    });
    expect(response.headers.get('content-disposition')).toContain('lectern-libraries.zip');
    expect(response.headers.get('content-type')).toBe('application/zip');

    const imported = await sendForm(there, { bundleFile: await response.blob() });

    expect(imported.json).toMatchObject({ queued: ['/acme/web'], skipped: [] });
  });

  test('exports the versions that each library names, and reports mistakes in them', async () => {
    const [here, there] = [await install([web]), await install()];
    const send = (library: unknown): Promise<CheckedResponse> =>
      here.send('POST', '/api/export-libraries', { libraries: [library] });
    const versions = Array.from({ length: 51 }, (_, n) => `v${n}`);

    const chosen = await fetch(`${here.url}/api/export-libraries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ libraries: [{ library: '/acme/web', versions: ['v1'] }] }),
    });
    expect(await sendForm(there, { bundleFile: await chosen.blob() })).toMatchObject({
      json: { queued: ['/acme/web'] },
    });
    const unknown = await send({ library: '/acme/web', versions: ['v9'] });
    expect([unknown.status, unknown.json.error]).toEqual([404, 'tag_not_found']);
    const messages = await Promise.all(
      [7, 'web', {}, { library: '/acme/web', versions: 'v1' }, { library: '/acme/web', versions }]
        .map(send)
        .map(async (answer) => (await answer).json.message),
    );
    expect(messages).toEqual([
      expect.stringMatching(/^Field "libraries.*" must be text or an object, not a number\.$/),
      expect.stringMatching(/^Field "libraries.*" must be the id of a library such as owner\/repo/),
      expect.stringMatching(/library" is required\.$/),
      expect.stringMatching(/versions" must be a list, not text\.$/),
      expect.stringMatching(/versions" must have at most 50 entries, not 51\.$/),
    ]);
  });

  test('accepts 1 to 50 libraries from callers with a key', async () => {
    const here = await install([web]);
    const send = (
      libraries: string[],
      headers?: Record<string, string>,
    ): Promise<CheckedResponse> =>
      here.send('POST', '/api/export-libraries', { libraries }, headers);

    expect((await send([])).status).toBe(400);
    expect((await send(Array.from({ length: 51 }, (_, n) => `/acme/${n}`))).status).toBe(400);
    expect((await send(['/acme/web'], {})).status).toBe(401);
    expect((await send(['/acme/web', '/acme/none'])).status).toBe(404);
  });
});

test('a library of another teamspace cannot be exported, and no import replaces it', async () => {
  const { spec } = web;
  const hidden = makeLibrary({ spec: { ...spec, visibility: 'private', teamspace: 'docs' } });
  const there = await install([hidden]);
  const { key } = await there.keys.create({ name: 'x', role: 'member', teamspace: 'other' });
  const headers = { authorization: `Bearer ${key}` };
  const body = {
    libraries: [
      {
        project: '/acme/web',
        codeSnippets: [],
        infoSnippets: [{ id: 'a', content: 'b', breadcrumb: 'c', tokens: 1 }],
      },
    ],
    force: true,
  };

  const bundle = { libraries: ['/acme/web'] };
  const exported = await there.send('POST', '/api/export-libraries', bundle, headers);
  const imported = await there.send('POST', '/api/import-libraries', body, headers);

  expect([exported.status, exported.json.error]).toEqual([404, 'library_not_found']);
  expect(imported.json.skipped).toEqual([{ project: '/acme/web', reason: 'its id is taken' }]);
});

test('concurrent imports of one library keep the upload of the library', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  const files = createFileUploads({ dataDir });
  // No request creates the library before all requests have arrived.
  const all = Promise.withResolvers<void>();
  let sent = 0;
  const uploads: UploadStore = {
    ...files,
    async put(...given) {
      const facts = await files.put(...given);
      sent += 1;
      if (sent === 3) all.resolve();
      await all.promise;
      return facts;
    },
  };
  const transfer = { license, licensePublicKey: keys.publicKey, uploads, workDir: dataDir };
  const there = await apiServer({ parts: { transfer } });
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const infoSnippets = [{ id: 'a', content: 'b', breadcrumb: 'c', tokens: 1 }];
  const body = { libraries: [{ project: '/acme/one', codeSnippets: [], infoSnippets }] };

  const answers = await Promise.all(
    [1, 2, 3].map(() => there.send('POST', '/api/import-libraries', body)),
  );

  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['202', '409', '409']);
  const [made] = await there.registry.list();
  const kept = await files.open(made!.spec.source.import!.upload);
  expect((await buffer(kept!)).length).toBeGreaterThan(0);
});

describe('an import with force', () => {
  const textOf = (project: string) => ({
    project,
    docsRepoUrl: `https://github.com${project}`,
    codeSnippets: [],
    infoSnippets: [{ id: 'https://example.org/a', content: 'Text', breadcrumb: 'A', tokens: 3 }],
  });
  const source = { openapi: { url: 'https://example.org/openapi.json' } };
  const ofTeam = { visibility: 'private', teamspace: 'docs' } as const;

  async function importer(role: 'member' | 'admin', libraries: Library[], teamspace = 'docs') {
    const there = await install(libraries);
    await there.send('POST', '/api/v1/teamspaces', { id: 'free', plan: 'free' });
    const { key } = await there.keys.create({ name: 'x', role, teamspace });
    const send = (...ids: string[]): Promise<CheckedResponse> =>
      there.send(
        'POST',
        '/api/import-libraries',
        { libraries: ids.map(textOf), force: true },
        { authorization: `Bearer ${key}` },
      );
    const specOf = async (id: string): Promise<Library['spec'] | undefined> =>
      (await there.registry.list()).find(({ spec }) => spec.id === id)?.spec;
    return { send, specOf };
  }

  test('over a public library is forbidden for members, and then nothing is imported', async () => {
    const theirs = makeLibrary({ spec: { id: '/acme/theirs', teamspace: 'other', source } });
    const nobodys = makeLibrary({ spec: { id: '/acme/web', source } });
    const { send, specOf } = await importer('member', [theirs, nobodys]);

    for (const id of ['/acme/theirs', '/acme/web']) {
      const { status, json } = await send('/acme/new', id);
      expect([status, json.error]).toEqual([403, 'forbidden']);
      expect(json.message).toContain(id);
      expect((await specOf(id))?.source).toEqual(source);
    }
    expect(await specOf('/acme/new')).toBeUndefined();
  });

  test('accepts an id of another source only from an admin', async () => {
    const other = {
      ...textOf('/vercel/next.js'),
      docsRepoUrl: 'https://git.example/vercel/next.js',
    };
    const libraries = [other, { ...textOf('/websites/react_dev'), docsRepoUrl: undefined }];
    for (const role of ['member', 'admin'] as const) {
      const there = await install([]);
      const { key } = await there.keys.create({ name: 'x', role, teamspace: 'docs' });
      const { json } = await there.send(
        'POST',
        '/api/import-libraries',
        { libraries, force: true },
        { authorization: `Bearer ${key}` },
      );
      expect(json.queued).toHaveLength(role === 'admin' ? 2 : 0);
      const reason = expect.stringContaining('key of the role admin');
      const skipped = libraries.map(({ project }) => ({ project, reason }));
      expect(json.skipped).toEqual(role === 'admin' ? [] : skipped);
    }
  });

  test('over a library of the own teamspace is allowed for members', async () => {
    const hidden = makeLibrary({ spec: { id: '/acme/hidden', ...ofTeam, source } });
    const { send, specOf } = await importer('member', [hidden]);

    expect((await send('/acme/hidden', '/acme/new')).json.queued).toHaveLength(2);
    expect((await send('/acme/new')).json.queued).toEqual(['/acme/new']);
    expect(await specOf('/acme/hidden')).toMatchObject({ ...ofTeam, source: { import: {} } });
    expect(await specOf('/acme/new')).toMatchObject({ teamspace: 'docs', source: { import: {} } });
  });

  test('of a member makes only private libraries, except over an imported one of the teamspace', async () => {
    const read = makeLibrary({ spec: { id: '/acme/read', teamspace: 'docs', source } });
    const brought = makeLibrary({
      spec: { id: '/acme/brought', teamspace: 'docs', source: { import: { upload: 'x' } } },
    });
    const { send, specOf } = await importer('member', [read, brought]);

    await send('/facebook/react', '/acme/read', '/acme/brought');

    expect(await specOf('/facebook/react')).toMatchObject(ofTeam);
    expect(await specOf('/acme/read')).toMatchObject({ ...ofTeam, source: { import: {} } });
    expect(await specOf('/acme/brought')).not.toHaveProperty('visibility');
  });

  test('of a member needs a plan with private libraries, and then imports nothing', async () => {
    const brought = makeLibrary({
      spec: { id: '/acme/brought', teamspace: 'free', source: { import: { upload: 'x' } } },
    });
    const { send, specOf } = await importer('member', [brought], 'free');

    const { status, json } = await send('/acme/brought', '/facebook/react');

    expect([status, json.error]).toEqual([403, 'forbidden']);
    expect(json.message).toContain('teamspace free has the plan free');
    expect(await specOf('/facebook/react')).toBeUndefined();
    expect((await specOf('/acme/brought'))?.source.import?.upload).toBe('x');
    expect((await send('/acme/brought')).json.queued).toEqual(['/acme/brought']);
  });

  test('of an admin makes public libraries, whatever the plan', async () => {
    const { send, specOf } = await importer('admin', [], 'free');

    await send('/facebook/react');

    expect(await specOf('/facebook/react')).not.toHaveProperty('visibility');
  });

  test('over any library is allowed for admins', async () => {
    const theirs = makeLibrary({ spec: { id: '/acme/theirs', teamspace: 'other', source } });
    const { send, specOf } = await importer('admin', [theirs]);

    expect((await send('/acme/theirs')).json.queued).toEqual(['/acme/theirs']);
    expect((await specOf('/acme/theirs'))?.teamspace).toBe('other');
  });
});

describe('POST /api/import-libraries', () => {
  const library = {
    project: '/acme/tools',
    codeSnippets: [],
    infoSnippets: [
      { id: 'https://example.org/a', content: 'Text', breadcrumb: 'A > B', tokens: 3 },
    ],
  };

  test('needs an install with an offline license', async () => {
    const grants = { holder: 'Acme', offline: false, issuedAt: new Date().toISOString() };
    const there = await install([], { license: await issueLicense(grants, keys.privateKey) });

    const answer = await there.send('POST', '/api/import-libraries', { libraries: [library] });

    expect(answer.status).toBe(403);
    expect(answer.json.error).toBe('offline_license_required');
    expect(await there.registry.list()).toEqual([]);
  });

  test('needs a key', async () => {
    const there = await install();

    const answer = await there.send('POST', '/api/import-libraries', { libraries: [library] }, {});

    expect(answer.status).toBe(401);
  });

  test('replaces with force, given in the body, the form or the query', async () => {
    const there = await install();
    const send = (path: string, body: object): Promise<CheckedResponse> =>
      there.send('POST', `/api/import-libraries${path}`, body);
    await send('', { libraries: [library] });
    const zip = await zipOf({ 'tools.json': JSON.stringify(library) });
    const bundleFile = new Blob([new Uint8Array(zip)]);

    const answers = [
      await send('', { libraries: [library] }),
      await send('?force=true', { libraries: [library] }),
      await send('', { libraries: [library], force: true }),
      await sendForm(there, { bundleFile }),
      await sendForm(there, { bundleFile, force: 'true' }),
      await sendForm(there, { force: 'true', bundleFile }),
    ];

    expect(answers.map(({ json }) => json.queued.length)).toEqual([0, 1, 1, 0, 1, 1]);
    expect(answers[0]?.json.skipped).toEqual([
      { project: '/acme/tools', reason: 'already exists' },
    ]);
  });

  test('refuses invalid bodies, with the reason', async () => {
    const there = await install();
    const headers = { authorization: `Bearer ${operatorToken}` };
    const send = (body: string, type: string): Promise<CheckedResponse> =>
      checkedFetch(`${there.url}/api/import-libraries`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body,
      });

    const answers = [
      await send('{"libraries":[', 'application/json'),
      await send('[]', 'application/json'),
      await send('{"libraries":[],"force":{}}', 'application/json'),
      await send('x', 'text/plain'),
      await send('x', 'multipart/form-data'),
      await send('--x--\r\n', 'multipart/form-data; boundary=x'),
      await sendForm(there, { bundleFile: new Blob(['no zip']) }),
      await sendForm(there, { other: new Blob(['x']) }),
      await sendForm(there, { bundleFile: new Blob(['x']), force: 'maybe' }),
      await sendForm(there, { bundleFile: new Blob(['x']), force: '' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect(answers.map(({ json }) => json.message)).toEqual([
      expect.stringContaining('is incomplete'),
      expect.stringContaining('one object'),
      'Field "force" must be true or false.',
      expect.stringContaining('send application/json, or multipart/form-data'),
      expect.stringContaining('cannot be read'),
      expect.stringContaining('no file bundleFile'),
      expect.stringContaining('not a zip'),
      expect.stringContaining('must be named bundleFile'),
      'Field "force" must be true or false, not "maybe".',
      'Field "force" must be true or false, not "".',
    ]);
    expect(await there.registry.list()).toEqual([]);
  });

  test('refuses more than 100 MB by Content-Length', async () => {
    const there = await install();

    const status = await new Promise((resolve, reject) => {
      const sent = request(`${there.url}/api/import-libraries`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${operatorToken}`,
          'content-type': 'application/json',
          'content-length': 200_000_000,
        },
      });
      sent.once('response', (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.once('error', reject);
      sent.write('{');
    });

    expect(status).toBe(413);
  });
});
