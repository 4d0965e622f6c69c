import { inlineCode } from '../clean.ts';
import { longFenced } from '../fences.ts';
import { dedent, indentOf } from '../indentation.ts';

/** Returns whether a file is written in Org, the format of Emacs. */
export function isOrg(path: string): boolean {
  return /\.org$/i.test(path);
}

const heading = /^(\*{1,30})[ \t]+(.*)$/;
/** What stands before the text of a heading: its state and its priority. */
const state = /^(?:(?:TODO|DONE|WAIT|STARTED|CANCELLED|FIXME)[ \t]+)?(?:\[#\w\][ \t]+)?/;
/** How many of the items below a heading are done: `[1/2]`, `[50%]`. */
const cookie = /[ \t]\[(?:\d{0,5}\/\d{0,5}|\d{0,3}%)\]/g;
const tags = /[ \t]+:((?:[\w@#%]{1,50}:){1,20})[ \t]*$/;
const keyword = /^[ \t]*#\+([a-z_-]{1,50}):(?:[ \t]+(.*))?$/i;
const blockStart = /^[ \t]*#\+begin_(\w{1,30})(?:[ \t]+(.*))?$/i;
const drawer = /^[ \t]*:([\w-]{1,50}):[ \t]*$/;
const fixed = /^[ \t]*:(?: (.*))?$/;
const item = /^([ \t]*)(?:[-+]|\d{1,5}[.)]|[a-zA-Z][.)]|(?<=[ \t])\*)(?=[ \t]|$)/;
const term = /^([ \t]*[-+][ \t]+)(?:\[[ Xx-]\][ \t]+)?(\S|\S.{0,300}?\S)[ \t]+::(?=[ \t]|$)/;
/** A comment, or a rule. */
const unshown = /^[ \t]*#(?:[ \t]|$)|^-{5,}[ \t]*$/;
/** Blocks whose text is code. Those in `left` are for other outputs. */
const code = new Set(['src', 'example']);
const left = new Set(['comment', 'export', 'html', 'latex']);
const notes = new Set(['note', 'tip', 'warning', 'important', 'caution']);

/**
 * Writes Org as Markdown. Leaves out comments, drawers, keywords, and headings for the author alone. https://orgmode.org/worg/org-syntax.html
 */
export function orgToMarkdown(lines: string[]): string[] {
  return new OrgWriter(lines, 0).write();
}

/** Maximum depth of blocks in blocks. */
const deepest = 5;
/** Characters of a line that its marks stand in. */
const longest = 2_000;

class OrgWriter {
  private readonly lines: readonly string[];
  private readonly out: string[] = [];
  private paragraph: string[] = [];
  /** Number of marks above those of a heading. */
  private base = 0;
  /** The level of the heading whose text nobody sees. */
  private hidden: number | undefined;
  /** The indentation of the list around a line. */
  private list: number | undefined;
  private isTable = false;
  /** Where the search for an end stopped, by the end that nothing has. */
  private readonly unended = new Map<string, number>();
  private readonly depth: number;

  constructor(lines: readonly string[], depth: number) {
    this.lines = lines;
    this.depth = depth;
  }

  write(): string[] {
    for (let at = 0; at < this.lines.length; at += 1) at = this.line(at);
    this.flush();
    return this.out;
  }

  /** Takes what begins at a line. Returns the index of its last line. */
  private line(at: number): number {
    const line = this.lines[at]!.slice(0, longest);
    const [, stars, title = ''] = heading.exec(line) ?? [];
    if (stars !== undefined) this.heading(stars.length, title, at);
    return stars !== undefined || this.hidden !== undefined ? at : this.element(line, at);
  }

  private element(line: string, at: number): number {
    const [, block, info = ''] = blockStart.exec(line) ?? [];
    if (block !== undefined) return this.block(block.toLowerCase(), info, at);
    if (drawer.test(line)) return this.endOf('end:', at) ?? at;
    if (fixed.test(line)) return this.fixed(at);
    const [, key, value = ''] = keyword.exec(line) ?? [];
    if (key !== undefined) this.keyword(key.toLowerCase(), value.trim());
    else if (!unshown.test(line)) this.text(this.lines[at]!);
    return at;
  }

  private heading(level: number, written: string, at: number): void {
    if (this.hidden !== undefined && level > this.hidden) return;
    this.flush();
    this.list = undefined;
    const [ownTags = ''] = tags.exec(written) ?? [];
    const isHidden = /^COMMENT\b/.test(written) || ownTags.includes(':noexport:');
    this.hidden = isHidden ? level : undefined;
    if (isHidden) return;
    const title = inline(written.replace(state, '').replace(tags, '').replace(cookie, ''));
    const marks = '#'.repeat(Math.min(level + this.base, 6));
    this.out.push('', `${marks} ${title}${this.anchorBelow(at)}`, '');
  }

  /** Returns the anchor that the properties below a heading set. */
  private anchorBelow(at: number): string {
    if (!/^[ \t]*:PROPERTIES:/i.test(this.lines[at + 1] ?? '')) return '';
    for (const line of this.lines.slice(at + 2, at + 12)) {
      const id = /^[ \t]*:CUSTOM_ID:[ \t]+([\w.:-]{1,200})[ \t]*$/i.exec(line)?.[1];
      if (id !== undefined) return ` {#${id}}`;
    }
    return '';
  }

  private keyword(key: string, value: string): void {
    if (key === 'title' && value !== '' && this.base === 0) {
      this.flush();
      this.base = 1;
      this.out.push(`# ${inline(value)}`, '');
    } else if (key === 'caption') this.text(value);
  }

  /** Takes a block. One that never ends is text. */
  private block(kind: string, info: string, at: number): number {
    const end = this.depth < deepest ? this.endOf(`#+end_${kind}`, at) : undefined;
    if (end === undefined) return at;
    if (left.has(kind) || /:exports[ \t]+(?:none|results)\b/.test(info)) return end;
    const inside = this.lines.slice(at + 1, end);
    if (code.has(kind)) {
      const language = kind === 'src' ? (/^[\w+#.-]{1,30}/.exec(info)?.[0] ?? '') : '';
      // A comma stands before what looks like a heading or a keyword.
      const lines = inside.map((line) => line.replace(/^([ \t]*),(?=,*(?:\*|#\+))/, '$1'));
      this.code(lines, language, at);
    } else this.inner(kind, inside);
    return end;
  }

  /** Writes the text of a block: a quote, a note, or another one without marks. */
  private inner(kind: string, lines: string[]): void {
    this.flush();
    const isNote = notes.has(kind);
    if (isNote) this.out.push('', `> [!${kind.toUpperCase()}]`);
    const written = new OrgWriter(dedent(lines), this.depth + 1).write();
    for (const line of written) this.out.push(isNote || kind === 'quote' ? `> ${line}` : line);
  }

  private fixed(at: number): number {
    let last = at;
    while (fixed.test(this.lines[last + 1] ?? '') && !drawer.test(this.lines[last + 1]!)) last += 1;
    const lines = this.lines.slice(at, last + 1).map((line) => fixed.exec(line)![1] ?? '');
    this.code(lines, '', at);
    return last;
  }

  /** Writes code with the indentation of its first line, which keeps it in its list. */
  private code(lines: string[], language: string, at: number): void {
    this.flush();
    const indent = this.list === undefined ? 0 : indentOf(this.lines[at]!);
    if (this.list !== undefined && indent <= this.list) this.list = undefined;
    const margin = this.list === undefined ? '' : ' '.repeat(indent);
    const written = longFenced(dedent(lines), language === 'emacs-lisp' ? 'elisp' : language);
    this.out.push('');
    for (const line of written) this.out.push(margin + line);
    this.out.push('');
  }

  private text(line: string): void {
    const isRow = /^[ \t]*\|/.test(line);
    if (this.isTable !== isRow) this.flush();
    this.isTable = isRow;
    if (line.trim() === '') this.flush();
    else if (isRow) this.row(line);
    else this.paragraph.push(this.withoutMargin(line));
    if (line.trim() === '') this.out.push('');
  }

  /** Writes a row of a table. Markdown needs a rule below the first one. */
  private row(line: string): void {
    const isRule = /^[ \t]*\|-/.test(line);
    if (isRule && this.paragraph.length !== 1) return;
    const indent = ' '.repeat(this.list === undefined ? 0 : indentOf(line));
    const row = isRule ? line.trim().replaceAll('+', '|') : line.trim();
    // Widths of columns are no row.
    if (/^[|/<>\dlrc \t]*<[lrc\d]*>[|/<>\dlrc \t]*$/.test(row)) return;
    if (!isRule && this.paragraph.length === 1) {
      const columns = this.paragraph[0]!.split('|').length - 2;
      this.paragraph.push(`${indent}|${'---|'.repeat(Math.max(1, columns))}`);
    }
    this.paragraph.push(indent + row);
  }

  /** Returns a line as Markdown needs it in its list. Outside of lists, indented text is no code. */
  private withoutMargin(line: string): string {
    const indent = indentOf(line);
    const found = item.exec(line);
    if (found) {
      this.list ??= indent;
      const [whole, mark, name] = term.exec(line) ?? [];
      if (whole === undefined) return line.replace(/^([ \t]*)[a-zA-Z](?=[.)])/, '$11');
      const rest = line.slice(whole.length);
      return `${mark!}*${name!.replaceAll('*', '')}*${rest.trim() === '' ? '' : `:${rest}`}`;
    }
    if (this.list !== undefined && indent <= this.list) this.list = undefined;
    return this.list === undefined ? line.trimStart() : line;
  }

  private flush(): void {
    if (this.paragraph.length === 0) return;
    if (this.isTable && this.paragraph.length === 1) this.paragraph.push('|---|');
    for (const line of inline(this.paragraph.join('\n')).split('\n')) this.out.push(line);
    if (this.isTable) this.out.push('');
    this.paragraph = [];
  }

  /** Returns the index of the line that ends what begins at a line; undefined if nothing ends it before the next heading. */
  private endOf(end: string, at: number): number | undefined {
    if (at < (this.unended.get(end) ?? 0)) return undefined;
    let line = at + 1;
    for (; line < this.lines.length && !heading.test(this.lines[line]!); line += 1) {
      const [written] = this.lines[line]!.slice(0, longest).trim().toLowerCase().split(/\s/, 1);
      if (written === end || written === `:${end}`) return line;
    }
    this.unended.set(end, line);
    return undefined;
  }
}

/**
 * Markup in a line: a link, text between two marks, what a macro writes, and the places of footnotes and targets. Marks stand between
 * spaces or punctuation.
 */
const markup =
  /\[\[([^\][]{1,1000})\](?:\[((?:[^\][]|\[[^\][]{0,200}\]){1,1000})\])?\]|(?<=^|[\s\-–—('"{[|])([*/_=~+])(?=\S)([^]{0,300}?\S)\3(?=$|[\s\-–—.,;:!?'")}[\]|\\/])|\{\{\{[\w-]{1,50}(?:\(([^{}]{0,500})\))?\}\}\}|\[fn:[^\][]{0,500}\]|<<<?[^<>\n]{1,200}>>>?|@@\w{1,20}:[^@]{0,200}@@|\\\\(?=\n|$)/g;

/** Writes the markup of a paragraph as Markdown. */
function inline(text: string, depth = 0): string {
  let out = '';
  let last = 0;
  for (const match of text.matchAll(markup)) {
    const [found, target, label, mark, marked = '', value = ''] = match;
    out += plain(text.slice(last, match.index));
    last = match.index + found.length;
    if (target !== undefined) out += link(target, label, depth);
    else if (mark === undefined) out += value === '' ? '' : `\`${value.replace(/\\,/g, ',')}\``;
    else if (mark === '=' || mark === '~') out += inlineCode(marked.replace(/\s*\n\s*/g, ' '));
    else out += emphasized(mark, depth < 3 ? inline(marked, depth + 1) : plain(marked));
  }
  return out + plain(text.slice(last));
}

const emphasis: Readonly<Record<string, string>> = { '*': '**', '/': '*', '+': '~~' };

function emphasized(mark: string, text: string): string {
  const written = emphasis[mark] ?? '';
  return written + text + written;
}

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '`': '&#96;', _: '&#95;' };

/** Returns text in which no HTML, code or emphasis of Markdown begins. */
function plain(text: string): string {
  return text.replace(/<(?=[a-zA-Z/!])|`|_(?=_)/g, (mark) => entities[mark]!);
}

/** Writes a link. A target that only Emacs knows is left out. */
function link(target: string, label: string | undefined, depth: number): string {
  const written = target.replace(/\s+/g, ' ');
  // A place in a file follows two colons.
  const url = /^(?:file:|[./\w-]{1,200}\.\w{1,10}::)/.test(written)
    ? written.replace(/^file:|::.*$/g, '')
    : written;
  const isPage = /^(?:https?:|mailto:|\.{0,2}\/|[\w-]+\.(?:org|md)$)/.test(url);
  if (label === undefined && /\.(?:png|jpe?g|gif|svg|webp)$/i.test(url)) return '';
  if (label === undefined)
    return isPage ? plain(url) : plain(url.replace(/^[\w-]{2,30}:|^[*#]/, ''));
  const shown = depth < 3 ? inline(label, depth + 1) : plain(label);
  return isPage ? `[${shown}](${url.replaceAll(' ', '%20')})` : shown;
}
