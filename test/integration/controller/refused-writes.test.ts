import { afterEach, beforeEach, expect, test } from 'vitest';
import { LecternError } from '../../../src/base/errors.ts';
import { annotations } from '../../../src/resources/library.ts';
import { fakeEmbedder, snippet } from '../../support/fake-stores.ts';
import { CountingRegistry } from '../../support/counting-registry.ts';
import { ScriptedJobs } from '../../support/scripted-jobs.ts';
import { openStores, storeSnippets, type Stores } from '../../support/stores.ts';
import { startController } from '../../support/working-controller.ts';

/** Names of libraries whose writes the cluster refuses, as after the loss of a Role. */
let refused: string[];
let stores: Stores;
let jobs: ScriptedJobs;
let stop: () => Promise<void>;

const add = async (name: string): Promise<void> => {
  const source = { git: { url: `https://example.org/acme/${name}` } };
  await stores.registry.create({ metadata: { name }, spec: { id: `/acme/${name}`, source } });
};
const started = (): string[] => jobs.started.map(({ library }) => library);

beforeEach(async () => {
  refused = [];
  stores = await openStores();
  jobs = new ScriptedJobs();
  const registry = new CountingRegistry(stores.registry);
  registry.refuse = (key) => {
    if (refused.includes(key)) throw new LecternError('access_denied', `${key} is refused`);
  };
  ({ stop } = startController({ ...stores, registry, jobs, onError: () => undefined }));
});
afterEach(async () => {
  await stop();
  await stores.close();
});

test('a library whose status may not be written takes no turn from others', async () => {
  await add('anvil');
  await expect.poll(started).toEqual(['anvil']);
  await add('bellows');
  refused = ['anvil'];

  jobs.end('anvil');

  await expect.poll(started).toEqual(['anvil', 'bellows']);
  jobs.end('bellows');
  await expect
    .poll(async () => (await stores.registry.get('bellows'))?.status.state)
    .toBe('finalized');

  refused = [];
  await expect
    .poll(async () => (await stores.registry.get('anvil'))?.status.state)
    .toBe('finalized');
});

test('a library whose run cannot be announced takes no turn from others', async () => {
  await add('anvil');
  await expect.poll(started).toEqual(['anvil']);
  jobs.end('anvil');
  await expect
    .poll(async () => (await stores.registry.get('anvil'))?.status.state)
    .toBe('finalized');
  refused = ['anvil'];
  await stores.registry.patch('anvil', { annotations: { [annotations.requestedAt]: 'now' } });

  await add('bellows');

  await expect.poll(started).toEqual(['anvil', 'bellows']);
});

test('a library whose run was canceled, and whose status may not be written, takes no turn from others', async () => {
  await add('anvil');
  await expect.poll(started).toEqual(['anvil']);
  await add('bellows');
  refused = ['anvil'];

  await stores.registry.patch('anvil', { annotations: { [annotations.cancelledAt]: 'now' } });

  await expect.poll(started).toEqual(['anvil', 'bellows']);
  expect(jobs.cancelled).toEqual(['anvil']);
});

test('content that another teamspace may not read is removed, although the status may not be written', async () => {
  const { registry, catalog, index } = stores;
  const source = { git: { url: 'https://example.org/acme/anvil' } };
  const spec = { id: '/acme/anvil', source, teamspace: 'docs' };
  await registry.create({ metadata: { name: 'anvil', isForeign: true }, spec });
  await expect.poll(started).toEqual(['anvil']);
  const version = { libraryId: '/acme/anvil', version: '' };
  await storeSnippets({ index, embedder: fakeEmbedder() }, version, [snippet('forge')]);
  jobs.end('anvil');
  const state = async () => (await registry.get('anvil'))?.status.state;
  await expect.poll(state).toBe('finalized');
  const { status } = (await registry.get('anvil'))!;
  await registry.patch('anvil', { status: { ...status, credential: 'integration' } });
  const visibility = async () => (await catalog.get('/acme/anvil'))?.visibility;
  await expect.poll(visibility).toBe('private');
  refused = ['anvil'];

  await registry.patch('anvil', { spec: { ...spec, teamspace: 'other' } });

  await expect.poll(() => index.versions('/acme/anvil')).toEqual([]);
  expect(await catalog.get('/acme/anvil')).toBeUndefined();
});
