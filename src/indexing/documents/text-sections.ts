import { cleanText } from './clean.ts';
import type { Block, ParsedDocument, Section, SourceDocument } from './document.ts';
import { pageTitle } from './page-title.ts';
import type { HeadingPiece, Piece, SymbolPiece, TextPiece } from './text-pieces.ts';
import { cutCode, withPlainSpaces } from './snippets/cut-code.ts';
import { languageOfLabel } from './includes/included-format.ts';
import { trimBlankLines } from './blank-lines.ts';
import { indentOf } from './indentation.ts';

/** Maximum length of a heading or label. */
const longestLine = 300;

/**
 * Makes a document from pieces, with one section for each heading. `own` is a title that the
 * document states outside of its headings.
 */
export function toDocument(
  pieces: Iterable<Piece>,
  document: SourceDocument,
  own?: string,
): ParsedDocument {
  const writer = new SectionWriter();
  writer.write(pieces);
  const sections = writer.finish();
  return { title: shortLine(pageTitle({ document, sections, own })), sections };
}

/** Returns visible text on one line, with single spaces and at most 300 characters. */
export function shortLine(text: string): string {
  const line = cleanText(text.slice(0, 4 * longestLine))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).trimEnd()}…`;
}

interface Place {
  trail: HeadingPiece[];
  anchor: string | undefined;
}

class SectionWriter {
  private readonly sections: Section[] = [];
  /** Sections after a symbol or before the first heading. They are dropped if they stay empty. */
  private readonly optional = new Set<Section>();
  private place: Place = { trail: [], anchor: undefined };
  private blocks: Block[] = [];
  private lastText: { parts: string[]; tight: boolean } | undefined;

  constructor() {
    this.optional.add(this.open(this.place));
  }

  finish(): Section[] {
    return this.sections.filter(
      (section) => section.blocks.length > 0 || !this.optional.has(section),
    );
  }

  write(pieces: Iterable<Piece>): void {
    for (const piece of pieces) this.piece(piece);
    this.endText();
  }

  private piece(piece: Piece): void {
    if (piece.kind === 'text') return this.text(piece);
    this.endText();
    if (piece.kind === 'heading') return this.heading(piece);
    if (piece.kind === 'symbol') return this.symbol(piece);
    const code = cutCode(withPlainSpaces(cleanText(piece.code)));
    const label = shortLine(piece.label ?? '');
    if (code === '') return;
    this.blocks.push({
      kind: 'code',
      language: piece.language || languageOfLabel(label),
      code,
      ...(label !== '' && { label }),
    });
  }

  private text(piece: TextPiece): void {
    const tight = piece.tight === true;
    if (this.lastText === undefined) {
      this.lastText = { parts: [piece.text], tight };
      return;
    }
    this.lastText.parts.push(tight && this.lastText.tight ? '\n' : '\n\n', piece.text);
    this.lastText.tight = tight;
  }

  private endText(): void {
    const text = withoutFirstIndent(cleanText(this.lastText?.parts.join('') ?? ''));
    if (text !== '') this.blocks.push({ kind: 'text', text });
    this.lastText = undefined;
  }

  private heading(piece: HeadingPiece): void {
    const title = shortLine(piece.title);
    if (title === '') return;
    const above = this.place.trail.filter((heading) => heading.level < piece.level);
    const section = this.open({ trail: [...above, { ...piece, title }], anchor: piece.anchor });
    if (piece.isEntry) section.atomic = true;
  }

  private symbol(piece: SymbolPiece): void {
    const outer = this.place;
    const title = shortLine(piece.title);
    const level = (outer.trail.at(-1)?.level ?? 0) + 1;
    this.open({
      trail: [...outer.trail, { kind: 'heading', level, title }],
      anchor: piece.anchor,
    }).atomic = true;
    this.write(piece.pieces);
    this.optional.add(this.open(outer));
  }

  private open(place: Place): Section {
    this.place = place;
    this.blocks = [];
    const section: Section = {
      headings: place.trail.map((heading) => heading.title),
      level: Math.min(place.trail.at(-1)?.level ?? 0, 6),
      ...(place.anchor !== undefined && place.anchor !== '' && { anchor: place.anchor }),
      blocks: this.blocks,
    };
    this.sections.push(section);
    return section;
  }
}

/**
 * Returns a text without blank lines at its ends, and without the indentation of its first line. After the code of a list item, the
 * rest of the item is indented. The items that follow keep what is indented in them.
 */
function withoutFirstIndent(text: string): string {
  let margin = Number.POSITIVE_INFINITY;
  const lines = trimBlankLines(text)
    .split('\n')
    .map((line) => {
      if (line !== '') margin = Math.min(margin, indentOf(line));
      return line.slice(margin);
    });
  return lines.join('\n').trim();
}
