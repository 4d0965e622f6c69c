import { inlineCode, singleSpaced } from '../clean.ts';
import { decodeEntities } from '../entities.ts';
import { longFenced } from '../fences.ts';

/** Returns whether a file is Plain Old Documentation, the format of Perl's manuals. */
export function isPod(path: string): boolean {
  return /\.pod$/i.test(path);
}

const command = /^=([a-zA-Z]\w{0,30})(?:[ \t]+|$)(.*)$/s;
/** Code of a terminal, and what only Perl has. */
const prompt = /^[$%] /;
const perl = /[$@%]\w|=>|->|\w::\w|\b(?:sub|my|use) /;
/** Maximum depth of codes in codes, and of lists in lists. */
const deepest = 10;

/**
 * Writes Plain Old Documentation as Markdown (https://perldoc.perl.org/perlpod). The name at the beginning becomes the title of the page.
 * Leaves out the text around it, which is a program, and text for another format.
 */
export function podToMarkdown(lines: string[]): string[] {
  const writer = new PodWriter();
  let paragraph: string[] = [];
  for (const line of [...lines, '']) {
    if (line.trim() !== '') paragraph.push(line);
    else if (paragraph.length > 0) {
      writer.paragraph(paragraph);
      paragraph = [];
    }
  }
  return writer.finish();
}

class PodWriter {
  private readonly out: string[] = [];
  private verbatim: string[] = [];
  private isPod = false;
  /** Name of the format whose text is left out. */
  private other: string | undefined;
  private lists = 0;
  /** The mark of an item whose text is in the next paragraph. */
  private mark = '';
  private isName = false;

  paragraph(lines: string[]): void {
    const [, name, text = ''] = command.exec(lines.join('\n')) ?? [];
    if (name === 'end') this.other = undefined;
    else if (this.other !== undefined) return;
    else if (name !== undefined) this.command(name, text.trim());
    else if (!this.isPod) return;
    else if (/^[ \t]/.test(lines[0]!)) this.verbatim.push(...lines, '');
    else this.text(lines.join('\n'));
  }

  finish(): string[] {
    this.flush();
    return this.out;
  }

  private command(name: string, text: string): void {
    this.flush();
    this.isPod = name !== 'cut';
    const level = /^head([1-6])$/.exec(name)?.[1];
    if (level !== undefined) this.heading(Number(level), text);
    else if (name === 'over') this.lists = Math.min(this.lists + 1, deepest);
    else if (name === 'back') this.lists = Math.max(this.lists - 1, 0);
    else if (name === 'item') this.item(text);
    else if (name === 'begin' && !text.startsWith(':')) this.other = text;
  }

  private heading(level: number, text: string): void {
    this.lists = 0;
    this.isName = level === 1 && text === 'NAME';
    // The title of the page is above all headings.
    if (!this.isName) this.add(`${'#'.repeat(level + 1)} ${singleSpaced(inline(text))}`);
  }

  private item(text: string): void {
    const [, mark, rest = ''] = /^(\*|\d{1,5}\.?)(?:\s+(.*))?$/s.exec(text) ?? [];
    const indent = '  '.repeat(Math.max(0, this.lists - 1));
    if (mark === undefined) this.add(`**${singleSpaced(inline(text)).replaceAll('**', '')}**`);
    else {
      this.mark = `${indent}${mark === '*' ? '-' : `${mark.replace('.', '')}.`} `;
      if (rest !== '') this.text(rest);
    }
  }

  private text(text: string): void {
    this.flush();
    const [, name, what = ''] = (this.isName && /^(\S{1,200})\s+-+\s+(.*)$/s.exec(text)) || [];
    if (name !== undefined) this.add(`# ${inline(name)}`);
    const shown = inline(name === undefined ? text : what);
    this.add(this.mark + shown.replaceAll('\n', `\n${' '.repeat(this.mark.length)}`));
    this.mark = '';
    this.isName = false;
  }

  private flush(): void {
    const lines = this.verbatim;
    if (lines.length === 0) return;
    this.verbatim = [];
    const filled = lines.filter((line) => line !== '');
    const indent = Math.min(...filled.map((line) => /^[ \t]*/.exec(line)![0].length));
    const code = lines.map((line) => line.slice(indent));
    const isPerl = code.some((line) => perl.test(line));
    const language = prompt.test(code[0]!) ? 'sh' : isPerl ? 'perl' : '';
    this.add(longFenced(code.slice(0, -1), language).join('\n'));
  }

  private add(text: string): void {
    this.out.push(...text.split('\n'), '');
  }
}

/** The start of a code, as in `C<` and `B<< `, or the end of one. */
const bracket = /([A-Z])(?:(<{2,8})\s+|<)|\s{1,9}(>{2,8})|>/g;

interface OpenCode {
  name: string;
  /** The brackets that end it. */
  end: string;
  text: string;
}

/** Writes the codes of a paragraph as Markdown. Looks at each character once. */
function inline(text: string): string {
  const stack: OpenCode[] = [{ name: '', end: '', text: '' }];
  let last = 0;
  const append = (part: string): void => {
    stack.at(-1)!.text += part;
  };
  for (const match of text.matchAll(bracket)) {
    const [found, name, wide, closing = '>'] = match;
    const isRaw = stack.at(-1)!.name === 'C';
    append(plain(text.slice(last, match.index), isRaw));
    last = match.index + found.length;
    if (name !== undefined) {
      if (stack.length > deepest) append(plain(found, isRaw));
      else stack.push({ name, end: wide?.replaceAll('<', '>') ?? '>', text: '' });
    } else if (stack.length > 1 && stack.at(-1)!.end === closing) {
      const code = stack.pop()!;
      append(written(code, stack.at(-1)!.name === 'C'));
    } else append(plain(found, isRaw));
  }
  append(plain(text.slice(last), false));
  return stack.map((code) => code.text).join('');
}

/** Returns text that no Markdown and no HTML begins in. */
export function plain(text: string, isCode: boolean): string {
  return isCode ? text : text.replaceAll('<', '&lt;').replace(/(?<!\w)[*_]|[*_](?!\w)/g, '\\$&');
}

function written({ name, text }: OpenCode, inCode: boolean): string {
  if (name === 'E') return entity(text);
  if (name === 'X' || name === 'Z') return '';
  if (name === 'L') return link(text);
  if (inCode || text === '') return text;
  if (name === 'C' || name === 'F') return inlineCode(text);
  if (name === 'B') return `**${text}**`;
  return name === 'I' ? `*${text}*` : text;
}

const names: Readonly<Record<string, string>> = {
  sol: '/',
  verbar: '|',
  lchevron: '«',
  rchevron: '»',
};

/** Returns the character of an entity: its name in HTML, or its number. */
export function entity(name: string): string {
  const hex = /^0?x[\da-f]{1,6}$/i.test(name) ? name.replace(/^0?x/i, '#x') : undefined;
  const number = /^\d{1,7}$/.test(name) ? `#${name}` : undefined;
  return names[name] ?? (name === 'lt' ? '&lt;' : decodeEntities(`&${hex ?? number ?? name};`));
}

/** Writes `L<text|https://a.b>`, `L<text|Name>`, `L<Name/section>` and `L</section>`. */
function link(target: string): string {
  const at = target.indexOf('|');
  const page = target.slice(at + 1);
  const label = at === -1 ? '' : target.slice(0, at);
  if (/^https?:\S+$/.test(page)) return label === '' ? page : `[${label}](${page})`;
  const [name = '', section = ''] = page.split(/\/(.*)/s).map((part) => part.replace(/^"|"$/g, ''));
  return label || [section, name].filter(Boolean).join(' in ');
}
