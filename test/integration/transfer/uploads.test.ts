import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { describeUploads } from '../../contract/uploads.ts';

describeUploads('uploads as files', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-uploads-'));
  return {
    uploads: createFileUploads({ dataDir }),
    another: () => createFileUploads({ dataDir }),
    cleanUp: () => rm(dataDir, { recursive: true }),
  };
});

test('only the owner can read files of uploads, and interrupted uploads leave no file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-uploads-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const uploads = createFileUploads({ dataDir });
  const limits = { maxBytes: 3, signal: new AbortController().signal };
  await uploads.put('good', piecesOf('abc'), limits);
  await uploads.put('large', piecesOf('abcd'), limits).catch(() => undefined);

  expect(await readdir(join(dataDir, 'uploads'))).toEqual(['good']);
  expect((await stat(join(dataDir, 'uploads', 'good'))).mode & 0o777).toBe(0o600);
});

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
