import { expect, test } from 'vitest';
import { wordsOf } from './words.ts';

test.each([
  ['Keeps **case** out', 'keeps case out'],
  ['`max_tasks` and max\\_tasks', 'max tasks and max tasks'],
  ['see [the guide](./guide.md#a) or [it][ref]', 'see the guide or it'],
  ['1. first\n  2) second, 3 times', 'first second 3 times'],
  ['a<br/>b &lt;c&#62; <em>d</em>', 'a b c d'],
  ['| cell | é |', 'cell é'],
])('reads the words of %j', (text, words) => {
  expect(wordsOf(text).join(' ')).toBe(words);
});
