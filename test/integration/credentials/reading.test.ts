import { afterAll, afterEach, assert, beforeAll, describe, expect, test, vi } from 'vitest';
import { backfillCredentials } from '../../../src/libraries/library/backfill-credentials.ts';
import type { LibraryEvent } from '../../../src/libraries/library/library-event.ts';
import {
  annotations,
  labels,
  resourceName,
  type LibrarySpec,
} from '../../../src/resources/library.ts';
import type { LibraryRecord } from '../../../src/resources/library-record.ts';
import { libraryId } from '../../../src/indexing/sources/library-id.ts';
import { DEFAULT_VERSION } from '../../../src/store/snippet-index.ts';
import { fakeEmbedder, snippet } from '../../support/fake-stores.ts';
import { storeSnippets } from '../../support/stores.ts';
import { secretWord, startReadingInstall, type ReadingInstall } from './reading-install.ts';

let install: ReadingInstall;
/** Id of the library of the private repository. */
let id: string;
beforeAll(async () => {
  install = await startReadingInstall();
  await install.integrate();
  id = libraryId({ git: { url: `${install.locked.origin}/team/plans.git` } });
});
afterAll(() => install.close());
afterEach(async () => {
  const { registry } = install.stores;
  for (const { metadata } of await registry.list()) await registry.delete(metadata.name);
  await vi.waitFor(async () => assert.deepEqual(await registry.list(), []), { timeout: 30_000 });
  install.locked.reset();
});

const grant = (integrations: string[]) =>
  install.api.send('PATCH', '/api/v1/teamspaces/docs', { integrations });
const addAs = async (teamspace: string): Promise<void> => {
  const docsRepoUrl = `${install.locked.origin}/team/plans.git`;
  const member = await install.member(teamspace);
  await install.api.send('POST', '/api/v2/add/repo/git', { docsRepoUrl }, member);
};

function addManifestLibrary(origin: string) {
  const spec: LibrarySpec = { id, source: { git: { url: `${origin}/team/plans.git` } } };
  const name = resourceName(id);
  const metadata = { name, labels: { [labels.managedBy]: 'default' } };
  return install.stores.registry.create({ metadata, spec });
}

describe('a source', () => {
  test('that everyone may read is read without the available credential, and stays public', async () => {
    const name = `git/${install.open.host}`;
    await install.api.send('PUT', `/api/v1/integrations/${name}`, { token: 'not-needed' });
    install.open.reset();
    await addManifestLibrary(install.open.origin);

    const { status } = await install.until(id, 'finalized');

    expect(status.credential).toBe('none');
    expect(new Set(install.open.requests.map(({ authorization }) => authorization))).toEqual(
      new Set(['']),
    );
    expect((await install.ask(id)).text).toContain(secretWord);
    await install.api.send('DELETE', `/api/v1/integrations/${name}`);
  });

  test('is requested without a credential first', async () => {
    await addManifestLibrary(install.locked.origin);

    const { status } = await install.until(id, 'finalized');

    const shown = install.locked.requests.map(({ authorization }) => authorization !== '');
    expect([shown[0], shown.at(-1)]).toEqual([false, true]);
    expect(status.credential).toBe('integration');
    expect(status.conditions?.[0]?.message).toContain('only to teamspace default');
  });

  test('is read for a teamspace from the moment that an admin grants it the integration, until it is revoked', async () => {
    await addAs('docs');
    await install.until(id, 'error');

    await grant([`git/${install.locked.host}`]);
    await install.until(id, 'finalized');

    expect((await install.ask(id, await install.member('docs'))).text).toContain(secretWord);
    expect((await install.ask(id)).status).toBe(404);
    await grant([]);
    await install.refresh(id);
    const { status } = await install.until(id, 'error');
    expect(JSON.stringify(status.conditions)).toContain('teamspace docs may not use');
  });

  test('is read at once when the integration that it waits for is set', async () => {
    await install.api.send('DELETE', `/api/v1/integrations/git/${install.locked.host}`);
    await addManifestLibrary(install.locked.origin);
    await install.until(id, 'error');

    await install.integrate();

    const { status } = await install.until(id, 'finalized');
    expect(status.credential).toBe('integration');
  });
});

describe('an author of another namespace', () => {
  const addElsewhere = async (spec: Partial<LibrarySpec> = {}): Promise<string> => {
    const source = { git: { url: `${install.locked.origin}/team/plans.git` } };
    const metadata = {
      name: 'plans',
      isForeign: true as const,
      labels: { [labels.managedBy]: 'default' },
      annotations: { [annotations.addedBy]: 'admin' },
    };
    const made = { id, source, teamspace: 'docs', ...spec };
    await install.stores.registry.create({ metadata, spec: made });
    return metadata.name;
  };

  test('reads with an integration of the install only what an admin granted to the teamspace', async () => {
    await addElsewhere();

    const { status } = await install.until(id, 'error');

    expect(JSON.stringify(status.conditions)).toContain('teamspace docs may not use');
    await grant([`git/${install.locked.host}`]);
    await install.until(id, 'finalized');
    expect((await install.ask(id)).status).toBe(404);
    expect((await install.ask(id, await install.member('docs'))).text).toContain(secretWord);
    await grant([]);
  });

  test('cannot publish what an integration of the install reads', async () => {
    const { registry } = install.stores;
    await grant([`git/${install.locked.host}`]);
    const name = await addElsewhere();
    const { spec } = await install.until(id, 'finalized');

    await registry.patch(name, { spec: { ...spec, publishCredentialed: true } });

    const { status } = await install.until(id, 'error');
    expect(status.conditions).toContainEqual(
      expect.objectContaining({
        type: 'Stalled',
        reason: 'InvalidSpec',
        message: expect.stringContaining('publishCredentialed cannot be true'),
      }),
    );
    expect((await install.ask(id)).status).toBe(404);
    const path = `/api/v1/library/settings?id=${id}`;
    const byAdmin = await install.api.send('PATCH', path, { publishCredentialed: true });
    expect([byAdmin.status, byAdmin.json.message]).toEqual([
      400,
      expect.stringContaining('another namespace'),
    ]);
    await grant([]);
  });

  test('cannot move what an integration of the install reads to a teamspace without the grant', async () => {
    const { registry } = install.stores;
    await grant([`git/${install.locked.host}`]);
    const name = await addElsewhere();
    const { spec } = await install.until(id, 'finalized');
    const others = await install.member('other');

    await registry.patch(name, { spec: { ...spec, teamspace: 'other' } });

    const { status } = await install.until(id, 'error');
    expect(JSON.stringify(status.conditions)).toContain('teamspace other may not use');
    expect(status).not.toHaveProperty('title');
    expect(status.runs).toMatchObject([{ outcome: 'failed' }]);
    expect((await install.ask(id, others)).text).not.toContain(secretWord);
    expect(status.versions).toEqual([]);
    expect(await install.stores.index.versions(id)).toEqual([]);
    await grant([]);
  });
});

describe('content whose library is made anew, without its status,', () => {
  /** Indexes a library, then replaces it. Its content stays, and its record with these changes, unless it is lost. */
  async function makeAnew(changes: Partial<LibraryRecord> | 'lost'): Promise<void> {
    const { registry, catalog, index } = install.stores;
    await addManifestLibrary(install.locked.origin);
    const { metadata, spec } = await install.until(id, 'finalized');
    const record = (await catalog.get(id))!;
    await registry.delete(metadata.name);
    await expect.poll(() => registry.get(metadata.name), { timeout: 30_000 }).toBeUndefined();
    if (changes !== 'lost') await catalog.put({ ...record, ...changes });
    const stored = { libraryId: id, version: DEFAULT_VERSION };
    await storeSnippets({ index, embedder: fakeEmbedder() }, stored, [snippet(secretWord)]);
    await registry.create({ metadata: { name: 'anew' }, spec: { ...spec, suspend: true } });
  }

  test.each([
    ['is shown only to those who could read it before', {}],
    ['is shown only to its teamspace if the database is new, too', 'lost'],
  ] as const)('%s', async (_name, record) => {
    await makeAnew(record);

    const { status } = await vi.waitFor(async () => {
      const library = await install.stores.registry.get('anew');
      expect(library?.status.credential).toBe('integration');
      return library!;
    }, 30_000);
    expect(status.run).toBeUndefined();
    expect((await install.ask(id)).text).not.toContain(secretWord);
    expect((await install.ask(id, await install.member('default'))).text).toContain(secretWord);
  });

  test('is removed if it was for another teamspace', async () => {
    await makeAnew({ teamspace: 'other' });

    await expect.poll(() => install.stores.index.versions(id), { timeout: 30_000 }).toEqual([]);
    expect((await install.ask(id)).text).not.toContain(secretWord);
  });
});

describe('what was read with a credential', () => {
  test('can be published only by an admin, also if a manifest created it', async () => {
    await addManifestLibrary(install.locked.origin);
    await install.until(id, 'finalized');
    const path = `/api/v1/library/settings?id=${id}`;
    const change = { publishCredentialed: true };
    const owner = await install.member('default');

    const refused = await install.api.send('PATCH', path, change, owner);
    const changed = await install.api.send('PATCH', path, change);

    expect(refused.status).toBe(403);
    expect(changed.json).toMatchObject({ publishCredentialed: true, readers: 'everybody' });
    await expect
      .poll(async () => (await install.ask(id)).text, { timeout: 30_000 })
      .toContain(secretWord);
    const body = { libraries: [id] };
    const bearer = { authorization: `Bearer ${install.license}` };
    const exported = await install.api.send(
      'POST',
      '/api/v1/enterprise/export',
      { library: id },
      bearer,
    );
    expect([exported.status, body.libraries]).toEqual([200, [id]]);
  });
});

describe('a library that everybody may read again', () => {
  test('does not show what a run with a credential found in other documents', async () => {
    const { registry, catalog } = install.stores;
    await addManifestLibrary(install.open.origin);
    const read = await install.until(id, 'finalized');
    const record = (await catalog.get(id))!;
    const secret = { topics: 'Secret saws', names: [{ name: 'secret-saw', origin: 'installs' }] };
    await catalog.put({
      ...record,
      ...secret,
      visibility: 'private',
      teamspace: 'default',
    } as LibraryRecord);
    const status = { ...read.status, credential: 'integration', title: 'Secret saws' } as const;
    await registry.patch(read.metadata.name, { status });

    await install.refresh(id);

    await expect.poll(async () => (await install.ask(id)).status, { timeout: 30_000 }).toBe(200);
    expect(await catalog.get(id)).toMatchObject({ topics: record.topics, title: 'Plans' });
    expect(record.topics).toContain('Print');
    expect(await catalog.get(id)).not.toHaveProperty('names');
  });
});

describe('a library that an older release has read', () => {
  test('is private, with a message, if a credential may have been used, until a run needs none', async () => {
    const { registry, catalog } = install.stores;
    await install.api.send('PUT', `/api/v1/integrations/git/${install.open.host}`, { token: 'x' });
    await addManifestLibrary(install.open.origin);
    const read = await install.until(id, 'finalized');
    const { credential: _, run, ...older } = read.status;
    const { credential: __, ...olderRun } = run!;
    await registry.patch(read.metadata.name, { status: { ...older, run: olderRun } });
    expect((await install.ask(id)).text).toContain(secretWord);
    const told: LibraryEvent[] = [];

    const changed = await backfillCredentials(await registry.list(), {
      registry,
      catalog,
      secrets: install.api.secrets,
      onEvent: (_library, transition) => told.push(transition),
      onError: (_key, message) => expect.fail(message),
    });

    expect(changed.map(({ status }) => status.credential)).toEqual(['integration']);
    expect(told).toMatchObject([{ type: 'Warning', reason: 'BecamePrivate' }]);
    expect(told[0]?.message).toMatch(/team_plans is private to teamspace default now: .* PATCH/);
    expect((await install.ask(id)).status).toBe(404);
    await install.refresh(id);
    await expect.poll(async () => (await install.ask(id)).status, { timeout: 30_000 }).toBe(200);
    await install.api.send('DELETE', `/api/v1/integrations/git/${install.open.host}`);
  });
});
