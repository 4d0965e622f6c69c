import { expect, test } from 'vitest';
import { parse, only, texts, codes } from './parsed.fixture.ts';

test('shows the names of functions of C++ that a site documents', () => {
  const names = '::: cut(Saw<T...>, T&&...)\n\n::: saws::cut\n\n::: operator""_a()\n';
  expect(texts(`First.\n\n${names}\nLast.\n`)).toEqual([
    'First.',
    '`cut(Saw<T...>, T&&...)`',
    '`saws::cut`',
    '`operator""_a()`',
    'Last.',
  ]);
});

test('leaves out the commands that a plugin of MkDocs documents', () => {
  const page = '# Saw\n\nCut.\n\n::: mkdocs-click\n    :module: saw.cli\n    :depth: 2\n\nDone.\n';
  expect(texts(page)).toEqual(['Cut.', 'Done.']);
});

test('reads a note of MkDocs without a space before its kind', () => {
  expect(texts('!!!info "Sharp"\n    Wear gloves.\n\nDone!!!\n')).toEqual([
    '**Sharp**',
    'Wear gloves.',
    'Done!!!',
  ]);
});

test('shows references that mkdocstrings resolves as their text', () => {
  expect(
    texts(
      'Call [`dump()`][pkg.Model.dump] of [dataclasses][dataclasses] or [a long name][name], but a[i][j] and [x][y] stay.\n',
    ),
  ).toEqual(['Call `dump()` of dataclasses or a long name, but a[i][j] and [x][y] stay.']);
});

test('leaves out targets and classes of the Markdown extensions of Python', () => {
  expect(texts('[](){#modeldump}\n\nText (1)\n{ .annotate }\n\n1. Note\n')).toEqual([
    'Text (1)',
    '1. Note',
  ]);
});

test('leaves out the language of a code span', () => {
  const text = 'Call `#!cpp saw::cut()` or ``#!py a`b``. A script has `#!/bin/sh`, `#!perl -w` or';
  expect(texts(`${text} \`#!lua name=saw\`.\n`)).toEqual([
    'Call `saw::cut()` or ``a`b``. A script has `#!/bin/sh`, `#!perl -w` or `#!lua name=saw`.',
  ]);
});

test('shows keys of the Markdown extensions of Python by their names', () => {
  expect(
    texts(
      'Press ++ctrl+shift+p++, ++arrow-up++ or ++"Esc"++, not i++, ++i or `++a++` of C++ and ++i.\n',
    ),
  ).toEqual(['Press ctrl+shift+p, arrow-up or Esc, not i++, ++i or `++a++` of C++ and ++i.']);
});

test('leaves out icons of Material for MkDocs, but for checks', () => {
  const { sections } = parse(
    '# :simple-slack: Chat\n\nClick :octicons-three-bars-16: (top left), [read on :octicons-arrow-right-24:](https://a.dev), or see :material-apple:{ .lg .middle } __macOS__ at 10:material-x:20.\n\n| Saw | Fast |\n| --- | --- |\n| A | :material-check: |\n',
  );
  expect(sections[0]!.headings).toEqual(['Chat']);
  expect(sections[0]!.blocks[0]).toMatchObject({
    text: 'Click (top left), [read on](https://a.dev), or see __macOS__ at 10:material-x:20.',
  });
  expect(sections[0]!.blocks[1]).toMatchObject({
    text: expect.stringContaining('| A | :material-check: |'),
  });
});

test('reads the slashed blocks of the Markdown extensions of Python', () => {
  expect(
    texts('/// note | Mind this\nBody.\n///\n\n/// version-added | v2.13\nNew.\n///\n'),
  ).toEqual(['**Mind this**', 'Body.', '**Version added v2.13**', 'New.']);
  const options = '/// details | More\n    type: tip\n    open: True\n\nBody.\n\n    a: 1\n///\n\n';
  const own = '/// saw-demo\n    size: large\n\nCut.\n///\n';
  expect(texts(options + own)).toEqual(['**More**', 'Body.', 'Cut.']);
  expect(codes(options).map(({ code }) => code)).toEqual(['a: 1']);
});

test('reads blocks of MkDocs that are indented with tabs', () => {
  const content =
    '# Saw\n\n!!! note\n\n\tMind it.\n\n\t=== "Go"\n\n\t\t```go\n\t\tif cut {\n\t\t\tstop()\n\t\t}\n\t\t```\n\n\tOil it.\n\nDone.\n';
  expect(codes(content).map(({ code }) => code)).toEqual(['if cut {\n\tstop()\n}']);
  expect(texts(content).join('\n')).toMatch(/^\*\*Note\*\*\nMind it\.\n(?:.*\n)?Oil it\.\nDone\.$/);
});

test('reads MkDocs blocks and their indentation, nested and with code', () => {
  const { blocks } = only(
    '!!! note "Careful"\n    Text\n\n    ??? tip\n        Deep\n\n    ```py\n    x\n    ```\n\nAfter\n',
  );

  expect(blocks.map((block) => (block.kind === 'text' ? block.text : block.code))).toEqual([
    '**Careful**',
    'Text',
    '**Tip**',
    'Deep',
    'x',
    'After',
  ]);
});

test('reads the tabs in an item of a list below its attributes', () => {
  const page =
    '* **Long** saws: cut boards.\n{#long-saw}\n\n    === "Oak"\n\n        Saw slowly.\n\n        ```py\n        cut()\n        ```\n\n    === "Fir"\n\n        Saw.\n\nDone.\n';
  expect(codes(page)).toEqual([{ language: 'py', code: 'cut()' }]);
  expect(texts(page).join('\n')).not.toMatch(/===|\{#/);
});
