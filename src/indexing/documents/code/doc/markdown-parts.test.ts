import { expect, test } from 'vitest';
import { markdownParts } from './markdown-parts.ts';

test.each([
  ['[Saws](https://saws.example/a)', 'Saws'],
  ['Oil [`Saw`](crate::Saw) and [blades][kinds]', 'Oil `Saw` and blades'],
  ['[`Saw`]', '`Saw`'],
  ['Blades[0] and [teeth]', 'Blades[0] and [teeth]'],
])('the heading %s of a comment has no addresses', (heading, shown) => {
  const parts = markdownParts(`Text.\n\n# ${heading}\n\nMore.`, { fallback: 'rust' });
  expect(parts.map((part) => part.heading)).toEqual(['', shown]);
});
