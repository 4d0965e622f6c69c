import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseDocument } from '../parse.ts';

async function parsed(content: string): Promise<ParsedDocument> {
  return parseDocument({ path: 'doc/saw.rst', format: 'rst', content, hash: '' });
}

const page = `
=====
 saw
=====
----------
 cut wood
----------

:Manual section: 1
:Manual group: Tools

SYNOPSIS
========

saw [--deep]

USE
===

Cut.

Oil
---

Oil it.
`;

test('a manual page for rst2man has the title and the sections of other manual pages', async () => {
  const document = await parsed(page);
  expect(document.title).toBe('saw(1)');
  expect(document.sections.map(({ headings }) => headings)).toEqual([
    ['saw(1)'],
    ['saw(1)', 'SYNOPSIS'],
    ['saw(1)', 'USE'],
    ['saw(1)', 'USE', 'Oil'],
  ]);
  expect((await parsed(page.replace(' saw\n', ' SAW\n'))).title).toBe('saw(1)');
  const text = flat(document);
  expect(text).toContain('`saw` — cut wood');
  expect(text).not.toMatch(/Manual|Tools/);
});

test.each([
  ['no section of the manual', page.replace(':Manual section: 1\n', '')],
  ['a second part', `${page}\n-------\n Teeth\n-------\n\nSharp.\n`],
  ['no second title', page.replace(/-+\n cut wood\n-+\n/, '')],
])('a page with %s keeps its headings', async (_, content) => {
  const { title, sections } = await parsed(content);
  expect(title).toBe('saw');
  expect(sections.at(-1)?.headings[0]).toBe('saw');
});
