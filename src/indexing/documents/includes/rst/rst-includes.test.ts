import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { expandIncludes, neededIncludes } from '../expand-includes.ts';
import { python, shown } from '../shown.fixture.ts';

describe('reStructuredText', () => {
  const page = (directive: string): string =>
    `Guide\n=====\n\nCall it like this:\n\n${directive}\n`;

  test('shows the code of a literalinclude in the language of the file', async () => {
    const { code } = await shown('docs/guide.rst', page('.. literalinclude:: ../examples/app.py'), {
      'examples/app.py': python,
    });
    expect(code).toEqual([`python: ${python.trimEnd()}`]);
  });

  test('shows the parameters and status codes of a method of OpenStack with their descriptions', async () => {
    const yaml =
      'depth_in:\n  description: |\n    How deep.\n\n    .. note:: In mm.\n  in: body\n  type: integer\n  required: false\n  min_version: 2.1\nname:\n  in: path\n  type: string\n  required: true\n';
    const { text } = await shown(
      'api-ref/source/saws.inc.rst',
      page(
        '.. rest_parameters:: parameters.yaml\n\n   - depth: depth_in\n   - name: name # own\n   - oil: missing\n\nThen:\n\n.. rest_status_code:: error ../status.yaml\n\n   - 400\n   - 404: saw\n\nDone.',
      ),
      {
        'api-ref/source/parameters.yaml': yaml,
        'api-ref/status.yaml': '400:\n  default: Bad.\n404:\n  default: None.\n  saw: No saw.\n',
      },
    );
    expect(text).toContain(
      '- `depth` (body, integer, optional, since 2.1): How deep.\n\n  **Note:** In mm.\n\n- `name` (path, string)\n- `oil`\n\nThen:\n\n- `400`: Bad.\n- `404`: No saw.\n\nDone.',
    );
  });

  test('shows the rows of a table that stand in another file', async () => {
    const table = '.. csv-table:: Blades\n   :header-rows: 1\n   :file: data/blades.csv';
    const { text } = await shown('docs/guide.rst', page(`${table}\n\nDone.`), {
      'docs/data/blades.csv': 'Blade,Teeth\n"Oak, old",8\n',
    });
    expect(text).toContain('**Blades**');
    expect(text).toContain('| Blade | Teeth |\n| --- | --- |\n| Oak, old | 8 |');
    expect(text).toContain('Done.');
  });

  test('shows a file that is the text of an item or a cell', async () => {
    const table =
      '.. list-table::\n   :header-rows: 1\n\n   * - Name\n     - Text\n   * - oil\n     - .. include:: /parts/oil.rst\n\n';
    const list =
      '- .. literalinclude:: /examples/app.py\n     :lines: 9-\n\n- .. include:: /none.rst\n';
    const { text, code } = await shown('docs/guide.rst', page(table + list), {
      'docs/parts/oil.rst': 'Keeps it\n*clean*.\n',
      'docs/examples/app.py': python,
    });
    expect(text).toContain('| Name | Text |\n| --- | --- |\n| oil | Keeps it *clean*. |');
    expect(code).toEqual(['python: def two():\n    return 2']);
  });

  test('shows the code of a literalinclude in a page whose name ends like text', async () => {
    const directive = '.. literalinclude:: /examples/app.py\n   :start-after: def two\n   :dedent:';
    const { code } = await shown('source/guide.txt', page(directive), {
      'source/examples/app.py': python,
    });
    expect(code).toEqual(['python: return 2']);
  });

  test.each([
    [':lines: 9-', 'def two():\n    return 2'],
    [':lines: 1,9-10', 'import os\ndef two():\n    return 2'],
    [':pyobject: one', '@cached\ndef one():\n    return 1'],
    [':start-after: return 1', 'def two():\n    return 2'],
    [':start-at: def two', 'def two():\n    return 2'],
    [':end-before: @cached', 'import os'],
    [':start-at: @cached\n   :end-at: return 1', '@cached\ndef one():\n    return 1'],
    [':start-after: def two\n   :dedent: 4', 'return 2'],
  ])('shows the part of the file that %j chooses', async (options, expected) => {
    const directive = `.. literalinclude:: /examples/app.py\n   ${options}`;
    const { code } = await shown('docs/guide.rst', page(directive), { 'examples/app.py': python });
    expect(code).toEqual([`python: ${expected}`]);
  });

  test.each([
    ['.. bokeh-plot:: docs/examples/app.py\n   :source-position: above', true],
    ['.. bokeh-plot:: __REPO__/examples/app.py', true],
    ['.. bokeh-plot:: docs/examples/app.py\n   :source-position: none', false],
    ['.. plot:: examples/app.py\n   :include-source:', true],
    ['.. plot:: examples/app.py', false],
  ])('of %j, the code is shown: %s', async (directive, isShown) => {
    const files = { 'source/docs/examples/app.py': python, 'examples/app.py': python };
    const { code } = await shown('source/docs/guide.rst', page(directive), files);
    expect(code).toEqual(isShown ? [`python: ${python.trimEnd()}`] : []);
  });

  test('shows the language and the caption that a literalinclude gives', async () => {
    const directive = '.. literalinclude:: run.txt\n   :language: console\n   :caption: Run it';
    const content = page(directive);
    const files = { 'docs/run.txt': '$ run' };
    const { code, text } = await shown('docs/guide.rst', content, files);
    expect(code).toEqual(['console: $ run']);
    expect(text).not.toContain('literalinclude');
  });

  test.each([
    ['between brackets', '#[==[.rst:\nCutSaw\n------\n\nCuts saws::\n\n  include(CutSaw)\n#]==]'],
    ['in lines', '#.rst:\n# CutSaw\n# ------\n#\n# Cuts saws::\n#\n#   include(CutSaw)'],
  ])('shows the text of a module of CMake that is %s of comments', async (_name, comment) => {
    const files = { 'Modules/CutSaw.cmake': `# A license.\n\n${comment}\n\nset(secret 1)\n` };
    const directive = '.. cmake-module:: ../../Modules/CutSaw.cmake\n';
    const { code, text } = await shown('Help/module/CutSaw.rst', directive, files);
    expect(text).toContain('Cuts saws');
    expect(text).not.toMatch(/license|secret/);
    expect(code).toEqual([': include(CutSaw)']);
  });

  test('reads an included file as a part of the page', async () => {
    const { code, text } = await shown('docs/guide.rst', page('.. include:: parts/install.txt'), {
      'docs/parts/install.txt':
        'Installation\n------------\n\nUse pip::\n\n    pip install widgets\n',
    });
    expect(text).toContain('Installation');
    expect(code).toEqual([': pip install widgets']);
  });

  test('reads the part of an included file that start-after and end-before choose', async () => {
    const directive =
      '.. include:: ../README.rst\n   :start-after: begin-here\n   :end-before: end-here';
    const { text } = await shown('docs/guide.rst', page(directive), {
      'README.rst': 'Badges.\n\n.. begin-here\n\nWidgets are small.\n\n.. end-here\n\nLicense.\n',
    });
    expect(text).toContain('Widgets are small.');
    expect(text).not.toMatch(/Badges|License/);
  });

  test('shows an include in an example as it is', async () => {
    const content = page('.. code-block:: rst\n\n   .. include:: parts.txt\n');
    const { code } = await shown('docs/guide.rst', content, { 'docs/parts.txt': 'Parts.' });
    expect(code).toEqual(['rst: .. include:: parts.txt']);
  });
});

describe('substitutions of a site of Sphinx', () => {
  const page =
    'Guide\n=====\n\nUse |brand| |version| on |os| |dash| with |own|.\n\n.. |own| replace:: care\n';
  const conf =
    'project = "Saw"\nrst_prolog = """\n.. |brand| replace:: Saw *Pro*\n.. |own| replace:: x\n.. include:: /shared/os.inc\n"""\nrst_epilog = f"""\n.. |dash| unicode:: U+2014 .. A dash\n   :trim:\n.. |version| replace:: {version}\n"""\n';

  test('have the values that its configuration adds to all documents', async () => {
    const { text } = await shown('docs/use/guide.rst', page, {
      'docs/conf.py': conf,
      'docs/shared/os.inc': '.. |os| replace::\n\n   Linux or\n   Unix\n.. |x| replace:: y\n',
    });
    expect(text).toContain('Use Saw *Pro* version on Linux or Unix — with care.');
  });

  test.each([
    "with open('../prolog.rst', 'r') as prolog:\n    rst_prolog = prolog.read()\n",
    "rst_epilog = open(os.path.join(here, 'prolog.rst')).read()\n",
  ])('are read from the file of %j', async (configuration) => {
    const { text } = await shown('docs/use/guide.rst', page, {
      'docs/conf.py': configuration,
      'docs/prolog.rst': '.. role:: new\n\n.. |brand| replace:: Saw\n.. |x| replace:: y\n',
    });
    expect(text).toContain('Use Saw version on os dash with care.');
  });

  test('are looked for only by documents that use some', () => {
    const document = { path: 'docs/a.rst', format: 'rst' as const, content: '', hash: '' };
    expect(neededIncludes({ ...document, content: page })).toEqual([['docs/conf.py', 'conf.py']]);
    const own = page.replaceAll(/\|(?:brand|version|os|dash)\|/g, 'it');
    expect(neededIncludes({ ...document, content: own })).toEqual([]);
  });

  test('are read from a hostile configuration in linear time', () => {
    const hostile = [
      'rst_prolog = """\n'.repeat(25_000),
      `rst_epilog = '''${'.. |a| '.repeat(60_000)}`,
      `rst_epilog = a\n${'open(a('.repeat(60_000)}${"open('../".repeat(60_000)}`,
    ];
    for (const text of hostile) {
      const cpuSeconds = startCpuClock();
      expandIncludes({ path: 'a.rst', format: 'rst', content: '|a| '.repeat(50_000) }, () => ({
        path: 'conf.py',
        text,
      }));
      expect(cpuSeconds()).toBeLessThan(5);
    }
  });
});

describe('pages of Snooty', () => {
  test('show the code of an input, and its output', async () => {
    const directive =
      '.. io-code-block::\n   :copyable: true\n\n   .. input:: /examples/app.py\n      :start-after: def two\n      :dedent:\n\n   .. output::\n      :language: json\n      :visible: false\n\n      {\n        "a": 1\n      }';
    const { code, text } = await shown(
      'source/guide.txt',
      `.. _guide:\n\nGuide\n=====\n\nGo:\n\n${directive}\n`,
      {
        'source/examples/app.py': python,
      },
    );
    expect(code).toEqual(['python: return 2', 'json: {\n  "a": 1\n}']);
    expect(text).not.toContain('put::');
  });

  test('show an included part with the texts that replace its names', async () => {
    const page =
      'Guide\n=====\n\n.. include:: /includes/do.rst\n\n   .. replacement:: what to-do\n\n      cut *oak*\n      well\n\n   .. replacement:: how\n\n      .. code-block:: sh\n\n         saw oak\n\nDone.\n';
    const { code, text } = await shown('source/guide.rst', page, {
      'source/includes/do.rst': 'You can |what to-do| with |other|.\n\n- Like this:\n\n  |how|\n',
    });
    expect(text).toContain('You can cut *oak* well with');
    expect(text).toContain('Done.');
    expect(text).not.toContain('replacement');
    expect(code).toEqual(['sh: saw oak']);
  });

  test('read hostile replacements in linear time', () => {
    const value = `   .. replacement:: a\n\n      ${'b'.repeat(1500)}\n\n`;
    const content = `.. include:: /a.rst\n\n${value.repeat(200)}`;
    const cpuSeconds = startCpuClock();
    const text = '|a|'.repeat(600).concat('\n').repeat(200) + '|'.repeat(10_000);
    const path = 'source/guide.rst';
    const expanded = expandIncludes({ path, format: 'rst', content }, () => ({
      path: 'source/a.rst',
      text,
    }));
    expect(expanded.length).toBeLessThan(2_000_000);
    expect(cpuSeconds()).toBeLessThan(5);
  });

  test('read hostile constants in linear time', () => {
    const names = Array.from(
      { length: 400 },
      (_, at) => `a${at} = "${`{+a${at + 1}+}`.repeat(25)}"`,
    );
    const text = `[constants]\n${names.join('\n')}\n`;
    const cpuSeconds = startCpuClock();
    const content = '{+a1+}'.repeat(300).concat('\n').repeat(100);
    expandIncludes({ path: 'a.rst', format: 'rst', content }, () => ({
      path: 'snooty.toml',
      text,
    }));
    expandIncludes(
      { path: 'a.rst', format: 'rst', content: '{+'.repeat(200_000) },
      () => undefined,
    );
    expect(cpuSeconds()).toBeLessThan(5);
  });

  test('show the constants of the site', async () => {
    const page = 'Guide\n=====\n\nUse {+Driver+} or {+other+}.\n\n.. include:: /includes/get.rst\n';
    const { code, text } = await shown('source/guide.rst', page, {
      'snooty.toml': '[constants]\nDriver = "the driver {+v+}"\nv = "6.1"\nloop = "{+loop+}"\n',
      'source/includes/get.rst': 'Get it:\n\n.. code-block:: sh\n\n   get saw@{+v+} {+loop+}\n',
    });
    expect(text).toContain('Use the driver 6.1 or {+other+}.');
    expect(code).toEqual(['sh: get saw@6.1 {+loop+}']);
  });
});
