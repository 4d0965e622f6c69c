import { stripVTControlCharacters } from 'node:util';
import { cleanText } from './clean.ts';
import type { DocumentParser, SourceDocument } from './document.ts';
import { parseMarkdown } from './markdown/markdown.ts';
import { languageOf, readCells } from './notebook-cells.ts';
import type { Cell } from './notebook-cells.ts';
import { codePieces, textPieces } from './text-pieces.ts';
import type { Piece } from './text-pieces.ts';
import { toDocument } from './text-sections.ts';

/** Longest output kept, in lines and characters. */
const mostLines = 20;
const mostCharacters = 1200;

/** Reads a Jupyter notebook (nbformat 3 or 4): prose, code and short text outputs. Pictures and HTML are left out. */
export const parseNotebook: DocumentParser = (document) => {
  const { cells, language } = readCells(document);
  const pieces: Piece[] = [];
  for (const cell of cells) {
    const found = cell.kind === 'markdown' ? prose(cell, document) : code(cell, language);
    for (const piece of found) pieces.push(piece);
  }
  return toDocument(pieces, document);
};

function prose({ source }: Cell, document: SourceDocument): Piece[] {
  const parsed = parseMarkdown({ ...document, format: 'markdown', content: source });
  return parsed.sections.flatMap((section) => {
    const title = section.headings.at(-1);
    if (section.level === 0 || title === undefined) return section.blocks;
    return [
      // Jupyter makes the anchor of a heading of its words alone.
      { kind: 'heading', level: section.level, title, anchor: title.trim().replace(/\s+/g, '-') },
      ...section.blocks,
    ];
  });
}

function code({ source, outputs, language }: Cell, kernel: string): Piece[] {
  const magic = /^\s*%%(\w+)[^\n]*\n/.exec(source);
  const body = magic === null ? source : source.slice(magic[0].length);
  const stated = magic === null ? undefined : cellLanguage(magic[1]!);
  const pieces = codePieces(body, stated ?? (language || kernel));
  return [...pieces, ...outputs.flatMap((output) => outputPieces(output))];
}

/** The language of a cell magic that runs another interpreter; others (`%%time`) leave the kernel's. */
function cellLanguage(magic: string): string | undefined {
  const name = languageOf(magic);
  return /^(?:bash|sh|html|javascript|js|perl|ruby|sql|latex|r|python)$/.test(name)
    ? name
    : undefined;
}

/** An output as an indented block, which needs no fence. */
function outputPieces(output: string): Piece[] {
  const lines = cleanText(plainOutput(output))
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const kept = lines.slice(0, mostLines).join('\n').slice(0, mostCharacters);
  if (kept.trim() === '' || /^<[\w. ]+(?: at 0x[\da-f]+| size )[^\n]*>$/i.test(kept)) return [];
  const cut = lines.length > mostLines || kept.length === mostCharacters ? '\n    …' : '';
  return textPieces(`Output:\n\n    ${kept.replaceAll('\n', '\n    ')}${cut}`);
}

/** Without terminal colours, and with the last state of a progress bar. */
function plainOutput(text: string): string {
  return stripVTControlCharacters(text.slice(0, 100_000))
    .replaceAll('\r\n', '\n')
    .replace(/^.*\r(?=[^\n])/gm, '');
}
