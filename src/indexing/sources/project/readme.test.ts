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

test('a README that is made of the manual of a module has the name of the module', () => {
  const readme =
    '# NAME\n\nAcme::Saw - A saw for wood and metal\n\n# SYNOPSIS\n\n    use Acme::Saw;\n';
  expect(readReadme(readme)).toEqual({
    title: 'Acme::Saw',
    description: 'A saw for wood and metal',
  });
});

test.each([
  ['Cut fast and break nothing.', 'Saw (say "saw") is a tool that cuts wood.'],
  ['The toolkit for all of your wood', 'Saw lets you cut wood of any size.'],
])('what the name of a project is goes before the slogan "%s"', (slogan, definition) => {
  const readme = `# Saw\n\n${slogan}\n\n## About\n\n${definition} It is sharp.\n`;
  expect(readReadme(readme)).toEqual({ title: 'Saw', description: definition });
});

test.each([
  ['A small tool that cuts wood.', 'Saw also provides a list of all cuts.'],
  ['Saw cuts all kinds of wood.', 'Saw lets you skip boards that have a mark.'],
])('the first sentence stays before one about a part of the project: "%s"', (first, later) => {
  expect(readReadme(`# Saw\n\n${first}\n\n${later}\n`).description).toBe(first);
});

test.each([
  'Help us sharpen the saw with our survey!',
  'Star us on all the sites that have stars.',
  'This project is currently in an early stage.',
])('"%s" does not describe a project', (call) => {
  const readme = `${call}\n\nAbout\n=====\n\nSaw is a tool that cuts wood.\n`;
  expect(readReadme(readme).description).toBe('Saw is a tool that cuts wood.');
});
