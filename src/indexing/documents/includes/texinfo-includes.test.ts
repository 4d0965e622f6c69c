import { expect, test } from 'vitest';
import { shown } from './shown.fixture.ts';

const saw = 'int cut(void) { return oil("@oak"); }\n';

test.each([
  ['a program', 'saw.c', 'doc/saw.c', 'c'],
  ['a program in a folder of examples', 'saw.c', 'examples/saw.c', 'c'],
  ['a text without a language', 'help.txt', 'doc/help.txt', ''],
])('%s that a manual includes is code', async (_, name, path, language) => {
  const manual = `@chapter Cut\nCut it:\n\n@verbatiminclude ${name}\n\nDone.\n`;
  const { code, text } = await shown('doc/saw.texi', manual, { [path]: saw });
  expect(code).toEqual([`${language}: ${saw.trim()}`]);
  expect(text).toContain('Done.');
});

test.each(['@verbatiminclude saw.c', '@include saw.c.texi'])(
  'a program that a sample shows by %s is code in its language',
  async (include) => {
    const manual = `@chapter Cut\n@smallexample\n${include}\n@end smallexample\n`;
    const { code } = await shown('doc/saw.texi', manual, { 'doc/examples/saw.c': saw });
    expect(code).toEqual([`c: ${saw.trim()}`]);
  },
);

test.each([
  ['/* Saw\n   Copyright Ann\n*/\n\n/* Cuts. */\n', '/* Cuts. */\n'],
  ['// This code is in the\n// public domain.\n', ''],
  ['/* Cuts. */\n', '/* Cuts. */\n'],
])('a program is shown without its license and marks of groups: %j', async (start, kept) => {
  const program = `${start}/*@group*/\n${saw}/*@end group*/\n`;
  const manual = '@chapter Cut\n@verbatiminclude saw.c\n';
  const { code } = await shown('doc/saw.texi', manual, { 'doc/saw.c': program });
  expect(code).toEqual([`c: ${kept}${saw.trim()}`]);
});

test('a chapter that a manual includes, and an include in a verbatim block, stay', async () => {
  const manual =
    '@chapter Cut\nSharp.\n@include oil.texi\n@verbatim\n@verbatiminclude saw.c\n@end verbatim\n';
  const files = { 'doc/oil.texi': '@chapter Oil\nSlick.\n', 'doc/saw.c': saw };
  const { code, text } = await shown('doc/saw.texi', manual, files);
  expect(code).toEqual([': @verbatiminclude saw.c']);
  expect(text).not.toContain('Slick');
});
