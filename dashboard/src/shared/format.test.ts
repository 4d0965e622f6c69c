import { describe, expect, test } from 'vitest';
import { ago, bytes, counted, duration } from './format.ts';

const now = Date.UTC(2026, 0, 31, 12);

describe('times', () => {
  test.each([
    [-2_000, 'just now'],
    [20_000, 'in a moment'],
    [-60_000, '1 minute ago'],
    [-7_200_000, '2 hours ago'],
    [86_400_000, 'in 1 day'],
    // This is the day after tomorrow.
    [35.7 * 3_600_000, 'in 1 day'],
    [-1_209_600_000, '2 weeks ago'],
  ])('%d ms from now are told as "%s"', (distance, told) => {
    expect(ago(now + distance, now)).toBe(told);
  });

  test.each([
    [340, '340 ms'],
    [12_300, '12 s'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
  ])('%d ms are told as "%s"', (ms, told) => {
    expect(duration(ms)).toBe(told);
  });
});

describe('counts', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_400_000, '1.4 MB'],
  ])('%d bytes are told as "%s"', (value, told) => {
    expect(bytes(value)).toBe(told);
  });

  test('uses the singular for one thing', () => {
    expect([counted(1, 'library', 'libraries'), counted(10_000, 'library', 'libraries')]).toEqual([
      '1 library',
      '10,000 libraries',
    ]);
  });
});
