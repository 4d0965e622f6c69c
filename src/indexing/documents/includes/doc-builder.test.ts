import { expect, test } from 'vitest';
import { readerOf, shownPage, type ShownPage } from '../../../../test/support/included-files.ts';
import { expandIncludes, neededIncludes } from './expand-includes.ts';

const path = 'docs/source/reference/gears.md';

const files = {
  'setup.py': 'from setuptools import setup\n\nsetup(\n    name="gear-box",\n)\n',
  'src/gear_box/__init__.py': `from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .gears import Gear
`,
  'src/gear_box/gears.py': `from .base import Part


class Gear(Part):
    """
    A wheel with teeth, which turns a [\`~gear_box.Shaft\`].

    Args:
        teeth (\`int\`, *optional*, defaults to 12):
            The number of teeth.

    Example:

    \`\`\`py
    >>> Gear(teeth=9).turn()
    \`\`\`
    """

    def __init__(self, teeth: int = 12):
        self.teeth = teeth

    def turn(self):
        """Turn by one tooth."""

    def stop(self):
        """Stop at once."""


def mesh(first, second):
    """Put two gears together."""
`,
  'src/gear_box/base.py':
    'class Part:\n    def save(self):\n        """Save the part."""\n\n    def load(self):\n        """Load the part."""\n',
};

const shown = (...lines: string[]): Promise<ShownPage> => shownPage(path, lines, files);

test('a class of the package is shown below its heading, with its arguments, example and methods', async () => {
  const { titles, anchors, text, code } = await shown('## Gear', '', '[[autodoc]] Gear');

  expect(titles).toEqual(['Gear', 'Gear.turn', 'Gear.stop']);
  expect(anchors).toContain('gear_box.Gear.turn');
  expect(text).toContain('A wheel with teeth, which turns a `Shaft`.');
  expect(text).toMatch(/`teeth`.*The number of teeth\./);
  expect(code).toContain('Gear(teeth: int = 12)');
  expect(code.join('\n')).toContain('>>> Gear(teeth=9).turn()');
  expect(text).not.toMatch(/autodoc|Save the part/);
});

test.each([
  ['the methods of a list', ['    - stop'], ['Gear.stop']],
  [
    'all methods and inherited ones',
    ['\t- all', '\t- save'],
    ['Gear.turn', 'Gear.stop', 'Gear.save'],
  ],
])('%s are shown', async (_, list, members) => {
  const { titles, text } = await shown('# Gear', '[[autodoc]] gears.Gear', ...list, '', 'End.');

  expect(titles).toEqual(['Gear', ...members]);
  expect(text).toContain('End.');
  expect(text).not.toMatch(/- (?:all|stop|save)/);
});

test('a function gets a heading of its own if the one above does not name it', async () => {
  const { titles, text } = await shown('# Gears', '', '[[autodoc]] gear_box.gears.mesh');

  expect(titles).toEqual(['Gears', 'mesh']);
  expect(text).toContain('Put two gears together.');
});

test('the place of an unknown object is left out', async () => {
  const { text } = await shown('# Gears', '', '[[autodoc]] Chain', '    - all', '', 'End.');

  expect(text).toContain('End.');
  expect(text).not.toMatch(/autodoc|all/);
});

test('the part of a file that literalinclude names is shown as code in its language', async () => {
  const python =
    '{"path": "../../../src/gear_box/gears.py",\n"language": "python",\n"start-after": "class Gear",\n"end-before": "def turn",\n"dedent": 4}';
  const { text, code } = await shown(
    '# Gears',
    'Make one:',
    '<langs>',
    '<python>',
    `<literalinclude>\n${python}\n</literalinclude>`,
    '</python>',
    '</langs>',
    '',
    'End.',
  );

  expect(code).toHaveLength(1);
  expect(code[0]).toMatch(/^"""\nA wheel with teeth[^]*self\.teeth = teeth$/);
  expect(text).toContain('Make one:');
  expect(text).toContain('End.');
  expect(text).not.toMatch(/path|start-after/);
});

test('the name of a package can be in pyproject.toml', () => {
  const { 'setup.py': _, ...others } = files;
  const toml = { ...others, 'pyproject.toml': '[project]\nname = "gear-box"\n' };
  const content = '# Gear\n\n[[autodoc]] Gear\n';

  expect(expandIncludes({ path, content, format: 'markdown' }, readerOf(toml))).toContain(
    'A wheel with teeth',
  );
});

test('an indexing run looks for the package and its modules', () => {
  const content = '[[autodoc]] gears.Gear\n';
  const document = { path, content, format: 'markdown' as const, hash: '' };

  expect(neededIncludes(document).flat()).toContain('setup.py');
  const included = { 'setup.py': files['setup.py'] };
  expect(neededIncludes({ ...document, included }).flat()).toContain('src/gear_box/gears.py');
});
