import { expect, test } from 'vitest';
import { readReadme } from './readme.ts';

test('a notice with a heading, and a heading that only asks to start, say nothing about the project', () => {
  const notice = '> ## Saw v2 feedback\n>\n> Saw goes towards v2. Tell us what you want.\n\n';

  expect(readReadme(`${notice}Go configuration with teeth for all saws.\n`)).toEqual({
    description: 'Go configuration with teeth for all saws.',
  });
  expect(
    readReadme(
      "### Overview\n\nSaw Chart is a library that draws charts of saws.\n\n# Let's get started\n\nAdd it to your project.\n",
    ),
  ).toEqual({ description: 'Saw Chart is a library that draws charts of saws.' });
});
