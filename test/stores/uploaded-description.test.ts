import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openSource } from '../../src/indexing/sources/open-source.ts';
import type { SourceItem } from '../../src/indexing/sources/source.ts';
import { createElasticsearchUploads } from '../../src/store/snippets/elasticsearch/uploads.ts';
import { openIndices } from '../support/elasticsearch.ts';
import { parser } from '../support/parser.ts';

test('a Job reads an uploaded description completely, and refuses another file with its name', async () => {
  const { client, prefix, cleanUp } = await openIndices();
  onTestFinished(cleanUp);
  const uploads = createElasticsearchUploads({ client, prefix });
  const { signal } = new AbortController();
  const paths = { '/pets': { get: { description: 'All pets. '.repeat(200_000) } } };
  const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets' }, paths });
  const sha256 = createHash('sha256').update(text).digest('hex');
  const put = async (content: string): Promise<unknown> =>
    uploads.put('docs-pets-1', Readable.from([Buffer.from(content)]), { maxBytes: 1e7, signal });
  const open = async (fileName: string) =>
    openSource(
      { openapi: { upload: { name: 'docs-pets-1', sha256, fileName } } },
      {
        limits: { maxDocumentBytes: 1, maxTotalBytes: 1, maxDocuments: 1, requestTimeoutMs: 1 },
        workDir: '',
        allowedRanges: [],
        allowLocal: false,
        uploads,
        parser,
        signal,
      },
    );

  await put(text);
  const snapshot = await open('pets.json');
  const items: SourceItem[] = [];
  for await (const item of snapshot.documents(() => undefined, signal)) items.push(item);
  await put(`${text} `);

  expect([snapshot.revision, snapshot.facts]).toEqual([sha256, { title: 'Pets' }]);
  expect(items).toEqual([
    { type: 'document', document: expect.objectContaining({ path: 'pets.json', content: text }) },
  ]);
  await expect(open('pets.json')).rejects.toMatchObject({ reason: 'Malformed' });
  await uploads.delete('docs-pets-1');
  await expect(open('pets.json')).rejects.toMatchObject({ reason: 'NotFound' });
});
