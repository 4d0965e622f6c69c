import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../test/support/cpu-seconds.ts';
import { parseYaml } from './parse-yaml.ts';

function mistakes(text: string): string[] {
  return parseYaml(text).errors.map((error) => error.message);
}

describe('parseYaml', () => {
  test.each([
    ['keys that are mappings of keys that are mappings', '? '.repeat(400)],
    ['a key that is a list', '? [a, b]\n: c\n'],
    ['a key that is a mapping', '{ { a: b }: c }'],
    ['a key that is an alias', 'a: &x [y]\n? *x\n: b\n'],
  ])('takes %s for a mistake', (_, text) => {
    expect(mistakes(text)).toContain('A key must be plain text');
  });

  test('keeps keys as they are written', () => {
    expect(parseYaml('200: a\n1.0: b\ntrue: c\n').toJS()).toEqual({
      '200': 'a',
      '1.0': 'b',
      true: 'c',
    });
  });

  test('reads merges with a tag', () => {
    const text = 'a: &x\n  b: 1\nc:\n  !!merge <<: *x\n  d: 2\n';
    expect(parseYaml(text, { merge: true }).toJS()).toMatchObject({ c: { b: 1, d: 2 } });
    expect(mistakes(text)).toEqual([]);
  });

  test('stops at more words and marks than any description of its length has', () => {
    const cpuSeconds = startCpuClock();

    expect(mistakes('a: b\n'.repeat(101_000))).toEqual([
      'There are more than 700000 words and marks; split the file',
    ]);
    expect(cpuSeconds()).toBeLessThan(10);
  });
});
