import { singleSpaced } from '../../clean.ts';
import { manPageName } from './man-page-file.ts';
import { isProse, ManPageWriter } from './man-page-writer.ts';
import { mdocToMarkdown } from './mdoc.ts';
import { argumentsOf, roffLines, type RoffLine } from './roff-lines.ts';
import { markdownOf, plainOf, RoffFonts, type Font, type Segment } from './roff-text.ts';
import { tableRows } from './roff-table.ts';

/** Writes a manual page as Markdown. Its title has the number of its section, as other pages refer to it. */
export function manPageToMarkdown(lines: string[], path: string): string[] {
  const all = roffLines(lines);
  const isMdoc = all.some(({ name }) => name === 'Dt' || name === 'Dd');
  const [title = '', ...rest] = isMdoc ? mdocToMarkdown(all) : new ManReader(all).read();
  return [namedByFile(title, manPageName(path)), ...rest];
}

/** Returns a title with the name of the file, by which readers find a page, if it has another: that of a package, or a phrase. */
function namedByFile(title: string, name: string): string {
  const [, written = '', section = ''] = /^# (.*?)(\(\w+\))?$/.exec(title) ?? [];
  const isSame = lettersOf(written) === lettersOf(name);
  return isSame || written === '' ? title : `# ${name}${section}`;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Macros with one font, or with two that alternate. */
const fonts = new Map<string, Font[]>(
  Object.entries({
    B: 'B',
    I: 'I',
    SM: 'R',
    SB: 'B',
    BR: 'BR',
    BI: 'BI',
    IR: 'IR',
    IB: 'IB',
    RB: 'RB',
    RI: 'RI',
  }).map(([name, letters]) => [name, letters.split('') as Font[]]),
);

/**
 * Reads a page with the macros `man`. https://man.openbsd.org/man.7
 * https://www.man7.org/linux/man-pages/man7/groff_man.7.html
 */
class ManReader {
  private readonly writer = new ManPageWriter();
  private readonly fonts = new RoffFonts();
  private readonly lines: readonly RoffLine[];
  private at = 0;
  /** Lines that stay as they are; undefined outside of them. */
  private code: string[] | undefined;
  /** The address of the link that is open. */
  private address = '';
  private language = '';
  private hasTitle = false;
  private readonly blocks = new Map<string, (words: string[]) => void>([
    ['nf', () => this.beginCode()],
    ['EX', () => this.beginCode()],
    ['SY', ([name = '']) => this.beginSynopsis(name)],
    ['fi', () => this.endCode()],
    ['EE', () => this.endCode()],
    ['YS', () => this.endCode()],
    ['UR', ([address = '']) => void (this.address = address)],
    ['MT', ([address = '']) => void (this.address = address)],
    ['UE', ([punctuation = '']) => this.endAddress(punctuation)],
    ['ME', ([punctuation = '']) => this.endAddress(punctuation)],
    ['MR', ([name, section, after = '']) => this.roman(`${name}(${section})${after}`)],
    ['OP', (words) => this.roman(`[${words.slice(0, 2).filter(Boolean).join(' ')}]`)],
  ]);

  constructor(lines: readonly RoffLine[]) {
    this.lines = lines;
  }

  read(): string[] {
    for (; this.at < this.lines.length; this.at += 1) this.line(this.lines[this.at]!);
    this.endCode();
    return this.writer.finish();
  }

  private line(line: RoffLine): void {
    const { name, text } = line;
    if (name === '') this.text(text);
    else if (fonts.has(name)) this.add(this.shown(line));
    else if (name === 'TH') this.title(text);
    else if (name === 'SH' || name === 'SS') this.heading(name);
    else if (name === 'TS') this.table();
    else if (!this.paragraph(name) && !this.item(name, text)) this.block(name, text);
  }

  private text(text: string): void {
    if (this.code) this.code.push(plainOf(this.fonts.read(text)));
    else if (text.trim() === '') this.writer.flush();
    else if (isIndented(this.lines[this.at])) this.indentedLines();
    else this.add(this.fonts.read(text.trim()));
  }

  /** Reads the indented lines that begin here, which stay as they are. A single one and sentences are a paragraph. */
  private indentedLines(): void {
    const start = this.at;
    while (isIndented(this.lines[this.at + 1])) this.at += 1;
    const lines = this.lines.slice(start, this.at + 1).map(({ text }) => this.fonts.read(text));
    const isText = lines.length === 1 || isProse(singleSpaced(plainOf(lines.flat())));
    if (!isText) return this.writer.code(lines.map(plainOf), this.language);
    this.writer.flush();
    this.add(lines.flat());
  }

  private add(segments: readonly Segment[]): void {
    if (this.code) this.code.push(plainOf(segments));
    else this.writer.text(segments);
  }

  /** Returns the text of a line, or of a macro with fonts. Without arguments, its text is on the next line. */
  private shown({ name, text }: RoffLine): Segment[] {
    const [first = 'R', second = first] = fonts.get(name) ?? [];
    if (name === '') return this.fonts.read(text);
    const own = argumentsOf(text);
    const next = own.length === 0 ? this.lines[this.at + 1] : undefined;
    if (next?.name === '') this.at += 1;
    const given = next?.name === '' ? [next.text] : own;
    const isOne = fonts.get(name)?.length === 1;
    const parts = isOne ? [given.join(' ')] : given;
    const segments = parts.flatMap((part, at) =>
      this.fonts.read(part, at % 2 === 0 ? first : second),
    );
    this.fonts.reset();
    return segments;
  }

  private title(text: string): void {
    const [name = '', section = ''] = argumentsOf(text).map((part) =>
      plainOf(new RoffFonts().read(part)),
    );
    if (this.hasTitle || name === '') return;
    this.hasTitle = true;
    this.language = /^[23]/.test(section) ? 'c' : '';
    // The build writes some sections, such as @appmansuffix@.
    this.writer.title(name, section.startsWith('@') ? '' : section);
  }

  private heading(name: string): void {
    this.endCode();
    this.fonts.reset();
    const own = argumentsOf(this.lines[this.at]!.text);
    const next = own.length === 0 ? this.lines[this.at + 1] : undefined;
    if (next) this.at += 1;
    const segments = next ? this.shown(next) : this.fonts.read(own.join(' '));
    this.fonts.reset();
    this.writer.language = this.language;
    this.writer.heading(name === 'SH' ? 2 : 3, segments);
  }

  /** Ends paragraphs and lines. Returns whether a macro does that. */
  private paragraph(name: string): boolean {
    if (/^(?:PP|LP|P|HP)$/.test(name)) {
      this.fonts.reset();
      if (this.code) this.code.push('');
      else this.writer.endItems();
    } else if (name === 'br' || name === 'sp' || name === 'ti') {
      if (!this.code) this.writer.flush();
      else if (name === 'sp') this.code.push('');
    } else return this.level(name);
    return true;
  }

  /** Begins or ends a level of lists. Returns whether a macro does that. Within code, it only moves lines. */
  private level(name: string): boolean {
    if (name !== 'RS' && name !== 'RE') return false;
    if (this.code) return true;
    if (name === 'RS') this.writer.indent();
    else this.writer.outdent();
    return true;
  }

  private item(name: string, text: string): boolean {
    if (!/^(?:TP|TQ|IP)$/.test(name)) return false;
    const isRunning = this.code !== undefined;
    this.endCode();
    this.fonts.reset();
    if (name === 'IP') {
      const [tag] = argumentsOf(text);
      if (tag === undefined || tag === '') this.writer.flush();
      else this.writer.item(this.fonts.read(tag));
    } else this.tag(name);
    // Lines of a list in text without fill are text of its items.
    if (isRunning) this.code = undefined;
    this.fonts.reset();
    return true;
  }

  private tag(name: string): void {
    let next = this.lines[this.at + 1];
    while (next && /^(?:PD|TP|ns|ne)$/.test(next.name)) {
      this.at += 1;
      next = this.lines[this.at + 1];
    }
    if (!next || (next.name !== '' && !fonts.has(next.name))) return this.writer.flush();
    this.at += 1;
    const segments = this.shown(next);
    if (name === 'TQ') this.writer.further(segments);
    else this.writer.item(segments);
  }

  /** Reads the beginnings and ends of code, of references and of synopses. */
  private block(name: string, text: string): void {
    const handle = this.blocks.get(name);
    if (handle) handle(argumentsOf(text).map((part) => plainOf(this.fonts.read(part))));
  }

  private roman(text: string): void {
    this.add([{ font: 'R', text }]);
  }

  private beginCode(): void {
    this.fonts.reset();
    if (!this.code) this.writer.flush();
    this.code ??= [];
  }

  private beginSynopsis(name: string): void {
    this.fonts.reset();
    if (this.writer.isSynopsis) this.writer.flush();
    this.writer.text([{ font: 'B', text: name }]);
  }

  private endCode(): void {
    const { code } = this;
    this.code = undefined;
    this.fonts.reset();
    if (code) this.writer.code(code, this.language);
  }

  private endAddress(punctuation: string): void {
    const { address } = this;
    this.address = '';
    if (address !== '') this.roman(`<${address}>${punctuation}`);
  }

  private table(): void {
    const start = this.at + 1;
    let end = start;
    while (end < this.lines.length && this.lines[end]!.name !== 'TE') end += 1;
    const lines = this.lines
      .slice(start, end)
      .map(({ name, text }) => (name === '' ? text : `.${name} ${text}`));
    this.endCode();
    const rows = tableRows(lines);
    this.writer.table(
      rows.map((row) => row.map((cell) => singleSpaced(markdownOf(this.cell(cell))))),
    );
    this.at = end;
  }

  private cell(text: string): Segment[] {
    this.fonts.reset();
    return text.split('\n').flatMap((line) => {
      const [, name, rest = ''] = /^\.(\w{1,2})\s+(.*)$/s.exec(line) ?? [];
      const shown =
        name === undefined ? this.fonts.read(line) : fonts.has(name) ? this.alone(name, rest) : [];
      return [...shown, { font: 'R' as const, text: ' ' }];
    });
  }

  private alone(name: string, text: string): Segment[] {
    return text.trim() === '' ? [] : this.shown({ name, text });
  }
}

function isIndented(line: RoffLine | undefined): boolean {
  return line?.name === '' && /^[ \t]+\S/.test(line.text);
}
