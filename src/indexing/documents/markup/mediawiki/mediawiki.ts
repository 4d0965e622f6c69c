import { escapedCell, singleSpaced, tableLines } from '../../clean.ts';
import { longFenced } from '../../fences.ts';
import { dedent } from '../../indentation.ts';
import {
  codeMark,
  notesMark,
  pageParts,
  spanMark,
  withScripts,
  type PageParts,
} from './mediawiki-parts.ts';
import { wikiTable } from './mediawiki-table.ts';

const heading = /^(={1,6})[ \t]*(\S.{0,500}?)[ \t]*\1[ \t]*$/;
const listItem = /^([*#:;]{1,20})[ \t]*(.*)$/;
const tableStart = /^[ \t:]*\{\|/;
/** An indented line that is no code: a block of code, a block of HTML or a picture. */
const noCode =
  /^\s+(?:\ue002|<\/?(?:div|table|t[rdh]|p|br|center|[uod]l|li|d[dt]|blockquote|img)\b|\[\[(?:File|Image):)/i;
const magicWord = /__[A-Z]{3,30}__/g;
/** A link whose text goes on in the next line. */
const brokenLink = /\[(?:\[[^[\]|\n]{1,300}\||https?:)[^[\]\n]{0,500}\n[^[\]\n]{1,500}\]/g;
/** The description of a proposal, such as a BIP, at the beginning of its page. */
const proposal = /^\s*([A-Z]{2,6}):[ \t]*#?(\d{1,5})\b/;
const proposalTitle = /^[ \t]*Title:[ \t]*(\S.*)$/m;

/**
 * Writes a page of MediaWiki as Markdown, as GitHub shows it. Leaves out templates, categories and pictures.
 * https://www.mediawiki.org/wiki/Help:Formatting https://www.mediawiki.org/wiki/Help:Lists
 */
export function mediawikiToMarkdown(lines: string[]): string[] {
  if (/^#REDIRECT\b/i.test(lines[0] ?? '')) return [];
  const parts = pageParts(lines.join('\n'));
  const text = parts.text.replace(brokenLink, (link) => link.replace('\n', ' '));
  return new WikiWriter(parts).write(text.split('\n'));
}

class WikiWriter {
  private readonly out: string[] = [];
  private readonly parts: PageParts;
  private lines: readonly string[] = [];
  /** Indentation of the text of the last item, if no other text is below it. */
  private indent: string | undefined;
  /** The name that the next line defines. */
  private term = '';
  /** Number of the last item in a list, by its depth. */
  private readonly numbers: number[] = [];
  private hasNotes = false;
  /** Where a section begins that answers no question. */
  private silent: number | undefined;
  private isProposal = false;

  constructor(parts: PageParts) {
    this.parts = parts;
  }

  write(lines: readonly string[]): string[] {
    this.lines = lines;
    for (let at = 0; at < lines.length; at += 1) at = this.line(lines[at]!, at);
    this.endTerm();
    if (this.silent !== undefined) this.out.length = this.silent;
    this.notes();
    return this.out;
  }

  /** Takes what begins at a line. Returns the index of its last line. */
  private line(line: string, at: number): number {
    if (tableStart.test(line)) return this.table(at);
    if (/^[ \t]+\S/.test(line) && !noCode.test(line)) return this.code(at);
    const [, marks, title = ''] = heading.exec(line) ?? [];
    const [, prefix, text = ''] = listItem.exec(line) ?? [];
    if (marks !== undefined) this.heading(marks, title);
    else if (prefix !== undefined) this.item(prefix, text);
    else this.text(line);
    return at;
  }

  private heading(marks: string, title: string): void {
    this.end();
    if (this.silent !== undefined) this.out.length = this.silent;
    this.silent = this.isProposal && /^Copyright$/i.test(title) ? this.out.length : undefined;
    this.out.push(`${'#'.repeat(marks.length)} ${singleSpaced(this.inline(title))}`, '');
  }

  private text(line: string): void {
    const text = line.replace(magicWord, '');
    if (text.trim() === '' || /^-{4,}\s*$/.test(text)) return this.end();
    if (!codeMark.test(text)) {
      if (this.indent !== undefined || this.term !== '') this.end();
      if (text.includes(notesMark)) return this.notes();
      this.out.push(this.inline(text.trim()));
    } else this.withBlocks(text, this.indent ?? '');
  }

  /** Writes a line with blocks of code, each below the text before it. */
  private withBlocks(text: string, indent: string): void {
    for (const piece of text.split(/(\ue002\d{1,7}\ue003)/)) {
      const [, number] = codeMark.exec(piece) ?? [];
      if (number !== undefined) this.block(Number(number), indent);
      else if (piece.trim() !== '') this.out.push(indent + this.inline(piece.trim()));
    }
  }

  private block(number: number, indent: string): void {
    const { lines, language } = this.parts.blocks[number]!;
    const code = dedent(lines.map((line) => line.trimEnd()));
    if (code.every((line) => line === '')) return;
    this.title(code.join('\n'));
    this.fence(code, language, indent);
  }

  /** Writes the title of a proposal, which only its description has. */
  private title(code: string): void {
    if (this.out.some((line) => line !== '')) return;
    const [, kind, number] = proposal.exec(code) ?? [];
    const [, title] = proposalTitle.exec(code) ?? [];
    this.isProposal = kind !== undefined && title !== undefined;
    if (kind !== undefined && title !== undefined)
      this.out.push(`# ${kind} ${number!}: ${this.inline(title.trim())}`);
  }

  private fence(code: string[], language: string, indent: string): void {
    this.out.push('');
    for (const line of longFenced(code, language)) this.out.push(indent + line);
    this.out.push('');
  }

  /** Takes lines that begin with a space. Blank lines can be between them. */
  private code(at: number): number {
    this.end();
    let last = at;
    for (let next = at + 1; next < this.lines.length; next += 1) {
      const line = this.lines[next]!;
      if (/^[ \t]+\S/.test(line)) last = next;
      else if (line.trim() !== '') break;
    }
    const code = this.lines.slice(at, last + 1).map((line) => this.plain(line));
    this.fence(dedent(code), '', '');
    return last;
  }

  private item(prefix: string, text: string): void {
    const kind = prefix.at(-1)!;
    const around = prefix.slice(0, -1).replace(/[:;]/g, '');
    const indent = around.replaceAll('*', '  ').replaceAll('#', '   ');
    if (kind !== ':') this.endTerm();
    if (kind === ';') return this.define(text, indent);
    if (kind === ':') return this.definition(text, indent);
    if (this.indent === undefined) this.out.push('');
    this.numbers.length = Math.min(this.numbers.length, prefix.length);
    const number = (this.numbers[prefix.length - 1] ?? 0) + 1;
    const mark = kind === '*' ? '- ' : `${number}. `;
    if (kind === '#') this.numbers[prefix.length - 1] = number;
    this.indent = indent + (kind === '*' ? '  ' : '   ');
    this.marked(indent + mark, text);
  }

  /** Takes a name, and what it means if that follows on the line. */
  private define(text: string, indent: string): void {
    const [, term = text, meaning] = /^(.{1,200}?)[ \t]:[ \t](.*)$/.exec(text) ?? [];
    this.term = this.inline(term.trim()).replaceAll('**', '');
    if (meaning !== undefined) this.definition(meaning, indent);
  }

  private definition(text: string, indent: string): void {
    const { term } = this;
    this.term = '';
    if (term !== '') {
      if (this.indent === undefined) this.out.push('');
      this.indent = `${indent}  `;
      return this.marked(`${indent}- **${term}**: `, text);
    }
    if (this.indent !== undefined || this.out.at(-1) !== '') this.out.push('');
    const margin = this.indent === undefined ? '' : this.indent;
    this.marked(margin, text);
  }

  private marked(mark: string, text: string): void {
    const at = text.search(codeMark);
    const before = at === -1 ? text : text.slice(0, at);
    this.out.push(mark + this.inline(before.trim()));
    if (at !== -1) this.withBlocks(text.slice(at), this.indent ?? '');
  }

  private endTerm(): void {
    if (this.term !== '') this.out.push('', `**${this.term}**`, '');
    this.term = '';
  }

  private end(): void {
    this.endTerm();
    this.indent = undefined;
    this.numbers.length = 0;
    this.out.push('');
  }

  private table(at: number): number {
    this.end();
    const { rows, caption, last } = wikiTable(this.lines, at);
    if (caption !== '') this.out.push(`**${this.inline(caption)}**`, '');
    const cells = rows.map((row) => row.map((cell) => this.cell(cell)));
    for (const line of tableLines(cells)) this.out.push(line);
    this.out.push('');
    return last;
  }

  private cell(text: string): string {
    const lines = text.split('\n').map((line) => {
      const [, , item] = listItem.exec(line) ?? [];
      return this.inline((item ?? line).trim());
    });
    const shown = lines
      .filter((line) => line !== '')
      .join(' ')
      .replace(new RegExp(codeMark, 'g'), (_, number: string) => {
        const code = singleSpaced(this.parts.blocks[Number(number)]!.lines.join(' '));
        return ` \`\` ${code} \`\` `;
      });
    return escapedCell(singleSpaced(shown));
  }

  private notes(): void {
    const { notes } = this.parts;
    if (this.hasNotes || notes.length === 0) return;
    this.hasNotes = true;
    this.end();
    for (const [at, note] of notes.entries()) this.out.push(`${at + 1}. ${this.inline(note)}`);
    this.out.push('');
  }

  private inline(text: string): string {
    return this.withSpans(inline(text));
  }

  /** Returns a line of code without markup. */
  private plain(line: string): string {
    const shown = line.replace(/'{2,5}/g, '').replace(/<\/?(?:b|i|u|em|strong)>/gi, '');
    return this.withSpans(shown, (span) => span.replace(/^`+ ?| ?`+$/g, ''));
  }

  private withSpans(text: string, change = (span: string): string => span): string {
    if (!text.includes('\ue001')) return text;
    return text.replace(spanMark, (_, number: string) => change(this.parts.spans[Number(number)]!));
  }
}

/** Pictures, categories and links; text in bold or italic; and what Markdown would read as a mark. */
const markup =
  /\[\[:?(?:File|Image|Media|Category):(?:[^[\]\n]|\[\[[^[\]\n]{0,200}\]\]){0,500}\]\]|\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{0,500}))?\]\]|\[((?:https?:|ftp:)?\/\/[^\s\]]{1,2000})(?:[ \t]+([^\]\n]{1,500}))?\]|('{2,5})|[*`]|(?<!\w)_|_(?!\w)/gi;

/** Writes the markup of a line as Markdown. */
function inline(written: string): string {
  const text = withScripts(written);
  const writer = new Emphasis();
  let last = 0;
  for (const match of text.matchAll(markup)) {
    const [found, page, label, url, name, quotes] = match;
    writer.add(text.slice(last, match.index));
    last = match.index + found.length;
    if (page !== undefined) writer.add(link(page, label));
    else if (url !== undefined) writer.add(name === undefined ? url : `[${inline(name)}](${url})`);
    else if (quotes !== undefined) writer.quotes(quotes.length);
    else if (found.length === 1) writer.add(`\\${found}`);
  }
  writer.add(text.slice(last));
  return writer.finish();
}

/** Writes a link to a page. One to a part of the same page is its name. */
function link(page: string, label: string | undefined): string {
  const name = label?.trim() || page.replace(/^[:/]|^#/, '');
  const shown = label === undefined ? name.replace(/([*_`])/g, '\\$1') : inline(name);
  const isFile = /^[\w./-]+\.(?:mediawiki|wiki|md|rst|txt|adoc|html?)(?:#\S*)?$/i.test(page);
  return isFile ? `[${shown}](${page})` : shown;
}

interface Open {
  mark: '*' | '**';
  text: string;
}

/** Follows bold and italic text, which ends with its line. */
class Emphasis {
  private readonly open: Open[] = [];
  private text = '';

  add(text: string): void {
    const top = this.open.at(-1);
    if (top) top.text += text;
    else this.text += text;
  }

  quotes(count: number): void {
    if (count === 4) this.add("'");
    const marks: Open['mark'][] = count === 2 ? ['*'] : count === 5 ? ['**', '*'] : ['**'];
    // Both end in the order in which they are open.
    const [first] = marks.length === 2 && this.open.at(-1)?.mark === '*' ? marks.reverse() : marks;
    this.toggle(first!);
    if (marks.length === 2) this.toggle(marks[1]!);
  }

  finish(): string {
    while (this.open.length > 0) this.add(this.open.pop()!.text);
    return this.text;
  }

  private toggle(mark: Open['mark']): void {
    const at = this.open.findIndex((each) => each.mark === mark);
    if (at === -1) {
      this.open.push({ mark, text: '' });
      return;
    }
    // Text that another mark begins within this one stays plain.
    while (this.open.length > at + 1) this.add(this.open.pop()!.text);
    const { text } = this.open.pop()!;
    const [, start = '', inner = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
    this.add(inner === '' ? text : start + mark + inner + mark + end);
  }
}
