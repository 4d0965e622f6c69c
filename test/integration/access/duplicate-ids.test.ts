import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { resourceName } from '../../../src/resources/library.ts';
import { record } from '../../support/fake-stores.ts';
import { makeLibrary } from '../../support/library.ts';
import { startApi, type ApiServer } from '../api/api-server.ts';

const id = '/acme/web';
const hidden = { visibility: 'private', teamspace: 'docs' } as const;
const source = { git: { url: 'https://github.com/acme/web' } };

let server: ApiServer;
const keys: Record<string, string> = {};
beforeAll(async () => {
  // A Library is older than the next ones. Kubernetes allows any name, so the name does not tell which one has the id.
  const copies = ['between', resourceName(id), 'zzz'].map((name) =>
    makeLibrary({ spec: { id, source, title: 'Copy' }, metadata: { name } }),
  );
  const holder = makeLibrary({
    spec: { id, source, versions: ['v1'], title: 'Plans', ...hidden },
    metadata: { name: 'aaa' },
  });
  server = await startApi({ libraries: [holder, ...copies], records: [record(id, hidden)] });
  for (const [caller, teamspace] of Object.entries({ colleague: 'docs', stranger: 'other' })) {
    keys[caller] = (await server.keys.create({ name: caller, role: 'member', teamspace })).key;
  }
  const dependency = { ecosystem: 'npm', name: 'web', version: '1.0.0', dev: false, state: 'tag' };
  const dependencies = [{ ...dependency, repository: source.git.url, ref: 'v1' }];
  await server.send('PUT', '/api/v1/projects/shop', { origin: 'here', dependencies });
  return server.close;
});

const bearer = (caller: string) => ({ authorization: `Bearer ${keys[caller]}` });
const exported = (caller: string) =>
  server.send('POST', '/api/export-libraries', { libraries: [id] }, bearer(caller));

describe('a public Library with the id of an older private one', () => {
  test('does not show what the API says of the library', async () => {
    const { status, json } = await server.get(`/api/v1/library?id=${id}`, bearer('stranger'));

    expect([status, json.error]).toEqual([404, 'library_not_found']);
  });

  test('does not open the export', async () => {
    const { status, json } = await exported('stranger');

    expect([status, json.error]).toEqual([404, 'library_not_found']);
    expect((await exported('colleague')).json.error).toBe('access_denied');
  });

  test('shows nothing of the private library in a project', async () => {
    const { json } = await server.get('/api/v1/projects/shop');

    expect(json.dependencies).toHaveLength(1);
    expect(json.dependencies[0]).not.toHaveProperty('library');
    expect(json.dependencies[0]).not.toHaveProperty('indexed');
  });

  test('leaves the private library to its teamspace', async () => {
    const { json } = await server.get(`/api/v1/library?id=${id}`, bearer('colleague'));

    expect(json).toMatchObject({ title: 'Plans', visibility: 'private' });
  });
});

test('a public Library that was refused for its id opens no export while the older one cannot be read', async () => {
  const refused = {
    status: 'True',
    reason: 'DuplicateId',
    message: '',
    lastTransitionTime: '',
  } as const;
  const copy = makeLibrary({
    spec: { id, source },
    status: { state: 'error', conditions: [{ type: 'Stalled', ...refused }] },
  });
  const other = await startApi({ libraries: [copy], records: [record(id, hidden)] });
  onTestFinished(other.close);

  const { status, json } = await other.send('POST', '/api/export-libraries', { libraries: [id] });

  expect([status, json.error]).toEqual([404, 'library_not_found']);
});
