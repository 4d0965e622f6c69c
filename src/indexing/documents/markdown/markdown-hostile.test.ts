import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import type { ParsedDocument } from '../document.ts';
import { parseMarkdown } from './markdown.ts';
import { parseMdx } from './mdx/mdx.ts';
import { toSnippets } from '../snippets/snippets.ts';

const dialects = [
  ['Markdown', parseMarkdown],
  ['MDX', parseMdx],
] as const;

const grow = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

const hostile: [string, string][] = [
  ['10,000 lists in one line', `${'- '.repeat(10_000)}x`],
  ['10,000 lists, each deeper than the last', grow(10_000, (at) => `${' '.repeat(at)}- x`)],
  ['10,000 quotes in one line', `${'>'.repeat(10_000)}x`],
  ['quotes and lists that alternate', `${'> - 1. '.repeat(3_000)}x\n`.repeat(20)],
  ['formulas that never end', '$$\n- a\n'.repeat(100_000)],
  ['a line of 50 MB', 'a '.repeat(25_000_000)],
  ['a million backticks', '`'.repeat(1_000_000)],
  [
    'runs of backticks, no two alike',
    grow(1_200, (at) => '`'.repeat(at + 1)).replaceAll('\n', ' '),
  ],
  ['a million brackets', '['.repeat(1_000_000)],
  ['brackets line by line', '[a](b\n'.repeat(100_000)],
  ['links that never close', '[a](b '.repeat(100_000)],
  ['links without a text to long names', `See [](${'a_'.repeat(5_000)}-) there.\n\n`.repeat(300)],
  ['a million angle brackets', '<'.repeat(1_000_000)],
  ['tags that never close, line by line', '<a \n'.repeat(200_000)],
  ['quotes in tags that never close', '<a href="\n'.repeat(50_000)],
  ['links of HTML without an end', `<div>${'<a href="x">y</a> • <a>'.repeat(50_000)}`],
  ['rows of two links', `<div>${`<a>y</a>${' • '.repeat(500)}<a>z</a> and `.repeat(200)}`],
  ['tags around data that ends late', `${grow(40_000, (at) => `{% a${at} %}\na:\n`)}{% enda1 %}\n`],
  [
    'tags around data in each other',
    grow(2_000, (at) => `${' '.repeat(at % 900)}{% a %}\n${' '.repeat(at % 900)}a:`) +
      '\na\n{% enda %}'.repeat(2_000),
  ],
  ['labels of tabs that never end', '<Tabs values={[{ label: "a", value: "b"\n'.repeat(100_000)],
  ['comments that never close', '<!--\n'.repeat(100_000)],
  ['blocks with code that never closes', '<p><pre\n\n'.repeat(100_000)],
  ['blocks with code that closes late', `${'<p><pre>\n\na\n\n</pre>\n\n'.repeat(30_000)}<p><pre>`],
  ['elements that never close', '<pre><h1><script>\n'.repeat(30_000)],
  ['fences in HTML that never close', `<div>\n${'```x\n'.repeat(50_000)}`],
  ['fences that never close', '```x\n'.repeat(100_000)],
  ['directives that never close', ':::note\n!!! note\n'.repeat(30_000)],
  ['definitions in each other', grow(3_000, (at) => `${' '.repeat(at)}:   a\n\n`)],
  ['components in each other', `::a\n${grow(3_000, (at) => `${' '.repeat(at)}::a`)}`],
  ['properties that never end', '::a\n---\nb: "c\n'.repeat(50_000)],
  ['imports that never end', 'import {\n'.repeat(50_000)],
  ['expressions that never end', '<A b={\n{/*\n'.repeat(50_000)],
  ['tables of data that never end', "<A b={[{ c: 'd', e: (<>\n".repeat(50_000)],
  ['100,000 tables of data', `<A b={[{ c: 'd', type: 'e' }]} />\n`.repeat(100_000)],
  ['tables of data in each other', `<A b={${'['.repeat(500_000)}`],
  ['elements in a table of data that never close', `<A b={[{ c: ${'<b \n'.repeat(200_000)}`],
  ['quotes in a table of data that never close', `<A b={[${'"\n'.repeat(200_000)}`],
  ['escaped quotes in a table of data', `<A b={[${String.raw`"\\"`.repeat(100_000)}\n`.repeat(4)],
  ['expressions of a text that never end', `${'{"a {\'b {`c '.repeat(20_000)}\n\n`.repeat(5)],
  ['commands of etpl that never end', `{{ use: a\n${'{{ if: { ${a|default('.repeat(20_000)}\n`],
  ['values that are never assigned', `${'{% assign a = "{{ a }}'.repeat(2_000)}\n`.repeat(20)],
  ['icons that never end', `${'<i class="material-icons '.repeat(20_000)}\n\n`.repeat(5)],
  ['annotations that never end', `${"{{ a: {b} 'c' ".repeat(20_000)}\n\n`.repeat(5)],
  [
    'values of a page that never end',
    `<script setup>\n${"const a = 'b'\n".repeat(300)}</script>\n${'{{ a }} {{ b `{c '.repeat(20_000)}\n`.repeat(
      5,
    ),
  ],
  ['codes in attributes that never end', '<Code code={`a\n\n query={"b\n'.repeat(20_000)],
  ['constants of tables', 'export const a = [{ name: "b",\n<Table of={a} />\n\n'.repeat(20_000)],
  ['data of Vue that never ends', '<Table a="b" :data="[{ name: \'a\n'.repeat(20_000)],
  [
    'directives of Microsoft Learn',
    '::: moniker range=">=a || <b\n:::no-loc text="\n'.repeat(20_000),
  ],
  [
    'tags of a template that never close',
    `${'{% a "b" '.repeat(300)}${'"c" '.repeat(4_000)}\n\n`.repeat(30),
  ],
  ['200,000 headings', grow(200_000, (at) => `# h${at}`)],
  ['a million blank lines', '\n'.repeat(1_000_000)],
  ['code of 30 MB', `\`\`\`json\n${'{"a":[\n'.repeat(4_000_000)}`],
  ['a table of 100,000 rows', `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(100_000)}`],
  ['emphasis that never ends', `# ${'*a _b **c '.repeat(3_000)}\n`],
  [
    'variables of Writerside in each other',
    `<show-structure/>\n${grow(200, (at) => `<var name="v${at}" value="%v${at + 1}%%v${at + 1}%"/>`)}\n${'%v0% '.repeat(50_000)}`,
  ],
  ['attributes that never close', '{a="b" a="b" \n'.repeat(50_000)],
  ['titles of tabs that never close', `<show-structure/>\n${'<tab title="a'.repeat(50_000)}`],
  ['pictures with a run of spaces', `![x](${' '.repeat(19_000)}y\n\n`.repeat(30)],
  [
    'notations of code with a run of spaces',
    `\`\`\`js\n${`[!code a] // [!code a] ${' '.repeat(19_000)}x\n`.repeat(30)}`,
  ],
  ['headings with a run of spaces', `# *a*${' '.repeat(19_000)}b\n`.repeat(30)],
  ['anchors that never close', `# ${'{#a'.repeat(6_000)}\n`.repeat(30)],
  ['links with many spaces', `](${' a'.repeat(150)}`.repeat(2_000)],
  ['keys that never close', '++a+'.repeat(50_000)],
  ['names of icons that never close', ':material-a'.repeat(50_000)],
  ['references without a target', '[a][b.c'.repeat(50_000)],
  ['places for generated text', '::: a.b\n    c\n'.repeat(50_000)],
  ['blocks of slashes', '/// note | a\n'.repeat(50_000)],
  ['pictures without a text', `<p>${'<img alt="a b">'.repeat(50_000)}`],
  ['code of HTML that never closes', `<div>${'<code>&lt;'.repeat(50_000)}`],
  ['code in components that never ends', '<CodeBlock>\n{`\n'.repeat(50_000)],
  ['titles of notes in quotes', `> # ${'a {: .b '.repeat(2_000)}\n`.repeat(50)],
  ['addresses with placeholders', '](/<A'.repeat(100_000)],
  ['targets of links in a list', '- a\n  [b]: https://x\n'.repeat(50_000)],
  ['notes of themes', '{{< admonition type="a" >}}\n'.repeat(50_000)],
  ['fields that never end', '<ParamField name="a" type="b\n'.repeat(50_000)],
  ['tabs with headings that never end', '<Tabs>\n<Tab title="a">\n# b\n'.repeat(50_000)],
  [
    'tabs in each other',
    `${'<Tabs>\n<Tab title="a">\n# b\n'.repeat(20_000)}${'</Tab>\n</Tabs>\n'.repeat(20_000)}`,
  ],
  ['MDX in fences that never end', '```mdx-code-block\nx\n'.repeat(50_000)],
  ['deep lists of properties', `<T a={${'['.repeat(500_000)}`],
  ['tables of properties that never end', '<T a={[{name:"a",type:"b"},\n'.repeat(20_000)],
  ['properties in open comments', `<T a={[\n${'/* // a\n'.repeat(60_000)}`],
  ['properties with open quotes', `<T a={[${'"a `b '.repeat(80_000)}`],
  ['properties with open elements', `<T a={[${'<a b="'.repeat(80_000)}`],
  ['escapes in code', `\`\`\`\n${'{{</* {%/* '.repeat(30_000)}*/\n\`\`\`\n`],
  ['braces as strings', `a {{ '{' `.repeat(50_000)],
  ['tags on one line', `${'{% a %}'.repeat(2_500)}x\n`.repeat(50)],
  ['tags of many spaces', `{% ${' '.repeat(19_000)}\n`.repeat(50)],
  [
    'tags around code',
    `\`\`\`\n${'{% raw %}'.repeat(50_000)}${'{% raw %}x\n'.repeat(50_000)}endraw\n\`\`\`\n`,
  ],
  [
    'code that templates keep',
    `{% set code %}\n{{ a | highlight highlight \n`.repeat(60_000) + '{% endset %}',
  ],
  ['tags that say what they define', `{% f 'a b' %}\n {% g %}\n{% endf %}\n`.repeat(20_000)],
  ['escaped parentheses', '\\(saws '.repeat(50_000)],
  ['indented tags', '\n    {% a %}\n    {% enda %}\n'.repeat(50_000)],
  ['tags that never close', `${'{% a '.repeat(4_000)}\n`.repeat(50)],
  ['shortcodes around text', `{{< a >}}${'{{< /a >}} b '.repeat(1_500)}\n`.repeat(50)],
  ['code between highlight tags', '{% highlight a %}b{% endhighlight %}\n'.repeat(50_000)],
  ['notes in quotes', '> info '.repeat(10_000)],
  ['front matter of keys in keys', `---\na: b\n${'? '.repeat(400)}\n---\nx`],
  ['front matter of brackets', `---\na: ${'['.repeat(15_000)}\n---\nx`],
];

// What means something in a dialect, '·' between the pieces and '¶' for a line end.
const pieces =
  '# ·¶·¶¶·```·~~~js¶·- ·1. ·> ·    ·`·[a](b)·[·](·![·<div>·</div>·<h2>·</h2>·<pre>·<!--·-->·|·|-|¶·---¶·===¶·:::·::: a.b¶·/// note | a¶·[a][b.c]·<show-structure/>¶·<var name="a" value="b"/>¶·%a%·!!! note¶·=== "a"¶·{% x %}·import {·}·<A b={·<Tabs>¶·<Tab title="a">¶·</Tab>¶·</Tabs>¶·{/*·*/}·**·_·\\·&lt;·\u200b·\ue000·\ue001·\ue002·{note}·{a}`·word·ünï·😀'
    .replaceAll('¶', '\n')
    .split('·');

describe.each(dialects)('%s', (_, parse) => {
  function read(content: string): ParsedDocument {
    return parse({ path: 'a.md', format: 'markdown', content, hash: '' });
  }

  test.each(hostile)(
    'reads %s in seconds, into sections of bounded number and size',
    (_, content) => {
      const cpuSeconds = startCpuClock();

      const parsed = read(content);
      const snippets = toSnippets(parsed);

      expect(cpuSeconds()).toBeLessThan(10);
      expect(parsed.sections.length).toBeLessThanOrEqual(20_000);
      for (const { description, content, codeList } of snippets) {
        expect(
          description.length + content.length + codeList.map((one) => one.code).join('').length,
        ).toBeLessThan(6_000);
      }
    },
  );

  test('makes nothing of headings with nothing below them, however many', () => {
    const content = `${grow(40_000, (at) => `# h${at}`)}\n\nSharpen the pencil in the sharpener.`;

    const snippets = toSnippets(read(content));

    expect(snippets).toHaveLength(1);
    expect(snippets[0]).toMatchObject({
      title: expect.stringMatching(/^h39999\b/),
      content: 'Sharpen the pencil in the sharpener.',
    });
  });

  test('reads anything made of Markdown’s own characters', () => {
    const piece = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        const parsed = read(parts.join(''));

        expect(parsed.title).not.toBe('');
        for (const { headings, level, blocks } of parsed.sections) {
          expect(headings.length > 0).toBe(level > 0);
          for (const block of blocks) {
            const body = block.kind === 'text' ? block.text : block.code;
            expect(body.trim()).not.toBe('');
            expect(body).not.toMatch(/[\u200b\ue000-\ue002]/);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('keeps every word of plain prose, lists, tables and code', () => {
    const word = fc.stringMatching(/^[a-z]{3,9}$/);
    const sentence = fc.array(word, { minLength: 2, maxLength: 8 }).map((words) => words.join(' '));
    const block = fc.oneof(
      sentence,
      sentence.map((line) => `## ${line}`),
      fc
        .array(sentence, { minLength: 1, maxLength: 4 })
        .map((items) => items.map((item) => `- ${item}`).join('\n')),
      fc
        .array(sentence, { minLength: 1, maxLength: 4 })
        .map((lines) => `\`\`\`js\n${lines.join('\n')}\n\`\`\``),
      fc.tuple(sentence, sentence).map(([head, row]) => `| ${head} |\n| --- |\n| ${row} |`),
      sentence.map((line) => `<div>\n${line}\n</div>`),
      fc
        .tuple(sentence, sentence)
        .map(([line, code]) => `1. ${line}\n\n   \`\`\`\n   ${code}\n   \`\`\``),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const source = blocks.join('\n\n');

        const { sections } = read(source);

        const out = sections.map((section) => [
          ...section.headings.slice(-1),
          ...section.blocks.map((one) => (one.kind === 'text' ? one.text : one.code)),
        ]);
        expect(words(out.flat().join('\n'))).toEqual(
          words(source.replaceAll(/```(?:js)?|<\/?div>/g, '')),
        );
      }),
    );
  });
});

function words(value: string): string[] {
  return value.match(/[a-z]+/g) ?? [];
}
