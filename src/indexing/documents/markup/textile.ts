import { escapedCell, singleSpaced, tableLines } from '../clean.ts';
import { decodeEntities } from '../entities.ts';
import { longFenced } from '../fences.ts';
import { dedent } from '../indentation.ts';
import { inline } from './textile-inline.ts';

/** Returns whether a file is written in Textile, also with tags of Liquid. */
export function isTextile(path: string): boolean {
  return /\.textile(?:\.liquid)?$/i.test(path);
}

/** What a block is, with its attributes. Two dots begin a block that goes on to the next one that says what it is. */
const signature =
  /^(p|h[1-6]|bq|bc|pre|notextile|fn\d{1,3}|###|table)((?:\([^()\n]{1,100}\)|\{[^{}\n]{1,300}\}|\[[^[\]\n]{1,50}\]|[<>=()~^-]{1,4}){0,6})(\.{1,2})(?::\S{1,300})?(?:[ \t]+|$)(.*)$/;
const item = /^[ \t]{0,8}([*#]{1,10})(?:\([^()\n]{1,60}\)|\{[^{}\n]{1,200}\})?[ \t]+(.*)$/;
const definition = /^[ \t]{0,8}-[ \t]+(\S.{0,300}?)[ \t]*:=[ \t]*(.*)$/;
const term = /^([;:])[ \t]+(.*)$/;
const row = /^(?:\{[^{}\n]{0,300}\}\.[ \t]|\([^()\n]{0,60}\)\.[ \t])?[ \t]{0,4}\|/;
/** What stands before the text of a cell: that it is a head, which cells it covers, and its style. */
const cellMark =
  /^(_)?(?:[\\/]\d{1,3}|[<>=~^-]{1,2}|\([^()\n]{1,60}\)|\{[^{}\n]{1,300}\}|\[[^[\]\n]{1,20}\]|_){0,6}\.[ \t]+/;
const preStart = /<pre\b([^<>]{0,300})>/i;
const codeTag =
  /^\s*\{%-?[ \t]*(highlight|codeblock|code)\b(?:[ \t]+(?:as[ \t]+)?([\w+#-]{1,30}))?[^%]{0,200}%\}/;
const comment = /^\s*\{%-?[ \t]*comment\b/;
const liquidTag = /\{%[^%\n]{0,300}%\}/g;
const includeTag = /^\s*\{%-?[ \t]*include\b[^%\n]{0,300}%\}\s*$/;
const siteValue = /\{\{[ \t]*site\.baseurl[^{}\n]{0,40}\}\}/g;
const linkAlias = /^\[([\w.-]{1,60})\]((?:https?:\/\/|\/)\S{1,1000})$/;

/**
 * Writes Textile as Markdown. Leaves out comments, pictures and styles. https://textile-lang.com
 * https://github.com/jgarber/redcloth
 */
export function textileToMarkdown(lines: string[]): string[] {
  return new TextileWriter(lines.map((line) => line.replace(siteValue, ''))).write();
}

class TextileWriter {
  private readonly out: string[] = [];
  private readonly lines: readonly string[];
  private readonly links = new Map<string, string>();
  /** Indentation of the text of the last item; '' outside of lists. */
  private indent = '';
  private readonly numbers: number[] = [];
  private isQuote = false;
  /** Ends that no line has. */
  private readonly unended = new Set<string>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
    for (const line of lines) {
      const [, name, target] = linkAlias.exec(line) ?? [];
      if (name !== undefined) this.links.set(name, target!);
    }
  }

  write(): string[] {
    for (let at = 0; at < this.lines.length; at += 1) at = this.line(this.lines[at]!, at);
    return this.out;
  }

  /** Takes what begins at a line. Returns the index of its last line. */
  private line(line: string, at: number): number {
    if (line.trim() === '') {
      this.end();
      return at;
    }
    const last = this.tagged(line, at) ?? this.signed(line, at) ?? this.indented(line, at);
    if (last !== undefined) return last;
    if (row.test(line)) return this.table(at);
    if (!linkAlias.test(line)) this.text(line);
    return at;
  }

  /** Takes code and comments between tags. Returns the index of the last line. */
  private tagged(line: string, at: number): number | undefined {
    if (comment.test(line)) return this.endOf(/\{%-?[ \t]*endcomment\b/, at);
    const [found, , language = ''] = codeTag.exec(line) ?? [];
    if (found !== undefined) {
      this.end();
      const end = this.endOf(/\{%-?[ \t]*end(?:highlight|codeblock|code)\b/, at);
      if (end !== undefined) this.code(this.lines.slice(at + 1, end), language);
      return end;
    }
    return row.test(line) ? undefined : this.preformatted(line, at);
  }

  /** Takes code in HTML, also at the end of an item. Returns the index of its last line. */
  private preformatted(line: string, at: number): number | undefined {
    const [opening, attributes = ''] = preStart.exec(line) ?? [];
    const end = opening === undefined ? undefined : this.endOf(/<\/pre>/i, at);
    if (opening === undefined || end === undefined) return undefined;
    const start = line.indexOf(opening);
    const before = this.withoutTags(line.slice(0, start));
    if (before.trim() === '') this.end();
    else this.text(before);
    const inside = [line.slice(start + opening.length), ...this.lines.slice(at + 1, end + 1)];
    this.pre(inside.join('\n').replace(/<\/pre>[^]*$/i, ''), attributes);
    return end;
  }

  private pre(text: string, attributes: string): void {
    const [, given = ''] =
      /(?:class|lang)=["']?(?:brush:[ \t]*|language-|code[ \t]+)?([\w+#-]{1,30})/i.exec(
        attributes + (/^\s*<code\b[^<>]{0,300}>/i.exec(text)?.[0] ?? ''),
      ) ?? [];
    const shown = text.replace(
      /<\/?(?:code|span|b|i|em|strong|u|a|notextile)\b[^<>]{0,300}>/gi,
      '',
    );
    const language = /^(?:code|pre|prettyprint|\w*box|userinput)$/i.test(given) ? '' : given;
    this.code(
      decodeEntities(shown)
        .replace(/^[ \t]*\n/, '')
        .split('\n'),
      language,
    );
  }

  /** Takes a block that says what it is. Returns the index of its last line. */
  private signed(line: string, at: number): number | undefined {
    const [, kind, attributes = '', dots, text = ''] = signature.exec(line) ?? [];
    if (kind === undefined) return undefined;
    this.end();
    if (kind.startsWith('h')) this.heading(Number(kind[1]), attributes, text);
    else if (/^(?:bc|pre|###)$/.test(kind)) {
      const last = this.lastOf(at, dots === '..');
      if (kind !== '###') this.codeBlock([text, ...this.lines.slice(at + 1, last + 1)], attributes);
      return last;
    } else if (kind !== 'table') {
      this.isQuote = kind === 'bq';
      const mark = kind.startsWith('fn') ? `[${kind.slice('fn'.length)}] ` : '';
      this.push(mark + this.inline(text));
    }
    return at;
  }

  private codeBlock(lines: readonly string[], attributes: string): void {
    const [, language = ''] = /[([](?:language-)?([\w+#-]{1,30})[)\]]/.exec(attributes) ?? [];
    this.code(lines, language);
  }

  private heading(level: number, attributes: string, text: string): void {
    const [, id] = /\([^()#]{0,60}#([\w.:-]{1,100})\)/.exec(attributes) ?? [];
    const anchor = id === undefined ? '' : ` {#${id}}`;
    this.out.push(`${'#'.repeat(level)} ${this.inline(text)}${anchor}`, '');
  }

  /** Returns the index of the last line of a block: before a blank line, or before the next block that says what it is. */
  private lastOf(at: number, isLong: boolean): number {
    let last = at;
    for (let next = at + 1; next < this.lines.length; next += 1) {
      const line = this.lines[next]!;
      if (isLong ? signature.test(line) : line.trim() === '') break;
      if (line.trim() !== '') last = next;
    }
    return last;
  }

  /** Takes a block of indented lines, which authors write for code. */
  private indented(line: string, at: number): number | undefined {
    const isStart = at === 0 || this.lines[at - 1]!.trim() === '';
    if (!isStart || !/^[ \t]+[^\s*#|<-]/.test(line) || this.indent !== '') return undefined;
    const last = this.lastOf(at, false);
    const lines = this.lines.slice(at, last + 1);
    if (!lines.every((each) => /^[ \t]/.test(each))) return undefined;
    this.code(lines, '');
    return last;
  }

  private text(line: string): void {
    const [, marks, itemText = ''] = item.exec(line) ?? [];
    if (marks !== undefined) return this.item(marks, itemText);
    const [, name, meaning = ''] = definition.exec(line) ?? [];
    if (name !== undefined) {
      this.begin('  ');
      this.out.push(`- **${this.inline(name)}**: ${this.inline(meaning)}`);
      return;
    }
    const [, kind, text = ''] = term.exec(line) ?? [];
    if (kind === ';') this.push(`**${this.inline(text)}**`);
    else if (kind === ':') this.push(this.inline(text));
    else this.push(this.inline(line.trim()));
  }

  private withoutTags(line: string): string {
    return line
      .replace(liquidTag, '')
      .replace(/<\/?(?:notextile|p|div|span|pre)\b[^<>]{0,300}>/gi, '');
  }

  private item(marks: string, text: string): void {
    const margin = marks.slice(0, -1).replaceAll('*', '  ').replaceAll('#', '   ');
    const isNumbered = marks.endsWith('#');
    this.begin(margin + (isNumbered ? '   ' : '  '));
    this.numbers.length = Math.min(this.numbers.length, marks.length);
    const number = (this.numbers[marks.length - 1] ?? 0) + 1;
    if (isNumbered) this.numbers[marks.length - 1] = number;
    this.out.push(`${margin}${isNumbered ? `${number}. ` : '- '}${this.inline(text)}`);
  }

  private begin(indent: string): void {
    if (this.indent === '') this.out.push('');
    this.indent = indent;
  }

  private push(text: string): void {
    if (text.trim() !== '') this.out.push((this.isQuote ? '> ' : this.indent) + text);
  }

  private code(lines: readonly string[], language: string): void {
    const code = dedent(lines.map((line) => line.trimEnd()));
    while (code.at(-1) === '') code.pop();
    // Code that another file has.
    if (code.every((line) => line === '' || includeTag.test(line))) return;
    this.out.push('');
    for (const line of longFenced(code, language.toLowerCase())) this.out.push(this.indent + line);
    this.out.push('');
  }

  private table(at: number): number {
    this.end();
    const last = this.lastOf(at, false);
    const rows: { isHead: boolean; cells: string[] }[] = [];
    for (const line of joinedRows(this.lines.slice(at, last + 1))) {
      const cells = cellsOf(line);
      const isHead = cells.some((cell) => cellMark.exec(cell)?.[1] !== undefined);
      rows.push({ isHead, cells: cells.flatMap((cell) => this.cell(cell)) });
    }
    const head = rows[0]?.isHead ? rows.shift()!.cells : [];
    const all = [head, ...rows.map(({ cells }) => cells)];
    for (const line of tableLines(all)) this.out.push(line);
    this.out.push('');
    return last;
  }

  /** Returns the text of a cell, with empty cells for the further columns that it covers. */
  private cell(written: string): string[] {
    const [mark = ''] = cellMark.exec(written) ?? [];
    const columns = Math.min(Number(/\\(\d{1,3})/.exec(mark)?.[1] ?? 1), mostColumns);
    const text = written.slice(mark.length).replace(/<br ?\/?>/gi, ' ');
    const shown = escapedCell(singleSpaced(this.inline(singleSpaced(text))));
    return [shown, ...Array.from({ length: Math.max(0, columns - 1) }, () => '')];
  }

  private end(): void {
    this.indent = '';
    this.isQuote = false;
    this.numbers.length = 0;
    if (this.out.at(-1) !== '') this.out.push('');
  }

  /** Returns the index of the next line with an end, or of this line; undefined without one. */
  private endOf(end: RegExp, at: number): number | undefined {
    if (this.unended.has(end.source)) return undefined;
    for (let line = at; line < this.lines.length; line += 1)
      if (end.test(this.lines[line]!)) return line;
    this.unended.add(end.source);
    return undefined;
  }

  private inline(text: string): string {
    return inline(this.withoutTags(text), this.links);
  }
}

const mostColumns = 50;

/** Joins lines of a cell that goes on: a row ends with a bar. */
function joinedRows(lines: readonly string[]): string[] {
  const rows: string[][] = [];
  let isOpen = false;
  for (const line of lines) {
    if (isOpen) rows.at(-1)!.push(line);
    else if (row.test(line)) rows.push([line]);
    isOpen = rows.length > 0 && !line.trimEnd().endsWith('|');
  }
  return rows.map((parts) => parts.join(' '));
}

/** Splits a row at its bars, except those in code. */
function cellsOf(line: string): string[] {
  const inside = line.replace(/^[^|]*\|/, '').replace(/\|\s*$/, '');
  const cells = [''];
  for (const [piece] of inside.matchAll(/@[^@\n]{1,300}@|==[^\n]{1,300}?==|\||[^|@=]+|[@=]/g)) {
    if (piece === '|') cells.push('');
    else cells.push(cells.pop()! + piece);
  }
  return cells.slice(0, mostColumns);
}
