import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openImport } from '../../../src/indexing/sources/import/open-import.ts';
import { createFileUploads, removeIncompleteUploads } from '../../../src/store/file-uploads.ts';
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

test.each([
  ['first line', ['{"title":', '{"info":{}}']],
  ['line of a version', ['{}', '{"version":']],
  ['line of a snippet', ['{}', '{"info":{']],
])('a run of an upload with a damaged %s says to import it again', async (_name, lines) => {
  const content = gzipSync(`${lines.join('\n')}\n`);
  const options = {
    uploads: { open: async () => piecesOf(content) },
    limits: { maxTotalBytes: 1_000 },
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof openImport>[1];
  const read = async (): Promise<unknown> => {
    const snapshot = await openImport({ upload: 'u' }, options);
    return Array.fromAsync(snapshot.documents(() => undefined, options.signal));
  };

  await expect(read()).rejects.toMatchObject({
    reason: 'Malformed',
    retry: 'never',
    message: expect.stringContaining('import it again'),
  });
});

test('the next start removes what a killed process left of an upload, and keeps complete ones', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-uploads-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await removeIncompleteUploads(dataDir);
  const uploads = createFileUploads({ dataDir });
  const limits = { maxBytes: 3, signal: new AbortController().signal };
  await uploads.put('a.part-1', piecesOf('abc'), limits);
  const killed = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const put = uploads.put('half', waiting(asked.resolve, killed.promise), limits);
  await asked.promise;
  expect(await readdir(join(dataDir, 'uploads'))).toHaveLength(2);

  await removeIncompleteUploads(dataDir);

  expect(await readdir(join(dataDir, 'uploads'))).toEqual(['a.part-1']);
  killed.reject(new Error('killed'));
  await expect(put).rejects.toThrow('killed');
});

/** Yields one byte and asks for the rest, which never comes. */
async function* waiting(ask: () => void, rest: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a');
  ask();
  await rest;
}

async function* piecesOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
