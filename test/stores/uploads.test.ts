import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Client } from '@elastic/elasticsearch';
import { beforeEach, describe, expect, test } from 'vitest';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchUploads } from '../../src/store/snippets/elasticsearch/uploads.ts';
import type { UploadStore } from '../../src/store/uploads.ts';
import { describeUploads } from '../contract/uploads.ts';
import { startElasticsearchProxy } from '../support/elasticsearch-proxy.ts';
import { openIndices } from '../support/elasticsearch.ts';

describeUploads('uploads in Elasticsearch', async () => {
  const { client, prefix, cleanUp } = await openIndices();
  return {
    uploads: createElasticsearchUploads({ client, prefix }),
    another: () => createElasticsearchUploads({ client, prefix }),
    cleanUp,
  };
});

describe('an upload in Elasticsearch', () => {
  const limits = { maxBytes: 10_000_000, signal: new AbortController().signal };
  const content = randomBytes(2_500_000);
  const day = 24 * 60 * 60_000;
  let client: Client;
  let prefix: string;
  let index: string;
  let uploads: UploadStore;

  beforeEach(async () => {
    const opened = await openIndices();
    ({ client, prefix } = opened);
    index = `${prefix}-uploads-v1`;
    uploads = createElasticsearchUploads({ client, prefix });
    return opened.cleanUp;
  });

  const put = (to = uploads, bytes = content) => to.put('widgets', Readable.from([bytes]), limits);

  const isStored = async (): Promise<boolean> => {
    const found = await uploads.open('widgets');
    return found !== undefined && Buffer.concat(await Array.fromAsync(found)).equals(content);
  };

  /** Returns the ids of all documents: heads and parts. */
  const ids = async (): Promise<string[]> => {
    await client.indices.refresh({ index });
    const { hits } = await client.search({ index, size: 100, _source: false });
    return hits.hits.map(({ _id }) => _id!);
  };

  test('stays when the server refuses to replace it and to say what it holds', async () => {
    await put();
    const proxy = await startElasticsearchProxy();
    const away = await createElasticsearchClient({
      url: proxy.url,
      requestTimeoutMs: 30_000,
    });
    proxy.fateOf = ({ url }) =>
      url?.includes('/_doc/') ? { status: 500, type: 'test_exception' } : 'pass';

    const failing = put(createElasticsearchUploads({ client: away, prefix }));

    await expect(failing).rejects.toMatchObject({ reason: 'StorageFailed' });
    expect(await isStored()).toBe(true);
    await away.close();
    await proxy.close();
  });

  test('is not stored twice by the same content', async () => {
    await put();
    const before = await ids();

    await put();

    expect((await ids()).sort()).toEqual(before.sort());
  });

  test('leaves nothing behind when other content replaces it', async () => {
    await put();

    await put(uploads, Buffer.from('short'));

    expect(await ids()).toHaveLength(2);
  });

  test('is repaired by the same content if a part is lost', async () => {
    await put();
    const part = (await ids()).find((id) => id.endsWith(':1'))!;
    await client.delete({ index, id: part, refresh: true });
    await expect(isStored()).rejects.toMatchObject({ reason: 'StorageFailed' });

    await put();

    expect(await isStored()).toBe(true);
    expect(await ids()).toHaveLength(4);
  });

  test('loses what a killed process left a day ago when another one is stored', async () => {
    await put();
    const now = Date.now();
    const tokenAt = (time: number): string => `${new Date(time).toISOString()}-${randomUUID()}`;
    const [killed, whole, active] = [tokenAt(now - 2 * day), tokenAt(now - 2 * day), tokenAt(now)];
    const parts = { killed, whole, active };
    for (const [upload, token] of Object.entries(parts)) {
      const document = { upload, token, data: content.toString('base64') };
      await client.index({ index, id: `${token}:0`, document });
    }
    const sha256 = createHash('sha256').update(content).digest('hex');
    const head = { upload: 'whole', token: whole, parts: 1, bytes: content.length, sha256 };
    await client.index({ index, id: 'whole', document: head, refresh: true });

    await uploads.put('another', Readable.from([Buffer.from('short')]), limits);

    const left = await ids();
    expect(left).not.toContain(`${killed}:0`);
    expect(left).toEqual(expect.arrayContaining(['whole', `${whole}:0`, `${active}:0`, 'widgets']));
    expect(left).toHaveLength(9);
  });
});
