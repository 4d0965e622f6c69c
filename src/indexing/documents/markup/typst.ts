import { FenceTracker } from '../fences.ts';
import { dedent, dedentText } from '../indentation.ts';

/** Manuals in folders of documentation, and files with the name of a manual. */
const manual =
  /(?:^|\/)(?:docs?|documentation|guides?|manuals?)\/(?:[^/]+\/){0,8}[^/]+\.typ$|(?:^|\/)(?:[\w-]*[_-])?(?:docs?|documentation|guide|manual)\.typ$/i;
const noManual =
  /(?:^|\/)(?:gallery|examples?|templates?|assets|images|src|tests?|components|scripts|changelogs?)\/|(?:^|\/)(?:[\w-]*(?:template|style|utils?|lib|config)|changelog)\.typ$/i;
/** Statements of a program, to the end of their line or of their last bracket. */
const statement = /^(?:let|set|show|import|include|context|if|for|while|metadata|return)(?![\w.-])/;
const deepest = 20;
const longestName = 100;

/** Returns whether a file can be a manual in Typst. */
export function isTypst(path: string): boolean {
  return manual.test(path) && !noManual.test(path);
}

/**
 * Converts the markup of Typst to Markdown. Calls show the text that they are called with. What only a program computes is left out. Source:
 * https://typst.app/docs/reference/syntax/.
 */
export function typstToMarkdown(lines: string[]): string[] {
  const text = lines.join('\n');
  const [, title] =
    /^#show:\s{0,9}[\w.-]{1,60}\.with\([^"]{0,200}\btitle:\s{0,9}"([^"\n]{1,200})"/m.exec(text) ??
    [];
  // A program without headings, such as a picture, is no manual.
  if (title === undefined && !/^=+ \S/m.test(text)) return [];
  const start = title === undefined ? [] : [`# ${title}`, ''];
  const written = new Markup(text, 0).write().split('\n');
  const fences = new FenceTracker();
  const shown = written.map((line) =>
    fences.advance(line) ? line : lineOf(line, title === undefined ? '' : '#'),
  );
  return [...start, ...shown];
}

/** Writes a line of markup outside of code. */
function lineOf(line: string, above: string): string {
  const text = line.replace(/[ \t]*<[\w:.-]{1,100}>[ \t]*$/, '');
  const [, marks, heading] = /^(={1,6})[ \t]+(.*)$/.exec(text) ?? [];
  if (marks !== undefined) return `${above}${'#'.repeat(marks.length)} ${heading}`;
  const [, term, rest] = /^[ \t]*\/[ \t]+([^:\n]{1,200}):[ \t]+(.*)$/.exec(text) ?? [];
  if (term !== undefined) return `- **${term}**: ${rest}`;
  // Only lists have an indentation that means something.
  const flush = /^[ \t]*[-+\d]/.test(text) ? text : text.trimStart();
  return flush.replace(/^([ \t]*)\+(?=[ \t])/, '$11.').replace(/[ \t]\\$/, '');
}

/** Writes the Markdown of a piece of markup. Calls in calls are pieces by themselves. */
class Markup {
  private readonly text: string;
  private readonly depth: number;
  private readonly out: string[] = [];
  private at = 0;

  constructor(text: string, depth: number) {
    this.text = text;
    this.depth = depth;
  }

  write(): string {
    const next = /[#`\\@*$]|\/\/|\/\*/g;
    for (;;) {
      next.lastIndex = this.at;
      const found = next.exec(this.text);
      this.out.push(this.text.slice(this.at, found?.index));
      if (found === null) return this.out.join('');
      this.at = found.index;
      this.special(found[0]);
    }
  }

  private special(sign: string): void {
    if (sign === '`') this.raw();
    else if (sign === '#') this.call();
    else if (sign === '@') this.reference();
    else if (sign === '//') this.slashes();
    else if (sign === '/*') this.skipTo('*/', 2);
    else if (sign === '$') this.copyTo('$');
    else if (sign === '\\') this.escape();
    else {
      this.at += sign.length;
      this.out.push('**');
    }
  }

  /** Skips a comment. An address has the same slashes. */
  private slashes(): void {
    if (this.text[this.at - 1] !== ':') {
      this.skipTo('\n', 0);
      return;
    }
    this.out.push('//');
    this.at += 2;
  }

  /** Writes an escaped sign. A backslash before a space ends a line. */
  private escape(): void {
    const next = this.text[this.at + 1] ?? '';
    this.out.push(/[*_`\s]/.test(next) ? `\\${next}` : next);
    this.at += 2;
  }

  private skipTo(sign: string, more: number): void {
    const end = this.text.indexOf(sign, this.at + more);
    this.at = end === -1 ? this.text.length : end + more;
  }

  private copyTo(sign: string): void {
    const end = this.text.indexOf(sign, this.at + 1);
    const last = end === -1 || end - this.at > 2_000 ? this.at : end;
    this.out.push(this.text.slice(this.at, last + 1));
    this.at = last + 1;
  }

  /** Copies code. A name of the language in braces only colors it. */
  private raw(): void {
    const end = rawEnd(this.text, this.at);
    const code = this.text.slice(this.at, end);
    this.at = end;
    this.out.push(
      code.startsWith('```') ? fenced(code) : code.replace(/^`\{(.*)\}`$|^`\[(.*)\]`$/s, '`$1$2`'),
    );
  }

  /** Writes the text of a reference, as in `@table[the table]`; of one without a text, its name. */
  private reference(): void {
    const name = /^@[\w:.-]{0,100}[\w]/.exec(this.text.slice(this.at, this.at + longestName))?.[0];
    if (name === undefined || /\w/.test(this.text[this.at - 1] ?? '')) {
      this.out.push('@');
      this.at += 1;
      return;
    }
    this.at += name.length;
    const contents = this.contents();
    this.out.push(
      contents.at(-1) ?? `\`${name.slice(name.lastIndexOf(':') + 1).replace('@', '')}\``,
    );
  }

  private call(): void {
    const name = /^#[A-Za-z_][\w.-]*/.exec(this.text.slice(this.at, this.at + longestName))?.[0];
    this.at += name?.length ?? 1;
    if (name === undefined) {
      const isGroup = '[{('.includes(this.text[this.at] ?? ' ');
      if (isGroup) this.at = closing(this.text, this.at);
      return;
    }
    if (statement.test(name.slice(1))) {
      this.skipStatement();
      return;
    }
    const values = this.text[this.at] === '(' ? this.group() : '';
    const contents = this.contents();
    this.out.push(written(name, values, contents));
  }

  private group(): string {
    const from = this.at;
    this.at = closing(this.text, from);
    return this.text.slice(from + 1, this.at - 1);
  }

  private contents(): string[] {
    const found: string[] = [];
    while (this.text[this.at] === '[') {
      const inner = this.group();
      if (this.depth < deepest) found.push(dedentText(new Markup(inner, this.depth + 1).write()));
    }
    return found;
  }

  private skipStatement(): void {
    while (this.at < this.text.length && this.text[this.at] !== '\n') {
      const sign = this.text[this.at]!;
      this.at = '([{`'.includes(sign) ? closing(this.text, this.at) : this.at + 1;
    }
  }
}

/** Writes what a call shows: the code in its values, and the last of its texts. Others are short forms. */
function written(name: string, values: string, contents: readonly string[]): string {
  const [, address] = /^\s*"([^"\n]{1,500})"/.exec(values) ?? [];
  const text = contents.at(-1);
  if (name === '#link' && address !== undefined) {
    return text === undefined ? address : `[${text.trim()}](${address})`;
  }
  if (name === '#raw') return `\`${/"([^"\n]{1,500})"\s*$/.exec(values)?.[1] ?? ''}\``;
  const [, only] = /^\s*"([\w() -]{1,80})"\s*$/.exec(values) ?? [];
  if (only !== undefined && text === undefined) return `\`${only}\``;
  const code = [...values.matchAll(/(`{3,})[^]*?\1/g)].map(([block]) => fenced(block));
  return [...code, text ?? ''].join('');
}

/** Returns code with its fences on lines of their own. */
function fenced(code: string): string {
  const [, marks = '', language = '', inner = ''] = /^(`{3,})([\w-]*)([^]*?)\1$/.exec(code) ?? [];
  const lines = dedent(inner.replace(/^[ \t]*\n|\n[ \t]*$/g, '').split('\n'))
    // Marks of examples for lines that only the compiler or only the reader sees.
    .filter((line) => !line.startsWith('>>>'))
    .map((line) => line.replace(/^<<< ?/, ''));
  return `\n${marks}${language === 'example' ? 'typ' : language}\n${lines.join('\n')}\n${marks}\n`;
}

function rawEnd(text: string, at: number): number {
  let count = 0;
  while (text[at + count] === '`') count += 1;
  if (count === 2) return at + 2;
  const end = text.indexOf('`'.repeat(count), at + count);
  return end === -1 ? text.length : end + count;
}

/** Returns the index after the bracket that closes the one at an index, or after a piece of code. */
function closing(text: string, from: number): number {
  const open: string[] = [];
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === '`') at = rawEnd(text, at) - 1;
    else if (sign === '\\') at += 1;
    else if (sign === '"' && open.at(-1) !== '[') at = stringEnd(text, at);
    else if ('([{'.includes(sign)) open.push(sign);
    else if (')]}'.includes(sign)) open.pop();
    if (open.length === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
