import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flat as shown } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { expectReadable } from '../text-invariants.fixture.ts';
import type { BlockContent, PageBlock } from './block.ts';
import { parsePages } from './parse-pages.ts';
import type { RichText } from './rich-text.ts';

async function parse(content: string): Promise<ParsedDocument> {
  const path = 'https://www.notion.so/0123456789abcdef0123456789abcdef';
  return parsePages({ path, format: 'pages', content, hash: '', title: 'Forge an anvil' });
}

const flat = async (...blocks: PageBlock[]): Promise<string> =>
  shown(await parse(JSON.stringify(blocks)));

const rich = (text: string, more: Partial<RichText> = {}): RichText[] => [
  { type: 'text', plain_text: text, href: null, annotations: {}, ...more },
];
const block = (type: string, content: BlockContent = {}, children?: PageBlock[]): PageBlock => ({
  id: '11111111-2222-3333-4444-555555555555',
  type,
  content,
  ...(children && { children }),
});
const said = (type: string, text: string, children?: PageBlock[]): PageBlock =>
  block(type, { rich_text: rich(text) }, children);

describe('a page', () => {
  test('has the title of its workspace, and a section for each heading that its id opens', async () => {
    const page = await parse(
      JSON.stringify([
        said('paragraph', 'First.'),
        said('heading_1', 'Setup'),
        said('heading_2', 'On Linux', [said('paragraph', 'In a toggle.')]),
      ]),
    );

    expect(page.title).toBe('Forge an anvil');
    expect(page.sections.map(({ headings }) => headings)).toEqual([
      [],
      ['Setup'],
      ['Setup', 'On Linux'],
    ]);
    expect(page.sections[2]).toMatchObject({
      anchor: '11111111222233334444555555555555',
      blocks: [{ kind: 'text', text: 'In a toggle.' }],
    });
  });

  test('keeps the marks of its text', async () => {
    const texts = [
      ...rich('Heat it '),
      ...rich('slowly ', { annotations: { bold: true } }),
      ...rich('and', { annotations: { italic: true } }),
      ...rich(' '),
      ...rich('run', { annotations: { code: true } }),
      ...rich(' the '),
      ...rich('guide', { href: 'https://x.org/a' }),
      ...rich(' or '),
      ...rich('page', { href: 'https://www.notion.so/abc' }),
      ...rich(' at '),
      ...rich('x^2', { type: 'equation' }),
    ];
    expect(await flat(block('paragraph', { rich_text: texts }))).toBe(
      'Heat it **slowly** *and* `run` the [guide](https://x.org/a) or page at $x^2$',
    );
  });
});

describe('a block', () => {
  const cells = (...texts: string[]): PageBlock =>
    block('table_row', { cells: texts.map((text) => rich(text)) });

  test.each<[string, PageBlock[], string]>([
    [
      'bulleted list',
      [
        said('bulleted_list_item', 'a', [said('bulleted_list_item', 'b')]),
        said('bulleted_list_item', 'c'),
      ],
      '- a\n  - b\n- c',
    ],
    [
      'numbered list',
      [said('numbered_list_item', 'a'), said('numbered_list_item', 'b')],
      '1. a\n2. b',
    ],
    [
      'to-do',
      [
        block('to_do', { rich_text: rich('a'), checked: true }),
        block('to_do', { rich_text: rich('b'), checked: false }),
      ],
      '- [x] a\n- [ ] b',
    ],
    ['toggle', [said('toggle', 'More', [said('paragraph', 'Inside.')])], '**More**\n\nInside.'],
    ['quote', [said('quote', 'Said\nso')], '> Said\n> so'],
    [
      'callout',
      [said('callout', 'Mind it.', [said('paragraph', 'Really.')])],
      '> Mind it.\n\n> Really.',
    ],
    [
      'code',
      [block('code', { rich_text: rich('a < b'), language: 'c++', caption: rich('x.cpp') })],
      '«cpp|x.cpp|a < b»',
    ],
    ['plain text', [block('code', { rich_text: rich('a'), language: 'plain text' })], '«|a»'],
    ['equation', [block('equation', { expression: 'e=mc^2' })], '«latex|e=mc^2»'],
    [
      'table',
      [block('table', { has_column_header: true }, [cells('Part', 'Size'), cells('Bolt', '3')])],
      '| Part | Size |\n| --- | --- |\n| Bolt | 3 |',
    ],
    [
      'columns',
      [
        block('column_list', {}, [
          block('column', {}, [said('paragraph', 'Left')]),
          block('column', {}, [said('paragraph', 'Right')]),
        ]),
      ],
      'Left\n\nRight',
    ],
    ['synced block', [block('synced_block', {}, [said('paragraph', 'Same')])], 'Same'],
    ['template', [said('template', 'New', [said('paragraph', 'One')])], 'New\n\nOne'],
    [
      'meeting',
      [block('meeting_notes', { title: rich('Weekly') }, [said('paragraph', 'Decided.')])],
      '**Weekly**\n\nDecided.',
    ],
    [
      'bookmark',
      [block('bookmark', { url: 'https://x.org', caption: rich('Guide') })],
      '[Guide](https://x.org)',
    ],
    ['embed', [block('embed', { url: 'https://x.org' })], 'https://x.org'],
    [
      'image',
      [block('image', { external: { url: 'https://x.org/a/flow.png' } })],
      '[Image: flow.png]',
    ],
    ['file', [block('file', { name: 'plan.pdf', caption: [] })], '[File: plan.pdf]'],
    ['one nobody knows', [said('sprocket', 'Kept', [said('paragraph', 'too')])], 'Kept\n\ntoo'],
    [
      'furniture',
      ['divider', 'breadcrumb', 'table_of_contents', 'unsupported', 'link_to_page'].map((type) =>
        block(type),
      ),
      '',
    ],
    [
      'child page',
      [block('child_page', { title: 'Below' }), block('child_database', { title: 'DB' })],
      '',
    ],
  ])('is read: %s', async (_, blocks, expected) => {
    expect(await flat(...blocks)).toBe(expected);
  });
});

describe('a broken list of blocks', () => {
  test.each(['', '{', '{}', 'null', '"text"'])('is malformed: %s', async (content) => {
    await expect(parse(content)).rejects.toThrow('the page is not a list of blocks');
  });

  test('always becomes valid sections', async () => {
    const types = ['paragraph', 'heading_2', 'to_do', 'code', 'table', 'toggle', 'quote', 'image'];
    const block = (children: fc.Arbitrary<PageBlock[]>): fc.Arbitrary<PageBlock> =>
      fc.record({
        id: fc.uuid(),
        type: fc.constantFrom(...types),
        content: fc.record({ rich_text: fc.constant(rich('text')) }, { requiredKeys: [] }),
        children,
      });
    const tree = block(fc.array(block(fc.constant([])), { maxLength: 4 }));
    await expectReadable(
      parse,
      fc.array(tree, { maxLength: 4 }).map((blocks) => JSON.stringify(blocks)),
    );
  });
});
