import { ManPageWriter } from './man/man-page-writer.ts';
import { markdownOf, plainOf, type Font, type Segment } from './man/roff-text.ts';

const preamble = /^([\w.-]{1,100})\((\d[a-z]{0,5})\)/;
const heading = /^(#{1,2}) (.*)$/;
/** A mark of a list. Authors also indent it with spaces below another item. */
const bullet = /^( {0,8})([-.]) (.*)$/;
/** A row or a further cell of a table, with the alignment of its text. Lines of a cell below the first one begin with spaces. */
const cell = /^([[|\]:])[[\-\]<=> ](?: (.*))?$/;

interface Block {
  kind: 'heading' | 'text' | 'item' | 'code' | 'table';
  /** Number of tabs before it. */
  indent: number;
  /** What shows the kind further: the marks of a heading or an item. */
  mark: string;
  /** Lines of code or of text, or the cells of a table, whose first ones follow a mark. */
  lines: string[];
  /** Whether a blank line is above it. */
  isApart: boolean;
}

/**
 * Writes a manual page in scdoc as Markdown, as other manual pages are. https://man.archlinux.org/man/scdoc.5
 * https://git.sr.ht/~sircmpwn/scdoc/tree/master/item/src/main.c
 */
export function scdocToMarkdown(lines: string[]): string[] {
  const start = lines.findIndex((line) => preamble.test(line));
  const [, name = '', section = ''] = preamble.exec(lines[start] ?? '') ?? [];
  const writer = new ScdocWriter();
  if (name !== '') writer.title(name, section);
  return writer.write(new ScdocReader(lines, start + 1).read());
}

/** Splits a page into its blocks. */
class ScdocReader {
  private readonly blocks: Block[] = [];
  private readonly lines: readonly string[];
  private at: number;
  private isApart = true;

  constructor(lines: readonly string[], at: number) {
    this.lines = lines;
    this.at = at;
  }

  read(): Block[] {
    for (; this.at < this.lines.length; this.at += 1) this.line(this.lines[this.at]!);
    return this.blocks;
  }

  private line(line: string): void {
    if (line.trim() === '') {
      this.isApart = true;
      return;
    }
    const indent = tabsOf(line);
    const text = line.slice(indent);
    // A comment, which stands between the lines of a paragraph too.
    if (text.startsWith('; ')) return;
    if (text.trimEnd() === '```') this.code(indent);
    else if (indent === 0 && cell.test(text)) this.table();
    else this.text(text, indent);
    this.isApart = false;
  }

  private text(text: string, indent: number): void {
    const [, marks, title = ''] = (indent === 0 && heading.exec(text)) || [];
    const [, spaces, mark, item = ''] = bullet.exec(text) ?? [];
    if (marks !== undefined) this.add('heading', indent, [title], marks);
    else if (mark === undefined) this.paragraph(text, indent);
    else this.add('item', indent + (spaces === '' ? 0 : 1), this.broken(item), mark);
  }

  /** Takes a line of a paragraph or of an item. */
  private paragraph(text: string, indent: number): void {
    const last = this.blocks.at(-1);
    const isOpen = last?.kind === 'text' || last?.kind === 'item';
    if (!isOpen || this.isApart || last.indent !== indent)
      return this.add('text', indent, this.broken(text));
    const [first = '', ...others] = this.broken(text.trimStart());
    last.lines.push(`${last.lines.pop()!} ${first}`, ...others);
  }

  /** Returns the lines that `++` separates. The tabs before those below the first one are no indentation. */
  private broken(text: string): string[] {
    const out = [text];
    while (out.at(-1)!.endsWith('++')) {
      out.push(out.pop()!.slice(0, -2));
      const next = this.lines[this.at + 1];
      if (next === undefined || next.trim() === '') break;
      this.at += 1;
      out.push(next);
    }
    return out;
  }

  private code(indent: number): void {
    const lines: string[] = [];
    for (this.at += 1; this.at < this.lines.length; this.at += 1) {
      const line = this.lines[this.at]!;
      if (line.trim() === '```') break;
      lines.push(line.slice(Math.min(indent, tabsOf(line))).replace(/\\(.)/g, '$1'));
    }
    this.add('code', indent, lines);
  }

  private table(): void {
    const cells: string[] = [];
    for (; this.at < this.lines.length; this.at += 1) {
      const line = this.lines[this.at]!;
      const [, mark, text = ''] = cell.exec(line) ?? [];
      if (mark !== undefined) cells.push((mark === ':' ? ':' : '|') + text);
      else if (line.startsWith('  ') && cells.length > 0)
        cells.push(`${cells.pop()!} ${line.trim()}`);
      else break;
    }
    this.at -= 1;
    this.add('table', 0, cells);
  }

  private add(kind: Block['kind'], indent: number, lines: string[], mark = ''): void {
    this.blocks.push({ kind, indent, mark, lines, isApart: this.isApart });
  }
}

/** Characters of the names of an option. Longer text is a paragraph. */
const longestNames = 600;

class ScdocWriter {
  private readonly writer = new ManPageWriter();
  /** The items around the block, with their numbers in a list. */
  private readonly items: { indent: number; mark: string; number: number }[] = [];

  title(name: string, section: string): void {
    this.writer.title(name, section);
  }

  write(blocks: readonly Block[]): string[] {
    for (const [at, block] of blocks.entries()) {
      const next = blocks[at + 1];
      if (block.kind === 'text') this.text(block, { before: blocks[at - 1], next });
      else this.marked(block);
    }
    return this.writer.finish();
  }

  private marked({ kind, indent, mark, lines }: Block): void {
    if (kind === 'heading') {
      this.items.length = 0;
      this.writer.heading(mark.length + 1, inline(lines[0]!));
    } else if (kind === 'item') this.item(lines, indent, mark);
    else {
      this.leave(indent);
      if (kind === 'code') this.writer.code(lines);
      else this.writer.table(rowsOf(lines));
    }
  }

  private item(lines: readonly string[], indent: number, mark: string): void {
    const number = this.enter(indent, mark);
    this.writer.item([{ font: 'R', text: mark === '-' ? '-' : `${number}.` }]);
    this.paragraph(lines);
  }

  private text(block: Block, { before, next }: Record<'before' | 'next', Block | undefined>): void {
    const { lines, indent } = block;
    if (isTerm(block, next)) {
      this.enter(indent, '');
      const [first = '', ...others] = lines;
      this.writer.item(inline(first));
      for (const line of others) this.writer.further(inline(line));
      return;
    }
    this.leave(indent);
    if (isExample(block, before)) this.writer.code(lines.map((line) => plainOf(inline(line))));
    else this.paragraph(lines);
  }

  private paragraph(lines: readonly string[]): void {
    for (const line of lines) {
      this.writer.text(inline(line.trim()));
      this.writer.flush();
    }
  }

  /** Ends the items at this indentation and deeper ones. */
  private leave(indent: number): void {
    while (this.items.length > 0 && this.items.at(-1)!.indent >= indent) this.pop();
  }

  /** Begins an item at this indentation. Returns its number among the items with the same mark. */
  private enter(indent: number, mark: string): number {
    while (this.items.length > 0 && this.items.at(-1)!.indent > indent) this.pop();
    const last = this.items.at(-1);
    if (last?.indent !== indent) {
      if (last) this.writer.indent();
      this.items.push({ indent, mark, number: 1 });
      return 1;
    }
    last.number = last.mark === mark ? last.number + 1 : 1;
    last.mark = mark;
    return last.number;
  }

  private pop(): void {
    this.items.pop();
    if (this.items.length > 0) this.writer.outdent();
    else this.writer.endItems();
  }
}

/** Returns whether a paragraph has the names of what the indented text below it describes. Blank lines can be between them. */
function isTerm({ lines, indent }: Block, next: Block | undefined): boolean {
  if (next === undefined || next.kind === 'heading' || next.indent <= indent) return false;
  const text = lines.join(' ');
  if (text.length > longestNames || /[:.][*_]?$/.test(text)) return false;
  return !next.isApart || /^[*_<-]/.test(text);
}

/** Returns whether an indented paragraph is an example: lines without sentences below a colon. */
function isExample({ lines, indent }: Block, before: Block | undefined): boolean {
  if (!before || before.kind === 'heading' || before.indent >= indent) return false;
  if (!/:[*_]?$/.test(before.lines.at(-1)!)) return false;
  const end = lines.length > 1 ? /[.:][*_]?$/ : /[.:,][*_]?$/;
  return !lines.some((line) => end.test(line) || /\w [a-z]+ (?:[a-z]+ ){3}/.test(line));
}

function tabsOf(line: string): number {
  return /^\t{0,20}/.exec(line)![0].length;
}

function rowsOf(cells: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const each of cells) {
    if (each.startsWith('|') || rows.length === 0) rows.push([]);
    rows.at(-1)!.push(markdownOf(inline(each.slice(1).trim())));
  }
  return rows;
}

/** Reads the fonts of a text. A mark between letters is none, and neither is one after a backslash. */
function inline(text: string): Segment[] {
  const out: Segment[] = [];
  let font: Font = 'R';
  let last = 0;
  const add = (part: string): void => {
    if (part !== '') out.push({ font, text: part });
  };
  for (const { 0: mark, index } of text.matchAll(/\\.|[*_]/gs)) {
    if (mark === '_' && !isMark(text, index, font)) continue;
    add(text.slice(last, index));
    last = index + mark.length;
    if (mark.startsWith('\\')) add(mark.slice(1));
    else if (font !== 'R') font = 'R';
    else font = mark === '*' ? 'B' : 'I';
  }
  add(text.slice(last));
  return out;
}

function isMark(text: string, at: number, font: Font): boolean {
  if (font === 'B') return false;
  const isWord = (char = ' '): boolean => /[A-Za-z\d]/.test(char);
  return !isWord(text[at - 1]) || (font === 'I' && !isWord(text[at + 1]));
}
