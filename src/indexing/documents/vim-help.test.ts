import { expect, test } from 'vitest';
import { startCpuClock } from '../../../test/support/cpu-seconds.ts';
import { flat, names } from '../../../test/support/sections.ts';
import { parseText } from './text.ts';

const parse = async (content: string) =>
  parseText({ path: 'doc/saw.txt', format: 'text', content, hash: '' });
const shown = async (content: string): Promise<string> => flat(await parse(`*saw.txt* ${content}`));

const rule = '='.repeat(78);

test('help of Vim has chapters, and a section for each command, mapping and function', async () => {
  const document = await parse(
    `*saw.txt*   Cuts wood\n\n${rule}\nCONTENTS${' '.repeat(40)}*saw-contents*\n\n1. Cut .......... |saw-cut|\n\n${rule}\n` +
      `1. Cut${' '.repeat(30)}*saw-cut*\n\nCuts, see |:Saw| and \`a|b|c\`.\n\n${' '.repeat(40)}*:Saw* *:S*\n` +
      `:Saw {wood}             Cut wood\n:S {wood}               with a saw.\n\n                        -o    oil first\n\n` +
      `${' '.repeat(40)}*saw_x*\nx                       Stop.\n\nsaw.cut({opts})${' '.repeat(20)}*saw.cut()*\n    Cuts.\n\n` +
      `    Parameters: ~\n      • {opts}  (\`table?\`)\n                • {deep}? how\n                  deep\n\nOIL\n\nOil it.\n\n     *saw-maps*\nMaps ~\n\nO    Oil.\n\n vim:tw=78:ft=help:norl:\n`,
  );

  expect(document.title).toBe('saw');
  expect(names(document)).toEqual([
    undefined,
    'CONTENTS',
    '1. Cut',
    ':Saw {wood}, :S {wood}',
    'x (saw_x)',
    'saw.cut({opts})',
    'OIL',
    'Maps',
  ]);
  expect(document.sections[5]?.anchor).toBe('saw.cut()');
  expect(flat(document)).toBe(
    'Cuts wood\n\nCuts, see `:Saw` and `a|b|c`.\n\nCut wood with a saw.\n\n- `-o`: oil first\n\nStop.\n\nCuts.\n\n' +
      'Parameters:\n- {opts}  (`table?`)\n  - {deep}? how deep\n\nOil it.\n\n- `O`: Oil.',
  );
});

test.each([
  [
    'code from a mark to the next mark or the next line at the margin',
    '\n\nUse it: >lua\n    saw.cut {\n\n      deep = 1\n    }\n<\nOr: >\n  :Saw\nDone.\n>vim\n  let a = 1\n<  And so on.',
    'Use it:\n\n«lua|saw.cut {\n\n  deep = 1\n}»\n\nOr:\n\n«|:Saw»\n\nDone.\n\n«vim|let a = 1»\n\nAnd so on.',
  ],
  [
    'columns as a list',
    '\n\ng?     show this help,\n       and more\nA      stop.  Then go\n',
    '- `g?`: show this help, and more\n- `A`: stop.  Then go',
  ],
  [
    'a table and a drawing as code',
    `\n\n  ${'-'.repeat(30)}\n  Name   Type\n  ------ ------\n  [1]    string\n\n  dir    string\n  ${'-'.repeat(30)}\n\n┌──┐\n└──┘\n`,
    '«|Name   Type\n------ ------\n[1]    string\n\ndir    string»\n\n«|┌──┐\n└──┘»',
  ],
])('help of Vim has %s', async (_, content, expected) => {
  expect(await shown(content)).toBe(expected);
});

test('headings of help of Vim can have their rule or their tag below them', async () => {
  const content = `saw.txt\tsaw\tLast change: June 8 2025\nCUT${' '.repeat(30)}*saw-cut*\n${rule}\n\nCuts.\n\n< Oil the saw >____~\n     *saw-oil*\n>\n  oil()\n<\nObject      Kind~\na           b\n\nvim:ft=help\n`;
  expect(names(await parse(content))).toEqual(['CUT', 'Oil the saw', 'Object Kind']);
});

test('a tag below a name begins another section', async () => {
  const content = '*saw.txt*\n\n  *a*\na     cut\n  *b*\nbc    oil\n';
  expect(names(await parse(content))).toEqual(['a (a)', 'bc (b)']);
});

test('a hostile help of Vim takes linear time', async () => {
  for (const part of ['*a* ', '   ', '|a', '`', 'a  ', '>\n', '\n  - ', '\t', '*t*\nn   x\n']) {
    const cpuSeconds = startCpuClock();
    await parse(`*saw.txt* ${part.repeat(50_000)}`);
    expect(cpuSeconds()).toBeLessThan(3);
  }
});

test('a heading of help of Vim can begin with its tag', async () => {
  const document = await parse(
    `*saw.txt* Saws\n\n${rule}\n*10.1*  Oil the saw\n\nOil it.\n\n*E10* Means rust.\n\n${rule}\n*S_b* Blades\n\nCut.\n`,
  );

  expect(names(document)).toEqual([undefined, '10.1 Oil the saw', 'Blades']);
  expect(flat(document)).toBe('Saws\n\nOil it.\n\n*E10* Means rust.\n\nCut.');
});

test.each([
  [
    'usr_10',
    '\t\t VIM USER MANUAL\tby Ann\n\n\n\t\tOil the saw\n\n\nOil it.\n',
    'Oil the saw (usr_10)',
  ],
  ['blades', '\t VIM REFERENCE MANUAL  by Ann\n\n\nBlades\t\t\t*blades*\n\nTurn.\n', 'Blades'],
  ['oil', '\t VIM REFERENCE MANUAL  by Ann\n\n\n\t\t*oil*\n\nOil it.\n', 'oil'],
  ['oil', 'Oil the saw\n\nOil it.\n', 'oil'],
])('the help %s of Vim has its title from the manual', async (name, content, title) => {
  const document = await parse(`*${name}.txt*   For Vim 9.  Last change: 2026\n\n${content}`);
  expect(document.title).toBe(title);
  expect(flat(document)).not.toContain('MANUAL');
});
