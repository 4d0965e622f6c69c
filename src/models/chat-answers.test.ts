import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../test/support/cpu-seconds.ts';
import { RunError } from '../base/errors.ts';
import { readOrder, readTerms } from './chat-answers.ts';

describe('a reranker’s answer', () => {
  test.each([
    ['[2,0,1]', [2, 0, 1]],
    ['  [2, 0, 1]\n', [2, 0, 1]],
    ['```json\n[1,2,0]\n```', [1, 2, 0]],
    ['```\n[1,\n2,0]\n```\n', [1, 2, 0]],
    ['[2]', [2, 0, 1]],
  ])('%j is the order %j of three candidates', (answer, order) => {
    expect(readOrder(answer, 3)).toEqual(order);
  });

  test.each([
    ['', 'not return a JSON list'],
    ['[]', 'not return a JSON list'],
    ['{"order":[0,1,2]}', 'not return a JSON list'],
    ['Sure! [0,1,2]', 'not return a JSON list'],
    ['[0,1,2', 'not return a JSON list'],
    [`[${' '.repeat(20_000)}0]`, 'not return a JSON list'],
    ['[0,1,1]', 'candidate 1 twice'],
    ['[0,3]', 'outside 0 to 2'],
    ['[-1]', 'outside 0 to 2'],
    ['[0.5]', 'outside 0 to 2'],
    ['["0"]', 'outside 0 to 2'],
    ['[null]', 'outside 0 to 2'],
  ])('%j is refused', (answer, message) => {
    expect(() => readOrder(answer, 3)).toThrow(message);
    expect(() => readOrder(answer, 3)).toThrow(RunError);
  });

  test('with a code fence that does not end is refused at once', () => {
    const cpuSeconds = startCpuClock();

    expect(() => readOrder(`\`\`\`${'\n'.repeat(1500)}x`, 3)).toThrow('not return a JSON list');
    expect(cpuSeconds()).toBeLessThan(1);
  });

  test('of any text results in a complete order or a RunError', () => {
    const answers = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.array(fc.integer({ min: -1, max: 9 })).map((list) => JSON.stringify(list)),
    );
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 9 }), (answer, count) => {
        let order: number[];
        try {
          order = readOrder(answer, count);
        } catch (error) {
          if (error instanceof RunError) return;
          throw error;
        }
        expect(order.toSorted((a, b) => a - b)).toEqual([...Array(count).keys()]);
      }),
    );
  });
});

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `oil ${at}`);

describe('the terms that a model expects', () => {
  test.each([
    ['["rip cut", "blade.guard"]', ['rip cut', 'blade.guard']],
    ['```json\n[" oil ", "oil"]\n```', ['oil']],
    ['[]', []],
    [JSON.stringify(['a\nb', '(c)', 7, null, 'x'.repeat(61), '', '--oil']), ['--oil']],
    [JSON.stringify(numbered(10)), numbered(8)],
  ])('of %j are %j', (answer, terms) => {
    expect(readTerms(answer)).toEqual(terms);
  });

  test.each(['', 'rip cut', '{"terms":["oil"]}', '["oil"'])('%j is refused', (answer) => {
    expect(() => readTerms(answer)).toThrow(RunError);
    expect(() => readTerms(answer)).toThrow('did not return a JSON list of terms');
  });
});
