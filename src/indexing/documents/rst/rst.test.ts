import { describe, expect, test } from 'vitest';
import { flat as shown } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { expectReadable, markup } from '../text-invariants.fixture.ts';
import { parseRst } from './rst.ts';

async function parse(content: string): Promise<ParsedDocument> {
  return parseRst({ path: 'docs/page.rst', format: 'rst', content, hash: '' });
}

/** All text of a document, code in «». */
async function flat(content: string): Promise<string> {
  return shown(await parse(content));
}

describe('titles', () => {
  test('take their level from the order in which adornments appear', async () => {
    const { title, sections } = await parse(
      '=====\nGuide\n=====\n\nIntro.\n\nSetup\n=====\n\nA.\n\nLinux\n~~~~~\n\nB.\n\nUse\n===\n\nC.\n',
    );
    expect(title).toBe('Guide');
    expect(sections.map((section) => [section.level, section.headings.join(' > ')])).toEqual([
      [1, 'Guide'],
      [2, 'Guide > Setup'],
      [3, 'Guide > Setup > Linux'],
      [2, 'Guide > Use'],
    ]);
  });

  test('have the anchor docutils makes, or the explicit target right before them', async () => {
    const { sections } = await parse(
      'What is new?\n============\n\nx\n\n.. _Quick_Start:\n\nBegin\n-----\n\ny\n',
    );
    expect(sections.map((section) => section.anchor)).toEqual(['what-is-new', 'quick-start']);
  });

  test('are bold paragraphs in a document that has no other and begins with one', async () => {
    const content =
      '**Example 1: To cut \\*wood\\***\n\nCut. ::\n\n    saw cut\n\nOutput:\n\n**Example 2: To stop**\n\nStop.\n\n**Note:**\n\n- a\n';
    const headingsOf = async (text: string): Promise<string[][]> =>
      (await parse(text)).sections.map(({ headings }) => headings);
    expect(await headingsOf(content)).toEqual([
      ['Example 1: To cut *wood*'],
      ['Example 2: To stop'],
    ]);
    const example = { path: 'saw/cut-wood.rst', format: 'rst', content, hash: '' } as const;
    expect((await parseRst(example)).title).toBe('cut-wood');
    expect(await headingsOf(`Saw\n===\n\n${content}`)).toEqual([['Saw']]);
    expect(await headingsOf(`Text.\n\n${content}`)).toEqual([[]]);
  });

  test('in the content of a directive are bold text', async () => {
    expect(await flat('.. container:: html\n\n   Setup\n   -----\n\n   Oil it.\n')).toBe(
      '**Setup**\n\nOil it.',
    );
  });

  test('in a condition begin sections of the page', async () => {
    const content =
      'Saw\n===\n\nA saw.\n\n.. only:: motor\n\n   Setup\n   -----\n\n   Oil it.\n\n   .. only:: big\n\n      Blade\n      ~~~~~\n\n      Turn.\n\n   .. note::\n\n      Care\n      ----\n\n      Wipe.\n\nUse\n---\n\nCut.\n';
    expect((await parse(content)).sections.map(({ headings }) => headings)).toEqual([
      ['Saw'],
      ['Saw', 'Setup'],
      ['Saw', 'Setup', 'Blade'],
      ['Saw', 'Use'],
    ]);
  });

  test('of a list of releases do not name the page', async () => {
    const content = 'Version 2.1\n===========\n\nA.\n\nVersion 2.0\n===========\n\nB.\n';
    const document = { path: 'CHANGES.rst', format: 'rst' as const, content, hash: '' };
    expect((await parseRst(document)).title).toBe('CHANGES');
    expect((await parse('Version 2.1\n===========\n\nA.\n')).title).toBe('Version 2.1');
  });

  test('are not seen in a line of punctuation that is too short', async () => {
    const { sections } = await parse('A long line of text\n--\n\nmore\n');
    expect(sections.map((section) => section.headings)).toEqual([[]]);
  });
});

test('a table with wide characters, which take two columns, keeps its cells', async () => {
  expect(
    await flat(
      '=====  ====  ===\nName   Text  No.\n=====  ====  ===\na      测试  1\n한국   ab    2\n=====  ====  ===\n',
    ),
  ).toBe('| Name | Text | No. |\n| --- | --- | --- |\n| a | 测试 | 1 |\n| 한국 | ab | 2 |');
  expect(await flat('+------+---+\n| 测试 | x |\n+------+---+\n| ab   | y |\n+------+---+\n')).toBe(
    '- 测试: x\n- ab: y',
  );
});

describe('code', () => {
  test('comes from code-block with its language and caption', async () => {
    const { sections } = await parse(
      '.. code-block:: python3\n   :caption: app.py\n   :linenos:\n\n   import flask\n\n   app = 1\n\nDone.\n',
    );
    expect(sections[0]?.blocks).toEqual([
      { kind: 'code', language: 'python', code: 'import flask\n\napp = 1', label: 'app.py' },
      { kind: 'text', text: 'Done.' },
    ]);
  });

  test('has plain spaces', async () => {
    expect(await flat('Run::\n\n   saw\u00a0--fast\n')).toBe('Run:\n\n«|saw --fast»');
  });

  test('leaves out what the IPython directive runs without showing it, and its decorators', async () => {
    const content =
      '.. ipython:: python\n   :suppress:\n\n   import saw\n\n.. ipython:: python\n   :okwarning:\n\n   @savefig cut.png width=5in\n   saw.plot(\n       1);\n   @suppress\n   saw.close(\n       2)\n\n   @saw.oiled\n   def cut(): ...\n';

    expect(await flat(content)).toBe('«python|saw.plot(\n    1);\n\n@saw.oiled\ndef cut(): ...»');
  });

  test('is a diagram of PlantUML, and no text', async () => {
    const content =
      '.. uml::\n   :caption: Cut\n\n   == Cut ==\n   A -> B: saw\n\n.. uml:: saw.puml\n';
    expect(await flat(content)).toBe('«plantuml|== Cut ==\nA -> B: saw»');
  });

  test('leaves out code that Sphinx only tests', async () => {
    const content =
      '.. testsetup::\n\n   import saw\n\n.. testcode::\n   :hide:\n\n   check()\n\n.. testcode::\n\n   cut()\n\n.. testoutput::\n   :hide:\n\n   1\n\n.. testoutput::\n\n   2\n\n.. doctest::\n   :hide:\n\n   >>> a\n';
    expect(await flat(content)).toBe('«python|cut()»\n\n«|2»');
  });

  test('comes from examples that are not always tested, without their conditions', async () => {
    const content =
      'So:\n\n.. doctest-requires:: scipy>=1.2\n\n    >>> cut()\n    <Board>\n    long\n    wide\n    thick\n\n.. doctest-skip::\n\n    >>> oil()\n';
    expect(await flat(content)).toBe(
      'So:\n\n«python|>>> cut()\n<Board>\nlong\nwide\nthick»\n\n«python|>>> oil()»',
    );
  });

  test('comes from literal blocks and doctests, in the highlight language', async () => {
    expect(await flat('.. highlight:: c\n\nCall it::\n\n  f(1);\n\nThen ::\n\n  g();\n')).toBe(
      'Call it:\n\n«c|f(1);»\n\nThen\n\n«c|g();»',
    );
    expect(await flat('>>> 1 + 1\n2\n\nx\n')).toBe('«python|>>> 1 + 1\n2»\n\nx');
    expect(await flat('Quoted::\n\n> a\n> b\n\nx\n')).toBe('Quoted:\n\n«|> a\n> b»\n\nx');
  });

  test('shows the SQL that it prints without the marks of SQLAlchemy', async () => {
    const source =
      '.. sourcecode:: pycon+sql\n\n   >>> go()\n   {execsql}BEGIN\n   SELECT 1{stop}\n   (1,)\n\n>>> print(q)\n{printsql}SELECT 2\n';
    expect(await flat(source)).toBe(
      '«python|>>> go()\nBEGIN\nSELECT 1\n(1,)»\n\n«python|>>> print(q)\nSELECT 2»',
    );
    expect(await flat('>>> f("{stop}")\n')).toBe('«python|>>> f("{stop}")»');
  });

  test('that is all that follows in a list item stays code', async () => {
    const literal = '#. Add it::\n\n      a = 1\n\n#. Run it.\n\n* In Python::\n\n    f(2)\n';
    expect(await flat(literal)).toBe(
      '1. Add it:\n\n«|a = 1»\n\n2. Run it.\n- In Python:\n\n«|f(2)»',
    );
    const directive = '#. .. code-block:: sh\n\n      ls\n\n#. Done\n';
    expect(await flat(directive)).toContain('«sh|ls»');
  });

  test('does not come from over-indented prose of a list item', async () => {
    expect(await flat('* One\n     two::\n\n        a\n')).toBe('- One two:\n\n«|a»');
  });

  test('in a list item stands between the item’s texts', async () => {
    expect(await flat('1. Install::\n\n      pip install x\n\n   and go on.\n2. Use it.\n')).toBe(
      '1. Install:\n\n«|pip install x»\n\nand go on.\n\n2. Use it.',
    );
  });
});

describe('inline markup', () => {
  test.each([
    ['Call :func:`~os.path.join` now', 'Call `join` now'],
    ['Extend :class:`App\\\\Mail\\\\Sender`', 'Extend `App\\Mail\\Sender`'],
    ['Match :code:`\\\\d`', 'Match `\\\\d`'],
    ['See :ref:`the guide <guide-label>`.', 'See the guide.'],
    ['Set :ref:`CONFIG_SAW_MAX2`. :link_to_translation:`zh_CN:[中文]`', 'Set CONFIG_SAW_MAX2.'],
    ['See :doc:`/install/quick_start`.', 'See quick start.'],
    ['Fixed (:issue:`12`, :pr:`3, 45`), :issue:`the bug <7>`', 'Fixed (#12, #3, #45), the bug'],
    ['Fixes :cve:`2020-10735`', 'Fixes CVE-2020-10735'],
    [
      'Like :func:`python:re.match`, :class:`~python:logging.LogRecord` and :ref:`python:with-lock`',
      'Like `re.match`, `LogRecord` and with lock',
    ],
    [
      'Set :paramref:`.Session.fast`, :paramref:`_orm.column.key` or :paramref:`~.run.all`.',
      'Set `Session.fast`, `column.key` or `all`.',
    ],
    ['Fixed in :gh:`7`', 'Fixed in #7'],
    ['A :cpp:class:`std::vector`', 'A `std::vector`'],
    ['``a`b`` and `Link <https://x.org/>`_', '`` a`b `` and [Link](https://x.org/)'],
    ['re\\ :sub:`2` \\*star', 're2 \\*star'],
    ['Use |name| [1]_ and Home_', 'Use Lectern and [Home](https://h.org/)'],
  ])('%s', async (source, expected) => {
    const definitions = '\n\n.. |name| replace:: Lectern\n.. _Home: https://h.org/\n';
    expect(await flat(source + definitions)).toBe(expected);
  });

  test('a literal keeps the backticks at its ends, and the text behind it stays text', async () => {
    expect(
      await flat('Write ``:ref:`saw``` or ```Saw`_`` in ``a``, as ``b``` is, and ``c````.'),
    ).toBe('Write `` :ref:`saw` `` or `` `Saw`_ `` in `a`, as `` b` `` is, and `` c` ``.');
  });
});

describe('lists', () => {
  test('keep their nesting', async () => {
    expect(await flat('* a\n\n  * b\n  * c\n\n* d\n')).toBe('- a\n  - b\n  - c\n- d');
  });

  test('of fields show a type beside the name of its parameter', async () => {
    const fields =
      ':param x: Width.\n:type x: int or :class:`Length`\n:param y:\n:type y: int\n:ivar z: Depth.\n:vartype z: str\n';
    expect(await flat(fields)).toBe(
      '- `x` (int or `Length`): Width.\n- type `y`: int\n- ivar `z` (str): Depth.',
    );
  });

  test('of fields, options and definitions become Markdown', async () => {
    expect(await flat(':param int x: Width.\n:returns: Area.\n')).toBe(
      '- `x` (int): Width.\n- **returns:** Area.',
    );
    expect(
      await flat('-v, --verbose  Say more.\n--out=FILE     Write\n               there.\n'),
    ).toBe('- `-v, --verbose`: Say more.\n- `--out=FILE`: Write there.');
    expect(await flat('The *kind* is:\n  - a\n  - b\n')).toBe('- The *kind* is:\n  - a\n  - b');
    expect(await flat('term\n  What it is.\nother\n  More.\n')).toBe(
      '- **term**: What it is.\n- **other**: More.',
    );
  });
});

describe('tables', () => {
  test('drawn as a grid become Markdown', async () => {
    const grid =
      '+------+-------+\n| Name | Value |\n+======+=======+\n| a    | first |\n|      | line  |\n+------+-------+\n| b    | ``2`` |\n+------+-------+\n';
    expect(await flat(grid)).toBe(
      '| Name | Value |\n| --- | --- |\n| a | first line |\n| b | `2` |',
    );
  });

  test('drawn simply become Markdown', async () => {
    const simple =
      '=====  =====\nA      B\n=====  =====\n1      x|y\n2      z\n       more\n=====  =====\n';
    expect(await flat(simple)).toBe('| A | B |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | z more |');
  });

  test('drawn simply may have blank lines, empty cells and line breaks', async () => {
    const simple =
      '====  =====\n..    CLI\n\n\n====  =====\nPort  a |br| b\n\nKey   c\n====  =====\n\nAfter.\n';
    expect(await flat(simple)).toBe(
      '|  | CLI |\n| --- | --- |\n| Port | a b |\n| Key | c |\n\nAfter.',
    );
  });

  test('from lists have the rows whose mark stands alone', async () => {
    const list =
      '.. list-table::\n   :header-rows: 1\n\n   *\n     - Key\n     - Use\n   *\n     - a\n     - b\n';
    expect(await flat(list)).toBe('| Key | Use |\n| --- | --- |\n| a | b |');
  });

  test('written as lists or values become Markdown', async () => {
    const list =
      '.. list-table:: Keys\n   :header-rows: 1\n\n   * - Key\n     - Use\n   * - a\n     - b\n       c\n';
    expect(await flat(list)).toBe('**Keys**\n\n| Key | Use |\n| --- | --- |\n| a | b c |');
    expect(await flat('.. csv-table::\n   :header: a, b, c\n\n   1, "2, 3", 4\n')).toBe(
      '| a | b | c |\n| --- | --- | --- |\n| 1 | 2, 3 | 4 |',
    );
  });

  test('show no targets in a cell of a grid', async () => {
    const rows = '| .. _oil: | b   |\n|          |     |\n| a        |     |\n+----------+-----+\n';
    expect(await flat(`+----------+-----+\n| Key      | Use |\n+==========+=====+\n${rows}`)).toBe(
      '| Key | Use |\n| --- | --- |\n| a | b |',
    );
  });

  test('show no targets and no entries of an index in a cell, and a bold title once', async () => {
    const list =
      '.. list-table:: **Keys**\n   :header-rows: 1\n\n   * - Key\n     - Use\n   * - .. _oil:\n\n       .. index::\n          single: oil\n\n       a\n     - b\n';
    expect(await flat(list)).toBe('**Keys**\n\n| Key | Use |\n| --- | --- |\n| a | b |');
  });

  test('show the lines of a line block in a cell', async () => {
    const list =
      '.. list-table::\n   :header-rows: 1\n\n   * - Key\n     - Use\n   * - a\n     - | one\n         more\n       |\n       | two\n';
    expect(await flat(list)).toBe('| Key | Use |\n| --- | --- |\n| a | one more two |');
  });
});

describe('code in places for text', () => {
  test.each([
    '.. altair-plot::\n   import altair as alt\n\n   alt.Chart(\n       data\n   ).mark_bar()\n',
    '.. altair-plot::\n   :hide-code:\n\n   import altair as alt\n\n   alt.Chart(\n       data\n   ).mark_bar()\n',
    '.. shiny:example::\n\n   import altair as alt\n\n   alt.Chart(\n       data\n   ).mark_bar()\n',
  ])('stays code in an unknown directive: %j', async (source) => {
    expect(await flat(source)).toBe(
      '«python|import altair as alt\n\nalt.Chart(\n    data\n).mark_bar()»',
    );
  });

  test.each([
    ['.. console::\n\n   $ manage run\n   Done.\n', '«console|$ manage run\nDone.»'],
    ['.. console::\n\n   manage run --all\n', '«console|manage run --all»'],
    ['.. py-console::\n\n   >>> 1 + 1\n   2\n', '«python|>>> 1 + 1\n2»'],
  ])('in a console has the language of its prompt: %j', async (source, expected) => {
    expect(await flat(source)).toBe(expected);
  });

  test('in an unknown directive with other directives is only what those show', async () => {
    const source =
      '.. step:: Run it\n\n   Run this:\n\n   .. code-block:: py\n\n      import a\n\n      a.run(\n          1\n      )\n';
    expect(await flat(source)).toBe('**Run it**\n\nRun this:\n\n«py|import a\n\na.run(\n    1\n)»');
  });

  test('of an unknown directive is prose if it reads like prose', async () => {
    const source =
      '.. shiny:: Box\n\n   Call run(a) to begin. It\n   takes a while (see below)\n\n   - and `b`\n';

    expect(await flat(source)).toBe(
      '**Box**\n\nCall run(a) to begin. It takes a while (see below)\n\n- and `b`',
    );
  });

  test('stays code in the cells of a table, with the heading of its column', async () => {
    const grid =
      "+--------------+---------------+\n| **Don't**    | Do            |\n+--------------+---------------+\n| .. code:: py | .. code:: py  |\n|              |               |\n|    for x:    |    go(1)      |\n|        f(x)  |               |\n+--------------+---------------+\n";
    const list =
      ".. list-table::\n   :header-rows: 1\n\n   * - **Don't**\n     - Do\n   * - .. code:: py\n\n          for x:\n              f(x)\n     - .. code:: py\n\n          go(1)\n";

    for (const source of [grid, list]) {
      expect((await parse(source)).sections[0]!.blocks).toEqual([
        { kind: 'code', language: 'py', code: 'for x:\n    f(x)', label: "Don't" },
        { kind: 'code', language: 'py', code: 'go(1)', label: 'Do' },
      ]);
    }
  });
});

test.each([
  ['Set COUNTER\\_MASK, and \\_one.\n', 'Set COUNTER_MASK, and \\_one.'],
  [
    'Use :genex:`$<CONFIG:a>`, :variable:`CMAKE_<LANG>` or :variable:`it <CMAKE_A>`.\n',
    'Use `$<CONFIG:a>`, `CMAKE_<LANG>` or it.',
  ],
  [
    '**oil <1.5|X:X|deep> [<left|right|both>]**, |rust|\n',
    '**oil <1.5|X:X|deep> [<left|right|both>]**, rust',
  ],
])('names keep their characters: %j', async (source, expected) => {
  expect(await flat(source)).toBe(expected);
});

test('mathematics between dollars keeps its backslashes and bars', async () => {
  expect(
    await flat(
      'The sum $\\sum_{i_1} |x|$ of $$ \\frac{a_1_}{b} $$ costs $5 or \\$6, not $A\\_B/$C.\n',
    ),
  ).toBe('The sum $\\sum_{i_1} |x|$ of $$ \\frac{a_1_}{b} $$ costs $5 or $6, not $A_B/$C.');
});

test('code shows the values of substitutions if its directive asks for them', async () => {
  const source = `.. |saw| replace:: 1.2\n.. |port| replace:: 80\n\n.. code-block:: sh\n   :substitutions:\n\n   get saw-|saw| | wc |x|\n\n.. code-block:: sh\n\n   a |saw|\n\n.. parsed-literal::\n\n   run **saw** :|port|\n`;
  const { sections } = await parse(source);
  expect(sections.flatMap(({ blocks }) => blocks)).toMatchObject([
    { code: 'get saw-1.2 | wc |x|' },
    { code: 'a |saw|' },
    { code: 'run **saw** :80' },
  ]);
});

test('a picture with a name is shown only within a sentence', async () => {
  expect(
    await flat(
      'Press |oil| now:\n\n|shot|\n\n- |shot|\n- Done.\n\n.. |shot| image:: a.png\n.. |oil| image:: b.png\n   :alt: Oil\n',
    ),
  ).toBe('Press oil now:\n\n- Done.');
});

test('a substitution of raw HTML shows its words or the name of an icon, and nothing for tags around text', async () => {
  const raw =
    '.. |open| raw:: html\n\n   <h3>\n\n.. |shut| raw:: html\n\n   </h3>\n\n.. |plan| raw:: html\n\n   <span class="plan">Paid</span>\n\n.. |yes| raw:: html\n\n   <i class="check"></i>\n\n.. |plan| raw:: latex\n\n   \\plan\n\n';
  expect(await flat(`${raw}|open| Saws |shut|\n\nOil is |plan| only. Oak: |yes|\n`)).toBe(
    'Saws\n\nOil is Paid only. Oak: yes',
  );
});

test('a substitution shows all lines of its text', async () => {
  expect(
    await flat(
      'See |saw| and |cut|.\n\n.. |saw| replace:: The saw\n   *Pro*\n.. |cut| replace::\n\n   a deep\n   cut\n\nText.\n\n.. note::\n\n   .. |a| replace:: b\n   .. |c| replace:: d\n\n   Use |a|.\n',
    ),
  ).toBe('See The saw *Pro* and a deep cut.\n\nText.\n\n**Note:** Use b.');
});

test('the mark of a short name is no text, in any role', async () => {
  const content =
    'Use :mc-cmd:`~mc rule add --days`, :ref:`~a <b>`, :any:`--no-oil` and :x:`!open`.\n';
  expect(await flat(content)).toBe('Use mc rule add --days, ~a, `--no-oil` and open.');
});

test('a mark alone and the path of a home folder are no short name', async () => {
  const content = 'Use `.`, `~` or `!` in `~/.saw.conf`, not `~a.Saw` and `!Oak`.\n';
  expect(await flat(content)).toBe('Use `.`, `~` or `!` in `~/.saw.conf`, not `Saw` and `Oak`.');
});

test('a reference to a target without a name shows its text', async () => {
  const targets = '__ Sharp_\n.. __: https://saw.example\n';
  expect(await flat(`See here__, \`the shop\`__ and Saw.__init__, not on_.\n\n${targets}`)).toBe(
    'See here, the shop and Saw.__init__, not on_.',
  );
});

test('a role with the name of a language is code, as it is written', async () => {
  expect(
    await flat(
      'Use :php:`\\Saw\\Blade`, :php:`Blade <\\Saw\\Blade>`, :html:`<a href="#">` and :path:`saw/cut/`.\n',
    ),
  ).toBe('Use `\\Saw\\Blade`, `Blade`, `<a href="#">` and `saw/cut/`.');
  expect(
    await flat(':php:class:`Saw\\Blade`, :php:class:`Saw\\\\Oil`, :phpclass:`Saw\\Cut`\n'),
  ).toBe('`Saw\\Blade`, `Saw\\Oil`, Saw\\Cut');
});

test('fields above a document are not shown, and state its title', async () => {
  const fields = ':title: Saws and oil\n:related command: cut,\n   saw\n:tocdepth: 2\n';
  const { title, sections } = await parse(
    `${fields}\nOil.\n\nBlades\n======\n\nThin.\n\nTeeth\n=====\n\nMany.\n`,
  );
  expect(title).toBe('Saws and oil');
  expect(sections[0]?.blocks).toEqual([{ kind: 'text', text: 'Oil.' }]);
  expect(await flat(':Author: Ann\n\nOil.\n')).toBe('- **Author:** Ann\n\nOil.');
});

test('a field of several words keeps them, unless it is one of Sphinx', async () => {
  expect(await flat(':Data type: array\n:Release date: soon\n:raises OSError: never\n')).toBe(
    '- **Data type:** array\n- **Release date:** soon\n- raises `OSError`: never',
  );
});

test('a method of PHP has its signature, and what it returns', async () => {
  expect(await flat('.. php:method:: getTeeth()\n   :returns: ``int``\n')).toBe(
    '«php|getTeeth()»\n\nReturns: `int`.',
  );
});

test('a reference to a section of the document shows its title', async () => {
  expect(
    await flat(
      'See :ref:`guide_mon`, :ref:`over` and :ref:`else-where`.\n\n.. _guide_mon:\n.. _second:\n\nWatching runs\n-------------\n\nx\n\n.. _over:\n\n====\nOver\n====\n\ny\n',
    ),
  ).toContain('See Watching runs, Over and else where.');
});

test('a reference to a section shows the names in its title', async () => {
  const content =
    'See :ref:`cut`.\n\n.. _cut:\n\n``saw_cut()`` and `x`_\n-------------------\n\nx\n';
  expect(await flat(content)).toContain('See saw_cut() and x.');
});

test('a reference to a section with a title of two letters shows its title', async () => {
  expect(await flat('Use :ref:`store-s3`.\n\n.. _store-s3:\n\nS3\n--\n\nx\n')).toContain('Use S3.');
});

test('a glossary shows all terms of a definition', async () => {
  expect(
    await flat(
      '.. glossary::\n   :sorted:\n\n   eager load\n   eager loading\n      Loads all at once.\n\n   lazy load\n\n      Loads later.\n',
    ),
  ).toBe('- **eager load, eager loading**: Loads all at once.\n- **lazy load**: Loads later.');
});

describe('directives', () => {
  test('leave out a title without words', async () => {
    expect(await flat('.. topic:: \\\n\n    Text.\n')).toBe('Text.');
  });

  test.each([
    ['.. note:: Mind\n   the gap.\n', '**Note:** Mind the gap.'],
    ['.. versionadded:: 2.0\n   The flag.\n', '**New in version 2.0:** The flag.'],
    ['.. deprecated:: 1.2\n', 'Deprecated since version 1.2.'],
    ['.. toctree::\n\n   a\n   b\n\nText.\n', 'Text.'],
    ['.. include:: /etc/passwd\n\nText.\n', 'Text.'],
    ['.. figure:: a.png\n   :alt: x\n\n   The caption.\n', 'The caption.'],
    ['.. a comment\n   goes on\n\n.. _t:\n\nText.\n', 'Text.'],
    ['.. shiny:: Box title\n\n   Kept text.\n', '**Box title**\n\nKept text.'],
    ['.. tab:: Linux\n\n   Read on.\n', '**Linux**\n\nRead on.'],
    ['.. tab::\n   :tabid: nodejs\n\n   Read on.\n', '**nodejs**\n\nRead on.'],
  ])('%j', async (source, expected) => {
    expect(await flat(source)).toBe(expected);
  });

  test('of options without a body show the names of the options', async () => {
    expect(
      await flat(
        '.. django-admin-option:: --tag TAGS, -t TAGS\n\nRuns these.\n\n.. django-admin-option:: --deploy\n\nRuns more.\n',
      ),
    ).toBe('`--tag TAGS, -t TAGS`\n\nRuns these.\n\n`--deploy`\n\nRuns more.');
  });

  test('of a symbol open an atomic section, and the text after them continues the section before', async () => {
    const { sections } = await parse(
      'API\n===\n\nIntro.\n\n.. module:: pkg\n\n.. class:: Box(size)\n\n   A box.\n\n   .. method:: open(key=None)\n\n      Opens it.\n\nAfter.\n',
    );
    expect(
      sections.map(({ headings, anchor, atomic, blocks }) => [
        headings.join(' > '),
        anchor,
        atomic ?? false,
        blocks.map((block) => (block.kind === 'text' ? block.text : block.code)).join(' / '),
      ]),
    ).toEqual([
      ['API', 'api', false, 'Intro.'],
      ['API > Box', 'pkg.Box', true, 'Box(size) / A box.'],
      ['API > Box > Box.open', 'pkg.Box.open', true, 'open(key=None) / Opens it.'],
      ['API', 'api', false, 'After.'],
    ]);
  });
});

describe('symbols', () => {
  test.each([
    ['.. option:: -?\n            -h\n            --help\n\n   Text.\n', '«|-?\n-h\n--help»'],
    ['.. data:: O_RDONLY\n          O_WRONLY\n\n   Text.\n', '«python|O_RDONLY\nO_WRONLY»'],
    [
      '.. c:function:: int foo(void)\n   int bar(void)\n\n   Text.\n',
      '«c|int foo(void)\nint bar(void)»',
    ],
    ['.. function:: f(a, \\\n              b)\n\n   Text.\n', '«python|f(a, b)»'],
    ['.. js:function:: send(a)\n\n   Text.\n', '«|send(a)»'],
  ])('show all their signatures: %j', async (source, expected) => {
    expect(await flat(source)).toBe(`${expected}\n\nText.`);
  });

  test('show a signature of CMake that begins below the directive and takes several lines', async () => {
    const { sections } = await parse(
      '.. signature::\n  cut(FILE <file>\n      [DEPTH <n>])\n  :target: FILE\n\n  Cuts a file.\n',
    );
    expect(sections[0]!.headings).toEqual(['cut(FILE <file> [DEPTH <n>])']);
    expect(sections[0]!.blocks).toEqual([{ kind: 'text', text: 'Cuts a file.' }]);
  });

  test('are commands and variables of CMake', async () => {
    const { sections } = await parse(
      '.. command:: saw_cut\n\n  Cuts.\n\n.. variable:: SAW_DEPTH\n\n  The depth.\n',
    );
    expect(sections.map(({ headings }) => headings)).toEqual([['saw_cut'], ['SAW_DEPTH']]);
  });

  test('keep the lines of the grammar of a command', async () => {
    expect(await flat('.. synopsis::\n\n    saw [-d | --deep] WOOD\n        [OIL ...]\n')).toBe(
      '«|saw [-d | --deep] WOOD\n    [OIL ...]»',
    );
  });

  test('of options without a body show all names', async () => {
    expect(await flat('.. option:: -h\n            --help\n')).toBe('`-h`, `--help`');
  });

  test('show a signature that goes on in the next line, in their title', async () => {
    const source =
      '.. c:function:: int show(Obj *o, \\\n                         int flags)\n\n   Text.\n';
    const { sections } = await parse(source);
    expect(sections[0]!.headings).toEqual(['int show(Obj *o, int flags)']);
    expect(sections[0]!.blocks).toEqual([{ kind: 'text', text: 'Text.' }]);
  });

  test('show a signature that is too long for a title, in code', async () => {
    const signature = `int f(${'int parameter, '.repeat(30)}int last)`;
    expect(await flat(`.. c:function:: ${signature}\n\n   Text.\n`)).toContain(`«c|${signature}»`);
  });

  test('show their type, value and default', async () => {
    expect(
      await flat('.. attribute:: timeout\n   :type: float\n   :value: 5.0\n\n   Seconds.\n'),
    ).toBe('Type: `float`. Value: `5.0`.\n\nSeconds.');
    expect(
      await flat('.. confval:: name\n   :type: :py:class:`str`\n   :default: ``None``\n'),
    ).toBe('Type: `str`. Default: `None`.');
  });
});

test('the options of a directive that a page describes are symbols within it', async () => {
  const content =
    'Saws\n====\n\n.. rst:directive:: saw\n\n   Cuts.\n\n   .. rst:directive:option:: oil\n      :type: number\n\n      Oils it.\n';
  const { sections } = await parse(content);
  expect(sections.map(({ headings }) => headings)).toEqual([
    ['Saws'],
    ['Saws', 'saw'],
    ['Saws', 'saw', 'oil'],
  ]);
  expect(await flat(content)).toContain('Type: `number`.\n\nOils it.');
});

test('an object of a domain of the project is a symbol', async () => {
  const { sections } = await parse(
    'Settings\n========\n\n.. sawconf:statement:: blade-width\n   :short: Sets the width.\n\n   The width of the cut.\n\n.. saw:id:: Saw::cut\n\n   Cuts.\n\n.. id:: 12\n\n   Text.\n',
  );
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
    'Settings',
    'blade-width',
    'Saw::cut',
    'Settings',
  ]);
});

test('a member whose class has the name of its package before it names the class once', async () => {
  const { sections } = await parse(
    'API\n===\n\n.. module:: shop.http\n\n.. class:: shop.Request\n\n   One.\n\n   .. attribute:: Request.url\n\n      Its address.\n',
  );
  expect(sections.map(({ headings, anchor }) => [headings.at(-1), anchor]).slice(1)).toEqual([
    ['shop.Request', 'shop.Request'],
    ['shop.Request.url', 'shop.Request.url'],
  ]);
});

describe('hostile input', () => {
  test.each([
    ['10 MB without a newline', 'x'.repeat(10_000_000)],
    ['a million backticks', '`'.repeat(1_000_000)],
    ['role starts', ':a:`'.repeat(300_000)],
    ['phrase targets', '`<'.repeat(500_000)],
    ['field markers', ':a:b'.repeat(300_000)],
    ['fields above a document', `${' \n'.repeat(300_000)}${':a: b\n c\n'.repeat(300_000)}`],
    ['option lists', '-a, '.repeat(300_000)],
    ['bars', '|a '.repeat(300_000)],
    ['underscores', 'a_'.repeat(500_000)],
    [
      'nested indentation',
      Array.from({ length: 4000 }, (_, at) => `${' '.repeat(at)}x`).join('\n\n'),
    ],
    ['nested bullets', `${'- '.repeat(10_000)}x`],
    ['many borders', '== ==\n'.repeat(200_000)],
    ['open tables', '== ==\nx\n\n'.repeat(100_000)],
    ['dollars', `${'$a '.repeat(200_000)}\n\n${'$a'.repeat(200_000)}\n\n${'$$ '.repeat(200_000)}`],
    ['names of other projects', ':func:`~a:b:'.repeat(100_000)],
    ['numbers of issues', `:issue:\`${'1, 2-'.repeat(200_000)}\``],
    ['wide characters', `== ==\n${'测 '.repeat(100_000)}\n== ==\n`],
    ['a grid of many columns', `+${'-+'.repeat(9000)}\n${'|\n'.repeat(50_000)}`],
    [
      'a table of many columns',
      `${'= '.repeat(9000)}\n${'a\n'.repeat(50_000)}${'= '.repeat(9000)}\n\n`,
    ],
    ['many grids', '+-+\n'.repeat(200_000)],
    ['titles', Array.from({ length: 50_000 }, (_, at) => `T${at}\n====\n`).join('\n')],
    ['directives', '.. note::\n'.repeat(200_000)],
    ['terms', 'a\n b\n\n'.repeat(100_000)],
  ])('%s ends within seconds', { timeout: 60_000 }, async (_, content) => {
    const { title } = await parse(content);
    expect(title).not.toBe('');
  });

  test('drops hidden characters', async () => {
    expect(await flat('a\u200bb\u202ec')).toBe('abc');
  });
});

const source = markup(
  '\n',
  '\n\n',
  '  ',
  '   ',
  '====',
  '----',
  '.. note::',
  '.. code-block:: py',
  ':a: b',
  '- x',
  '1. ',
  '``',
  '`',
  '|x|',
  '::',
  'text',
  '+--+--+',
  '|',
  '=== ===',
  '.. _a:',
  '.. |b| replace:: c',
  '>>> 1',
  '.. class:: A',
  '.. method:: m()',
  ':ref:`x`',
  '\\',
  '*',
  '.. list-table::',
  '* - a',
  '.. ',
  '_',
);

test(
  'property: any document gives sections with visible text, and never throws',
  { timeout: 60_000 },
  () => expectReadable(parse, source),
);

test('an indented block below a line block is read by itself', async () => {
  const content =
    'Call it:\n\n|\n\n    .. code-block:: python\n\n        cut()\n\n| One\n  line.\n| Two.\n';
  const text = await flat(content);
  expect(text).toContain('«python|cut()»');
  expect(text).toContain('One line.\nTwo.');
});

test('the text of a raw role has no tags, and no symbols of links', async () => {
  const content =
    '.. role:: raw-html(raw)\n    :format: html\n\n- ``teeth`` :raw-html:`<a id="teeth" href="#teeth">&#x1F517;</a>`, number\n- :raw-html:`<b>sharp &amp; oiled</b>`\n';
  expect(await flat(content)).toContain('- `teeth` , number\n- sharp & oiled');
});

test('a role that the document defines for code is code', async () => {
  const content = '.. role:: ada(code)\n   :language: ada\n\nUse :ada:`Cut (X, Y)`.\n';
  expect(await flat(content)).toBe('Use `Cut (X, Y)`.');
});

test('the names of characters are characters if the document includes those of docutils', async () => {
  const text = 'Saw\\ |nbsp|\\ 9 |mdash| the |oak| one.\n';
  expect(await flat(`.. include:: <isopub.txt>\n\n${text}`)).toBe('Saw 9 — the oak one.');
  expect(await flat(text)).toBe('Sawnbsp9 mdash the oak one.');
});

test('a footnote without a name has its text, and its reference none', async () => {
  expect(await flat('Oil it [#]_.\n\n.. [#] With linseed oil.\n')).toBe(
    'Oil it.\n\nWith linseed oil.',
  );
});
