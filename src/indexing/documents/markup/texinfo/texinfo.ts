import { byWord } from '../../by-word.ts';
import { escapedCell, singleSpaced } from '../../clean.ts';
import { longFenced } from '../../fences.ts';
import { inlineText } from './texinfo-inline.ts';
import { TexinfoMacros } from './texinfo-macros.ts';
import { dedentBlock } from '../../indentation.ts';

/** Returns whether a file is Texinfo, the format of manuals of GNU and FFmpeg, or Texinfo with music, as LilyPond has it. */
export function isTexinfo(path: string): boolean {
  return /\.(?:texi|texinfo|txi|i?tely|itexi)$/i.test(path);
}

/**
 * Converts Texinfo to Markdown, as its pages of HTML show it. Each file is a page, also one that a manual includes.
 * https://www.gnu.org/software/texinfo/manual/texinfo/
 */
export function texinfoToMarkdown(lines: string[]): string[] {
  const writer = new TexinfoWriter();
  for (const line of lines) if (!writer.read(line)) break;
  return writer.finish();
}

/** Levels of headings below the title of a manual. */
const levels = byWord([
  ['part chapter unnumbered appendix chapheading majorheading', 1],
  ['section unnumberedsec appendixsec heading', 2],
  ['subsection unnumberedsubsec appendixsubsec subheading', 3],
  ['subsubsection unnumberedsubsubsec appendixsubsubsec subsubheading', 4],
]);
/** Headings in no table of contents, which end no section. */
const inSection = /heading$/;
/** Blocks whose lines are shown as they are. Those of Lisp and LilyPond have a language. */
const samples = byWord([
  ['example smallexample display smalldisplay format smallformat verbatim', ''],
  ['lisp smalllisp', 'lisp'],
  ['lilypond', 'lilypond'],
]);

/** Returns whether a command begins a block whose lines are shown as they are. */
export function isSample(command: string): boolean {
  return samples.has(command);
}

/** Blocks that a page of HTML does not show. */
const hidden = new Set(
  'tex iftex ifinfo ifplaintext ifnothtml ifdocbook ifxml iflatex latex docbook xml html ignore macro rmacro linemacro menu detailmenu direntry titlepage copying documentdescription'.split(
    ' ',
  ),
);
const lists = new Set(['itemize', 'enumerate', 'table', 'ftable', 'vtable', 'multitable']);
/** Formats of the items of a table that are no code. */
const textFormat = /^@?(?:asis|emph|strong|i|b|var|dfn|cite|r)\b/;
const definition =
  /^(def(?:fn|un|mac|spec|vr|var|opt|tp|cv|ivar|op|method|type(?:fn|fun|vr|var|cv|op|ivar|method)))(x?)$/;
/** Definitions whose first word is a category, such as "Function". */
const hasCategory = /^def(?:fn|vr|tp|cv|op|type(?:fn|vr|cv|op))$/;
/** Definitions that name a class before the name. */
const hasClass = /^def(?:type)?(?:cv|ivar|op|method)$/;
/** The word of a definition with which its arguments begin: `(`, `(int` or `cut(int`, but not the name `operator()`. */
const argumentsBegin = /^\(|\w\([^)]*$/;
/** A command on a line of its own, with what follows it. */
const commandLine = /^\s*@(def[a-z]+(?=\{)|[a-zA-Z]+(?![a-zA-Z{@]))(.*)$/;
/** A word of a definition. Braces hold several words together. */
const definitionWord =
  /\{(?:[^{}]|\{[^{}]{0,200}\}){0,500}\}|(?:@[a-zA-Z]+\{[^{}]{0,200}\}|[^\s{}])+/g;
/** Maximum depth of lists in lists. */
const deepest = 12;

interface Block {
  name: string;
  /** The indentation of its items, and that of its other lines. */
  around: string;
  prefix: string;
  /** What follows the command, such as the format of the items of a table. */
  format: string;
}

class TexinfoWriter {
  private readonly out: string[] = [];
  private readonly blocks: Block[] = [];
  private readonly values = new Map<string, string>();
  private paragraph: string[] = [];
  private sample: { end: string; language: string; lines: string[] } | undefined;
  /** The block being left out, such as the text of a macro, and how many of its kind are open in it. */
  private skipped: { name: string; rest: string; depth: number; lines: string[] } | undefined;
  private readonly macros = new TexinfoMacros();
  private rows: string[][] = [];
  private signatures: string[] = [];
  private level = 1;
  /** The level of the section. */
  private section = 0;
  private hasTitle = false;
  /** The mark of an item without text so far. */
  private mark = '';
  private readonly commands = byWord<(rest: string, name: string) => void>([
    ['settitle top', (rest) => this.title(rest)],
    ['set', (rest) => this.set(rest)],
    ['end', (rest) => this.end(rest)],
    ['item itemx headitem tab', (rest, name) => this.item(name, rest)],
    ['noindent indent center exdent', (rest) => this.paragraph.push(rest)],
    ['quotation smallquotation', (rest, name) => this.quotation(name, rest)],
    [[...lists].join(' '), (rest, name) => this.list(name, rest)],
    ...Array.from(
      levels,
      ([name, level]) => [name, (rest: string) => this.heading(name, level, rest)] as const,
    ),
    [[...samples.keys()].join(' '), (rest, name) => this.startSample(name, rest)],
  ]);

  /** Reads a line of the manual. Returns false if the manual ends with it. */
  read(line: string): boolean {
    const isRaw = this.skipped !== undefined || this.sample?.end === 'verbatim';
    return (isRaw ? [line] : this.macros.expand(line)).every((one) => this.line(one));
  }

  private line(written: string): boolean {
    const [, command = '', rest = ''] = commandLine.exec(written) ?? [];
    if (this.skipped) this.skip(written, command, rest.trim());
    else if (this.sample) this.sampleLine(written, command, rest.trim());
    else if (command === 'bye') return false;
    else if (command !== '') this.command(command, withoutComment(rest).trim());
    else if (written.trim() === '') this.flush();
    else if (!/^\\input\b/.test(written)) this.paragraph.push(withoutComment(written).trim());
    return true;
  }

  finish(): string[] {
    this.flush();
    this.endItem();
    return this.out;
  }

  private command(name: string, rest: string): void {
    const write = this.commands.get(name);
    const [, defined, further] = definition.exec(name) ?? [];
    if (write) write(rest, name);
    else if (defined !== undefined) this.definition(defined, rest, further === 'x');
    else if (this.isHidden(name, rest)) this.skipped = { name, rest, depth: 1, lines: [] };
  }

  private isHidden(name: string, rest: string): boolean {
    if (name === 'ifset') return !this.values.has(rest);
    return hidden.has(name) || (name === 'ifclear' && this.values.has(rest));
  }

  private skip(written: string, command: string, rest: string): void {
    const skipped = this.skipped!;
    const isEnd = command === 'end' && firstWord(rest) === skipped.name;
    skipped.depth += (command === skipped.name ? 1 : 0) - (isEnd ? 1 : 0);
    if (skipped.depth > 0) skipped.lines.push(written);
    else {
      this.skipped = undefined;
      if (skipped.name.endsWith('macro')) this.macros.define(skipped.rest, skipped.lines);
    }
  }

  private set(rest: string): void {
    const name = firstWord(rest);
    this.values.set(name, rest.slice(name.length).trim());
  }

  private title(rest: string): void {
    // Another file often sets the version in a title.
    const known = rest.replace(/@value\{([^{}]*)\}/g, (found, name) =>
      this.values.has(name) ? found : '',
    );
    const text = this.inlineLine(known);
    if (this.hasTitle || text === '') return;
    this.hasTitle = true;
    this.add(`# ${text}`);
  }

  private heading(name: string, level: number, rest: string): void {
    this.flush();
    this.endItem();
    this.blocks.length = 0;
    const below = level + (this.hasTitle ? 1 : 0);
    if (inSection.test(name)) this.level = Math.max(below, this.section + 1);
    else this.level = this.section = below;
    this.add(`${'#'.repeat(this.level)} ${this.inlineLine(rest)}`);
  }

  private startSample(name: string, rest: string): void {
    this.flush();
    const [language = ''] = /^[a-z][\w+-]{0,20}(?=,|$)/i.exec(rest) ?? [];
    this.sample = { end: name, language: samples.get(name) || language.toLowerCase(), lines: [] };
  }

  private sampleLine(written: string, command: string, rest: string): void {
    const { end, lines } = this.sample!;
    if (command === 'end' && firstWord(rest) === end) this.endSample();
    else if (end === 'verbatim') lines.push(written);
    else if (command === '') lines.push(withoutComment(written));
    else if (command === 'exdent') lines.push(rest);
  }

  private endSample(): void {
    const { end, language, lines } = this.sample!;
    this.sample = undefined;
    const text = lines.join('\n');
    const code = end === 'verbatim' ? text : this.inline(text, 'code');
    const shown = dedentBlock(code.trimEnd().split('\n'));
    if (code.trim() !== '') this.add(longFenced(shown, language).join('\n'));
  }

  private list(name: string, format: string): void {
    this.flush();
    const { around, prefix } = this.within(name === 'enumerate' ? '   ' : '  ');
    this.blocks.push({ name, around, prefix: name === 'multitable' ? around : prefix, format });
    if (name === 'multitable') this.rows = [];
  }

  private quotation(name: string, rest: string): void {
    this.flush();
    this.blocks.push({ name, ...this.within('> '), format: '' });
    if (rest !== '') this.add(`**${this.inlineLine(rest)}**`);
  }

  private within(indent: string): Pick<Block, 'around' | 'prefix'> {
    const around = this.blocks.at(-1)?.prefix ?? '';
    return { around, prefix: this.blocks.length > deepest ? around : around + indent };
  }

  private end(rest: string): void {
    const name = firstWord(rest);
    const at = this.blocks.findLastIndex((block) => block.name === name);
    if (at === -1) return;
    this.flush();
    this.endItem();
    this.blocks.length = at;
    if (/^[> ]*>$/.test(this.out.at(-1) ?? '')) this.out.splice(-1, 1, '');
    if (name === 'multitable') this.table();
  }

  private item(name: string, rest: string): void {
    const block = this.blocks.findLast((one) => lists.has(one.name));
    this.flush();
    if (block?.name === 'multitable') this.cells(name, rest);
    else if (block && block.name.endsWith('table')) this.term(block, name, rest);
    else {
      this.mark = block?.name === 'enumerate' ? '1. ' : '- ';
      if (rest !== '') this.paragraph.push(rest);
    }
  }

  private term({ format }: Block, name: string, rest: string): void {
    const isText = textFormat.test(format);
    const text = this.inlineLine(rest, isText ? 'markdown' : 'code');
    const shown = isText
      ? `**${text.replace(/(?<!\\)\*/g, '')}**`
      : `\`${text.replaceAll('`', "'")}\``;
    const isFurther = name === 'itemx' && this.mark !== '';
    if (!isFurther) this.endItem();
    this.mark = isFurther ? `${this.mark}, ${shown}` : `- ${shown}`;
  }

  private cells(name: string, rest: string): void {
    if (name !== 'tab') this.rows.push([]);
    const cells = rest.split(/(?:^|\s)@tab\b/).map((text) => this.inlineLine(text));
    this.rows.at(-1)?.push(...cells);
  }

  private table(): void {
    const rows = this.rows.filter((row) => row.some((cell) => cell !== ''));
    this.rows = [];
    const [head, ...body] = rows.map((row) => `| ${row.map(escapedCell).join(' | ')} |`);
    if (head === undefined) return;
    this.add([head, `|${' --- |'.repeat(rows[0]!.length)}`, ...body].join('\n'));
  }

  /** Reads the first line of a definition, such as `@deftypefun int cut (int depth)`, or a further one. */
  private definition(name: string, rest: string, isFurther: boolean): void {
    this.flush();
    const all = rest.match(definitionWord) ?? [];
    const words = all.slice(hasCategory.test(name) ? 1 : 0).map((word) => {
      return this.inlineLine(word.replace(/^\{(.*)\}$/s, '$1'), 'code');
    });
    const symbol = symbolOf(words, name);
    if (!isFurther) {
      const { around } = this.within('');
      this.blocks.push({ name, around, prefix: around, format: '' });
      this.add(`${'#'.repeat(this.level + 1)} \`${symbol.replaceAll('`', '')}\``);
    }
    this.signatures.push(words.join(' '));
  }

  private flush(): void {
    const text = this.inline(this.paragraph.join('\n')).trim();
    this.paragraph = [];
    if (text === '') return;
    const row = this.blocks.at(-1)?.name === 'multitable' ? (this.rows.at(-1) ?? []) : undefined;
    if (row) row.push(`${row.pop() ?? ''} ${singleSpaced(text)}`.trim());
    else this.add(text);
  }

  /** Writes the mark of an item without text. */
  private endItem(): void {
    if (this.mark.trim().length > 2) this.add('');
    this.mark = '';
    this.endSignatures();
  }

  private endSignatures(): void {
    const lines = this.signatures;
    this.signatures = [];
    if (lines.length > 0) this.add(longFenced(lines, '').join('\n'));
  }

  /** Adds a block of text, after the mark of its item. */
  private add(text: string): void {
    this.endSignatures();
    const { around = '', prefix = '' } = this.blocks.at(-1) ?? {};
    const { mark } = this;
    this.mark = '';
    const isTerm = mark.trim().length > 2;
    const isBelow = isTerm && /^(?:`{3}|\||>|$)/.test(text);
    const [first = '', ...others] = isBelow ? [mark, '', ...text.split('\n')] : text.split('\n');
    const start = isBelow ? first : `${mark}${isTerm ? ': ' : ''}${first}`;
    const lines = others.map((line) => (line === '' ? prefix.trimEnd() : prefix + line));
    this.out.push(
      (mark === '' ? prefix : around) + start,
      ...lines,
      prefix.includes('>') ? prefix.trimEnd() : '',
    );
  }

  private inline(text: string, style: 'markdown' | 'code' = 'markdown'): string {
    return inlineText(text, style, this.values);
  }

  private inlineLine(text: string, style: 'markdown' | 'code' = 'markdown'): string {
    return singleSpaced(this.inline(text, style));
  }
}

function firstWord(text: string): string {
  return /^\S*/.exec(text)![0];
}

function withoutComment(line: string): string {
  return line.replace(/(?:^|\s)@c(?:omment)?(?:\s.*)?$/, '');
}

/**
 * Returns the name of a definition: what stands before the arguments in parentheses, or else the first word after the
 * class and the type.
 */
function symbolOf(words: readonly string[], definition: string): string {
  const isTyped = definition.includes('type');
  const before = (hasClass.test(definition) ? 1 : 0) + (isTyped ? 1 : 0);
  const opening = words.findIndex((word) => argumentsBegin.test(word));
  const at = words[opening]?.startsWith('(') ? opening - 1 : opening;
  const name = words[at === -1 ? Math.min(before, words.length - 1) : at] ?? '';
  return name.replace(isTyped ? /^\*+/ : '', '').replace(/\([^)]*$/, '');
}
