import { expect, test } from 'vitest';
import { parse, texts, codes } from './parsed.fixture.ts';

test('reads reStructuredText in a fence of recommonmark', () => {
  expect(texts('# Saw\n\n```eval_rst\n.. warning::\n  Oil ``it``.\n```\n')).toEqual([
    '**Warning:** Oil `it`.',
  ]);
});

test('reads directives of MyST as text, code or reStructuredText', () => {
  const content = `(target)=
(saws/new-target)=
Call {func}\`run\`, see {ref}\`the guide <guide>\` and \`\`{func}\`x\`\`\`.

\`\`\`{warning}
:class: loud

Not {class}\`~app.Safe\`.
\`\`\`

\`\`\`{code-block} python
:caption: hello.py
:linenos:

print('a')
\`\`\`

\`\`\`{eval-rst}
.. currentmodule:: app

Use :func:\`run\`.

.. code-block:: sh

  app run
\`\`\`

\`\`\`{toctree}
:maxdepth: 1

a
\`\`\`

:::{admonition} Mind
:class: tip
It is late.
:::

:::{note}
And early.
:::

\`\`\`{r, echo=FALSE}
plot(x)
\`\`\`
`;

  expect(texts(content)).toEqual([
    'Call `run`, see the guide and ``{func}`x```.',
    '**Warning**',
    'Not `Safe`.',
    'Use `run`.',
    '**Mind**',
    'It is late.',
    '**Note**',
    'And early.',
  ]);
  expect(codes(content)).toEqual([
    { language: 'python', code: "print('a')", label: 'hello.py' },
    { language: 'sh', code: 'app run' },
    { language: 'r', code: 'plot(x)' },
  ]);
});

test('keeps the items of a list in reStructuredText together', () => {
  expect(texts('```{eval-rst}\nUse:\n\n- a saw\n- an axe\n\nMore.\n```\n')).toEqual([
    'Use:',
    '- a saw\n- an axe',
    'More.',
  ]);
});

test('gives symbols in reStructuredText sections of their own, below the heading around them', () => {
  const symbols =
    '.. py:class:: saws.Saw(size)\n\n   A saw.\n\n   .. py:method:: cut()\n\n      Cut it.\n';
  const content = `# API\n\nAll.\n\n\`\`\`{eval-rst}\n${symbols}\`\`\`\n\nMore.\n\n## End\n\nBye.\n`;
  const { sections } = parse(content);
  expect(sections.map(({ headings }) => headings)).toEqual([
    ['API'],
    ['API', 'saws.Saw'],
    ['API', 'saws.Saw', 'saws.Saw.cut'],
    ['API'],
    ['API', 'End'],
  ]);
  const inList = parse(
    `- Note:\n\n  \`\`\`{eval-rst}\n${symbols.replace(/^(?=.)/gm, '  ')}  \`\`\`\n`,
  );
  expect(inList.sections).toHaveLength(1);
});

test('reads headings in reStructuredText as sections below the section around them', () => {
  const rst =
    'saws.hand\n=========\n\nHand saws.\n\n.. py:class:: Saw\n\n   A saw.\n\nOil\n---\n\nOil it.\n';
  const headings = (content: string): string[][] =>
    parse(content).sections.map((section) => section.headings);

  expect(headings(`\`\`\`{eval-rst}\n${rst}\`\`\`\n`)).toEqual([
    ['saws.hand'],
    ['saws.hand', 'Saw'],
    ['saws.hand', 'Oil'],
  ]);
  expect(headings(`# API\n\nAll.\n\n\`\`\`{eval-rst}\n${rst}\`\`\`\n\n## End\n\nBye.\n`)).toEqual([
    ['API'],
    ['API', 'saws.hand'],
    ['API', 'saws.hand', 'Saw'],
    ['API', 'saws.hand', 'Oil'],
    ['API', 'End'],
  ]);
});

test('gives cells of MyST-NB the language of their notebook', () => {
  const cell = '```{code-cell}\nrun()\n```\n\n```{code-cell} ipython3\ngo()\n```\n';
  const matter = '---\nkernelspec:\n  display_name: R 4\n  language: R\n  name: ir\n---\n\n';
  expect(codes(matter + cell)).toEqual([
    { language: 'r', code: 'run()' },
    { language: 'python', code: 'go()' },
  ]);
  const named = '---\nkernelspec:\n  name: python3\n---\n\n';
  expect(codes(named + cell)[0]).toEqual({ language: 'python', code: 'run()' });
  expect(codes(cell)[0]).toEqual({ language: '', code: 'run()' });
  expect(codes('```{pyodide}\nrun()\n```\n')).toEqual([{ language: 'python', code: 'run()' }]);
});

test.each([
  ['an option', ':tags: [remove-input]\n'],
  ['a block of options', '---\ntags:\n  - remove-cell\n---\n'],
])('leaves out a cell that the site does not show, by %s', (_, options) => {
  const cell = `\`\`\`{code-cell}\n${options}setUp()\n\`\`\`\n`;

  expect(codes(`${cell}\n\`\`\`{code-cell}\n:tags: [hide-input]\nremove_cell()\n\`\`\`\n`)).toEqual(
    [{ language: '', code: 'remove_cell()' }],
  );
});

test('reads a directive of MyST whose name has a capital letter', () => {
  for (const marks of ['```', ':::'])
    expect(texts(`${marks}{Note}\nOil it.\n${marks}\n`)).toEqual(['**Note**', 'Oil it.']);
});

test('reads code and lists in a directive of MyST', () => {
  const content = '````{tip}\n- one\n\n```py\nrun()\n```\n````\n';

  expect(texts(content)).toEqual(['**Tip**', '- one']);
  expect(codes(content)).toEqual([{ language: 'py', code: 'run()' }]);
});

test('reads tabs of sphinx-tabs in MyST as text with labels', () => {
  const tabs =
    '`````{tabs}\n````{group-tab} CLI\nRun {command}`saw`:\n\n```bash\nsaw list\n```\n````\n```{code-tab} py Python\nsaw()\n```\n`````\n';

  expect(texts(tabs)).toEqual(['**CLI**', 'Run `saw`:']);
  expect(codes(tabs)).toEqual([
    { language: 'bash', code: 'saw list' },
    { language: 'py', code: 'saw()', label: 'Python' },
  ]);
  expect(texts(':::::{tabs}\n::::{group-tab} CLI\nSaw.\n::::\n:::::\n')).toEqual([
    '**CLI**',
    'Saw.',
  ]);
});

test('reads descriptions of objects and terminals in MyST', () => {
  const option =
    '```{config:option} saw.depth server\n:shortdesc: "How deep"\n:type: "integer"\n:noindex:\nSee {ref}`depths`.\n```\n';
  const method = '```{py:method} Saw.cut(depth)\n:module: saws\n\nCuts.\n```\n';
  const terminal = '```{terminal}\n:user: root\n:input: saw list\n\noak\n```\n';

  expect(texts(option)).toEqual([
    '**`saw.depth`**',
    '- shortdesc: How deep\n- type: integer',
    'See depths.',
  ]);
  expect(texts(method)).toEqual(['**`Saw.cut(depth)`**', 'Cuts.']);
  expect(codes(terminal)).toEqual([{ language: 'console', code: 'saw list\noak' }]);
});

test('reads a note of mdbook-admonish as text', () => {
  const content =
    '````admonish warning title="Sharp edge"\nUse `gloves`.\n\n```sh\nsaw\n```\n````\n';

  expect(texts(content)).toEqual(['**Sharp edge**', 'Use `gloves`.']);
  expect(codes(content)).toEqual([{ language: 'sh', code: 'saw' }]);
  expect(texts('```admonish\na\n```\n')).toEqual(['**Note**', 'a']);
  expect(texts('```admonish example collapsible=true\na\n```\n')).toEqual(['**Example**', 'a']);
  expect(texts('```admonish tip "Oil"\na\n```\n')).toEqual(['**Oil**', 'a']);
  expect(texts("```admonish title=''\na\n```\n")).toEqual(['a']);
  expect(texts("```admonish id='a'\na\n```\n")).toEqual(['**Note**', 'a']);
});

test('leaves out the breaks between cells of MyST', () => {
  const cells = '# Saw\n\nCut.\n\n+++ {"id": "a1"}\n\n## Oil\n\nDrip.\n+++\n\nWait.\n+++ b/saw\n';
  expect(texts(cells)).toEqual(['Cut.', 'Drip.', 'Wait.\n+++ b/saw']);
  const code = '# Saw\n\n```diff\n+++ {"a": 1}\n```\n';
  expect(JSON.stringify(parse(code))).toContain('+++');
});

test('shows the text of cards of MyST without their layout', () => {
  const page =
    '# Saw\n\n::::{grid} 1 2 2 3\n\n:::{grid-item-card} Teeth\n:text-align: center\n^^^\nFile them.\n+++\nSoon.\n:::\n::::\n\n:::{div} sd-text-center\nEnd.\n:::\n';
  expect(texts(page)).toEqual(['**Teeth**', 'File them.', 'Soon.', 'End.']);
  expect(texts('# Saw\n\n```{grid} 1 2\nCut.\n```\n')).toEqual(['Cut.']);
});

test('leaves out directives of MyST with colons that show nothing', () => {
  const page =
    '# Saw\n\nCut.\n\n::::{toctree}\n:caption: Guides\n:maxdepth: 1\noil\n:::\nsharpen\n::::\n\n:::{note}\nWear gloves.\n:::\n';
  expect(texts(page)).toEqual(['Cut.', '**Note**', 'Wear gloves.']);
});

test('leaves out comments of MyST, but not in another dialect', () => {
  const content = 'First.\n% Old.\n%\n\nSee {ref}`saw`.\n\n```\n% saw\n```\n';
  expect(texts(content)).toEqual(['First.', 'See saw.']);
  expect(codes(content)[0]!.code).toBe('% saw');
  expect(texts('Rows:\n% of data.\n\n`{a}` `b`\n')).toEqual(['Rows:\n% of data.', '`{a}` `b`']);
});

test('names the place of a link whose text MyST fills in', () => {
  expect(
    texts(
      'Set [](#Spawner.ip) and [](JupyterHub.db_url), as in [](./api/spawner-types.md), [](howto:no-sudo) and [](#spawn-errors).\n',
    ),
  ).toEqual([
    'Set `Spawner.ip` and `JupyterHub.db_url`, as in spawner types, no sudo and spawn errors.',
  ]);
  expect(
    texts('Raises [](inv:tornado:py:exception#*.web.HTTPError), see [](../index.md).\n'),
  ).toEqual(['Raises `web.HTTPError`, see .']);
});

test('what only tells a build where it is shows nothing', () => {
  const content =
    '# Saw\n\n:::{default-domain} bzl\n:::\n:::{bzl:currentfile} //saw:BUILD.bazel\n:::\n\n```{=include=} sections\noil.md\n```\n\nUse [](#opt-programs.saw.enable).\n';
  expect(texts(content)).toEqual(['Use `programs.saw.enable`.']);
  expect(codes(content)).toEqual([]);
});

test('shows the texts of the usual roles of Sphinx in Markdown, but no other words between colons', () => {
  const content =
    'Call :func:`cut` of :py:class:`saw.Blade`, see :ref:`oils`.\n\n|Name|Type|\n|-|-|\n|depth|:ref:`Str<Str>`|\n\nA :saw:`a` and a:ref:`b`.\n';
  expect(texts(content)).toEqual([
    'Call `cut` of `saw.Blade`, see oils.',
    '|Name|Type|\n|-|-|\n|depth|Str|',
    'A :saw:`a` and a:ref:`b`.',
  ]);
});

test('the options of a directive of an extension are no code, and its text is', () => {
  const fence = (text: string): string => `\`\`\`{saw-app}\n${text}\n\`\`\`\n\n`;
  const content = `# Saw\n\n${fence(':page: saw\n:show: widget')}${fence(':page: saw\n\nsaw()')}`;
  expect(codes(content).map(({ code }) => code)).toEqual([':page: saw\n\nsaw()']);
});
