import { singleSpaced } from '../../clean.ts';
import { ManPageWriter } from './man-page-writer.ts';
import { isInlineMacro, MdocInline } from './mdoc-inline.ts';
import { tableRows } from './roff-table.ts';
import { argumentsOf, type RoffLine } from './roff-lines.ts';
import { markdownOf, plainOf, type Segment } from './roff-text.ts';

/** Lists whose items have names. */
const tagged = /^-(?:tag|hang|inset|diag|ohang)$/;

const startsLine = new Set('Nm Ft Fn Fo In Vt Fd'.split(' '));

interface OpenList {
  kind: 'tag' | 'bullet' | 'enum' | 'column';
  count: number;
  rows: string[][];
}

/**
 * Writes a page with the macros `mdoc`, the format of the systems of BSD, as Markdown. https://man.openbsd.org/mdoc.7
 */
export function mdocToMarkdown(lines: readonly RoffLine[]): string[] {
  const reader = new MdocReader();
  for (const line of lines) reader.line(line);
  return reader.finish();
}

class MdocReader {
  private readonly writer = new ManPageWriter();
  private readonly inline = new MdocInline();
  private readonly lists: OpenList[] = [];
  /** Lines of code; undefined outside of it. */
  private code: string[] | undefined;
  /** Whether each block around is code. */
  private readonly blocks: boolean[] = [];
  /** Lines of code that each have a macro. */
  private single: string[] = [];
  /** Lines of a table of `tbl`; undefined outside of it. */
  private table: string[] | undefined;
  /** The name of an item that goes on over several lines. */
  private label: Segment[] | undefined;
  private reference: string[] | undefined;
  private language = '';
  private section = '';
  private hasTitle = false;
  /** Whether the last macro was the type of a function. */
  private wasType = false;

  line({ name, text }: RoffLine): void {
    if (name !== 'Dl') this.endSingle();
    if (this.table) this.tableLine(name, text);
    else if (this.label) this.continueLabel(name, text);
    else if (this.code && name !== 'Ed') this.code.push(plainOf(this.inlineOf(name, text)));
    else if (name === '') this.text(text);
    else if (!this.structure(name, text)) this.macro(name, text);
  }

  finish(): string[] {
    this.endSingle();
    if (this.code) this.writer.code(this.code, this.language);
    return this.writer.finish();
  }

  private inlineOf(name: string, text: string): Segment[] {
    return this.inline.read(name, text).segments;
  }

  private text(text: string): void {
    if (text.trim() === '') return this.writer.flush();
    const column = this.lists.at(-1)?.kind === 'column' ? this.lists.at(-1) : undefined;
    const { segments, isClose } = this.inline.read('', text);
    if (column) this.addToCell(column, segments);
    else this.writer.text(segments, isClose);
  }

  /** Reads titles, headings and paragraphs. Returns whether a macro is one of them, or of a list or a block. */
  private structure(name: string, text: string): boolean {
    if (name === 'Dt') this.title(text);
    else if (name === 'Sh' || name === 'Ss') this.heading(name, text);
    else if (name === 'Pp' || name === 'Lp' || name === 'br' || name === 'sp') this.writer.flush();
    else if (name === 'Dl') this.single.push(plainOf(this.wordsOf(text)));
    else if (name === 'TS') this.table = [];
    else if (name === 'D1') this.paragraph(this.wordsOf(text));
    else return this.list(name, text) || this.block(name, text);
    return true;
  }

  private list(name: string, text: string): boolean {
    if (name === 'Bl') this.beginList(text);
    else if (name === 'It') this.item(text);
    else if (name === 'El') this.endList();
    else return false;
    return true;
  }

  private block(name: string, text: string): boolean {
    if (name === 'Bd') {
      const isCode = /-(?:literal|unfilled)\b/.test(text);
      this.blocks.push(isCode);
      this.writer.flush();
      if (isCode) this.code = [];
    } else if (name === 'Ed') {
      if (this.blocks.pop() && this.code) this.writer.code(this.code, this.language);
      else this.writer.flush();
      this.code = undefined;
    } else if (name === 'Rs') this.reference = [];
    else if (name === 'Re') {
      this.writer.text([{ font: 'R', text: `${(this.reference ?? []).join(', ')}.` }]);
      this.reference = undefined;
    } else if (name.startsWith('%')) this.reference?.push(plainOf(this.inlineOf('No', text)));
    else return false;
    return true;
  }

  private title(text: string): void {
    const [name = '', section = ''] = argumentsOf(text);
    if (this.hasTitle || name === '') return;
    this.hasTitle = true;
    this.language = /^[239]/.test(section) ? 'c' : '';
    this.writer.language = this.language;
    this.writer.title(name, section);
  }

  private heading(name: string, text: string): void {
    while (this.lists.length > 0) this.endList();
    const segments = this.wordsOf(text);
    this.writer.heading(name === 'Sh' ? 2 : 3, segments);
    if (name === 'Sh') this.section = singleSpaced(plainOf(segments)).toUpperCase();
    this.inline.isSynopsis = this.section === 'SYNOPSIS';
  }

  private wordsOf(text: string): Segment[] {
    const [first = ''] = argumentsOf(text);
    return isInlineMacro(first)
      ? this.inlineOf(first, text.slice(text.indexOf(first) + first.length))
      : this.inlineOf('No', text);
  }

  private paragraph(segments: readonly Segment[]): void {
    this.writer.flush();
    this.writer.text(segments);
    this.writer.flush();
  }

  private macro(name: string, text: string): void {
    if (name === 'Nm' && this.inline.name === '') this.inline.name = argumentsOf(text)[0] ?? '';
    if (name === 'Fa' && this.inline.takeArguments(text)) return;
    if (!isInlineMacro(name)) return;
    if (this.inline.isSynopsis && this.beginsLine(name)) this.writer.flush();
    this.wasType = name === 'Ft';
    const { segments, isClose } = this.inline.read(name, text);
    const shown: Segment[] = name === 'Nd' ? [{ font: 'R', text: '— ' }, ...segments] : segments;
    const list = this.lists.at(-1);
    if (list?.kind === 'column') this.addToCell(list, shown);
    else this.writer.text(shown, isClose);
  }

  /** In a synopsis, each command and each function has a line of its own. */
  private beginsLine(name: string): boolean {
    return startsLine.has(name) && !(this.wasType && (name === 'Fn' || name === 'Fo'));
  }

  private beginList(text: string): void {
    const words = argumentsOf(text);
    const has = (name: string): boolean => words.includes(name);
    const kind = words.some((word) => tagged.test(word))
      ? 'tag'
      : has('-enum')
        ? 'enum'
        : has('-column')
          ? 'column'
          : 'bullet';
    this.writer.indent();
    this.lists.push({ kind, count: 0, rows: [] });
  }

  private item(text: string): void {
    const list = this.lists.at(-1);
    if (!list) return;
    list.count += 1;
    if (list.kind === 'column') {
      list.rows.push(
        text
          .split(/\t|(?:^|\s+)Ta(?:\s+|$)/)
          .map((cell) => singleSpaced(markdownOf(this.wordsOf(cell)))),
      );
    } else if (list.kind === 'tag') {
      const label = this.wordsOf(text);
      if (/(?:^|\s)Xo(?:\s|$)/.test(text) && !/\sXc(?:\s|$)/.test(text)) this.label = label;
      else this.writer.item(label);
    } else this.writer.item([{ font: 'R', text: list.kind === 'enum' ? `${list.count}.` : '•' }]);
  }

  /** Adds a line to the name of an item. */
  private continueLabel(name: string, text: string): void {
    const label = this.label!;
    const { segments, isClose } = this.inline.read(name === 'Xc' ? 'No' : name, text);
    if (segments.length > 0 && !isClose) label.push({ font: 'R', text: ' ' });
    label.push(...segments);
    if (name !== 'Xc' && !/^(?:Pp|It|El|Sh|Ss)$/.test(name)) return;
    this.label = undefined;
    this.writer.item(label);
  }

  private tableLine(name: string, text: string): void {
    if (name !== 'TE') this.table?.push(name === '' ? text : `.${name} ${text}`);
    else {
      this.writer.table(
        tableRows(this.table ?? []).map((row) =>
          row.map((cell) => singleSpaced(markdownOf(this.inlineOf('', cell)))),
        ),
      );
      this.table = undefined;
    }
  }

  private addToCell({ rows }: OpenList, segments: readonly Segment[]): void {
    const row = rows.at(-1);
    if (row) row.push(`${row.pop() ?? ''} ${singleSpaced(markdownOf(segments))}`.trim());
  }

  private endList(): void {
    const list = this.lists.pop();
    if (!list) return;
    if (list.kind === 'column') this.writer.table(withHead(list.rows));
    this.writer.outdent();
  }

  private endSingle(): void {
    const { single } = this;
    this.single = [];
    if (single.length > 0) this.writer.code(single);
  }
}

/** Returns the rows of a table with a head. The first row is one if its cells are bold. */
function withHead(rows: readonly string[][]): readonly string[][] {
  const isHead = rows[0]?.every((cell) => cell === '' || /^\*\*.*\*\*$/.test(cell));
  return isHead ? rows : [[], ...rows];
}
