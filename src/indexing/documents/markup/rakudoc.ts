import { byWord } from '../by-word.ts';
import { inlineCode, singleSpaced } from '../clean.ts';
import { longFenced } from '../fences.ts';
import { dedent } from '../indentation.ts';
import { entity, plain } from './pod.ts';

/** Returns whether a file is Rakudoc, the format of Raku's manuals, which was Pod 6 before. */
export function isRakudoc(path: string): boolean {
  return /\.(?:rakudoc|pod6)$/i.test(path);
}

const directive = /^[ \t]*=(?:(begin|end|for)[ \t]+)?([A-Za-z][\w-]{0,60})(?:[ \t]+(.*))?$/;
/** Options of a block, such as `:skip-test<dies>` and `:!toc`. */
const options =
  /(?:^|[ \t]):!?[\w-]{1,60}(?:<[^<>]{0,200}>|\([^()]{0,200}\)|«[^«»]{0,200}»|\{[^{}]{0,200}\}|\[[^\][]{0,200}\])?/g;
const language = /:lang(?:uage)?<([\w+#-]{1,20})>/;
/** Blocks whose text is code. */
const codeNames = new Set(['code', 'input', 'output']);
/** Blocks whose text no reader sees. */
const silent = new Set(['comment', 'config', 'alias', 'encoding', 'data', 'finish']);
/** Blocks that only hold others. */
const containers = new Set(['pod', 'rakudoc', 'para', 'nested', 'section', 'cell', 'row']);
/** Blocks that end at a blank line can have these names with a level, as in `head2`. */
const leveled = /^(head|item|numitem|defn)(\d{0,2})$/;

/**
 * Writes Rakudoc as Markdown. Leaves out the text around it, which is a program, and comments.
 * https://docs.raku.org/language/pod
 */
export function rakudocToMarkdown(lines: string[]): string[] {
  const writer = new RakudocWriter();
  let at = 0;
  while (at < lines.length) at = writer.block(lines, at);
  return writer.out;
}

class RakudocWriter {
  readonly out: string[] = [];
  /** Number of blocks around the line. */
  private depth = 0;
  /** The mark of the item that is open, with its indentation. */
  private mark = '';
  private itemIndent = '';

  /** Writes the block that begins at a line. Returns the index of the line behind it. */
  block(lines: readonly string[], at: number): number {
    const [, kind, name, rest = ''] = directive.exec(lines[at]!) ?? [];
    if (name === undefined || (this.depth === 0 && kind !== 'begin')) return this.lines(lines, at);
    if (kind === 'end') return this.end(at);
    if (kind === 'begin') return this.begin(lines, at, { name, rest });
    const end = endOfParagraph(lines, at);
    const below = lines.slice(at + 1, end);
    this.write(name, kind === undefined ? [rest, ...below] : below, rest);
    return end;
  }

  private end(at: number): number {
    this.depth = Math.max(0, this.depth - 1);
    this.leaveItem();
    return at + 1;
  }

  private begin(
    lines: readonly string[],
    at: number,
    { name, rest }: { name: string; rest: string },
  ): number {
    if (codeNames.has(name) || silent.has(name) || name === 'table') {
      const end = endOf(lines, at, name);
      this.write(name, lines.slice(at + 1, end), rest);
      return end + 1;
    }
    this.depth += 1;
    const [, kind, level] = leveled.exec(name) ?? [];
    if (kind === 'item') this.openItem(level);
    else if (kind === 'head') this.heading(level, rest);
    else if (kind === undefined && !containers.has(name)) this.add(`## ${name}`);
    return at + 1;
  }

  /** Writes a paragraph or indented code. Skips a blank line, and a line outside of all blocks. */
  private lines(lines: readonly string[], at: number): number {
    if (this.depth === 0 || lines[at]!.trim() === '') return at + 1;
    const isCode = /^[ \t]/.test(lines[at]!) && this.itemIndent === '';
    const end = isCode ? endOfCode(lines, at) : endOfParagraph(lines, at);
    const text = lines.slice(at, end);
    if (isCode) this.code(text, 'raku');
    else this.add(inline(text.map((line) => line.trim()).join('\n')));
    return end;
  }

  private write(name: string, text: string[], rest: string): void {
    if (silent.has(name)) return;
    if (codeNames.has(name)) {
      return this.code(text, language.exec(rest)?.[1] ?? (name === 'code' ? 'raku' : ''));
    }
    if (name === 'table') return this.add(tableOf(text));
    this.paragraph(name, inline(text.join('\n').replace(options, '').trim()));
  }

  private paragraph(name: string, text: string): void {
    const [, kind, level] = leveled.exec(name) ?? [];
    if (kind === 'head') this.heading(level, text);
    else if (kind === 'defn') this.add(text.replace(/^(.*)/, '**$1**\n'));
    else if (kind !== undefined) this.item(level, text);
    else if (name === 'TITLE') this.add(`# ${singleSpaced(text)}`);
    else this.add(containers.has(name) || name === 'SUBTITLE' ? text : `## ${name}\n\n${text}`);
  }

  private heading(level: string | undefined, text: string): void {
    this.add(`${'#'.repeat(Math.min(Number(level || 1) + 1, 6))} ${singleSpaced(text)}`);
  }

  private item(level: string | undefined, text: string): void {
    this.openItem(level);
    this.add(text);
    this.leaveItem();
  }

  private openItem(level: string | undefined): void {
    const indent = '  '.repeat(Math.min(Math.max(Number(level || 1) - 1, 0), 9));
    this.mark = `${indent}- `;
    this.itemIndent = `${indent}  `;
  }

  private leaveItem(): void {
    this.mark = '';
    this.itemIndent = '';
  }

  private code(lines: string[], name: string): void {
    const code = dedent(lines.map((line) => line.trimEnd()));
    if (code.every((line) => line === '')) return;
    this.add(longFenced(code, name).join('\n'));
  }

  private add(text: string): void {
    const [first = '', ...others] = text.split('\n');
    this.out.push((this.mark || this.itemIndent) + first);
    for (const line of others) this.out.push(line === '' ? '' : this.itemIndent + line);
    this.out.push('');
    this.mark = '';
  }
}

/** Returns the index of the line that ends a block. */
function endOf(lines: readonly string[], at: number, name: string): number {
  const end = lines.findIndex((line, index) => {
    if (index <= at || !line.includes('=end')) return false;
    const [, kind, found] = directive.exec(line) ?? [];
    return kind === 'end' && found === name;
  });
  return end === -1 ? lines.length : end;
}

/** Returns the index of the line behind a paragraph, which a blank line or another block ends. */
function endOfParagraph(lines: readonly string[], at: number): number {
  let end = at + 1;
  while (end < lines.length && lines[end]!.trim() !== '' && !directive.test(lines[end]!)) end += 1;
  return end;
}

/** Returns the index of the line behind indented code, which can have blank lines. */
function endOfCode(lines: readonly string[], at: number): number {
  let end = at + 1;
  while (end < lines.length && /^(?:[ \t]|$)/.test(lines[end]!) && !directive.test(lines[end]!))
    end += 1;
  return end;
}

const separator = /^[\s=_+|-]*$/;

/** Writes a table. The line below its head, or a line between its rows, has only marks. */
function tableOf(lines: readonly string[]): string {
  const groups: string[][][] = [[]];
  for (const line of lines) {
    if (separator.test(line)) {
      if (groups.at(-1)!.length > 0) groups.push([]);
    } else groups.at(-1)!.push(line.trim().split(/[ \t]+[|+](?:[ \t]+|$)|[ \t]{2,}/));
  }
  const filled = groups.filter((group) => group.length > 0);
  if (filled.length === 0) return '';
  const [head, ...others] = filled;
  const rows = filled.length > 2 ? others.map(joined) : others.length === 1 ? others[0]! : head!;
  const top = filled.length > 1 ? joined(head!) : rows[0]!.map(() => '');
  const shown = [top, top.map(() => '---'), ...rows];
  return shown
    .map((row) => `| ${row.map((cell) => inline(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** Joins the lines of a row. */
function joined(lines: readonly string[][]): string[] {
  const width = Math.min(Math.max(...lines.map((line) => line.length)), 50);
  return Array.from({ length: width }, (_, at) =>
    lines
      .map((line) => line[at] ?? '')
      .join(' ')
      .trim(),
  );
}

/** Maximum depth of codes in codes. */
const deepest = 10;
const brackets = /([A-Z])(<{1,8}|«{1,4})|[<>«»]/y;

interface OpenCode {
  name: string;
  open: string;
  close: string;
  /** Number of further brackets of this kind in it. */
  nested: number;
  text: string;
}

/** Writes the codes of a paragraph as Markdown. Looks at each character a bounded number of times. */
function inline(text: string): string {
  const stack: OpenCode[] = [{ name: '', open: '', close: '', nested: 0, text: '' }];
  let at = 0;
  while (at < text.length) {
    const top = stack.at(-1)!;
    const isRaw = top.name === 'C' || top.name === 'V';
    brackets.lastIndex = at;
    const [found, name, open] = brackets.exec(text) ?? [];
    if (found === undefined) {
      const next = /[A-Z<>«»]/g;
      next.lastIndex = at + 1;
      const end = next.exec(text)?.index ?? text.length;
      top.text += plain(text.slice(at, end), isRaw);
      at = end;
    } else if (name !== undefined && !isRaw && stack.length <= deepest) {
      stack.push({
        name,
        open: open!,
        close: open!.replaceAll('<', '>').replaceAll('«', '»'),
        nested: 0,
        text: '',
      });
      at += found.length;
    } else at += step(stack, text, at);
  }
  return stack.map((code) => code.text).join('');
}

/** Reads one bracket or letter at a place. Returns its length. */
function step(stack: OpenCode[], text: string, at: number): number {
  const top = stack.at(-1)!;
  if (stack.length > 1 && text.startsWith(top.close, at)) {
    if (top.nested === 0) {
      stack.pop();
      stack.at(-1)!.text += written(top);
      return top.close.length;
    }
    top.nested -= 1;
    top.text += top.close;
    return top.close.length;
  }
  if (stack.length > 1 && text.startsWith(top.open, at)) {
    top.nested += 1;
    top.text += top.open;
    return top.open.length;
  }
  top.text += plain(text[at]!, top.name === 'C');
  return 1;
}

/** How codes are written. The text of others is shown as it is. */
const writers = byWord<(text: string) => string>([
  ['C K T', (text) => inlineCode(text.trim())],
  ['I R U', (text) => `*${text}*`],
  ['X A D M', labelOf],
  ['B', (text) => `**${text}**`],
  [
    'E',
    (text) =>
      text
        .split(';')
        .map((each) => entity(each.trim()))
        .join(''),
  ],
  ['L', linkTo],
  ['N', (text) => ` (${text.trim()})`],
  ['V', (text) => plain(text, false)],
  ['Z', () => ''],
]);

function written({ name, text }: OpenCode): string {
  return text.trim() === '' ? '' : (writers.get(name)?.(text) ?? text);
}

/** Returns the text before the entries of an index, or before the target of a link. */
function labelOf(text: string): string {
  return text.split('|', 1)[0]!;
}

function linkTo(text: string): string {
  const target = text.slice(text.indexOf('|') + 1).trim();
  const label = labelOf(text);
  return /^https?:\S+$/.test(target) && label !== text ? `[${label}](${target})` : label;
}
