import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../test/support/cpu-seconds.ts';
import { countTokens } from './tokens.ts';

describe('token counts', () => {
  test.each([
    ['', 0],
    ['hello world', 2],
    ['const a = 1;\n', 6],
    ['你好，世界', 3],
  ])('of %j is %i in o200k_base', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  test('treats special tokens of a model as text', () => {
    expect(countTokens('<|endoftext|> and <|im_start|>')).toBeGreaterThan(6);
  });

  test.each([
    ['one letter', 'a'],
    ['spaces', ' '],
    ['line ends', '\n'],
    ['Chinese', '中'],
    ['base 64', 'QUJDREVGR0hJSktM'],
    ['surrogate pairs', '🚀'],
    ['halves of pairs', '\ud83d'],
  ])('of a megabyte of %s without a break takes at most seconds of processor time', (_, unit) => {
    countTokens('warm');
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const cpuSeconds = startCpuClock();
    const tokens = countTokens(text);
    expect(cpuSeconds()).toBeLessThan(4);
    expect(tokens).toBeGreaterThan(1_000);
  });

  test('extrapolates from the first 100,000 characters of a longer text', () => {
    const line = 'The server reads its settings once, at the start.\n';
    const exact = countTokens(line.repeat(2_000));
    expect(countTokens(line.repeat(20_000))).toBe(exact * 10);
  });

  test('is a number from 0 to the bytes of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const tokens = countTokens(text);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThanOrEqual(text === '' ? 0 : 1);
        expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
    );
  });
});
