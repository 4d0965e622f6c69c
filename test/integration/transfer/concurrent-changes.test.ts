import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { operator, type Caller } from '../../../src/identity/access/caller.ts';
import { keyOf, labels, type Library } from '../../../src/resources/library.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import type { Registry } from '../../../src/store/registry.ts';
import type { UploadStore } from '../../../src/store/uploads.ts';
import { importLibraries, type ImportAnswer } from '../../../src/transfer/import-libraries.ts';
import { stageBody } from '../../../src/transfer/stage-body.ts';
import { enterpriseTeams } from '../../support/teams.ts';
import { openStores } from '../../support/stores.ts';
import { signal } from './test-install.ts';

interface Install {
  registry: Registry;
  uploads: UploadStore;
  /** Adds a library of the teamspace docs. */
  add(id: string): Promise<Library>;
  find(id: string): Promise<Library | undefined>;
  /** Imports libraries with a text. Calls `meanwhile` while it stores an upload. */
  import(
    ids: string[],
    options: { meanwhile: () => Promise<unknown>; force?: boolean; caller?: Caller },
  ): Promise<ImportAnswer>;
  /** Ids of the libraries whose uploads are stored. */
  kept(): Promise<string[]>;
}

async function install(): Promise<Install> {
  const stores = await openStores();
  onTestFinished(() => stores.close());
  const { registry, dataDir } = stores;
  const files = createFileUploads({ dataDir });
  return {
    registry,
    uploads: files,
    add: (id) =>
      registry.create({
        metadata: { name: id.slice(1).replace('/', '-') },
        spec: { id, teamspace: 'docs', source: { git: { url: `https://example.org${id}` } } },
      }),
    find: async (id) => (await registry.list()).find(({ spec }) => spec.id === id),
    import: (ids, { meanwhile, force = true, caller = operator }) => {
      const infoSnippets = [{ id: 'x', content: 'Text', tokens: 1 }];
      const body = JSON.stringify({
        libraries: ids.map((project) => ({
          project,
          docsRepoUrl: `https://github.com${project}`,
          infoSnippets,
        })),
      });
      const uploads: Pick<UploadStore, 'put' | 'delete'> = {
        async put(...upload) {
          await meanwhile();
          return files.put(...upload);
        },
        delete: (name) => files.delete(name),
      };
      return importLibraries(
        (options) => stageBody(Readable.from([Buffer.from(body)]), 'body', options),
        { force, caller, signal },
        { registry, uploads, teams: enterpriseTeams, workDir: dataDir },
      );
    },
    kept: () => readdir(join(dataDir, 'uploads')),
  };
}

describe('a library that changes while an import stores its upload', () => {
  test('keeps the change: a library that was made private stays private', async () => {
    const here = await install();
    const { metadata, spec } = await here.add('/acme/web');
    const meanwhile = () =>
      here.registry.patch(keyOf(metadata), { spec: { ...spec, visibility: 'private' } });

    const { queued } = await here.import(['/acme/web'], { meanwhile });

    expect(queued).toEqual(['/acme/web']);
    expect((await here.find('/acme/web'))?.spec).toMatchObject({
      visibility: 'private',
      source: { import: {} },
    });
  });

  test('is skipped if a manifest manages it now', async () => {
    const here = await install();
    const { metadata, spec } = await here.add('/acme/web');
    const meanwhile = () =>
      here.registry.patch(keyOf(metadata), { labels: { [labels.managedBy]: 'repos' } });

    const { queued, skipped } = await here.import(['/acme/web', '/acme/next'], { meanwhile });

    expect(queued).toEqual(['/acme/next']);
    expect(skipped).toEqual([
      { project: '/acme/web', reason: expect.stringContaining('the manifest repos manages it') },
    ]);
    expect((await here.find('/acme/web'))?.spec).toEqual(spec);
    expect(await here.kept()).toEqual([expect.stringMatching(/^acme-next-/)]);
  });

  test('is skipped if the caller may not replace it any more', async () => {
    const here = await install();
    const { metadata, spec } = await here.add('/acme/web');
    const moved = { ...spec, teamspace: 'other' };
    const meanwhile = () => here.registry.patch(keyOf(metadata), { spec: moved });
    const caller: Caller = { ...operator, role: 'member', teamspace: 'docs' };

    const { queued, skipped } = await here.import(['/acme/web', '/acme/next'], {
      meanwhile,
      caller,
    });

    expect(queued).toEqual(['/acme/next']);
    expect(skipped).toEqual([
      { project: '/acme/web', reason: expect.stringContaining('needs a key of the role admin') },
    ]);
    expect((await here.find('/acme/web'))?.spec).toEqual(moved);
  });

  test('is skipped if another import has created it', async () => {
    const here = await install();
    let isFirst = true;
    const meanwhile = async (): Promise<void> => {
      if (!isFirst) return;
      isFirst = false;
      await here.import(['/acme/web'], { meanwhile });
    };

    const { queued, skipped } = await here.import(['/acme/web', '/acme/next'], {
      meanwhile,
      force: false,
    });

    expect(queued).toEqual(['/acme/next']);
    expect(skipped).toEqual([{ project: '/acme/web', reason: 'already exists' }]);
    expect(await here.kept()).toHaveLength(2);
  });

  test('is created if it was deleted', async () => {
    const here = await install();
    const { metadata } = await here.add('/acme/web');
    let isThere = true;
    const meanwhile = async (): Promise<void> => {
      if (isThere) await here.registry.delete(keyOf(metadata));
      isThere = false;
    };

    const { queued } = await here.import(['/acme/web'], { meanwhile });

    expect(queued).toEqual(['/acme/web']);
    expect((await here.find('/acme/web'))?.spec).toMatchObject({ source: { import: {} } });
  });
});
