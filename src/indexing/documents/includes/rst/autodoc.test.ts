import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../parse.ts';
import { toSnippets } from '../../snippets/snippets.ts';
import { readerOf } from '../../../../../test/support/included-files.ts';
import { expandIncludes, neededIncludes, withIncludes } from '../expand-includes.ts';

const path = 'docs/reference.rst';

/** A class with values of several lines, some of them not indented. */
const styled = `class Styled:
    '''Has a style.'''

    default = '''
    border: none # it's """
    '''

    style = dedent("""\\
border: red
def none():
""")
    """The style of its front."""

    def paint(self, color):
        """Paint it."""
        self.text = """
Painted
"""

    def mix(self):
        """Mix a color."""
`;

/** A package whose public names come from private modules, as most packages have them. */
const files = {
  'src/widgets/_styled.py': styled,
  'src/widgets/__init__.py': `"""Widgets for every need."""

from ._core import (
    Widget as Widget,
    open_widget,
)
from ._errors import *
`,
  'src/widgets/_core.py': `import os

from ._base import Base

#: Seconds to wait for a widget.
TIMEOUT = 5

SIZES: tuple[str, ...] = (
    "small",
    "large",
)
"""All sizes of widgets."""


class Widget(Base):
    """A thing that turns.

    Args:
        size: The size in \`\`mm\`\`.
    """

    #: The unit of sizes.
    unit: str = "mm"

    def __init__(self, size: int, *, color: str = "red") -> None:
        self.size = size
        #: The color of the front,
        #: which fades.
        self.color: str = color
        if color == "red":
            self.shade = "dark"
            """How bright it is."""
        self.turns = 0

    @property
    def area(self) -> float:
        """The area of the front."""
        return self.size ** 2

    @area.setter
    def area(self, value: int) -> None:
        """Change the area."""

    async def turn(
        self,
        times: int = 1,  # how often
    ) -> "Widget":
        """Turn it around.

        Raises:
          WidgetError: if it is stuck.
        """

    def stop(self):
        """Stop turning."""

    def _secret(self):
        """Nobody sees this."""

    def undocumented(self):
        pass


def open_widget(path, mode="r"):
    r"""Open a widget from a file.

    Parameters
    ----------
    path : str
        The file.
    mode : str
    \\*\\*flags : bool

    Examples
    --------
    >>> open_widget("a.widget")
    """
    if os.name == "nt":

        def inner():
            """Not a member of the module."""

    return None
`,
  'src/widgets/_base.py': `class Base:
    """What all widgets share."""

    def close(self):
        """Close it for good."""
`,
  'src/models.py': `class Model:
    """A model."""

    def __init__(__pydantic_self__, *, size: int) -> None: ...
`,
  'src/loop.py': 'class A(A.B):\n    pass\n',
  'src/widgets/_errors.py': `class WidgetError(Exception):
    "A widget is stuck."
`,
};

interface Shown {
  titles: string[];
  anchors: (string | undefined)[];
  text: string;
  code: string[];
}

async function shown(content: string, configuration = ''): Promise<Shown> {
  const included = { ...files, 'docs/conf.py': configuration };
  const document = { path, content, format: 'rst' as const, hash: '', included };
  const snippets = toSnippets(await parseDocument(withIncludes(document)));
  return {
    titles: snippets.map(({ title }) => title),
    anchors: snippets.map(({ anchor }) => anchor),
    text: snippets.map(({ content, description }) => `${description}\n${content}`).join('\n'),
    code: snippets.flatMap(({ codeList }) => codeList.map((one) => one.code)),
  };
}

const page = (...lines: string[]): string => ['API', '===', '', ...lines, ''].join('\n');

describe('autodoc of Sphinx', () => {
  test('shows what stands below the last line of an attribute, and not its value', async () => {
    const { text } = await shown(page('.. autodata:: widgets._core.SIZES'));
    expect(text).toContain('All sizes of widgets.');
    expect(text).not.toContain('small');
  });

  test('shows the parameters of a model of Pydantic without the model itself', async () => {
    const { code } = await shown(page('.. autoclass:: models.Model'));
    expect(code).toEqual(['models.Model(*, size: int)']);
  });

  test('shows a class by its public name, with its signature, docstring and documented members', async () => {
    const { titles, text, code } = await shown(
      page('.. autoclass:: widgets.Widget', '   :members:'),
    );
    expect(titles.join('\n')).toMatch(/widgets\.Widget\n/);
    expect(text).toContain('A thing that turns.');
    expect(text).toContain('**Args**\n\n- `size`: The size in `mm`.');
    expect(text).toContain('**Raises**\n\n- `WidgetError`: if it is stuck.');
    expect(text).toContain('Turn it around.');
    expect(text).toContain('The area of the front.');
    expect(text).toContain('The unit of sizes.');
    expect(text).toContain('Stop turning.');
    expect(code).toContain('widgets.Widget(size: int, *, color: str = "red")');
    expect(code.join('\n')).toContain('turn(times: int = 1) -> "Widget"');
    expect(code.join('\n')).not.toContain('area');
    expect(text).not.toMatch(/Nobody sees this|undocumented|Close it for good/);
  });

  test('shows the attributes that a constructor sets and describes', async () => {
    const all = await shown(page('.. autoclass:: widgets.Widget', '   :members:'));
    expect(all.text).toContain('The color of the front, which fades.');
    expect(all.text).toContain('How bright it is.');
    expect(all.titles.join('\n')).not.toMatch(/turns|__init__/);
    const one = await shown(
      page('.. autoclass:: widgets.Widget', '', '   .. autoattribute:: color'),
    );
    expect(one.text).toContain('The color of the front,');
    expect(one.text).not.toContain('How bright it is.');
  });

  test('shows the same for the directives of AutoAPI', async () => {
    const { text } = await shown(page('.. autoapiclass:: widgets.Widget', '   :members:'));
    expect(text).toContain('A thing that turns.');
    expect(text).toContain('Stop turning.');
  });

  test('shows only the members that the directive chooses', async () => {
    const { text } = await shown(page('.. autoclass:: widgets.Widget', '   :members: turn, stop'));
    expect(text).toContain('Turn it around.');
    expect(text).toContain('Stop turning.');
    expect(text).not.toContain('The area of the front.');
    const { text: without } = await shown(
      page('.. autoclass:: widgets.Widget', '   :members:', '   :exclude-members: turn'),
    );
    expect(without).toContain('The area of the front.');
    expect(without).not.toContain('Turn it around.');
    const { text: alone } = await shown(page('.. autoclass:: widgets.Widget'));
    expect(alone).toContain('A thing that turns.');
    expect(alone).not.toContain('Turn it around.');
  });

  test('follows an option of a directive that continues on the lines below it', async () => {
    const { text } = await shown(
      page(
        '.. autoclass:: widgets.Widget',
        '   :members:',
        '   :exclude-members:',
        '      turn,',
        '      stop',
      ),
    );
    expect(text).toContain('The area of the front.');
    expect(text).not.toContain('Turn it around.');
    expect(text).not.toContain('Stop turning.');
  });

  test('shows the members of the classes that a class extends if the directive asks for them', async () => {
    const directive = ['.. autoclass:: widgets.Widget', '   :members:', '   :inherited-members:'];
    const { text } = await shown(page(...directive));
    expect(text).toContain('Close it for good.');
    const { text: alone } = await shown(page(directive[0]!, directive[2]!));
    expect(alone).toContain('Turn it around.');
    expect(alone).toContain('Close it for good.');
  });

  test.each([
    ['automethod', ['.. automethod:: widgets.Widget.close']],
    ['automethod in its class', ['.. autoclass:: widgets.Widget', '', '   .. automethod:: close']],
    ['the option', ['.. autoclass:: widgets.Widget', '   :members: close']],
  ])('shows an inherited member whose name the page gives by %s', async (_, directive) => {
    const { text } = await shown(page(...directive));
    expect(text).toContain('Close it for good.');
    expect(text).not.toContain('Stop turning.');
  });

  test.each([
    ['members', ['.. autoclass:: tools.Axe', '   :members:']],
    ['automethod', ['.. automethod:: tools.Axe.cut']],
    ['autosummary', ['.. autosummary::', '   :toctree:', '', '   tools.Axe.cut']],
  ])('shows by %s the docstring of a member that another one replaces', (_, directive) => {
    const document = { path, content: page(...directive), format: 'rst' as const };
    const tools =
      'class Tool:\n    def cut(self):\n        """Cut wood."""\n\n' +
      'class Axe(Tool):\n    """Splits."""\n\n    def cut(self, deep=False):\n        pass\n\n    def throw(self):\n        pass\n';
    const text = expandIncludes(document, readerOf({ 'tools.py': tools }));
    expect(text).toContain('cut(deep=False)');
    expect(text).toContain('Cut wood.');
    expect(text).not.toContain('throw');
    const own = { 'tools.py': tools, 'docs/conf.py': 'autodoc_inherit_docstrings = False\n' };
    expect(expandIncludes(document, readerOf(own))).not.toContain('Cut wood.');
  });

  test('finds no member in a class that extends its own member', async () => {
    const { text } = await shown(page('.. automethod:: loop.A.c', '', 'End.'));
    expect(text).toContain('End.');
  });

  test.each([
    ['both', /Cuts wood\.\n\nMake a saw\./],
    ['init', /^Make a saw\./],
    ['class', /^Cuts wood\.$/],
  ])('shows the docstrings of a class that the site chooses: %s', async (choice, expected) => {
    const source =
      'class Saw:\n    """Cuts wood."""\n\n    def __init__(self):\n        """Make a saw."""\n';
    const content = page('.. autoclass:: tools.Saw');
    const document = { path, content, format: 'rst' as const, hash: '' };
    const configuration = `autoclass_content = "${choice}"\n`;
    const included = { 'tools.py': source, 'docs/conf.py': configuration };
    const [snippet] = toSnippets(await parseDocument(withIncludes({ ...document, included })));
    expect(snippet?.description || snippet?.content).toMatch(expected);
  });

  test('shows special and private members whose names the directive gives', async () => {
    const { text } = await shown(
      page('.. autoclass:: widgets.Widget', '   :members: stop', '   :private-members: _secret'),
    );
    expect(text).toContain('Stop turning.');
    expect(text).toContain('Nobody sees this.');
    expect(text).not.toContain('Turn it around.');
  });

  test.each([
    [
      'options',
      `autodoc_default_options = {\n    # "members": False,\n    'members': True,\n    "private-members": '_secret',\n    "inherited-members": False,\n}`,
    ],
    ['flags', "autodoc_default_flags = ['members', 'show-inheritance']"],
  ])('uses the %s that the configuration gives to all directives', async (name, configuration) => {
    const { text } = await shown(page('.. autoclass:: widgets.Widget'), configuration);
    expect(text).toContain('Turn it around.');
    expect(text.includes('Nobody sees this.')).toBe(name === 'options');
    expect(text).not.toContain('Close it for good.');
    const { text: without } = await shown(
      page('.. autoclass:: widgets.Widget', '   :no-members:'),
      configuration,
    );
    expect(without).not.toContain('Turn it around.');
  });

  test('shows a function of the current module, and no heading of a docstring as a section', async () => {
    const { titles, text, code } = await shown(
      page('.. currentmodule:: widgets', '', '.. autofunction:: open_widget'),
    );
    expect(titles.join('\n')).toContain('open_widget');
    expect(titles.join('\n')).not.toMatch(/Parameters|Examples/);
    expect(text).toContain('Open a widget from a file.');
    expect(text).toContain(
      '**Parameters**\n\n- `path` (str): The file.\n- `mode` (str)\n- `**flags` (bool)',
    );
    expect(code).toContain('open_widget(path, mode="r")');
    expect(code.join('\n')).toContain('>>> open_widget("a.widget")');
    expect(text).not.toContain('Not a member');
  });

  test('keeps the text that the page adds to a class, and finds the methods in it', async () => {
    const { text, titles } = await shown(
      page(
        '.. autoclass:: widgets.Widget',
        '',
        '   Use it in the workshop.',
        '',
        '   .. automethod:: stop',
      ),
    );
    expect(text).toContain('A thing that turns.');
    expect(text).toContain('Use it in the workshop.');
    expect(text).toContain('Stop turning.');
    expect(titles.join('\n')).toContain('widgets.Widget.stop');
  });

  test('shows the members of a class whose directive stands in the content of another class', async () => {
    const { text } = await shown(
      page(
        '.. autoclass:: widgets.Widget',
        '',
        '   .. autoclass:: widgets._base.Base',
        '      :members:',
      ),
    );
    expect(text).toContain('What all widgets share.');
    expect(text).toContain('Close it for good.');
  });

  test('shows a module with its members', async () => {
    const { text } = await shown(page('.. automodule:: widgets._core', '   :members:'));
    expect(text).toContain('A thing that turns.');
    expect(text).toContain('Open a widget from a file.');
    expect(text).toContain('Seconds to wait for a widget.');
    const { text: alone } = await shown(page('.. automodule:: widgets'));
    expect(alone).toContain('Widgets for every need.');
  });

  test('links to the members of a module where Sphinx puts them', async () => {
    const { anchors } = await shown(page('.. automodule:: widgets._core', '   :members:'));
    expect(anchors).toContain('widgets._core.open_widget');
  });

  test('shows what a module and its package have to offer in place of automodapi', async () => {
    const { text } = await shown(page('.. automodapi:: widgets'));
    expect(text).toContain('Widgets for every need.');
    expect(text).toContain('Open a widget from a file.');
    expect(text).toContain('A widget is stuck.');
    const { text: without } = await shown(
      page('.. automodapi:: widgets', '   :exclude-members: WidgetError'),
    );
    expect(without).not.toContain('A widget is stuck.');
  });

  test.each([
    [
      'names',
      "__all__ = [\n    'open_widget',  # opens\n]\n__all__ += ('cut',)\n",
      ['open', 'cut'],
    ],
    [
      'also a computed part',
      "__all__ = ['open_widget']\n__all__ += tools.__all__\n",
      ['cut', 'oil'],
    ],
    ['a method call', "__all__ = ['open_widget']\n__all__.append('cut')\n", ['cut', 'oil']],
    ['names that are unknown', "__all__: list[str] = ['Gadget']\n", ['cut', 'oil']],
  ])('shows the public members of a module whose __all__ has %s', async (_, list, wanted) => {
    const own = ['cut', 'oil'].map((name) => `def ${name}():\n    """Do ${name}."""\n`).join('\n');
    const source = `from widgets import open_widget\n\n${list}\n${own}`;
    const content = page('.. automodule:: tools', '   :members:');
    const document = { path, content, format: 'rst' as const, hash: '' };
    const included = { ...files, 'tools.py': source };
    const { sections } = await parseDocument(withIncludes({ ...document, included }));
    const names = sections.map(({ headings }) => headings.at(-1)?.split(/[_(]/)[0]);
    expect(names.filter((name) => name !== 'API')).toEqual(wanted);
  });

  test('shows what the docstring of a module lists, below the headings of the docstring', async () => {
    const source = `"""
=====
Tools
=====

.. currentmodule:: widgets

Open
====

.. autosummary::
   :toctree: generated/

   open_widget -- Opens it.

The end.
"""
`;
    const included = { ...files, 'tools.py': source };
    const content = '.. automodule:: tools\n';
    const document = { path, content, format: 'rst' as const, hash: '', included };
    const { title, sections } = await parseDocument(withIncludes(document));
    expect(title).toBe('Tools');
    expect(sections.map(({ headings }) => headings)).toContainEqual([
      'Tools',
      'Open',
      'open_widget',
    ]);
    expect(JSON.stringify(sections)).toContain('Open a widget from a file.');
    expect(JSON.stringify(sections)).not.toContain('autosummary');
  });

  test('keeps what the page adds to a module apart from the docstring', async () => {
    const added = ['Shapes', '------', '', 'They differ.', '', '.. autoclass:: Square'];
    const lines = ['.. automodule:: shapes', '', ...added.map((line) => line && `   ${line}`)];
    const source =
      '"""Shapes of saws.\n\n.. testcode::\n\n    draw()\n"""\n\n\nclass Square:\n    """Has four sides."""\n';
    const document = { path, content: page(...lines), format: 'rst' as const, hash: '' };
    const { sections } = await parseDocument(
      withIncludes({ ...document, included: { 'shapes.py': source } }),
    );
    expect(sections.map(({ headings }) => headings)).toEqual([['API'], ['API', 'Square']]);
    expect(sections.flatMap(({ blocks }) => blocks)).toMatchObject([
      { text: 'Shapes of saws.' },
      { language: 'python', code: 'draw()' },
      { text: '**Shapes**\n\nThey differ.' },
      { text: 'Has four sides.' },
    ]);
  });

  test('reads a value of several lines as a value, wherever its lines begin', async () => {
    const { titles, text } = await shown(
      page('.. autoclass:: widgets._styled.Styled', '   :members:'),
    );
    expect(text).toContain('The style of its front.');
    expect(text).toContain('Paint it.');
    expect(text).toContain('Mix a color.');
    expect(text).not.toMatch(/border|def |self/);
    expect(titles.join('\n')).toContain('widgets._styled.Styled.mix');
  });

  test('shows a name that stands behind two colons and its module', async () => {
    const { titles, text, code } = await shown(
      page('.. autofunction:: widgets._core::open_widget'),
    );
    expect(titles.join('\n')).toContain('widgets._core.open_widget');
    expect(text).toContain('Open a widget from a file.');
    expect(code).toContain('widgets._core.open_widget(path, mode="r")');
  });

  test('shows a name that a module imports from another one with a star', async () => {
    const { text } = await shown(page('.. autoexception:: widgets.WidgetError'));
    expect(text).toContain('A widget is stuck.');
  });

  test('shows what a summary lists below an attribute that holds an object of another class', async () => {
    const saws = [
      'from teeth import Teeth',
      'class Saw:',
      '    oil = CachedAccessor("oil", Oil)',
      '    file: Oil = utils.Accessor(Oil["Saw"])',
      '',
      '    @property',
      '    def teeth(self) -> Teeth:',
      '        return Teeth(self)',
      '',
      'class Oil:',
      '    def renew(self):',
      '        "Changes the oil."',
    ];
    const teeth = ['class Teeth:', '    def sharpen(self):', '        "Sharpens each tooth."'];
    const included = { 'saws.py': saws.join('\n'), 'teeth.py': teeth.join('\n') };
    const names = ['Saw.teeth.sharpen', 'Saw.oil.renew', 'Saw.file.renew', 'Saw.teeth.none'];
    const listed = names.map((name) => `   saws.${name}`);
    const content = page('.. autosummary::', '   :toctree:', '', ...listed);
    const document = { path, content, format: 'rst' as const, hash: '', included };
    const { sections } = await parseDocument(withIncludes(document));
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      'API',
      'saws.Saw.teeth.sharpen',
      'saws.Saw.oil.renew',
      'saws.Saw.file.renew',
    ]);
  });

  test('shows what a summary lists if its pages are generated', async () => {
    const listed = ['.. autosummary::', '   :toctree: generated', '', '   widgets.open_widget'];
    const { text } = await shown(page(...listed));
    expect(text).toContain('Open a widget from a file.');
    const { text: links } = await shown(page(listed[0]!, '', listed[3]!, '', 'The end.'));
    expect(links).not.toContain('Open a widget from a file.');
  });

  test.each([
    ['lists', '.. autoclass:: {{ objname }}\n\n   .. autosummary::\n      :toctree:\n', true],
    ['includes', '.. autoclass:: {{ objname }}\n   :members:\n', false],
  ])(
    'shows the members of a listed class that the template of its page %s',
    async (_, template, isInherited) => {
      const content = page('.. autosummary::', '   :toctree:', '', '   widgets.Widget');
      const included = { ...files, 'docs/_templates/autosummary/class.rst': template };
      const document = { path, content, format: 'rst' as const, hash: '', included };
      const text = JSON.stringify(await parseDocument(withIncludes(document)));
      expect(text).toContain('Stop turning.');
      expect(text.includes('Close it for good.')).toBe(isInherited);
    },
  );

  test('shows the members of a listed module if the template of its page shows them', async () => {
    const lines = ['.. currentmodule:: widgets', '', '.. autosummary::', '   :toctree:', ''];
    const content = page(...lines, '   ~_styled', '   ~_core', '', 'The end.');
    const listing = '   .. autosummary::\n      :toctree:\n';
    const read = async (templates: Record<string, string>): Promise<string> => {
      const document = { path, content, format: 'rst' as const, hash: '' };
      const included = { ...files, ...templates };
      return JSON.stringify(await parseDocument(withIncludes({ ...document, included })));
    };
    const text = await read({ 'docs/_templates/autosummary/module.rst': listing });
    expect(text).toContain('widgets._styled');
    expect(text).toContain('Open a widget from a file.');
    expect(text).toContain('Has a style.');
    expect(text).not.toContain('Mix a color.');
    const members = '.. autoclass:: {{ objname }}\n   :members:\n';
    const whole = await read({
      'docs/_templates/autosummary/module.rst': listing,
      'docs/_templates/autosummary/class.rst': members,
    });
    expect(whole).toContain('Mix a color.');
    expect(await read({})).not.toContain('Has a style.');
    const itself = `"""Listed twice.\n\n.. autosummary::\n   :toctree:\n\n   widgets._styled\n"""\n`;
    const once = await read({
      'docs/_templates/autosummary/module.rst': listing,
      'src/widgets/_styled.py': itself,
    });
    expect(once.split('Listed twice.')).toHaveLength(2);
  });

  test('shows an inherited member once on a page whose template lists members', async () => {
    const content = page(
      '.. autosummary::',
      '   :toctree:',
      '',
      ...['Saw', 'Axe'].map((one) => `   tools.${one}`),
    );
    const tools = ['Saw', 'Axe'].map((name) => `class ${name}(Tool):\n    """A tool."""\n`);
    const included = {
      'tools.py': `class Tool:\n    def cut(self):\n        """Cut wood."""\n\n${tools.join('\n')}`,
      'docs/_templates/autosummary/class.rst': '   .. autosummary::\n      :toctree:\n',
    };
    const document = { path, content, format: 'rst' as const, hash: '', included };
    const text = JSON.stringify(await parseDocument(withIncludes(document)));
    expect(text.split('Cut wood.')).toHaveLength(2);
  });

  test.each([
    ['of an unknown module', page('.. autoclass:: gadgets.Gadget', '', '   A text of the page.')],
    ['in a literal block', page('Write this::', '', '   .. autoclass:: widgets.Widget')],
    ['without an argument', page('.. autoclass::')],
  ])('leaves a directive %s as it is', (_, content) => {
    const document = { path, content, format: 'rst' as const };
    expect(expandIncludes(document, readerOf(files))).toBe(content);
  });

  test('works in a fence of MyST', () => {
    const content = '# API\n\n```{eval-rst}\n.. autoclass:: widgets.Widget\n```\n\nMore.\n';
    const own = { path: 'docs/api.md', content, format: 'markdown' } as const;
    const text = expandIncludes(own, readerOf(files));
    expect(text).toContain('```{eval-rst}\n.. autoclass:: widgets.Widget(size: int');
    expect(text).toContain('A thing that turns.');
    expect(text).toMatch(/\n```\n\nMore\.\n$/);
    const open = content.replace('```\n\nMore', 'More');
    expect(expandIncludes({ ...own, content: open }, readerOf(files))).toBe(open);
  });

  test('finds modules of the package, and symbols that the package imports', () => {
    const content = page('.. autoclass:: widgets.Widget');
    const own = { path, content, format: 'rst' as const, hash: '' };
    const first = neededIncludes(own).flat();
    expect(first).toContain('src/widgets/__init__.py');
    expect(first).toContain('widgets.py');
    const { 'src/widgets/__init__.py': opened } = files;
    const next = neededIncludes({ ...own, included: { 'src/widgets/__init__.py': opened } }).flat();
    expect(next).toContain('src/widgets/_core.py');
  });

  test('ends with modules that import each other, and reads hostile files in linear time', () => {
    const seconds = (length: number): number => {
      const hostile: Record<string, string> = {
        'a/__init__.py': `from .b import *\n${'from .b import (x,\n'.repeat(length / 20)}`,
        'docs/conf.py': `${'autodoc_default_options = {"members'.repeat(length / 30)}\n${'autodoc_default_flags = \n'.repeat(length / 25)}`,
        'a/b.py': `from . import *\nclass A(${'('.repeat(length)}\n${'def f(:\n'.repeat(length / 8)}`,
      };
      const content = page('.. autoclass:: a.Missing', '   :members:', '', '.. autoclass:: a.b.A');
      const start = process.cpuUsage();
      expandIncludes({ path, content, format: 'rst' }, readerOf(hostile));
      const { user } = process.cpuUsage(start);
      return user / 1e6;
    };
    seconds(20_000);
    expect(seconds(200_000)).toBeLessThan(1);
  });
});
