import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConcepts, searchedTerms } from '../../../scripts/concept-sources.ts';
import { encodeSigns } from '../../../src/base/sign-codes.ts';
import { createBuiltInEmbedder } from '../../../src/models/built-in-embedder.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { builtInModelDir } from '../../../src/models/model-files.ts';
import { conceptsFile, createConcepts } from '../../../src/search/concepts.ts';

let embedder: Embedder;
beforeAll(async () => {
  embedder = await createBuiltInEmbedder({ threads: 1 });
});
afterAll(() => embedder.close());

const folder = new URL('../../../models/concepts/', import.meta.url).pathname;
const sources = globSync(`${folder}*.tsv`)
  .sort()
  .flatMap((file) => readConcepts(readFileSync(file, 'utf8'), file));

test('the dictionary has all concepts of its sources, with the vectors of their descriptions', async () => {
  const text = readFileSync(join(builtInModelDir, conceptsFile), 'utf8');
  const rows = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
  expect(rows.map(([, terms]) => terms)).toEqual(
    sources.map((concept) => searchedTerms(concept).join(';')),
  );
  for (let at = 0; at < sources.length; at += Math.floor(sources.length / 20)) {
    const vectors = await embedder.embed(sources[at]!.descriptions, 'query');
    const mean = vectors[0]!.map((_, number) =>
      vectors.reduce((sum, vector) => sum + vector[number]!, 0),
    );
    const code = Buffer.from(rows[at]![0]!, 'base64');
    const differing = encodeSigns(mean).reduce(
      (sum, byte, index) => sum + bits(byte ^ code[index]!),
      0,
    );
    // Other processors round a little differently, which turns a few signs near zero.
    expect(differing, sources[at]!.terms[0]).toBeLessThan(24);
  }
});

test.each([
  ['replace the machines a few at a time so that nobody notices', 'rolling updat'],
  ['send the search only when the user has stopped typing', 'debounc'],
  ['two people save the same record and the second overwrites the first', 'optimistic lock'],
])('the question %j describes %j', async (question, term) => {
  const [vector] = await embedder.embed([question], 'query');
  const near = await createConcepts().near(question, { vector: vector!, embedderId: embedder.id });
  expect(near.map(({ text }) => text)).toContain(term);
});

test('search looks for the beginnings of terms, for short ones as whole words, and for no signs', () => {
  const [concept] = readConcepts(
    'maxUnavailable; --rolling-updates; IP; $@; quotas\ta limit\n',
    'x',
  );
  expect(searchedTerms(concept!)).toEqual(['max unavailabl', 'rolling updat', 'ip ', 'quota']);
});

test.each([
  ['debounce', 'each line needs terms'],
  ['debounce;\twait', 'each line needs terms'],
  ['debounce\twait\t', 'each line needs terms'],
])('a source with the line %j is refused', (line, message) => {
  expect(() => readConcepts(`throttle\tslow down\n${line}\n`, 'web.tsv')).toThrow(
    `web.tsv:2: ${message}`,
  );
});

function bits(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length;
}

test.each([
  ['Good day to all of you', true],
  ['I would be so happy if someone had a hint for me', true],
  ['My predecessor has left and nobody here knows more', true],
  ['The pods restart every few minutes', false],
  ['What is the default of maxUnavailable', false],
  ['Everything is saved twice since we use two workers', false],
])('the sentence %j is small talk: %j', async (sentence, expected) => {
  const [vector] = await embedder.embed([sentence], 'query');
  const isSmallTalk = await createConcepts().smallTalk(embedder.id);
  expect(isSmallTalk?.(vector!)).toBe(expected);
});
