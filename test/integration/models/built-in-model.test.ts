import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuiltInEmbedder } from '../../../src/models/built-in-embedder.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { builtInModelDir } from '../../../src/models/model-files.ts';
import { encodeTokens, nearnessTo, tokenDimensions } from '../../../src/models/token-codes.ts';
import { dot } from './dot.ts';
import { countModelTokens, loadWordPieces } from '../../../src/models/word-pieces.ts';

interface Reference {
  text: string;
  ids: number[];
  vector: number[];
}

async function readReferences(name: string): Promise<Reference[]> {
  return JSON.parse(await readFile(join(builtInModelDir, name), 'utf8')) as Reference[];
}

const references = await readReferences('reference.json');
const exact = { document: references, query: await readReferences('query-reference.json') };

let embedder: Embedder;
beforeAll(async () => {
  embedder = await createBuiltInEmbedder({ threads: 1 });
});
afterAll(() => embedder.close());

describe('the model that comes with the program', () => {
  test('has the checksums its folder states', async () => {
    const lines = (await readFile(join(builtInModelDir, 'checksums.txt'), 'utf8')).trim();
    const stated = lines.split('\n').map((line) => line.split('  '));
    expect(stated.map(([, name]) => name)).toContain('model.onnx');
    for (const [checksum, name = ''] of stated) {
      const bytes = await readFile(join(builtInModelDir, name));
      expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, checksum]);
    }
    expect((await stat(join(builtInModelDir, 'model.onnx'))).size).toBeLessThan(25_000_000);
    expect((await stat(join(builtInModelDir, 'query.onnx'))).size).toBeLessThan(13_000_000);
  });

  test('names itself by its checksum, so that another model embeds libraries again', async () => {
    const checksums = await readFile(join(builtInModelDir, 'checksums.txt'), 'utf8');
    expect(embedder).toMatchObject({ dimensions: 384, window: 256 });
    expect(embedder.id).toMatch(/^all-minilm-l6-v2-int8@[0-9a-f]{8}$/);
    expect(checksums).toContain(embedder.id.split('@')[1]);
  });

  test.each(references.map(({ text, ids }) => [text.slice(0, 40), text, ids] as const))(
    'reads %j as the tokens the original tokenizer reads',
    (_, text, ids) => {
      expect(loadWordPieces(builtInModelDir).ids(text, 256)).toEqual(ids);
    },
  );

  test.each([
    ['document', 0.98],
    ['query', 0.975],
  ] as const)(
    'gives each reference text as a %s a unit vector within %f of the exact one',
    async (purpose, lowest) => {
      const vectors = await embedder.embed(
        exact[purpose].map(({ text }) => text),
        purpose,
      );
      const cosines = vectors.map((vector, at) => dot(vector, exact[purpose][at]?.vector ?? []));
      expect(cosines).toHaveLength(references.length);
      expect(Math.min(...cosines)).toBeGreaterThan(lowest);
      for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 4);
    },
  );

  test('gives a text the same vector, whatever texts are embedded with it', async () => {
    const [alone] = await embedder.embed(['How do I close the server?'], 'document');
    const among = await embedder.embed(
      [...references.map(({ text }) => text), 'How do I close the server?'],
      'document',
    );
    expect(among.at(-1)).toEqual(alone);
  });

  test('gives the same vector with the vectors of the words, which leave out punctuation', async () => {
    const text = 'How do I close the server?';
    const [alone] = await embedder.embed([text], 'query');
    const [both] = await embedder.embedTokens!([text, 'Another text.'], 'query');
    expect(both?.vector).toEqual(alone);
    expect(both?.tokens).toHaveLength(6 * tokenDimensions);
    const first = both!.tokens!.subarray(0, tokenDimensions);
    expect(dot(first, first)).toBeCloseTo(1, 4);
  });

  test('puts the words of a question nearer to words of the same meaning', async () => {
    const [asked] = await embedder.embedTokens!(['stop the server'], 'query');
    const texts = ['You can shut down the process.', 'The chart has many colors.'];
    const [near, far] = await embedder.embedTokens!(texts, 'document');
    const nearness = nearnessTo(asked!.tokens!);
    expect(nearness(encodeTokens(near!.tokens!))).toBeGreaterThan(
      nearness(encodeTokens(far!.tokens!)),
    );
  });

  test('puts a paraphrase nearer than another subject, in English', async () => {
    const [question] = await embedder.embed(['How do I stop the server?'], 'query');
    const texts = ['Shutting the process down', 'Colours of a chart'];
    const [near, far] = await embedder.embed(texts, 'document');
    expect(dot(question, near)).toBeGreaterThan(dot(question, far) + 0.2);
  });

  test('counts the tokens that embedding reads, without the two marks', () => {
    for (const { text, ids } of references.filter((reference) => reference.ids.length < 256)) {
      expect(countModelTokens(text)).toBe(ids.length - 2);
    }
  });

  test('embeds a text of a million characters as quickly as its first 256 tokens', async () => {
    const words = 'word '.repeat(200_000);
    const [whole, cut] = await embedder.embed([words, words.slice(0, 2_000)], 'document');
    expect(whole).toEqual(cut);
  });
});
