import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';
import { isTypst } from './typst.ts';

async function parse(content: string) {
  return parseDocument({ path: 'docs/saw.typ', format: 'markdown', content, hash: '' });
}

/** Returns all text of a manual, code in «». */
async function shown(content: string): Promise<string> {
  return flat(await parse(`= Saws\n\n${content}`));
}

test.each([
  [
    'marks become those of Markdown',
    'A *sharp* and _thin_ blade\\.',
    'A **sharp** and _thin_ blade.',
  ],
  [
    'lists and terms become lists',
    '- One\n- Two\n\nThen:\n+ Cut\n+ Oil\n\n/ Blade: The sharp part.',
    '- One\n- Two\n\nThen:\n\n1. Cut\n1. Oil\n\n- **Blade**: The sharp part.',
  ],
  [
    'links and references keep their text',
    'See #link("https://example.com")[the *site*], @oil[how to oil] and @guides:cut.',
    'See [the **site**](https://example.com), how to oil and `cut`.',
  ],
  [
    'calls show their text, and the longer of two',
    'It #strong[cuts #emph[well]]. #short-or-long[Oil][How to oil?] #v(1em)\n\n#info(title: "A")[\n    Wear #ref-fn("gloves()").\n]#image("saw.png")',
    'It cuts well. How to oil?\n\nWear `gloves()`.',
  ],
  [
    'programs and comments are left out',
    '#import "saw.typ": *\n#set page(\n  width: 1cm,\n)\n#let oil(a) = {\n  [A #a]\n}\nText. // why\n/* not\nthis */\nMore: https://example.com.',
    'Text.\n\nMore: https://example.com.',
  ],
  [
    'code stays as it is, and that in calls, too',
    'Use `{auto}` or `#cut()`:\n```example\n#saw(\n<<<  // more\n>>>  hidden,\n)\n```\n#show-case(```typ\n  = Saw\n```, width: 1)',
    'Use `auto` or `#cut()`:\n\n«typ|#saw(\n // more\n)»\n\n«typ|= Saw»',
  ],
])('%s', async (_, content, expected) => {
  expect(await shown(content)).toBe(expected);
});

test('a chapter has the title that it hands to its template, and no labels', async () => {
  const { title, sections } = await parse(
    '#show: chapter.with(\n  title: "Cutting Guide",\n  route: "/cut",\n)\n\nRead it.\n\n= Oil it <oil>\n\nText.\n',
  );
  expect(title).toBe('Cutting Guide');
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Cutting Guide', 'Oil it']);
});

test('a picture is no manual', async () => {
  expect((await parse('#set page(width: auto)\n#saw[Cut]\n')).sections).toEqual([]);
});

test.each([
  ['docs/guides/tables.typ', true],
  ['saw-manual.typ', true],
  ['docs/gallery/saw.typ', false],
  ['docs/style.typ', false],
  ['src/lib.typ', false],
  ['docs/changelog/1.0.typ', false],
])('%s is a manual: %s', (path, expected) => {
  expect(isTypst(path)).toBe(expected);
});

test('hostile markup takes linear time', async () => {
  const parts = [
    '#a[',
    '#a(',
    '`',
    '``` ',
    '#let (',
    '$',
    '@a[',
    '"',
    '/*',
    '#show: a.with(',
    '\\',
  ];
  for (const part of parts) {
    await expect(shown(part.repeat(30_000))).resolves.toBeDefined();
  }
});
