import { expect, test } from 'vitest';
import { readingTime, shownWith } from '../references/referring-page.fixture.ts';
import { parseRst } from './rst.ts';

const page = { path: 'docs/guide/page.rst', format: 'rst' } as const;

/** Returns the text of a page that refers to other documents. */
async function shown(content: string, others: Record<string, string>): Promise<string> {
  return shownWith(parseRst, { ...page, content }, others);
}

test('a reference shows the title of the section in another document', async () => {
  const cut =
    '.. _Cut-Blade:\n.. _second:\n\nCutting *with* a ``Blade``\n-------------------------\n\nx\n';
  const content = 'See :ref:`cut-blade`, :numref:`second`, :any:`second` and :ref:`no-such-one`.\n';
  expect(await shown(content, { 'docs/cut.rst': cut })).toBe(
    'See Cutting with a Blade, Cutting with a Blade, Cutting with a Blade and no such one.',
  );
});

test('a reference to a page shows its title, also from the root of the site', async () => {
  const others = {
    'docs/guide/oil.rst': ':orphan:\n\n.. note of the authors\n\n=======\nOil It\n=======\n\nx\n',
    'docs/start/index.rst': '.. _start:\n\nFirst Steps\n===========\n\nx\n\nMore\n----\n\nx\n',
  };
  expect(
    await shown('See :doc:`oil`, :doc:`/start/index` and :doc:`../start/index`.\n', others),
  ).toBe('See Oil It, First Steps and First Steps.');
});

test('a reference with a text of its own keeps it', async () => {
  const cut = { 'docs/cut.rst': '.. _cut:\n\nCutting\n-------\n\nx\n' };
  expect(await shown('See :ref:`how to cut <cut>`.\n', cut)).toBe('See how to cut.');
});

test('of two sections with the same label, a reference shows the one in the nearer folder', async () => {
  const of = (title: string): string => `.. _cut:\n\n${title}\n${'-'.repeat(20)}\n\nx\n`;
  const others = { 'old/guide/a.rst': of('Old Saws'), 'docs/a.rst': of('Saws') };
  expect(await shown('See :ref:`cut`.\n', others)).toBe('See Saws.');
});

test('a title with a reference to itself ends', async () => {
  const cut = { 'docs/cut.rst': '.. _cut:\n\nCut :ref:`cut`\n--------------\n\nx\n' };
  expect(await shown('See :ref:`cut`.\n', cut)).toBe('See Cut cut.');
});

test('the places and references of a hostile page end within seconds', () => {
  for (const line of ['.. _a:\n', ':ref:`', ':doc:`a`', '.. _`', '====\n', 'a\n=\n']) {
    expect(readingTime({ ...page, content: line.repeat(50_000) })).toBeLessThan(5);
  }
});
