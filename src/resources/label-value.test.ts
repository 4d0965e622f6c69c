import { describe, expect, test } from 'vitest';
import { labelValue } from './label-value.ts';

describe('labelValue', () => {
  test.each(['widgets', 'widgets.v2', 'a'.repeat(63)])('is the name %s as it is', (name) => {
    expect(labelValue(name)).toBe(name);
  });

  test('is the beginning of a longer name and a hash', () => {
    const [one, two] = ['a', 'b'].map((end) => labelValue(`${'long.'.repeat(20)}${end}`));

    expect(one).toMatch(/^long-[a-z-]*-[0-9a-f]{8}$/);
    expect(one!.length).toBeLessThanOrEqual(63);
    expect(one).not.toBe(two);
  });
});
