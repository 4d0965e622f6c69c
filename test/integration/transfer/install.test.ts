import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { operator } from '../../../src/identity/access/caller.ts';
import { ThreadJobs } from '../../../src/jobs/thread-jobs.ts';
import { keyOf, type Library } from '../../../src/resources/library.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { forgetUpload } from '../../../src/transfer/uploads.ts';
import { importLibraries } from '../../../src/transfer/import-libraries.ts';
import { stageBody } from '../../../src/transfer/stage-body.ts';
import { enterpriseTeams } from '../../support/teams.ts';
import { fakeEmbedder } from '../../support/fake-stores.ts';
import { openStores } from '../../support/stores.ts';
import { runLimits, startController } from '../../support/working-controller.ts';

const body = {
  libraries: [
    {
      project: '/acme/tools',
      title: 'Tools',
      description: 'Hammers and tongs.',
      branch: 'main',
      codeSnippets: [],
      infoSnippets: [
        { id: 'https://example.org/a#x', content: 'Text', breadcrumb: 'A > B', tokens: 3 },
        { id: 'https://example.org/b', content: 'More', breadcrumb: 'C', tokens: 4 },
      ],
    },
  ],
};

test('an imported library is embedded and served by its own run, and its upload is deleted with it', async () => {
  const stores = await openStores();
  const { registry, catalog, index, dataDir } = stores;
  const embedder = fakeEmbedder();
  const jobs = new ThreadJobs({
    dataDir,
    embedder,
    limits: runLimits,
    allowedRanges: [],
  });
  const uploads = createFileUploads({ dataDir });
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-import-'));
  const onRemove = forgetUpload(uploads);
  const { signal, stop } = startController({ registry, catalog, index, jobs, onRemove });
  onTestFinished(async () => {
    await stop();
    await stores.close();
    await rm(workDir, { recursive: true });
  });

  await importLibraries(
    (options) => stageBody(Readable.from([Buffer.from(JSON.stringify(body))]), 'body', options),
    { force: false, caller: operator, signal },
    { registry, uploads, teams: enterpriseTeams, workDir },
  );
  let served: Library | undefined;
  for await (const { type, object } of registry.watch(signal)) {
    expect(object.status.state).not.toBe('error');
    if (type === 'deleted') break;
    if (object.status.state !== 'finalized' || served) continue;
    served = object;
    await registry.delete(keyOf(object.metadata));
  }

  expect(served?.status).toMatchObject({
    imported: true,
    title: 'Tools',
    description: 'Hammers and tongs.',
    branch: 'main',
    totalSnippets: 2,
    totalTokens: 7,
  });
  expect(await index.versions('/acme/tools')).toEqual([]);
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
  expect(await readdir(workDir)).toEqual([]);
});
