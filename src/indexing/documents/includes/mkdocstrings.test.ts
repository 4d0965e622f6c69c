import { describe, expect, test } from 'vitest';
import { readerOf, shownPage, type ShownPage } from '../../../../test/support/included-files.ts';
import { parseDocument } from '../parse.ts';
import { toSnippets } from '../snippets/snippets.ts';
import { expandIncludes, neededIncludes, withIncludes } from './expand-includes.ts';

const path = 'docs/api/widgets.md';

const files = {
  'src/widgets/__init__.py': '"""Widgets for every need."""\n\nfrom ._core import *\n',
  'src/widgets/_core.py': `from ._base import Base


class Widget(Base):
    """A thing that turns.

    # Usage

    \`\`\`python
    Widget(3).turn()
    \`\`\`

    Attributes:
        size: The size in **mm**.
    """

    def __init__(self, size: int) -> None:
        """Make a widget.

        Args:
            size: Its size.
        """

    def turn(self, times: int = 1) -> "Widget":
        """Turn it around.

        Raises:
            WidgetError: If it is stuck.

        Examples:
            >>> Widget(3).turn(2)
            Widget(3)
        """

    def stop(self):
        """Stop turning.

        :param hard: Stop at once.
        """

    def _secret(self):
        """Nobody sees this."""

    def undocumented(self):
        pass


def open_widget(path, mode="r"):
    """Open a widget from a file."""
`,
  'src/widgets/_base.py': 'class Base:\n    def close(self):\n        """Close it for good."""\n',
};

const shown = (...lines: string[]): Promise<ShownPage> => shownPage(path, lines, files);

describe('mkdocstrings', () => {
  test('shows a class below the heading that names it, with signatures, docstrings and documented members', async () => {
    const { titles, anchors, text, code } = await shown(
      '# The `Widget` class',
      '',
      '::: widgets.Widget',
    );
    expect(titles).toEqual(['The Widget class', 'Widget.__init__', 'Widget.turn', 'Widget.stop']);
    expect(anchors).toContain('widgets.Widget.turn');
    expect(text).toContain('A thing that turns.\n\n**Usage**');
    expect(text).toContain('**Attributes**\n\n- `size`: The size in **mm**.');
    expect(text).toContain('**Raises**\n\n- `WidgetError`: If it is stuck.');
    expect(text).toContain('- `hard`: Stop at once.');
    expect(code).toContain('Widget(size: int)');
    expect(code.join('\n')).toContain('turn(times: int = 1) -> "Widget"');
    expect(code.join('\n')).toContain('Widget(3).turn()');
    expect(code.join('\n')).toContain('>>> Widget(3).turn(2)\nWidget(3)');
    expect(text).not.toMatch(/Nobody sees this|undocumented|Close it for good/);
  });

  test('gives an object a heading of its own if the one above does not name it', async () => {
    const lines = ['# Widgets', '', '::: widgets.Widget', '    options:'];
    const { titles } = await shown(
      ...lines,
      '      members: [turn]',
      '',
      '::: widgets.open_widget',
    );
    expect(titles).toEqual(['Widgets', 'Widget', 'Widget.turn', 'open_widget']);
  });

  test.each([
    ['a list', ['    options:', '      members:', '        - stop'], ['Widget.stop']],
    ['no members', ['    options:', '      members: false'], []],
    ['an older list', ['    selection:', '      members: [turn]'], ['Widget.turn']],
    [
      'a list of mkautodoc',
      ['    :docstring:', '    :members: stop turn'],
      ['Widget.turn', 'Widget.stop'],
    ],
    ['no list of mkautodoc', ['    :docstring:'], []],
  ])('shows only the members that the options choose: %s', async (_, options, members) => {
    const { titles, text } = await shown('# Widget', '::: widgets.Widget', ...options, '', 'End.');
    expect(titles).toEqual(['Widget', ...members]);
    expect(text).toContain('A thing that turns.');
    expect(text).toContain('End.');
    expect(text).not.toMatch(/members|selection/);
  });

  test('shows an object below the page if its place is in a note or a tab, and leaves other indented places', async () => {
    const { titles, text, code } = await shown(
      '# Widgets',
      '',
      '??? abstract "API"',
      '',
      '    ::: widgets.Widget',
      '        options:',
      '            members: [turn]',
      '',
      '=== "Open"',
      '    ::: widgets.open_widget',
      '',
      'Then:',
      '',
      '    ::: widgets._base.Base',
      '',
      '## Use',
      '',
      '```python',
      'if a:',
      '    turn()',
      '```',
    );
    expect(titles).toEqual(['Widgets', 'Use', 'Widget', 'Widget.turn', 'open_widget']);
    expect(text).toContain('A thing that turns.');
    expect(text).not.toMatch(/options|abstract/);
    expect(code).toContain('::: widgets._base.Base');
    expect(code).toContain('if a:\n    turn()');
  });

  test('shows all members if the options cannot be read', async () => {
    const options = ['    options:', '      members: *chosen'];
    const { titles } = await shown('# Widget', '::: widgets.Widget', ...options);
    expect(titles).toEqual(['Widget', 'Widget.__init__', 'Widget.turn', 'Widget.stop']);
  });

  test('shows what a class inherits if the options ask for it', async () => {
    const options = ['    options:', '      inherited_members: true'];
    const { text } = await shown('# Widgets', '::: widgets.Widget', ...options);
    expect(text).toContain('Close it for good.');
  });

  test('shows a module with its members and theirs', async () => {
    const { titles } = await shown('# Reference', '', '::: widgets._core');
    expect(titles).toEqual([
      'Reference',
      'widgets._core',
      'Widget',
      'Widget.__init__',
      'Widget.turn',
      'Widget.stop',
      'open_widget',
    ]);
    const { text: alone } = await shown('::: widgets', '    handler: python');
    expect(alone).toContain('Widgets for every need.');
  });

  test('shows the imported members that __all__ of a module names beside its own', async () => {
    const tools =
      'from widgets import Widget, open_widget\n\n__all__ = ["open_widget"]\n\n\ndef cut():\n    """Cut."""\n';
    const { titles } = await shownPage(path, ['# Tools', '', '::: kit.tools'], {
      ...files,
      'src/kit/tools.py': tools,
    });
    expect(titles).toEqual(['Tools', 'kit.tools', 'cut', 'open_widget']);
  });

  test.each([
    ['of an unknown module', ['::: gadgets.Gadget']],
    ['of another language', ['::: widgets.Widget', '    handler: crystal']],
    ['in a fence', ['```', '::: widgets.Widget', '```']],
    ['that is a container', ['::: warning', 'Text.', ':::']],
  ])('leaves a place %s as it is', (_, lines) => {
    const content = lines.join('\n');
    expect(expandIncludes({ path, content, format: 'markdown' }, readerOf(files))).toBe(content);
  });
});

describe('the reference of quartodoc', () => {
  const reference = `project:
  type: website
quartodoc:
  package: widgets
  title: All widgets
  sections:
    - title: Turning
      desc: What turns.
      contents:
        - kind: page
          path: widget
          summary:
            name: The widget
            desc: Its only class.
          contents:
            - name: Widget
              package: widgets._core
              members: [turn]
        - open_widget
    - subtitle: Basics
      package: null
      contents:
        - name: widgets._base:Base
        - [odd]
        - name: a b
`;
  const project = { path: 'docs/_quarto.yml', format: 'quarto' as const, hash: '' };

  test('becomes a page with a section for each object that the settings of the site list', async () => {
    const document = { ...project, content: reference, included: files };
    const { title, sections } = await parseDocument(withIncludes(document));
    expect(title).toBe('All widgets');
    expect(sections.map(({ headings }) => headings.slice(1).join(' > '))).toEqual([
      '',
      'Turning',
      'Turning > The widget',
      'Turning > The widget > Widget',
      'Turning > The widget > Widget > Widget.turn',
      'Turning > open_widget',
      'Basics',
      'Basics > Base',
      'Basics > Base > Base.close',
    ]);
    expect(JSON.stringify(sections)).toContain('Its only class.');
  });

  test('has its general title, and not the name of the settings', async () => {
    const content = reference.replace('All widgets', 'Reference');
    const document = { ...project, content, included: files };
    expect((await parseDocument(withIncludes(document))).title).toBe('Reference');
  });

  test('needs the files of its package', () => {
    const needed = neededIncludes({ ...project, content: reference });
    expect(needed).toContainEqual(expect.arrayContaining(['widgets/_core.py']));
  });

  test.each(['quartodoc: none\n', 'quartodoc:\n  sections: [{contents: [&a [*a]]}]\n'])(
    'has no section without objects',
    async (content) => {
      const document = { ...project, content, included: files };
      expect(toSnippets(await parseDocument(withIncludes(document)))).toEqual([]);
    },
  );
});
