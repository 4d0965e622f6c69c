import { array, assert, double, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeTokens, nearnessTo, tokenDimensions } from './token-codes.ts';

/** A unit vector. Its numbers never are zero, so each has a sign. */
const unit = array(double({ min: 0.1, max: 1, noNaN: true }), {
  minLength: tokenDimensions,
  maxLength: tokenDimensions,
}).map((numbers) => unitOf(numbers.map((number, at) => (at % 3 === 0 ? -number : number))));

function unitOf(numbers: number[]): number[] {
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

/** Returns the vectors of tokens as the model gives them. */
function tokens(...vectors: number[][]): Float32Array {
  return Float32Array.from(vectors.flat());
}

describe('token codes', () => {
  test('take 8 bytes for each token', () => {
    const one = unitOf(Array.from({ length: tokenDimensions }, (_, at) => at - 31.5));
    expect(encodeTokens(tokens(one, one, one))).toHaveLength(24);
    expect(encodeTokens(tokens())).toHaveLength(0);
  });

  test('compare a token of a question with the signs of each token of a text', () => {
    assert(
      property(unit, unit, unit, (asked, first, second) => {
        const cosine = (one: number[]): number =>
          one.reduce((sum, number, at) => sum + (asked[at]! * Math.sign(number)) / 8, 0);
        const near = nearnessTo(tokens(asked))(encodeTokens(tokens(first, second)));
        expect(near).toBeCloseTo(Math.max(cosine(first), cosine(second)), 4);
      }),
    );
  });

  test('give each token of the question its own nearest token', () => {
    const one = unitOf(Array.from({ length: tokenDimensions }, () => 1));
    const other = unitOf(Array.from({ length: tokenDimensions }, (_, at) => (at % 2 ? 1 : -1)));
    const nearness = nearnessTo(tokens(one, other));
    expect(nearness(encodeTokens(tokens(one)))).toBeCloseTo(0.5, 4);
    expect(nearness(encodeTokens(tokens(other, one)))).toBeCloseTo(1, 4);
  });

  test('of a text without words are far from every question', () => {
    const one = unitOf(Array.from({ length: tokenDimensions }, () => 1));
    expect(nearnessTo(tokens(one))(new Uint8Array())).toBe(-1);
  });
});
