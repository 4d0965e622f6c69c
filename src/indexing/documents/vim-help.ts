import { cleanLines } from './clean.ts';
import { dedent, indentOf } from './indentation.ts';
import { codePieces, textPieces } from './text-pieces.ts';
import type { Piece } from './text-pieces.ts';

/** Characters at the end of a file that have the settings of Vim. */
const longestEnd = 400;
const modeline = /^\s*vim:.{0,200}$/;
const firstTag = /^\*[\w.-]{1,80}\.txt\*/;
const firstLine = /^\*?([\w.-]{1,80})\.txt\*?[ \t]*(?:.{0,200}\bLast change\b.*)?/;

/** Returns whether a text is help of Vim, by its first line or by the settings at its end. */
export function isVimHelp(content: string): boolean {
  return (
    firstTag.test(content) ||
    /\bvim:.{0,200}\b(?:ft|filetype)=help\b/.test(content.slice(-longestEnd))
  );
}

/** Reads help of Vim and Neovim. See https://vimhelp.org/helphelp.txt.html#help-writing. */
export function readVimHelp(content: string): { title: string | undefined; pieces: Piece[] } {
  const [, name] = firstLine.exec(content) ?? [];
  const lines = cleanLines(content.replace(firstLine, ''))
    .map(withoutTabs)
    .filter((line) => !modeline.test(line));
  const at = lines.slice(0, longestHead).findIndex((line) => manual.test(line));
  const title = at === -1 ? name : titleBelow(lines, at, name);
  return { title, pieces: new HelpReader(lines.filter((_, index) => index !== at)).read() };
}

/** The line of a manual that is above its title. */
const manual = /^\s+\S.{0,60}\b(?:REFERENCE|USER) MANUAL\b.{0,80}$/;
/** Lines in which a manual can have its title. */
const longestHead = 12;

/** Returns the title below the first line of a manual, with the name of its file, as in `Oil the saw (usr_10)`; the name alone if there is none. */
function titleBelow(lines: readonly string[], at: number, name = ''): string {
  const line = lines.slice(at + 1, at + longestHead).find((one) => one !== '') ?? '';
  const title = line
    .replace(/\s\*.*$/, '')
    .trim()
    .replace(/\.$/, '');
  if (!/^(?!This )\p{Lu}[^|*>:;]{2,60}$/u.test(title)) return name;
  return title.toLowerCase() === name.toLowerCase() ? title : `${title} (${name})`;
}

/** Returns a line whose tabs reach to the next eighth column. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line.trimEnd();
  let text = '';
  for (const part of line.split('\t')) text += part + ' '.repeat(8 - (part.length % 8 || 0));
  return text.trimEnd();
}

/** The tags at the end of a line, which links lead to: `*:Git* *:G*`. */
const tagged = /^(|.{0,200}?\s)((?:\*[^*\s|]{1,100}\*\s*){1,20})$/;
/** The tag at the start of a heading, as in the manual of Vim. A number is part of the heading. */
const ledByTag = /^\*(?:(\d[\d.]{0,10})|[^*\s|]{1,100})\*\s+(?=[^\s*])/;
const rule = /^([=-])\1{19,}$/;
/** A heading of the help that md2vim writes. */
const markedHeading = /^<\s(.{1,100}?)\s>_+~$/;
/** The heading of columns, which Vim shows without its last sign. */
const columnHeading = /^(\S.{0,80}[^~/\\])~$/;
/** A line of a table of contents. */
const contentLine = /(?:\.{2}\s?|\s{2})\|[^|\s]{1,100}\|$/;
const codeStart = /(?:^|\s)>([a-z]{0,20})$/;
const capitals = /^(?:\d[\d.]*\s+)?[A-Z][A-Z\d ,.:&'()/-]{2,60}$/;
/** What a tag stands for, and its explanation in a column beside it. */
const beside = /^(\s*)(\S(?:\S|\s(?!\s)){0,60})(?<![.,;])(\s{2,})(\S.*)$/;
/** The first and the last line of a table of Pandoc. */
const tableEdge = /^\s{1,20}-{20,}$/;
const longestTable = 300;

/** Returns the start of a heading with the number that its tag has. */
function headed(_: string, number?: string): string {
  return number === undefined ? '' : `${number} `;
}

/** Returns the column of the text beside a name; undefined if a line has none. */
function columnOf(line: string): number | undefined {
  const [, margin = '', name = '', gap] = beside.exec(line) ?? [];
  return gap === undefined ? undefined : margin.length + name.length + gap.length;
}

/** Returns whether a line has another name before a column, with the text of the name above it. */
function isOtherName(line: string | undefined, margin: number, column: number): boolean {
  if (line === undefined || indentOf(line) > margin || tagged.test(line)) return false;
  return line.slice(0, column).trim() !== '' && (line.length <= column || line[column - 1] === ' ');
}

/** Maximum number of names with one text. */
const mostNames = 10;
/** Levels of the headings below a rule. */
const levels: Readonly<Record<string, number>> = { '=': 2, '-': 3 };
const firstName = /\*(.+?)\*/;

class HelpReader {
  private readonly pieces: Piece[] = [];
  private readonly lines: readonly string[];
  private readonly levelOfCapitals: number;
  private block: string[] = [];
  /** Tags of the next line. */
  private tag: string | undefined;
  /** Level of the heading below a rule. */
  private ruled: number | undefined;

  constructor(lines: readonly string[]) {
    this.lines = lines;
    this.levelOfCapitals = lines.some((line) => rule.exec(line)?.[1] === '=') ? 3 : 2;
  }

  read(): Piece[] {
    for (let at = 0; at < this.lines.length; at += 1) {
      const line = this.lines[at]!;
      at =
        this.table(line, at) ??
        this.edge(line, at) ??
        this.special(line, at) ??
        this.item(line, at) ??
        this.code(line, at);
    }
    this.flush();
    return this.pieces;
  }

  /** Takes a table between two lines, which keeps its columns as code. */
  private table(line: string, at: number): number | undefined {
    if (!tableEdge.test(line)) return undefined;
    const length = this.lines.slice(at + 1, at + longestTable).indexOf(line);
    if (length === -1) return undefined;
    this.flush();
    const rows = dedent(this.lines.slice(at + 1, at + 1 + length));
    for (const piece of codePieces(rows.join('\n'))) this.pieces.push(piece);
    return at + 1 + length;
  }

  /** Takes a rule, which is above the next heading or below the last one. */
  private edge(line: string, at: number): number | undefined {
    const [, sign] = rule.exec(line) ?? [];
    if (sign === undefined) return undefined;
    const isBelow = this.pieces.at(-1)?.kind === 'heading' && this.lines[at - 1] !== '';
    this.flush();
    this.ruled = isBelow ? undefined : levels[sign];
    return at;
  }

  /** Takes a line that is not shown, or a heading that a sign marks. Returns the index of its last line. */
  private special(line: string, at: number): number | undefined {
    if (line === '' || line === '<' || contentLine.test(line)) {
      this.flush();
      return at;
    }
    const title = (markedHeading.exec(line) ?? columnHeading.exec(line))?.[1];
    if (title === undefined || this.tag !== undefined) return undefined;
    this.heading(title.trim(), 3);
    return at;
  }

  /** Keeps the tag on a line for the next one. Above an empty line or code, it is a tag of the heading above it. */
  private keep(tag: string | undefined, at: number): number {
    this.flush();
    this.tag = /^(?:>[a-z]*)?$/.test(this.lines[at + 1] ?? '') ? undefined : tag;
    return at;
  }

  /** Takes the heading of a section, or of what a tag stands for. */
  private item(written: string, at: number): number | undefined {
    const line = this.ruled === undefined ? written : written.replace(ledByTag, headed);
    const [, text, tags] = tagged.exec(line) ?? [];
    const tag = this.tag ?? (tags && firstName.exec(tags)![1]);
    const title = (text ?? line).trim();
    if (title === '') return this.keep(tag, at);
    if (tag === undefined && !this.isHeading(line, at)) return undefined;
    this.tag = undefined;
    const level = this.levelOf(title, at);
    this.ruled = undefined;
    if (tags === undefined && tag !== undefined && level === 4)
      return this.described(line, at, tag);
    this.heading(title, level, tag);
    return at;
  }

  /** Returns the level of a heading: 2 for a chapter, which has a rule or capitals, 3 for a section and 4 for the object of a tag. */
  private levelOf(title: string, at: number): number {
    if (this.ruled !== undefined) return this.ruled;
    if (rule.test(this.lines[at + 1] ?? '')) return 2;
    if (columnHeading.test(this.lines[at]!)) return 3;
    return capitals.test(title) ? this.levelOfCapitals : 4;
  }

  /** Returns whether a line without a tag is a heading: one below a rule, or one of capitals alone. */
  private isHeading(line: string, at: number): boolean {
    if (indentOf(line) > 0) return false;
    if (this.ruled !== undefined) {
      this.ruled = /[.,;]$/.test(line) || line.length > 70 ? undefined : this.ruled;
      return this.ruled !== undefined;
    }
    return this.block.length === 0 && capitals.test(line) && (this.lines[at + 1] ?? '') === '';
  }

  /** Takes what the tag above a line stands for: the line, or what is beside a text. A sentence has the tag as its heading. */
  private described(line: string, at: number, tag: string): number {
    const column = columnOf(line);
    if (column !== undefined) return this.columns(at, column, tag);
    const title = line.trim();
    const isSentence = /[.,;]$/.test(title) || title.split(' ').length > 8;
    this.heading(isSentence ? tag : title, 4, tag);
    return isSentence ? at - 1 : at;
  }

  /** Takes what a tag stands for, and the text in the column beside it. Several names can have one text. */
  private columns(at: number, column: number, tag: string): number {
    const margin = indentOf(this.lines[at]!);
    let end = at + 1;
    while (end < at + mostNames && isOtherName(this.lines[end], margin, column)) end += 1;
    const lines = this.lines.slice(at, end);
    this.heading(lines.map((line) => line.slice(0, column).trim()).join(', '), 4, tag);
    for (const line of lines) this.block.push(' '.repeat(column) + line.slice(column));
    return end - 1;
  }

  private heading(written: string, level: number, tag = ''): void {
    this.flush();
    const title = written.replace(/\s{0,9}~$/, '');
    const shown = title.length < 4 && level === 4 && tag !== '' ? `${title} (${tag})` : title;
    this.pieces.push({ kind: 'heading', level, title: shown, ...(tag !== '' && { anchor: tag }) });
  }

  /** Takes a line of text, and the code below it: from `>` at its end to `<` or a line at the margin. */
  private code(line: string, at: number): number {
    this.ruled = undefined;
    const [marker, language = ''] = codeStart.exec(line) ?? [];
    if (marker === undefined) {
      this.block.push(line);
      return at;
    }
    const lead = line.slice(0, -marker.length).trimEnd();
    if (lead !== '') this.block.push(lead);
    this.flush();
    let end = at + 1;
    while (end < this.lines.length && /^(?!\s*<$)(?:\s|$)/.test(this.lines[end]!)) end += 1;
    const code = dedent(this.lines.slice(at + 1, end)).join('\n');
    for (const piece of codePieces(code, language)) this.pieces.push(piece);
    const after = (this.lines[end] ?? '').replace(/^\s*<$/, '<');
    if (!after.startsWith('<') || markedHeading.test(after)) return end - 1;
    const rest = after.slice(1);
    if (rest.trim() !== '') this.block.push(rest);
    return end;
  }

  private flush(): void {
    const lines = dedent(this.block);
    this.block = [];
    const isDrawing = lines.some((line) => /[│┌└├┐┘]|^[-+|]{10,}$/.test(line));
    const found = isDrawing ? codePieces(lines.join('\n')) : textPieces(proseOf(lines));
    for (const piece of found) this.pieces.push(piece);
  }
}

const bullet = /^(\s*)(?:[-*•+]|(\d{1,3}[.)]))\s+(\S.*)$/;

/** An item of a list, or a line of columns. */
interface Item {
  margin: number;
  text: string;
}

/** Returns the item that a line begins. */
function itemOf(line: string, hasColumns: boolean): Item | undefined {
  const [, margin = '', number = '-', text] = bullet.exec(line) ?? [];
  if (text !== undefined) return { margin: margin.length, text: `${number} ${text}` };
  const [, edge = '', name = '', , meaning] = (hasColumns && beside.exec(line)) || [];
  if (meaning === undefined) return undefined;
  return { margin: edge.length, text: `- \`${name.replaceAll('`', '')}\`: ${meaning}` };
}

/** Returns a paragraph, or a list with its nested lists, as Markdown. */
function proseOf(lines: readonly string[]): string {
  const shown: string[] = [];
  const margins: number[] = [];
  const gaps = lines.map((line) => beside.exec(line)?.[3]?.length ?? 0).filter((gap) => gap > 0);
  const hasColumns = gaps.length > 1 || gaps.some((gap) => gap > 2);
  for (const line of lines) {
    const item = itemOf(line, hasColumns);
    while (margins.length > 0 && indentOf(line) <= margins.at(-1)!) margins.pop();
    if (item) {
      shown.push('  '.repeat(margins.length) + item.text);
      margins.push(item.margin);
      continue;
    }
    const before = shown.at(-1);
    const isRest = before !== undefined && (margins.length > 0 || !/^\s*- /.test(before));
    if (isRest) shown[shown.length - 1] = `${before} ${line.trim()}`;
    else shown.push(line.trim());
  }
  return withReferences(shown.join('\n')).replace(/[ \t]~$/gm, '');
}

/** Writes references to other tags as code: `|:Git|`. */
function withReferences(text: string): string {
  return text.replace(
    /(`[^`\n]{1,300}`)|(?<!\S)\|([^\s|`]{1,100})\|/g,
    (_, code?: string, tag = '') => code ?? `\`${tag}\``,
  );
}
