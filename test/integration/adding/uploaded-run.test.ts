import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operator } from '../../../src/identity/access/caller.ts';
import { submitUpload } from '../../../src/api/routes/add/uploads.ts';
import { ThreadJobs } from '../../../src/jobs/thread-jobs.ts';
import { keyOf, type Library } from '../../../src/resources/library.ts';
import { sourceLink } from '../../../src/store/source-link.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { forgetUpload } from '../../../src/transfer/uploads.ts';
import { fakeEmbedder } from '../../support/fake-stores.ts';
import { openStores } from '../../support/stores.ts';
import { runLimits, startController } from '../../support/working-controller.ts';
import { unfollowedRegistry } from '../../support/unfollowed-registry.ts';

const description = `openapi: 3.0.3
info: { title: Pet Store, description: Keeps pets., version: '1' }
paths:
  /pets/{id}:
    get: { summary: List pets, responses: { '200': { description: All pets } } }
`;

test('a run of its library reads an uploaded description, which is deleted with the library', async () => {
  const stores = await openStores();
  const { registry, catalog, index, dataDir } = stores;
  const jobs = new ThreadJobs({
    dataDir,
    embedder: fakeEmbedder(),
    // Smaller than the file, because the limit does not apply to an accepted upload.
    limits: { ...runLimits, maxDocumentBytes: 100 },
    allowedRanges: [],
  });
  const uploads = createFileUploads({ dataDir });
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
  const onRemove = forgetUpload(uploads);
  const { signal, stop } = startController({ registry, catalog, index, jobs, onRemove });
  onTestFinished(async () => {
    await stop();
    await stores.close();
    await rm(workDir, { recursive: true });
  });

  const file = join(workDir, 'pets.yaml');
  await writeFile(file, description);
  await submitUpload(
    { registry: unfollowedRegistry(registry), catalog, uploads },
    { file, fileName: 'pets.yaml', facts: { title: 'Pet Store' }, force: false },
    { caller: operator, signal },
  );
  let served: Library | undefined;
  let links: string[] = [];
  for await (const { type, object } of registry.watch(signal)) {
    expect(object.status.state).not.toBe('error');
    if (type === 'deleted') break;
    if (object.status.state !== 'finalized' || served) continue;
    served = object;
    const query = { libraryId: '/docs/pet_store', version: '', limit: 50 };
    const hits = await index.search({ ...query, question: 'list pets' });
    const { active, snippets } = hits!;
    links = [...snippets.values()].map(({ path, anchor }) =>
      sourceLink(active.linkTemplate, path, anchor),
    );
    await registry.delete(keyOf(object.metadata));
  }

  expect(served?.status).toMatchObject({ title: 'Pet Store', description: 'Keeps pets.' });
  expect(served?.status.imported).toBeUndefined();
  expect(links.toSorted()).toEqual(['pets.yaml', 'pets.yaml#/paths/~1pets~1%7Bid%7D/get']);
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
});

test('of two uploads that replace one description at the same time, only the one in use is kept', async () => {
  const stores = await openStores();
  const { registry, catalog, dataDir } = stores;
  const uploads = createFileUploads({ dataDir });
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
  onTestFinished(async () => {
    await stores.close();
    await rm(workDir, { recursive: true });
  });
  const file = join(workDir, 'pets.yaml');
  await writeFile(file, description);
  const ports = { registry: unfollowedRegistry(registry), catalog, uploads };
  const send = (force: boolean) =>
    submitUpload(
      ports,
      { file, fileName: 'pets.yaml', facts: { title: 'Pet Store' }, force },
      { caller: operator, signal: new AbortController().signal },
    );
  await send(false);

  await Promise.all([send(true), send(true)]);

  const [library] = await registry.list();
  const { name } = library!.spec.source.openapi!.upload!;
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([expect.stringContaining(name)]);
});
