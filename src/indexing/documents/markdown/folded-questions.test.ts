import { expect, test } from 'vitest';
import { parse } from './parsed.fixture.ts';

test('each question that a reader unfolds has a section with its answer', () => {
  const content = `# Saws

## Questions

<details>

<summary>
  How do I oil the
  <code>blade</code>?
</summary>

Slowly.

### With a brush

Wipe it.

</details>
<details><summary><b>Why the saw stops</b></summary>

\`\`\`html
<details><summary>What is no question at all?</summary>
\`\`\`

</details>

## Next

Rest.
`;
  const sections = parse(content).sections.map(({ headings, blocks }) => [
    headings.join(' > '),
    blocks.length,
  ]);
  expect(sections).toEqual([
    ['Saws', 0],
    ['Saws > Questions', 0],
    ['Saws > Questions > How do I oil the blade?', 1],
    ['Saws > Questions > With a brush', 1],
    ['Saws > Questions > Why the saw stops', 1],
    ['Saws > Next', 1],
  ]);
});

test('a single part that a reader unfolds stays in its section', () => {
  const content =
    '# Saw\n\n<details><summary>Why does it stop?</summary>\n\nNo oil.\n\n</details>\n\nCut.\n';
  expect(parse(content).sections.map(({ headings }) => headings)).toEqual([['Saw']]);
});
