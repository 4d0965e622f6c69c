import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunError } from '../../base/errors.ts';
import type { ParsedDocument } from './document.ts';
import { parseNotebook } from './notebook.ts';

async function parse(content: string): Promise<ParsedDocument> {
  return parseNotebook({ path: 'demo/start.ipynb', format: 'notebook', content, hash: '' });
}

async function cells(...list: unknown[]): Promise<ParsedDocument> {
  return parse(JSON.stringify({ nbformat: 4, cells: list, metadata: {} }));
}

const markdown = (source: unknown): unknown => ({ cell_type: 'markdown', source });
const code = (source: unknown, ...outputs: unknown[]): unknown => ({
  cell_type: 'code',
  source,
  outputs,
});
const stream = (text: unknown): unknown => ({ output_type: 'stream', name: 'stdout', text });

describe('a notebook', () => {
  test('of nbformat 4 becomes sections of prose, code and output, over cell borders', async () => {
    const { title, sections } = await cells(
      markdown(['# Start here\n', '\n', 'Intro.']),
      markdown('## Load data\n\nRead it:'),
      code(['import x\n', 'x.load()'], {
        output_type: 'execute_result',
        data: { 'text/plain': '42' },
      }),
      markdown('It is loaded.'),
    );
    expect(title).toBe('Start here');
    expect(sections).toEqual([
      {
        headings: ['Start here'],
        level: 1,
        anchor: 'Start-here',
        blocks: [{ kind: 'text', text: 'Intro.' }],
      },
      {
        headings: ['Start here', 'Load data'],
        level: 2,
        anchor: 'Load-data',
        blocks: [
          { kind: 'text', text: 'Read it:' },
          { kind: 'code', language: 'python', code: 'import x\nx.load()' },
          { kind: 'text', text: 'Output:\n\n    42\n\nIt is loaded.' },
        ],
      },
    ]);
  });

  test('has no license at its beginning', async () => {
    const { title, sections } = await cells(
      markdown('##### Copyright 2022 The Saw Makers'),
      code(['# @title Licensed under the Saw License;\n', '# you may cut.']),
      markdown('# Saws'),
      code('# Licensed under the law\ncut()'),
    );
    expect(title).toBe('Saws');
    expect(sections).toMatchObject([{ headings: ['Saws'], blocks: [{ kind: 'code' }] }]);
  });

  test.each([
    ['a tag of Jupyter Book', { metadata: { tags: ['remove-cell'] } }, []],
    ['an underscore in the tag', { metadata: { tags: ['remove_cell'] } }, []],
    ['the mark of nbsphinx', { metadata: { nbsphinx: 'hidden' } }, []],
    ['a directive of nbdev', { source: '#| hide\n#| default_exp saws\ncut()' }, []],
    ['a directive of an older nbdev', { source: '#hide\ncut()' }, []],
    ['an option of Quarto', { source: ['#| label: cut\n', '#| include: false\n', 'cut()'] }, []],
    ['the tag for its code', { metadata: { tags: ['remove-input'] } }, ['Output:\n\n    42']],
    ['the option for its code', { source: '#| echo: false\ncut()' }, ['Output:\n\n    42']],
    ['the tag for its output', { metadata: { tags: ['remove-output'] } }, ['cut()']],
    ['a tag that folds it', { metadata: { tags: ['hide-input'] } }, ['cut()', 'Output:\n\n    42']],
    ['other options', { source: '#| export\ncut()' }, ['cut()', 'Output:\n\n    42']],
  ])('shows of a cell what its site shows: %s', async (_, changes, shown) => {
    const cell = { cell_type: 'code', source: 'cut()', outputs: [stream('42')], ...changes };
    const { sections } = await cells(cell);
    const blocks = sections.flatMap((section) => section.blocks);
    expect(blocks.map((block) => ('code' in block ? block.code : block.text))).toEqual(shown);
  });

  test('of nbformat 3 is read from its first worksheet', async () => {
    const { title, sections } = await parse(
      JSON.stringify({
        nbformat: 3,
        worksheets: [
          {
            cells: [
              { cell_type: 'heading', level: 1, source: ['Old'] },
              {
                cell_type: 'code',
                language: 'python',
                input: 'print(1)',
                outputs: [{ output_type: 'stream', text: ['1\n'] }],
              },
            ],
          },
        ],
      }),
    );
    expect(title).toBe('Old');
    expect(sections[0]?.blocks).toEqual([
      { kind: 'code', language: 'python', code: 'print(1)' },
      { kind: 'text', text: 'Output:\n\n    1' },
    ]);
  });

  test('has code in its kernel’s language, or that of a cell magic', async () => {
    const { sections } = await parse(
      JSON.stringify({
        cells: [code('println(1)'), code('%%bash\nls'), code('%%time\nrun()')],
        metadata: { language_info: { name: 'Julia' } },
      }),
    );
    expect(sections[0]?.blocks).toEqual([
      { kind: 'code', language: 'julia', code: 'println(1)' },
      { kind: 'code', language: 'bash', code: 'ls' },
      { kind: 'code', language: 'julia', code: 'run()' },
    ]);
  });

  test('keeps short text outputs without colors, pictures and object addresses', async () => {
    const { sections } = await cells(
      code('a', stream('\u001b[31mred\u001b[0m\n10%\r100%\n')),
      code('b', { output_type: 'display_data', data: { 'image/png': 'AAAA', 'text/html': '<b>' } }),
      code('c', {
        output_type: 'execute_result',
        data: { 'text/plain': '<Figure size 640x480 with 1 Axes>' },
      }),
      code('d', { output_type: 'error', ename: 'KeyError', evalue: "'x'", traceback: ['long'] }),
      code('e', stream('line\n'.repeat(1000))),
      code('f', stream('<IPython.core.display.HTML object>')),
      code('g', stream('<PIL.Image.Image image mode=RGB size=512x512>')),
    );
    const texts = sections[0]?.blocks.flatMap((block) =>
      block.kind === 'text' ? [block.text] : [],
    );
    expect(texts?.[0]).toBe('Output:\n\n    red\n    100%');
    expect(texts?.[1]).toBe("Output:\n\n    KeyError: 'x'");
    expect(texts?.[2]).toMatch(/^Output:\n\n( {4}line\n){20} {4}…$/);
    expect(texts).toHaveLength(3);
  });

  test('reads raw cells in reStructuredText as prose, with one hierarchy of headings', async () => {
    const raw = (source: string, metadata = {}): unknown => ({
      cell_type: 'raw',
      source,
      metadata,
    });
    const { title, sections } = await cells(
      raw('.. _tutorial:\n\nTables\n======\n\nRead *this*.'),
      code('load()'),
      raw('Long form\n---------\n\nEach row is an observation.'),
      raw('An example of ``flights``:'),
      code('flights()'),
      raw('<b>HTML of a converter</b>'),
      raw('More\n----\n\n\\LaTeX', { raw_mimetype: 'text/latex' }),
    );

    expect(title).toBe('Tables');
    expect(sections.map(({ headings }) => headings)).toEqual([['Tables'], ['Tables', 'Long form']]);
    expect(
      sections[1]?.blocks.map((block) => (block.kind === 'text' ? block.text : block.code)),
    ).toEqual(['Each row is an observation.\n\nAn example of `flights`:', 'flights()']);
  });

  test('leaves out raw cells for other converters', async () => {
    const { sections } = await cells(
      markdown('# A\n\nText.'),
      { cell_type: 'raw', source: '---\ntitle: x\n---' },
      { cell_type: 'raw', source: 'Words without any markup.' },
    );
    expect(JSON.stringify(sections)).not.toMatch(/title: x|Words/);
  });

  test('has front matter in its first cell only', async () => {
    const { sections } = await cells(
      markdown('---\ntitle: Saws\n---\n\nOil the saw.'),
      markdown('---\nnote: Cut slowly.\n\n---\n\nThen go on.'),
    );
    expect(sections.flatMap(({ blocks }) => blocks)).toEqual([
      { kind: 'text', text: 'Oil the saw.\n\nnote: Cut slowly.\n\nThen go on.' },
    ]);
  });

  test('does not let an unclosed fence of one cell swallow the next', async () => {
    const { sections } = await cells(markdown('```\nopen'), markdown('## Next\n\ntext'));
    expect(sections.at(-1)?.headings).toEqual(['Next']);
  });
});

describe('a malformed notebook', () => {
  test.each([
    ['{"cells": [', 'is not JSON'],
    ['', 'is not JSON'],
    ['[]', 'is not a JSON object'],
    ['{"cells": {}}', 'has no list of cells'],
    ['{"worksheets": [null]}', 'has no list of cells'],
    ['['.repeat(500_000), 'is not JSON'],
  ])('%# is refused with its file’s name and what is wrong', async (content, what) => {
    const failure = await parse(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RunError);
    expect(failure).toMatchObject({ reason: 'Malformed', retry: 'never' });
    expect(String(failure)).toContain(`demo/start.ipynb ${what}`);
  });

  test('with cells of other shapes keeps those it can read', async () => {
    const { sections } = await cells(null, 7, {}, { cell_type: 'code', source: 5 }, code('ok'));
    expect(sections[0]?.blocks).toEqual([{ kind: 'code', language: 'python', code: 'ok' }]);
  });

  test.each([
    [
      'deep',
      `{"cells":[{"cell_type":"code","source":"x","outputs":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
    ],
    [
      'an output of 10 MB',
      JSON.stringify({ cells: [code('x', stream('\u001b['.repeat(5_000_000)))] }),
    ],
    [
      'a carriage return in every place',
      JSON.stringify({ cells: [code('x', stream('a\r'.repeat(2_000_000)))] }),
    ],
    [
      '100,000 cells',
      JSON.stringify({ cells: Array.from({ length: 100_000 }, () => markdown('# a')) }),
    ],
  ])('%s ends within seconds', { timeout: 60_000 }, async (_, content) => {
    expect((await parse(content)).title).not.toBe('');
  });
});

test('property: any JSON gives sections or a RunError', async () => {
  const cell = fc.record(
    {
      cell_type: fc.constantFrom('markdown', 'code', 'raw', 'heading', 'x'),
      source: fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string()), fc.jsonValue()),
      level: fc.integer(),
      language: fc.string(),
      outputs: fc.oneof(
        fc.jsonValue(),
        fc.array(
          fc.record({
            output_type: fc.constantFrom('stream', 'error'),
            text: fc.string({ unit: 'binary' }),
          }),
        ),
      ),
    },
    { requiredKeys: [] },
  );
  const notebook = fc.oneof(
    fc
      .record({ cells: fc.array(cell, { maxLength: 8 }), metadata: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(notebook, async (content) => {
      const result = await parse(content).catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(RunError);
        return;
      }
      expect(result).toHaveProperty('title');
    }),
  );
});
