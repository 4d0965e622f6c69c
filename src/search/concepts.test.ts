import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeSigns } from '../base/sign-codes.ts';
import { conceptsFile, createConcepts, type Concepts } from './concepts.ts';

const dimensions = 64;
const embedderId = 'saw-int8@01234567';

/** Returns a unit vector that points away from those of other numbers. */
function towards(concept: number): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, at) => ((at >> concept) & 1 ? 1 : -1) / 8);
}

describe('the dictionary of concepts', () => {
  let folder: string;
  let concepts: Concepts;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-concepts-'));
    const config = { model: 'saw', dimensions, window: 8 };
    await writeFile(join(folder, 'config.json'), JSON.stringify(config));
    await writeFile(join(folder, 'checksums.txt'), `${'01234567'.repeat(8)}  model.onnx\n`);
    const lines = ['rolling updat;max unavailabl;rate', 'throttl;rate;ip ', ''].map(
      (terms, at) => `${Buffer.from(encodeSigns(towards(at))).toString('base64')}\t${terms}\n`,
    );
    await writeFile(join(folder, conceptsFile), lines.join(''));
    concepts = createConcepts(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('has the terms of what a question describes', async () => {
    const vector = towards(1);
    const near = await concepts.near('how many calls', { vector, embedderId });
    expect(near.map(({ text }) => text)).toEqual(['throttl', 'rate', 'ip ']);
    expect(near.every(({ weight }) => weight > 0)).toBe(true);
  });

  test('has each term once, with the weight of the nearest concept', async () => {
    const both = towards(0).map((number, at) => 0.8 * number + 0.6 * towards(1)[at]!);
    const near = await concepts.near('how', { vector: both, embedderId });
    const weights = new Map(near.map(({ text, weight }) => [text, weight]));
    expect(near.map(({ text }) => text)).toEqual([
      'rolling updat',
      'max unavailabl',
      'rate',
      'throttl',
      'ip ',
    ]);
    expect(weights.get('rate')).toBe(weights.get('max unavailabl'));
    expect(weights.get('throttl')).toBeLessThan(weights.get('rate')!);
  });

  test('leaves out what the question says itself', async () => {
    const asked = 'what is maxUnavailable in a rolling-update';
    const near = await concepts.near(asked, { vector: towards(0), embedderId });
    expect(near.map(({ text }) => text)).toEqual(['rate']);
  });

  test('knows nothing about a question that is near to no concept, or that another model has embedded', async () => {
    const far = { vector: towards(4), embedderId };
    const foreign = { vector: towards(0), embedderId: 'other@1' };
    expect(await concepts.near('how', far)).toEqual([]);
    expect(await concepts.near('how', foreign)).toEqual([]);
  });

  test('knows small talk, which has no terms', async () => {
    const isSmallTalk = await concepts.smallTalk(embedderId);
    expect([0, 1, 2].map((at) => isSmallTalk?.(towards(at)))).toEqual([false, false, true]);
    expect(await concepts.near('thanks', { vector: towards(2), embedderId })).toEqual([]);
    expect(await concepts.smallTalk('other@1')).toBeUndefined();
  });
});
