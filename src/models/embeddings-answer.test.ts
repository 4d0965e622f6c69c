import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunError } from '../base/errors.ts';
import { readEmbeddings } from './embeddings-answer.ts';

const one = { count: 1, dimensions: 2 };

describe('an answer of an embeddings endpoint', () => {
  test('is sorted by its indexes', () => {
    const data = [
      { index: 1, embedding: [0, 2] },
      { index: 0, embedding: [3, 0] },
    ];
    const vectors = readEmbeddings({ data }, { count: 2, dimensions: undefined });
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('keeps its order without indexes', () => {
    const data = [{ embedding: [1, 0] }, { embedding: [0, 1] }];
    const vectors = readEmbeddings({ data }, { count: 2, dimensions: 2 });
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test.each([
    [undefined, 'no list of vectors'],
    [{ data: {} }, 'no list of vectors'],
    [{ data: [] }, '0 vectors for 1 texts'],
    [{ data: [null] }, 'not a list of finite numbers'],
    [{ data: [{ embedding: [] }] }, 'not a list of finite numbers'],
    [{ data: [{ embedding: ['1', 2] }] }, 'not a list of finite numbers'],
    [{ data: [{ embedding: [NaN, 1] }] }, 'not a list of finite numbers'],
    [{ data: [{ embedding: [1e300, 1] }] }, 'not a list of finite numbers'],
    [{ data: [{ embedding: [0, 0] }] }, 'not a list of finite numbers'],
    [{ data: [{ embedding: [1, 2, 3] }] }, '3 dimensions where 2 were expected'],
    [{ data: [{ index: 1, embedding: [1, 2] }] }, 'with the index 1'],
    [{ data: [{ index: 'a', embedding: [1, 2] }] }, 'with the index a'],
  ])('is refused when it is %j', (answer, message) => {
    expect(() => readEmbeddings(answer, one)).toThrow(message);
  });

  test('is refused when an index comes twice or lengths differ', () => {
    const twice = [
      { index: 0, embedding: [1] },
      { index: 0, embedding: [1] },
    ];
    const uneven = [{ embedding: [1] }, { embedding: [1, 2] }];
    const open = { count: 2, dimensions: undefined };
    expect(() => readEmbeddings({ data: twice }, open)).toThrow('with the index 0');
    expect(() => readEmbeddings({ data: uneven }, open)).toThrow('2 dimensions where 1');
  });

  test('of any shape results in unit vectors or a RunError', () => {
    const item = fc.record({ index: fc.anything(), embedding: fc.array(fc.double()) });
    const answers = fc.oneof(fc.anything(), fc.record({ data: fc.array(item) }));
    fc.assert(
      fc.property(answers, fc.integer({ min: 0, max: 3 }), (answer, count) => {
        let vectors: Float32Array[];
        try {
          vectors = readEmbeddings(answer, { count, dimensions: undefined });
        } catch (error) {
          if (error instanceof RunError) return;
          throw error;
        }
        expect(vectors).toHaveLength(count);
        for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }),
    );
  });
});
