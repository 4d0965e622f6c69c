import { expect, test } from 'vitest';
import { readingTime, shownWith } from '../references/referring-page.fixture.ts';
import { parseAsciidoc } from './asciidoc.ts';

/** Returns the text of a page that refers to other documents. */
async function shown(
  content: string,
  others: Record<string, string>,
  path = 'docs/guide/page.adoc',
): Promise<string> {
  return shownWith(parseAsciidoc, { path, format: 'asciidoc', content }, others);
}

test('a link to a page or a section in another document shows its title', async () => {
  const content =
    'See xref:oil.adoc[], xref:../start.adoc#sharp[], xref:oil.adoc#other-place[], <<teeth>> and <<no-such-one>>.\n';
  const others = {
    'docs/guide/oil.adoc': ':saw: Band Saw\n\n= Oiling the {saw}\n\nx\n',
    'docs/start.adoc': '= Start\n\n[[sharp]]\n[role="long"]\n== Keeping it *sharp*\n\nx\n',
    'docs/parts.adoc': '= Parts\n\n[#teeth.wide]\n.Kinds of Teeth\n|===\n|a\n|===\n',
  };
  expect(await shown(content, others)).toBe(
    'See Oiling the Band Saw, Keeping it **sharp**, other place, Kinds of Teeth and no such one.',
  );
});

test('a link of Antora shows the title of a page in its module or in another one', async () => {
  const others = {
    'docs/modules/ROOT/pages/setup/oil.adoc': '= Oil It\n\nx\n',
    'docs/modules/cut/pages/index.adoc': '= How to Cut\n\nx\n',
  };
  const content =
    'See xref:setup/oil.adoc[], xref:cut:index.adoc[], xref:./oil.adoc[] and xref:drill:cut:index.adoc[].\n';
  expect(await shown(content, others, 'docs/modules/ROOT/pages/setup/a.adoc')).toBe(
    'See Oil It, How to Cut, Oil It and cut.',
  );
});

test('a link shows words if only the other document knows a value in the title', async () => {
  const others = { 'docs/guide/oil.adoc': '= Oil for {product}\n\nx\n' };
  expect(await shown('See xref:oil.adoc[].\n', others)).toBe('See oil.');
});

test('a link shows the text that an anchor gives, and an id with the context of a book', async () => {
  const others = {
    'docs/parts.adoc':
      "[[blade,the blade]]\n== Blade\n\nx\n\n[id='oil-{context}']\n== Oil and Care [[care]]\n\nx\n",
  };
  expect(await shown('See <<blade>>, xref:oil-{context}[] and <<care>>.\n', others)).toBe(
    'See the blade, Oil and Care and Oil and Care.',
  );
});

test('the places and references of a hostile page end within seconds', () => {
  const page = { path: 'docs/page.adoc', format: 'asciidoc' } as const;
  for (const line of [
    '[[a]]\n',
    '<<a',
    'xref:a.adoc[]',
    '== [[',
    ':a: {a}{a}\n',
    '[a,a,a=',
    '[#\n',
  ]) {
    expect(readingTime({ ...page, content: line.repeat(50_000) })).toBeLessThan(5);
  }
  const title = `== a${' '.repeat(400_000)}b`;
  expect(readingTime({ ...page, content: title })).toBeLessThan(5);
});
