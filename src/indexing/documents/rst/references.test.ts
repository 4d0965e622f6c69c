import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { Places } from '../references/places.ts';
import { rstReferences } from './references.ts';
import { parseRst } from './rst.ts';

/** Returns the text of a page that refers to other documents. */
async function shown(content: string, others: Record<string, string>): Promise<string> {
  const path = 'docs/guide/page.rst';
  const places = new Places();
  for (const [other, text] of Object.entries(others)) {
    places.add(other, rstReferences.places({ path: other, content: text }));
  }
  const titles: Record<string, string> = {};
  for (const [key, names] of rstReferences.references({ path, content })) {
    const title = places.find(names, path)?.title;
    if (title !== undefined) titles[key] = title;
  }
  return flat(await parseRst({ path, format: 'rst', content, hash: '', titles }));
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
  const path = 'docs/page.rst';
  for (const line of ['.. _a:\n', ':ref:`', ':doc:`a`', '.. _`', '====\n', 'a\n=\n']) {
    const content = line.repeat(200_000);
    const started = performance.now();
    new Places().add(path, rstReferences.places({ path, content }));
    rstReferences.references({ path, content });
    expect(performance.now() - started).toBeLessThan(5_000);
  }
});
