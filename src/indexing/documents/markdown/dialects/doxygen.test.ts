import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { flat, names } from '../../../../../test/support/sections.ts';
import type { DocumentFormat } from '../../document.ts';
import { expandIncludes } from '../../includes/expand-includes.ts';
import { parseDocument } from '../../parse.ts';

const parse = (content: string, format: DocumentFormat = 'markdown', path = 'docs/saw.md') =>
  parseDocument({ path, format, content, hash: '' });
const shown = async (content: string): Promise<string> =>
  flat(await parse(`@tableofcontents\n\n${content}`));

test.each([
  [
    'references',
    'See @ref cut, @ref\noil "how to oil" and (\\ref Saw::cut()).',
    'See `cut`, how to oil and (`Saw::cut()`).',
  ],
  [
    'links and code',
    '[Oil](@ref oil) with `@ref cut`.\n\n```c\n@ref x\n```',
    'Oil with `@ref cut`.\n\n«c|@ref x»',
  ],
  [
    'notes',
    'Cut.\n@note Wear\n gloves.\n\n- @warning Sharp.',
    'Cut.\n\n**Note:** Wear\n gloves.\n\n- **Warning:** Sharp.',
  ],
  [
    'words',
    'Use @c cut, \\b oil and @em wood; mail a@b c.',
    'Use `cut`, **oil** and *wood*; mail a@b c.',
  ],
  [
    'code',
    'Cut:\n@code{.cpp}\ncut(); // @ref x\n@endcode\nDone.',
    'Cut:\n\n«cpp|cut(); // @ref x»\n\nDone.',
  ],
  [
    'what only a site reads',
    '@ingroup saws\n@anchor cut\n__Cut__ it.\n@image html a.png\n\\htmlonly\n<b>\n\\endhtmlonly',
    '__Cut__ it.',
  ],
  ['formulas and other commands', '@f$x^2@f$ @unknown', '$x^2$ @unknown'],
])('writes %s of Doxygen', async (_, content, expected) => {
  expect(await shown(content)).toBe(expected);
});

test('pages, groups and sections of Doxygen are headings', async () => {
  const document = await parse(
    '@defgroup saws The saws\n@ingroup tools\n@brief Cut wood.\n\n\\section oil Oil a saw\n\nOil it.\n\n\\subsection often\n\nOften.\n',
  );

  expect(document.title).toBe('The saws');
  expect(names(document)).toEqual(['The saws', 'Oil a saw', 'often']);
  expect(document.sections.map(({ anchor }) => anchor)).toEqual(['saws', 'oil', 'often']);
});

test('a text that is a comment of Doxygen is Markdown', async () => {
  const content =
    '/*\n * Copyright (C) Saw\n */\n\n/**\n * @page cut Cut wood\n * Cut:\n *\n * - along\n *\n * ~~~{.c}\n * cut();\n * ~~~\n */\nint x;\n';

  for (const path of ['doc/saw.txt', 'doc/saw.dox']) {
    const document = await parse(content, path.endsWith('.txt') ? 'text' : 'markdown', path);
    expect(document.title).toBe('Cut wood');
    expect(flat(document)).toBe('Cut:\n\n- along\n\n«c|cut();»');
  }
});

test('reads hostile text of Doxygen in linear time', async () => {
  const parts = [
    '@ref '.repeat(20_000),
    '@ref\n'.repeat(20_000),
    '@c `'.repeat(20_000),
    '@code\n'.repeat(9_000),
    '@f$'.repeat(20_000),
  ];
  const cpuSeconds = startCpuClock();
  for (const part of parts) await shown(part);
  expect(cpuSeconds()).toBeLessThan(4);
});

test('parameters, errors and values are items', async () => {
  const text = await shown(
    '@page a A\n\n@param[in] max\\_depth\nHow *deep*.\n@param x See @c y.\n@throws Error If not.\n@retval 0 Good.\n@copydetails saw::Saw\n',
  );
  expect(text).toBe(
    '- `max_depth`:\nHow *deep*.\n- `x`: See `y`.\n- Throws `Error`: If not.\n- Returns `0`: Good.',
  );
});

test('shows the parts of programs that a page names', () => {
  const program =
    'int a;\n//! [cut]\nvoid cut() {\n  //! [oil]\n  oil();\n  //! [oil]\n}\n//! [cut]\n';
  const content = expandIncludes(
    {
      path: 'doc/saw.md',
      format: 'markdown',
      content:
        '@snippet examples/saw.cpp cut\n\n\\snippet{lineno} saw.cpp oil\n\n@include saw.cpp\n\n@snippet saw.cpp none\n',
    },
    (paths) =>
      paths.some((path) => path.endsWith('saw.cpp'))
        ? { path: 'lib/examples/saw.cpp', text: program }
        : undefined,
  );
  expect(content).toBe(
    `\n\`\`\`cpp\nvoid cut() {\n  oil();\n}\n\`\`\`\n\n\n\n\`\`\`cpp\noil();\n\`\`\`\n\n\n\n\`\`\`cpp\n${program}\`\`\`\n\n\n@snippet saw.cpp none\n`,
  );
});

test('functions and macros between the comments of a page have sections, also below rulers', async () => {
  const page = [
    '/**\n\\defgroup saws Saws\nAll saws.\n*/',
    '/****************/\n/** \\brief Cuts a board.\n\n    Wear gloves.\n*/\nvoid saw_cut (int width);',
    'int counted;\n/**\n* \\brief The width.\n* \\param [in]  Board The board.\n*/    \n#define SAW_WIDTH(Board)\n',
  ].join('\n\n');
  const document = await parse(page, 'text', 'docs/saws.txt');
  expect(names(document)).toEqual(['Saws', 'saw_cut', 'SAW_WIDTH']);
  expect(flat(document)).toBe(
    'All saws.\n\n«c|void saw_cut (int width);»\n\nCuts a board.\n\nWear gloves.\n\n«c|#define SAW_WIDTH(Board)»\n\nThe width.\n\n- `Board`: The board.',
  );
});
