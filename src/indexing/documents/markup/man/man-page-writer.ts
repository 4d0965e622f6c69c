import { inlineCode, singleSpaced, tableLines } from '../../clean.ts';
import { longFenced } from '../../fences.ts';
import { markdownOf, plainOf, type Segment } from './roff-text.ts';
import { dedentBlock } from '../../indentation.ts';

/** Maximum depth of lists in lists. */
const deepest = 8;

/** A command behind the prompt of a shell. */
const command = /^[#$%] (?:[./~][\w./-]{1,100}|[a-z][\w.-]{0,100})(?: |$)/;
/** Sections that answer no question. */
export const silentSection =
  /^(?:AUTHORS?|AUTHOR\(S\)|MAINTAINERS?|COPYRIGHT|COPYING|COLOPHON|LICEN[CS]E)$/i;
/** Names of items that are typed as they are. */
export const typedName = /^[-+/$~.]|^[\w.-]+$|[=_]/;
/** Maximum number of columns of a table. */
const mostColumns = 30;
/** Maximum number of items without text that share the text of the last one. */
const mostShared = 6;

interface Level {
  /** The mark of an item whose text follows. */
  mark: string;
  /** Indentation of the text of the item; '' outside of items. */
  indent: string;
  /** Names of the item whose text follows. */
  labels: string[];
}

/** Writes the parts of a manual page as Markdown. Both sets of macros use it. */
export class ManPageWriter {
  readonly out: string[] = [];
  private parts: Segment[] = [];
  private levels: Level[] = [level()];
  /** Number of levels beyond the maximum depth. */
  private beyond = 0;
  /** Lines of the synopsis, which is code. */
  private synopsis: string[] | undefined;
  /** The level whose last item has one line so far. */
  private lastItem: Level | undefined;

  /** The last command of a shell: the number of lines up to its end, and its indentation. */
  private lastCommand = { end: -1, margin: '' };

  /** Language of the synopsis. */
  language = '';

  /** Writes the title as other pages refer to it: `saw(1)`. A name in capitals alone is shown in small letters. */
  title(name: string, section: string): void {
    const shown = /[a-z]/.test(name) ? name : name.toLowerCase();
    this.out.push(`# ${singleSpaced(section === '' ? shown : `${shown}(${section})`)}`, '');
  }

  heading(depth: number, segments: readonly Segment[]): void {
    this.flush();
    this.endSynopsis();
    this.levels = [level()];
    this.beyond = 0;
    this.lastItem = undefined;
    const text = singleSpaced(plainOf(segments));
    if (depth === 2) this.isSilent = silentSection.test(text);
    if (/^SYNOPSIS$/i.test(text)) this.synopsis = [];
    if (text !== '' && !this.isSilent && !/^NAME$/i.test(text))
      this.out.push(`${'#'.repeat(depth)} ${text.replace(/[<`*_[\]]/g, '\\$&')}`, '');
  }

  get isSynopsis(): boolean {
    return this.synopsis !== undefined;
  }

  /** Adds text to the paragraph. A space separates it from the text before it, unless `isClose`. */
  text(segments: readonly Segment[], isClose = false): void {
    if (!isClose && this.parts.length > 0) this.parts.push({ font: 'R', text: ' ' });
    this.parts.push(...segments);
  }

  /** Ends the paragraph. */
  flush(): void {
    const { parts } = this;
    this.parts = [];
    const plain = singleSpaced(plainOf(parts));
    if (plain === '') return;
    if (this.synopsis && isProse(plain)) this.endSynopsis();
    if (this.synopsis && this.levels.every(({ labels }) => labels.length === 0)) {
      this.synopsis.push(plain);
      return;
    }
    const isContinued = this.isBehindCommand && this.out.at(-3)!.endsWith('\\');
    if (isContinued || command.test(plain)) return this.command(plain);
    const text = singleSpaced(markdownOf(parts));
    const label = this.takeLabel();
    const shown = text.replace(/^(?:[-+>#|](?!\S*`)|\d{1,9}(?=[.)]))/, '\\$&');
    this.add(label === '' ? shown : `${label}: ${text}`);
  }

  /** Writes a command of a shell, in one block with those before it. */
  private command(text: string): void {
    const { length } = this.out;
    if (this.isBehindCommand) this.out.splice(-2, 0, this.margin + text);
    else this.code([text], 'sh');
    // Some sections are left out.
    if (this.out.length > length) this.lastCommand = { end: this.out.length, margin: this.margin };
  }

  private get isBehindCommand(): boolean {
    const { end, margin } = this.lastCommand;
    const isItem = this.levels.some(({ mark, labels }) => mark !== '' || labels.length > 0);
    return end === this.out.length && margin === this.margin && !isItem;
  }

  private get margin(): string {
    return this.levels.map((each) => each.indent).join('');
  }

  /** Begins an item: with a name, as a list of options has, or with a mark. */
  item(segments: readonly Segment[]): void {
    this.flush();
    const top = this.levels.at(-1)!;
    const plain = singleSpaced(plainOf(segments));
    const label = plain === '' ? '' : labelOf(segments, plain);
    // Items without a text between them share it.
    if (label !== '' && top.labels.length > 0 && top.labels.length < mostShared) {
      top.labels.push(label);
      return;
    }
    this.openLabel(false);
    const [, number] = /^\(?(\d{1,4})[.)]\)?$/.exec(plain) ?? [];
    const isMark = /^[•·*o∙–—.)-]$/.test(plain);
    top.mark = number === undefined ? '- ' : `${number}. `;
    top.indent = ' '.repeat(top.mark.length);
    if (number === undefined && !isMark && plain !== '') top.labels.push(label);
  }

  /** Adds a further name to an item. */
  further(segments: readonly Segment[]): void {
    this.flush();
    const top = this.levels.at(-1)!;
    const plain = singleSpaced(plainOf(segments));
    if (top.labels.length > 0 && plain !== '') top.labels.push(labelOf(segments, plain));
    else this.item(segments);
  }

  /** Ends the items of this level. */
  endItems(): void {
    this.flush();
    this.openLabel(false);
    Object.assign(this.levels.at(-1)!, level());
  }

  /** Begins a level within the item. */
  indent(): void {
    this.flush();
    this.openLabel(true);
    if (this.levels.length > deepest) this.beyond += 1;
    else this.levels.push(level());
  }

  outdent(): void {
    this.flush();
    this.openLabel(false);
    if (this.beyond > 0) this.beyond -= 1;
    else if (this.levels.length > 1) this.levels.pop();
  }

  code(lines: readonly string[], language = ''): void {
    this.flush();
    const shown = dedentBlock(lines.map((line) => line.trimEnd()));
    if (shown.length === 0) return;
    if (this.synopsis) {
      for (const line of shown) this.synopsis.push(line);
      return;
    }
    this.openLabel(true);
    const isShell = /^\s*[$%] \S/.test(shown[0]!);
    this.add(longFenced(shown, isShell ? 'sh' : language).join('\n'));
  }

  table(rows: readonly (readonly string[])[]): void {
    this.flush();
    this.openLabel(true);
    const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
    const lines = tableLines(escaped, mostColumns);
    if (lines.length > 0) this.add(lines.join('\n'));
  }

  finish(): string[] {
    this.heading(1, []);
    const [title = '', , purpose = ''] = this.out;
    this.out[0] = asWritten(title, purpose);
    return this.out;
  }

  /** Whether the section answers no question, such as that of the authors. */
  private isSilent = false;

  private endSynopsis(): void {
    const lines = this.synopsis ?? [];
    this.synopsis = undefined;
    this.openLabel(false);
    if (lines.length > 0) this.add(longFenced(lines, this.language).join('\n'));
  }

  /** Writes the names of items without a paragraph. Without any text, each is an item. */
  private openLabel(hasText: boolean): void {
    const named = this.levels.findLast(({ labels }) => labels.length > 0);
    if (named === undefined) return;
    if (hasText) return this.add(`${this.takeLabel()}:`);
    for (const label of named.labels.splice(0)) {
      named.mark ||= '- ';
      this.add(label);
    }
  }

  private takeLabel(): string {
    const labels = this.levels.findLast((each) => each.labels.length > 0)?.labels.splice(0) ?? [];
    if (!labels.every((label) => /^`[^`]+`$/.test(label))) return labels.join(', ');
    return labels.length === 0 ? '' : `\`${labels.map((label) => label.slice(1, -1)).join(', ')}\``;
  }

  private add(text: string): void {
    if (this.isSilent) return;
    const top = this.levels.at(-1)!;
    const isItem = top.mark !== '';
    const before = this.levels.map(({ mark, indent }) => mark || indent).join('');
    const { margin } = this;
    for (const each of this.levels) each.mark = '';
    const [first = '', ...others] = text.split('\n');
    // Items of one line stand close together.
    if (isItem && top === this.lastItem) this.out.pop();
    this.lastItem = isItem && others.length === 0 ? top : undefined;
    this.out.push(before + first);
    for (const line of others) this.out.push(line === '' ? '' : margin + line);
    this.out.push('');
  }
}

/** Returns a title in small letters with those of the same name in the section NAME: `# sawCut(3)`. */
function asWritten(title: string, purpose: string): string {
  const [, name = ''] = /^# ([^\s(]+)/.exec(title) ?? [];
  const words = purpose.match(/[\w.:+-]+/g) ?? [];
  const own = words.find((word) => word.toLowerCase() === name);
  return own === undefined ? title : title.replace(name, own);
}

/** Returns whether a paragraph has sentences, as a synopsis of a file has. */
export function isProse(text: string): boolean {
  return /[a-z)][.:]$/.test(text) && text.split(/ (?=[a-z]+ )/).length > fewWords;
}

/** Usages of a command have fewer words. */
const fewWords = 8;

function level(): Level {
  return { mark: '', indent: '', labels: [] };
}

/** Returns the name of an item: code if it is typed as it is. */
function labelOf(segments: readonly Segment[], plain: string): string {
  const isCode = segments.some(
    ({ font, text }) => (font === 'B' || font === 'C') && /\S/.test(text),
  );
  if (isCode || typedName.test(plain)) return inlineCode(singleSpaced(plain));
  const text = markdownOf(segments).replaceAll('*', '').trim();
  return `**${text.replace(/:$/, '')}**`;
}
