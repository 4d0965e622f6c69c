import { describe, expect, test } from 'vitest';
import { parseQuantity } from './quantity.ts';

describe('parseQuantity', () => {
  test.each([
    ['4', '4000m'],
    ['0.5', '500m'],
    ['.5', '500m'],
    ['5.', '5'],
    ['1u', '1000n'],
    ['2k', '2000'],
    ['1Ki', '1024'],
    ['1.5Gi', '1536Mi'],
    ['1Ei', '1024Pi'],
    ['1E', '1000P'],
    ['1E3', '1k'],
    ['12e-1', '1200m'],
    ['1e+06', '1M'],
    ['128974848000m', '123Mi'],
    // The API server rounds up what is less than a billionth.
    ['0.1n', '1n'],
    ['1e-99', '1n'],
  ])('reads %s as %s', (one, other) => {
    expect(parseQuantity(one)).toBe(parseQuantity(other));
    expect(parseQuantity(one)).toBeGreaterThan(0n);
  });

  test('compares amounts beyond the precision of a number', () => {
    expect(parseQuantity('9007199254740993')).toBeGreaterThan(parseQuantity('9007199254740992')!);
  });

  test('reads the longest exponent at once', () => {
    expect(parseQuantity(`${'9'.repeat(37)}e99`)).toBeGreaterThan(parseQuantity('999Ei')!);
  });

  test.each([
    '',
    '.',
    'lots',
    '1 Gi',
    ' 1',
    '-1',
    '+1',
    '1K',
    '1ki',
    '1GiB',
    '1e',
    '1e1000',
    '0x10',
    '1,5',
    '1\n',
    '9'.repeat(41),
  ])('does not read %j', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });
});
