import { expect, test } from 'vitest';
import type { ParsedDocument } from '../document.ts';
import { parseMarkdown } from './markdown.ts';

function parse(content: string): ParsedDocument {
  return parseMarkdown({ path: 'topics/limits.md', format: 'markdown', content, hash: 'h' });
}

const topic = [
  '[//]: # (title: Rate limiting)',
  '',
  '<show-structure for="chapter" depth="2"/>',
  '<primary-label ref="server-plugin"/>',
  '',
  '<var name="plugin" value="RateLimit"/>',
  '',
  '<link-summary>',
  '%plugin% limits requests.',
  '</link-summary>',
  '',
  'The %plugin% plugin limits requests to 100 % of the quota.',
  '',
  '## Install %plugin% {id="install"}',
  '',
  '<tabs>',
  '<tab title="Gradle">',
  '',
  '```kotlin',
  'implementation("io.ktor:%plugin%")',
  '```',
  '',
  '</tab>',
  '</tabs>',
  '',
  '> Keep the order.',
  '{style="note"}',
  '',
  '<code-block lang="xml">',
  '<a/>',
  '</code-block>',
  '',
].join('\n');

test('a topic has its title, and no markup of Writerside', () => {
  const { title, sections } = parse(topic);

  expect(title).toBe('Rate limiting');
  expect(sections.map(({ headings, anchor, blocks }) => ({ headings, anchor, blocks }))).toEqual([
    {
      headings: [],
      anchor: undefined,
      blocks: [
        { kind: 'text', text: 'The RateLimit plugin limits requests to 100 % of the quota.' },
      ],
    },
    {
      headings: ['Install RateLimit'],
      anchor: 'install',
      blocks: [
        {
          kind: 'code',
          language: 'kotlin',
          code: 'implementation("io.ktor:RateLimit")',
          label: 'Gradle',
        },
        { kind: 'text', text: '> Keep the order.' },
        { kind: 'code', language: 'xml', code: '<a/>' },
      ],
    },
  ]);
});

test('a variable that names a variable is filled in once', () => {
  const content = '<show-structure/>\n<var name="a" value="%a%%a%"/>\n\nIt is %a%.\n';

  expect(parse(content).sections[0]!.blocks).toEqual([{ kind: 'text', text: 'It is %a%%a%.' }]);
});

test('a variable has a value with references, also if its element has several lines', () => {
  const content =
    '<show-structure/>\n\n<var\n  value="Saw &amp; oil"\n  name="saw.kit"/>\n\nIt is %saw.kit%.\n';

  expect(parse(content).sections[0]!.blocks.at(-1)).toEqual({
    kind: 'text',
    text: 'It is Saw & oil.',
  });
});

test('other documents keep their percent signs and their tags', () => {
  const content = 'Set %PATH% in <tldr>.\n{style="note"}\n';

  expect(parse(content).sections[0]!.blocks).toEqual([
    { kind: 'text', text: 'Set %PATH% in <tldr>.\n{style="note"}' },
  ]);
});

test('code in elements is as a reader sees it', () => {
  const blocks = ['<a>&lt;b&gt; &amp;amp;</a>', '<![CDATA[\n<tab title="x">&lt;\n]]>'];
  const written = blocks.map((code) => `<code-block lang="xml">\n${code}\n</code-block>\n`);
  const { sections } = parse(`${topic}\n${written.join('\n')}`);
  const code = sections.flatMap(({ blocks: all }) =>
    all.flatMap((block) => (block.kind === 'code' ? [block.code] : [])),
  );
  expect(code.slice(-2)).toEqual(['<a><b> &amp;</a>', '<tab title="x">&lt;']);
});

test('reads the indented HTML in an element as text', () => {
  const content = [
    '[//]: # (title: Saw)',
    '',
    '1. Begin:',
    '',
    '    ```sh',
    '        <p>code</p>',
    '    ```',
    '',
    '   <deflist collapsible="true">',
    '       <def title="Blade">',
    '          <p>A <a href="b.md">blade</a> of',
    '          <code>iron</code>.</p>',
    '          <list>',
    '             <li>sharp</li>',
    '          </list>',
    '       </def>',
    '   </deflist>',
    '2. End.',
  ].join('\n');
  const blocks = parse(content).sections.flatMap((section) => section.blocks);
  expect(blocks.filter(({ kind }) => kind === 'code')).toHaveLength(1);
  const text = blocks.flatMap((block) => (block.kind === 'text' ? block.text : [])).join('\n');
  expect(text).toContain('**Blade**\nA blade of\n`iron`.\n- sharp');
});

test('a topic that is written with elements only has its title, its chapters and its code', () => {
  const content =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE topic SYSTEM "x.dtd">\n<topic xmlns:xsi="y"\n       id="saws" title="Saws &amp; oil">\n    <p>How to\n        <code>cut</code>.</p>\n    <chapter title="Cut" id="cut">\n        <p>Text.</p>\n        <chapter title="Deep" id="deep">\n            <code-block lang="kotlin"><![CDATA[\n                val saws: List<Saw>\n            ]]></code-block>\n        </chapter>\n    </chapter>\n    <chapter title="Oil" id="oil">\n        ```sh\n        oil\n          saw\n        ```\n    </chapter>\n</topic>\n';
  const { title, sections } = parse(content);
  expect(title).toBe('Saws & oil');
  expect(sections.map(({ headings, anchor }) => [headings.join(' > '), anchor])).toEqual([
    ['', undefined],
    ['Cut', 'cut'],
    ['Cut > Deep', 'deep'],
    ['Oil', 'oil'],
  ]);
  const code = sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'code'));
  expect(code).toMatchObject([
    { language: 'kotlin', code: expect.stringContaining('val saws: List<Saw>') },
    { language: 'sh', code: 'oil\n  saw' },
  ]);
  expect(parse(content.replace('id="saws"', 'is-library="true"')).sections).toEqual([]);
});

test('a starting page shows its links with their summaries, below the titles of their groups', () => {
  const content =
    '<?xml version="1.0" encoding="UTF-8"?>\n<topic title="Saws" id="saws">\n    <section-starting-page>\n        <title>Saws</title>\n        <description>\n            Cut wood.\n        </description>\n        <primary>\n            <title>First steps</title>\n            <a href="cut.md" summary="Cut your first board" type="idea">Cut &amp; oil</a>\n            <a href="oil.md"\n               summary="Keep the blade wet">\n                Oil\n            </a>\n            <card href="file.topic">File</card>\n            <a href="saw.topic"/>\n        </primary>\n    </section-starting-page>\n</topic>\n';
  expect(parse(content).sections[0]!.blocks).toEqual([
    { kind: 'text', text: '**Saws**' },
    { kind: 'text', text: 'Cut wood.' },
    { kind: 'text', text: '**First steps**' },
    { kind: 'text', text: '- Cut & oil: Cut your first board\n- Oil: Keep the blade wet\n- File' },
  ]);
});

test('attributes with quotation marks in them, and those at the end of a quote, are no text', () => {
  const content = [
    '<show-structure/>',
    '',
    '> Keep it dry.',
    '>',
    '> {style="tip"}',
    '',
    '```kotlin',
    'saw("a")',
    '```',
    `{collapsible="true" collapsed-title='saw("a") {'}`,
  ].join('\n');
  expect(parse(content).sections[0]!.blocks).toEqual([
    { kind: 'text', text: '> Keep it dry.' },
    { kind: 'code', language: 'kotlin', code: 'saw("a")' },
  ]);
});
