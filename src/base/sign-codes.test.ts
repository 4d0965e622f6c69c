import { describe, expect, test } from 'vitest';
import { encodeSigns, productsWithSigns } from './sign-codes.ts';

const along = (...signs: number[]): Float32Array => Float32Array.from(signs);

describe('encodeSigns', () => {
  test('sets one bit for each positive number, in whole words', () => {
    expect(encodeSigns(along(1, -1, 0.5, 0, 0, 0, 0, 0, 2))).toEqual(
      new Uint8Array([0b101, 1, 0, 0]),
    );
  });
});

describe('productsWithSigns', () => {
  const numbers = along(1, -2, 4, 8, -16, 32, 64, 128, 256, -512);
  const products = productsWithSigns(numbers);

  test.each([0, 1, 0b1010_0110, 255])(
    'multiplies the numbers of a byte with the signs of %i',
    (value) => {
      const signed = (at: number): number => numbers[at]! * (value & (1 << at) ? 1 : -1);
      const expected = [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, at) => sum + signed(at), 0);
      expect(products[value]).toBe(expected);
    },
  );

  test('counts missing numbers of the last word as 0', () => {
    expect(products).toHaveLength(4 * 256);
    expect(products[256 + 0b01]).toBe(256 + 512);
    expect(products[256 + 0b1111_1110]).toBe(-256 - 512);
    expect(products[3 * 256 + 7]).toBeCloseTo(0);
  });
});
