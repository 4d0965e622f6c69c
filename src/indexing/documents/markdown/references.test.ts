import { expect, test } from 'vitest';
import { readingTime, shownWith } from '../references/referring-page.fixture.ts';
import { parseMarkdown } from './markdown.ts';

/** Returns the text of a page that refers to other documents. */
async function shown(
  content: string,
  others: Record<string, string>,
  path = 'docs/guide/page.md',
): Promise<string> {
  return shownWith(parseMarkdown, { path, format: 'markdown', content }, others);
}

test('roles and links of MyST show the titles of labels and pages in other documents', async () => {
  const content =
    '# Page\n\nSee {ref}`oil`, {doc}`/start/index`, [](#Oil), [](saw.md), [](saw.md#teeth), {ref}`oil <oil>`, [](https://saw.example/) and [](no-such.md).\n\n```{eval-rst}\nAnd :doc:`saw`.\n```\n';
  const others = {
    'docs/oil.md': '# Care\n\n```\n# Code\n```\n\n(oil)=\n(grease)=\n\n## Oil the `saw`\n\nx\n',
    'docs/start/index.md': '---\ntitle: First Steps\n---\n\nx\n',
    'docs/guide/saw.md': '# The **Saw**\n\n## Its Teeth {#teeth}\n\nx\n',
  };
  expect(await shown(content, others)).toBe(
    'See Oil the saw, First Steps, Oil the saw, The Saw, Its Teeth, oil,  and no such.\n\nAnd The Saw.',
  );
});

test('a link of Writerside shows the title of a topic in any folder', async () => {
  const others = { 'topics/care/oil-guide.md': '[//]: # (title: Oil the Saw)\n\nx\n' };
  expect(await shown('See [](oil-guide.md).\n', others, 'topics/start/a.md')).toBe(
    'See Oil the Saw.',
  );
});

test('a link of DocC shows the title of a page', async () => {
  const others = { 'Sources/Saw.docc/Guides/OilGuide.md': '# How to Oil ``Saw``\n\nx\n' };
  const content = 'See <doc:OilGuide>, <doc:OilGuide#Kinds-of-Oil> and <doc:CutGuide>.\n';
  expect(await shown(content, others, 'Sources/Saw.docc/a.md')).toBe(
    'See How to Oil Saw, Kinds of Oil and Cut Guide.',
  );
});

test('a reference of Doxygen shows the title of a page or a section, and a function by its name', async () => {
  const others = {
    'docs/oil.md': '# How to Oil {#oil_guide}\n\n## Before the `saw` {#oil_before}\n\nx\n',
    'docs/cut.dox': '/*! @page cut_page Cutting Wood\n\n@section cut_safe Safe Cuts\nx\n*/\n',
  };
  const content =
    '# Start {#start}\n\nSee the @ref oil_guide, @ref\noil_before, @subpage cut_page, \\ref cut_safe,\n@ref oil_guide "this" and @ref sawInit.\n';
  expect(await shown(content, others)).toBe(
    'See the How to Oil, Before the saw, Cutting Wood, Safe Cuts,\nthis and `sawInit`.',
  );
});

test('a link whose target has the name of a member of objects shows that name', async () => {
  expect(await shown('See [](constructor) here.\n', {})).toBe('See constructor here.');
});

test('the places and references of a hostile page end within seconds', () => {
  const page = { path: 'docs/page.md', format: 'markdown' } as const;
  for (const line of [
    '(a)=\n',
    '# [a',
    '{ref}`',
    '[](a)',
    '# {#a',
    '<doc:',
    '## a #',
    '# **a',
    '@ref a',
  ]) {
    expect(readingTime({ ...page, content: line.repeat(50_000) })).toBeLessThan(5);
  }
});
