import { expect, test } from 'vitest';
import { texts } from './parsed.fixture.ts';

test('joins the code spans of a type of TypeDoc', () => {
  const content =
    'Takes [`Saw`](Saw.md)\\<`Oil`, `Blade`\\<`any`\\>\\> \\| `null`, `cut`, `Oil`\\<`T`\\>.\n\n' +
    '\\[`Saw`, ...`Oil`\\[\\]\\]\n\n`Saw`<`Oil`\\<`T`\\>[]>, if `a` < `b`\n\n' +
    '| Name | Type |\n| --- | --- |\n| `saw` | `Saw`\\<`"a"` \\| `"b"`\\> |\n';

  expect(texts(content)).toEqual([
    'Takes `Saw<Oil, Blade<any>> | null`, `cut`, `Oil<T>`.',
    '`[Saw, ...Oil[]]`',
    '`Saw<Oil<T>[]>`, if `a` < `b`',
    '| Name | Type |\n| --- | --- |\n| `saw` | `Saw<"a" \\| "b">` |',
  ]);
});

test('leaves brackets that no type has', () => {
  const content = 'See `saw`\\[1\\], `a`\\<b\\>, `cut`, `oil` \\| `x`\\>.';

  expect(texts(content)).toEqual([content]);
  expect(texts('`a`\\<'.repeat(20_000))).toHaveLength(1);
});
