import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { neededIncludes } from '../expand-includes.ts';
import { kernelComments } from './kernel-comments.ts';
import { kernelDocLines } from './kernel-doc.ts';
import { shown } from '../shown.fixture.ts';

const source = `/* SPDX */
/**
 * DOC: Overview
 *
 * Saws cut boards.
 */

/**
 * struct saw - A saw of
 *   steel.
 * @teeth: number of teeth
 *
 * It is sharp.
 */
struct saw {
\tint teeth;
\t/* private: */
\tint secret;
};

/**
 * saw_cut() - Cut a board
 * @saw: the &struct saw
 * @depth: how deep,
 *\tin meters
 *
 * Uses @depth unless it is %NULL. For example::
 *
 *\tsaw_cut(&saw, 1);
 *
 * Return: 0 or an error
 */
static inline int __must_check saw_cut(struct saw *saw,
\t\t\t\t       int depth)
{
\treturn 0;
}
EXPORT_SYMBOL_GPL(saw_cut);

/**
 * SAW_MAX - The most saws
 * @n: number
 */
#define SAW_MAX(n) \\
\t(n)

/** Not for kernel-doc. */
int other;
`;

function page(options: string): string {
  return `Saws\n====\n\n.. kernel-doc:: drivers/saw.c\n${options}\nEnd.\n`;
}

async function textOf(options: string): Promise<string> {
  const { text } = await shown('Documentation/saw.rst', page(options), { 'drivers/saw.c': source });
  return text;
}

test('kernel-doc shows the functions, macros and types of a source', async () => {
  const { text, code } = await shown('Documentation/saw.rst', page(''), {
    'drivers/saw.c': source,
  });
  expect(text).toContain('Saws cut boards.');
  expect(text).toContain('int saw_cut(struct saw *saw, int depth)');
  expect(text).toContain('Cut a board');
  expect(text).toContain('- `saw`: the `struct saw`');
  expect(text).toContain('- `depth`: how deep, in meters');
  expect(text).toContain('Uses `depth` unless it is `NULL`.');
  expect(text).toContain('**Return**\n\n0 or an error');
  expect(text).toContain('SAW_MAX');
  expect(code).toContain('c: SAW_MAX(n)');
  expect(text).toContain('A saw of steel.');
  expect(code).toContain('c: struct saw {\n    int teeth;\n};');
  expect(code.join('\n')).toContain('saw_cut(&saw, 1);');
  expect(text).not.toContain('Not for');
});

test.each([
  ['   :export:\n', ['saw_cut']],
  ['   :internal:\n', ['saw', 'SAW_MAX']],
  ['   :doc: Overview\n', ['Overview']],
  ['   :functions: saw_cut\n      SAW_MAX\n', ['saw_cut', 'SAW_MAX']],
  ['   :identifiers: saw\n', ['saw']],
  ['   :no-identifiers: saw_cut saw\n', ['Overview', 'SAW_MAX']],
])('the option %j chooses %j', async (options, names) => {
  const text = await textOf(options);
  const signs = new Map([
    ['Overview', 'Saws cut boards.'],
    ['saw', 'It is sharp.'],
    ['saw_cut', 'Cut a board'],
    ['SAW_MAX', 'The most saws'],
  ]);
  const found = [...signs].filter(([, sign]) => text.includes(sign)).map(([name]) => name);
  expect(found).toEqual(names);
});

test('the source is looked for around the page', () => {
  const document = { path: 'Documentation/saw.rst', content: page(''), format: 'rst', hash: '' };
  expect(neededIncludes({ ...document, format: 'rst' })).toEqual([
    ['Documentation/drivers/saw.c', 'drivers/saw.c'],
  ]);
});

test.each([
  ['comments that are never closed', '/**\n * a() - b\n'.repeat(20_000)],
  ['parameters', `/**\n * a() - b\n${' * @a: b\n'.repeat(50_000)} */\nint a(void);`],
  ['signs', `/**\n * a() - b\n *\n * ${'@a %b &c '.repeat(50_000)}\n */`],
  ['types', '/**\n * struct a - b\n */\nstruct a {{{{\n'.repeat(10_000)],
])('%s take linear time', (_, content) => {
  const cpuSeconds = startCpuClock();
  kernelDocLines(content.split('\n'), new Map());
  kernelComments(content.split('\n'));
  expect(cpuSeconds()).toBeLessThan(3);
});
