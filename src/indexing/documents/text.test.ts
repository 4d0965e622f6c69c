import { describe, expect, test } from 'vitest';
import type { ParsedDocument } from './document.ts';
import { expectReadable, markup } from './text-invariants.fixture.ts';
import { parseText } from './text.ts';

async function parse(content: string): Promise<ParsedDocument> {
  return parseText({ path: 'docs/notes.txt', format: 'text', content, hash: '' });
}

/** All text of a document, headings as #, code in «». */
async function flat(content: string): Promise<string> {
  const { sections } = await parse(content);
  return sections
    .flatMap(({ level, headings, blocks }) => [
      ...(level > 0 ? [`${'#'.repeat(level)} ${headings.at(-1)}`] : []),
      ...blocks.map((block) => (block.kind === 'text' ? block.text : `«${block.code}»`)),
    ])
    .join('\n\n');
}

describe('headings', () => {
  test.each([
    ['Guide\n=====\n\ntext\n\nPart\n----\n\nmore', '# Guide\n\ntext\n\n## Part\n\nmore'],
    ['GETTING STARTED\n\ntext', '## GETTING STARTED\n\ntext'],
    ['2.1 Transport layer\n\nIt moves bytes.', '### 2.1 Transport layer\n\nIt moves bytes.'],
    [
      '1. Install the tool\n\n2. Start the tool\n\nDone.',
      '1. Install the tool\n\n## 2. Start the tool\n\nDone.',
    ],
    ['1. First do this.\n\n2. Then do that.', '1. First do this.\n\n2. Then do that.'],
    ['NOTE: THIS IS LOUD.\n\ntext', 'NOTE: THIS IS LOUD.\n\ntext'],
  ])('%j', async (content, expected) => {
    expect(await flat(content)).toBe(expected);
  });
});

test('the terms of a reference are headings', async () => {
  const terms = Array.from({ length: 20 }, (_, at) => {
    return `option saw${at} <speed>\nno option saw${at}\n  Cuts wood.\n\n  It is\n  fast.`;
  });
  const { sections } = await parse(`4.2. All keywords\n\nText.\n\n${terms.join('\n\n')}\n`);
  expect(sections[1]).toMatchObject({ headings: ['4.2. All keywords', 'option saw0 <speed>'] });
  expect(sections[1]!.blocks).toEqual([
    { kind: 'code', language: '', code: 'option saw0 <speed>\nno option saw0' },
    { kind: 'text', text: 'Cuts wood.\n\nIt is fast.' },
  ]);
  expect(sections).toHaveLength(21);
  expect((await parse(terms.slice(0, 19).join('\n\n'))).sections).toHaveLength(1);
});

test.each([
  ['many forms', 'cut\ncut <wood>\ncut <wood> <way>\ncut <wood> <way> <oil>\ncut all\n  Cuts it.'],
  ['a form of several lines', 'cut <wood>\n              <way>\n  Cuts it.'],
  ['an empty line below its forms', 'cut <wood>\ncut all\n\n  Cuts it.'],
])('a term of a reference has a section if it has %s', async (_, own) => {
  const others = Array.from({ length: 20 }, (__, at) => `saw${at}\n  Cuts wood.`);
  const { sections } = await parse([...others, own].join('\n\n'));
  const [forms, text] = sections.at(-1)!.blocks;

  expect(sections.at(-1)!.headings).toEqual([own.split('\n')[0]]);
  expect(forms).toMatchObject({ kind: 'code', code: own.split(/\n+ {2}(?=C)/)[0] });
  expect(text).toEqual({ kind: 'text', text: 'Cuts it.' });
});

describe('text', () => {
  test.each([
    ['  Example:\n    cut fast\n\n    oil\n\nEnd.', 'Example:\n\n«cut fast\n\noil»\n\nEnd.'],
    ['a\nb\n\nc', 'a b\n\nc'],
    ['- a\n- b', '- a\n- b'],
    [
      'Run it:\n\n    tool --flag\n\n    tool stop\n\nDone.',
      'Run it:\n\n«tool --flag\n\ntool stop»\n\nDone.',
    ],
    ['- item\n\n    goes on here', '- item\n\ngoes on here'],
    [
      '   RFC text is indented.\n\n   All of it is.\n\n       f(x) = y;',
      'RFC text is indented.\n\nAll of it is.\n\n«f(x) = y;»',
    ],
    ['a\r\nb\u200b\u202e', 'a b'],
  ])('%j', async (content, expected) => {
    expect(await flat(content)).toBe(expected);
  });
});

test('a manual page has its sections, its synopsis as code and its options as a list', async () => {
  const page = [
    'TOOL(1)                 User Commands                 TOOL(1)',
    '',
    'N\bNA\bAM\bME\bE',
    '       tool - does  the  work  of  many  sim‐',
    '       ple tools',
    '',
    'SYNOPSIS',
    '       tool [-v] FILE',
    '',
    'OPTIONS',
    '       -v, --verbose',
    '              say more',
    '',
    '       -q     say less',
    '',
    'GNU coreutils 9.1          May 2024                  TOOL(1)',
  ].join('\n');
  expect((await parse(page)).title).toBe('tool(1)');
  expect(await flat(page)).toBe(
    'tool - does the work of many simple tools\n\n## SYNOPSIS\n\n«tool [-v] FILE»\n\n## OPTIONS\n\n' +
      '- `-v, --verbose`: say more\n- `-q`: say less',
  );
});

test('a manual page keeps the paragraphs, marks and examples of its items, and its words are whole', async () => {
  const page = [
    'SAW(8)                                                                  SAW(8)',
    '',
    'NAME',
    '       saw - cut wood',
    '',
    'DESCRIPTION',
    '       Cuts   hardwood and softwood.  It  is fast.  With oil, a soft-',
    '       wood blade  needs  no  pre-cut, and  a  hard-wear  blade  lubri-',
    '       cates. Never use a pre-',
    '       cut board.',
    '',
    '   Blades:',
    '       depth number (3)',
    '              How deep it cuts.',
    '',
    '              In feet:',
    '',
    '                     depth = 3',
    '',
    '       o      An odd',
    '              number.',
    '',
    'AUTHOR(S)',
    '       Sawyer',
    '',
    '                                                                       SAW(8)',
  ].join('\n');
  expect(await flat(page)).toBe(
    'saw - cut wood\n\n## DESCRIPTION\n\nCuts hardwood and softwood. It is fast. With oil, a softwood blade needs no pre-cut, ' +
      'and a hard-wear blade lubricates. Never use a pre-cut board.\n\n### Blades\n\n' +
      '- **depth number (3)**: How deep it cuts.\n\n  In feet:\n\n«depth = 3»\n\n- An odd number.',
  );
});

test('a page with the headings of a manual page whose text is at the margin keeps its own headings', async () => {
  const page =
    'saw(8)\n======\n\nNAME\n----\nsaw - cut\n\nSYNOPSIS\n--------\nsaw [-d]\n\nUSAGE\n-----\nOil it.';
  expect(await flat(page)).toBe(
    '# saw(8)\n\n## NAME\n\nsaw - cut\n\n## SYNOPSIS\n\nsaw [-d]\n\n## USAGE\n\nOil it.',
  );
});

test('a table of records has no text, and a listing of code has', async () => {
  const header = '# Scripts.txt\n# The values of the property Script of all characters\n\n';
  const records = Array.from({ length: 300 }, (_, at) => `${at} ; Common # LETTER NUMBER ${at}`);
  expect(await flat(header + records.join('\n'))).toBe('');
  const names = Array.from({ length: 300 }, (_, at) => `00${at};LATIN SMALL LETTER ${at};Ll;0`);
  expect(await flat(names.join('\n'))).toBe('');
  const table = Array.from({ length: 300 }, (_, at) => `0${at},Big Band Saw,a:b2,b:b3,x:b4,y:b5,`);
  expect(await flat(`# The buttons of all saws\n\n${table.join('\n')}`)).toBe('');
  const code = Array.from({ length: 300 }, (_, at) => `    first value = ${at};`).join('\n');
  expect(await flat(code)).toContain('first value = 299;');
});

test('a file of values has no text, and a long list of short sentences has', async () => {
  const values = Array.from({ length: 300 }, (_, at) => `C41D${at}.8\tAH9.${at}\t0.${at}`);
  expect(await flat(values.join('\n'))).toBe('');
  const steps = Array.from({ length: 300 }, (_, at) => `- run step ${at}`).join('\n');
  expect(await flat(steps)).toBe(steps);
  const chinese = Array.from({ length: 300 }, () => '测试').join('\n\n');
  expect(await flat(chinese)).toBe(chinese);
});

describe('hostile input', () => {
  test.each([
    ['terms', 'saw <a>\n  b\n\n'.repeat(60_000)],
    ['10 MB without a newline', 'x'.repeat(10_000_000)],
    ['10 MB of spaces', ' '.repeat(10_000_000)],
    ['a million lines', 'a\n'.repeat(1_000_000)],
    ['a million paragraphs', 'a\n\n'.repeat(1_000_000)],
    ['a million headings', 'AAAAAA\n\n'.repeat(500_000)],
    ['backspaces', 'a\b'.repeat(2_000_000)],
    ['spaces between letters', `${'a   '.repeat(4000)}\n`.repeat(400)],
    ['dashes', `${'-'.repeat(15_000)}\n`.repeat(400)],
    ['numbers', '1.1.1.1.1.1 A\n\n'.repeat(300_000)],
    ['a manual page of words that are cut', `SAW(1)  SAW(1)\nNAME\n x\n${' a-\n'.repeat(300_000)}`],
    ['a manual page that never ends', `NAME\n x\nSYNOPSIS\n${' -a  b\n\n'.repeat(400_000)}`],
    ['hyphens at line ends', `a${'\u2010  \n  '.repeat(300_000)}a`],
  ])('%s ends within seconds', { timeout: 60_000 }, async (_, content) => {
    expect((await parse(content)).title).not.toBe('');
  });
});

const source = markup(
  '\n',
  '\n\n',
  '    ',
  '  ',
  'Title',
  '=====',
  '-----',
  'LOUD TITLE',
  '1.',
  '2.1 Part',
  '- x',
  'NAME',
  'SYNOPSIS',
  'TOOL(1)   x   TOOL(1)',
  'x\b',
  '{',
  ';',
  'text',
  '\t',
  '\f',
  '\u200b',
  '-a, --all  b',
);

test(
  'property: any document gives sections with visible text, and never throws',
  { timeout: 60_000 },
  () => expectReadable(parse, source),
);
