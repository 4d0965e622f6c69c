import { byWord } from '../by-word.ts';
import { pageLink } from '../clean.ts';
import { languageName } from '../code-language.ts';
import { codePieces, listPieces, quotedPieces, tablePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { PageBlock } from './block.ts';
import { markdownOf, plainText } from './rich-text.ts';

type Reader = (block: PageBlock) => Piece[];

const listTypes = new Set(['bulleted_list_item', 'numbered_list_item', 'to_do']);

/** Converts blocks to pieces in order. Adjacent list items form one list. */
export function blocksOf(blocks: readonly PageBlock[] = []): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < blocks.length;) {
    const block = blocks[at]!;
    let end = at + 1;
    if (listTypes.has(block.type)) {
      while (blocks[end]?.type === block.type) end += 1;
      pieces.push(...listOf(blocks.slice(at, end)));
    } else {
      pieces.push(...(readers.get(block.type) ?? anything)(block));
    }
    at = end;
  }
  return pieces;
}

function listOf(items: readonly PageBlock[]): Piece[] {
  const [first] = items;
  const start = first?.content.list_start_index ?? 1;
  return listPieces(
    items.map((item) => [...itemText(item), ...blocksOf(item.children)]),
    (index) => (first?.type === 'numbered_list_item' ? `${start + index}. ` : '- '),
  );
}

function itemText({ type, content }: PageBlock): Piece[] {
  const box = type === 'to_do' ? `[${content.checked ? 'x' : ' '}] ` : '';
  return textPieces(box + markdownOf(content.rich_text));
}

/** Returns the text of a block and its children. Also reads unknown types. */
const anything: Reader = ({ content, children }) => [
  ...textPieces(markdownOf(content.rich_text)),
  ...blocksOf(children),
];

const nothing: Reader = () => [];

const heading =
  (level: number): Reader =>
  ({ id, content, children }) => [
    {
      kind: 'heading',
      level,
      title: plainText(content.rich_text),
      anchor: id.replaceAll('-', ''),
    },
    ...blocksOf(children),
  ];

const toggle: Reader = ({ content, children }) => {
  const summary = markdownOf(content.rich_text);
  const bold = /[*\n]/.test(summary) || summary === '' ? summary : `**${summary}**`;
  return [...textPieces(bold), ...blocksOf(children)];
};

const quote: Reader = (block) => quotedPieces(anything(block));

const code: Reader = ({ content, children }) => [
  ...codePieces(
    plainText(content.rich_text),
    languageName(content.language ?? ''),
    plainText(content.caption),
  ),
  ...blocksOf(children),
];

const table: Reader = ({ content, children = [] }) =>
  tablePieces(
    children.map((row) => (row.content.cells ?? []).map(markdownOf)),
    content.has_column_header === true,
  );

const titled: Reader = ({ content, children }) => {
  const title = Array.isArray(content.title) ? plainText(content.title) : (content.title ?? '');
  return [...textPieces(title === '' ? '' : `**${title}**`), ...blocksOf(children)];
};

/**
 * Returns an address with its caption. For the API's own files, returns only the caption, because
 * their signed addresses expire within an hour.
 */
const reference: Reader = ({ content }) => {
  const caption = plainText(content.caption).trim();
  const url = content.url ?? content.external?.url ?? '';
  const link = pageLink(caption, url);
  if (link === undefined) return textPieces(caption);
  return textPieces(caption === '' ? url : link);
};

const named =
  (kind: string): Reader =>
  ({ content }) => {
    const name = plainText(content.caption).trim() || content.name || fileIn(content.external?.url);
    return name === '' ? [] : textPieces(`[${kind}: ${name}]`);
  };

function fileIn(url = ''): string {
  return URL.parse(url)?.pathname.split('/').at(-1) ?? '';
}

const readers = byWord<Reader>([
  ['heading_1', heading(1)],
  ['heading_2', heading(2)],
  ['heading_3', heading(3)],
  ['heading_4', heading(4)],
  ['toggle', toggle],
  ['quote callout', quote],
  ['code', code],
  ['equation', ({ content }) => codePieces(content.expression ?? '', 'latex')],
  ['table', table],
  ['bookmark embed link_preview', reference],
  ['image', named('Image')],
  ['video', named('Video')],
  ['audio', named('Audio')],
  ['pdf', named('PDF')],
  ['file', named('File')],
  ['meeting_notes transcription', titled],
  // Lectern reads child pages as documents of their own.
  ['child_page child_database', nothing],
]);
