import type { Client } from '@elastic/elasticsearch';
import { beforeEach, expect, test } from 'vitest';
import { pseudoRandom } from '../../src/cli/eval/pseudo-random.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { snippetOf, toWrite } from '../contract/snippet-index/snippets.ts';
import { openIndices } from '../support/elasticsearch.ts';

const libraryId = '/quantization/test';
const facts = { revision: 'r', fingerprint: 'f', linkTemplate: '{path}' };
const dims = 64;

let client: Client;
let prefix: string;

beforeEach(async () => {
  const opened = await openIndices();
  ({ client, prefix } = opened);
  return opened.cleanUp;
});

function vectorOf(n: number): Float32Array {
  const random = pseudoRandom(n);
  const vector = Float32Array.from({ length: dims }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

test('an index that an operator switches to bbq_hnsw serves old and new snippets, and stays switched', async () => {
  const index = createElasticsearchSnippetIndex({ client, prefix });
  const publish = async (count: number): Promise<void> => {
    const writer = await index.open(libraryId, '', 'model');
    for (let n = 0; n < count; n += 1) {
      const path = `page-${n}.md`;
      await writer.write({ path, hash: 'h' }, [toWrite(snippetOf(path, `text${n}`), vectorOf(n))]);
    }
    await writer.activate(facts);
  };
  const nearest = async (n: number): Promise<string | undefined> => {
    const embedding = vectorOf(n);
    const asked = { libraryId, version: '', question: '', embedding, limit: 10 };
    return (await index.search(asked))?.dense[0]?.id;
  };
  await publish(20);
  const type = 'dense_vector' as const;
  const options = { type: 'bbq_hnsw', m: 16, ef_construction: 100 } as const;
  const vector = { type, dims, index: true, similarity: 'cosine', index_options: options } as const;
  const parts = { type: 'nested', properties: { vector } } as const;
  await client.indices.putMapping({ index: `${prefix}-snippets`, properties: { parts } });
  await publish(40);
  for (const n of [0, 19, 20, 39]) expect(await nearest(n)).toBe(`page-${n}.md#text${n}`);
  const mappings = JSON.stringify(await client.indices.getMapping({ index: `${prefix}-snippets` }));
  expect(mappings).toContain('bbq_hnsw');
});
