import { trimBlankLines } from '../blank-lines.ts';
import { escapedCell, inlineCode, singleSpaced, tableLines } from '../clean.ts';
import { dedentText } from '../indentation.ts';
import { braceEnds } from './brace-ends.ts';

/** Manuals in folders of documentation, without papers, slides and pictures. */
const manual =
  /^(?!(?:.*\/)?(?:(?:papers?|articles?|slides|talks?|presentations?|posters?|thesis)(?:\/|\.tex$)|(?:figures?|figs?|images?|graphics|plots|tikz|examples?|templates?|tests?|translations?)\/)).*(?:^|\/)(?:docs?|documentation|manuals?|users?[-_]?guide|guides?)\/(?:[^/]+\/){0,8}[^/]+\.tex$/i;
const heading = /^[ \t]*\\(?:chapter|(?:sub){0,2}section)\*?[ \t]*[[{]/m;
/** What Doxygen and Sphinx write into the LaTeX that they make of other documents. */
const generated =
  /\\(?:doxy[a-z]|sphinx[A-Za-z]|hypertarget\{(?:class|struct|namespace|group|md)_)/;
/** Text in it stays as it is. */
const verbatim = /^(?:[BL]?[Vv]erbatim|lstlisting|minted|codeexample|alltt)\*?$/;
const unshown =
  /^(?:tikzpicture|pgfpicture|picture|comment|thebibliography|filecontents|titlepage)\*?$/;
const formula = /^(?:equation|align|gather|multline|displaymath|eqnarray|math)\*?$/;
const list = /^(?:itemize|enumerate|description)/;
const table = /^(?:tabular|tabularx|tabulary|longtable|supertabular)\*?$/;
const levels: ReadonlyMap<string, string> = new Map([
  ['part', '#'],
  ['chapter', '#'],
  ['section', '##'],
  ['subsection', '###'],
  ['subsubsection', '####'],
]);
const bold = new Set(['textbf', 'paragraph', 'subparagraph', 'bf', 'bfseries', 'caption']);
const italic = new Set(['textit', 'emph', 'it', 'em', 'itshape']);
const code = new Set(
  'texttt code file path cmd command tt ttfamily ct lstinline mintinline verb meta env'.split(' '),
);
/** Commands whose arguments a reader does not see. */
const silent = new Set(
  (
    'label index cite citep citet vspace hspace includegraphics input include bibliography bibliographystyle usepackage ' +
    'newcommand renewcommand providecommand def setlength addtolength setcounter addcontentsline pagestyle thispagestyle title author date ' +
    'documentclass begin end nocite vskip hskip hypersetup lstset usetikzlibrary newpage rule'
  ).split(' '),
);
const words: ReadonlyMap<string, string> = new Map([
  ['LaTeX', 'LaTeX'],
  ['TeX', 'TeX'],
  ['ldots', '...'],
  ['dots', '...'],
  ['textbackslash', '\\\\'],
  ['textasciitilde', '~'],
  ['textbar', '|'],
  ['copyright', '©'],
]);
const deepest = 20;

/** Returns whether a file can be a chapter of a manual in LaTeX. Its headings decide. */
export function isLatex(path: string): boolean {
  return manual.test(path);
}

/** Converts LaTeX to Markdown. Programs and pictures are left out. A file without headings, or one that a program wrote, has no text. */
export function latexToMarkdown(lines: string[]): string[] {
  const text = lines.join('\n');
  if (!heading.test(text) || generated.test(text)) return [];
  const [, title] =
    /\\title(?:\[[^\]\n]{0,200}\])?\{((?:[^{}]|\{[^{}]{0,200}\}){1,300})\}/.exec(text) ?? [];
  const [, body = text] = /\\begin\{document\}([^]*)/.exec(text) ?? [];
  const start = title === undefined ? [] : [`# ${new Latex(title, 0).write()}`, ''];
  return [...start, ...new Latex(body, 0).write().split('\n')];
}

/** Writes the Markdown of a piece of LaTeX. Arguments are pieces by themselves. */
class Latex {
  private readonly text: string;
  private readonly depth: number;
  private readonly out: string[] = [];
  private readonly lists: string[] = [];
  private readonly closers: ReadonlyMap<number, number>;
  private at = 0;

  constructor(text: string, depth: number) {
    this.text = text;
    this.closers = braceEnds(text);
    this.depth = depth;
  }

  write(): string {
    const next = /[\\%{}$~|&*_<]|``|''/g;
    for (;;) {
      next.lastIndex = this.at;
      const found = next.exec(this.text);
      this.out.push(this.prose(this.text.slice(this.at, found?.index)));
      if (found === null) return this.out.join('');
      this.at = found.index;
      this.special(found[0]);
    }
  }

  /** Returns text without the indentation of its lines, which means nothing. */
  private prose(text: string): string {
    return text.replace(/\n[ \t]+/g, `\n${'  '.repeat(Math.max(0, this.lists.length))}`);
  }

  private special(sign: string): void {
    if (sign === '\\') this.command();
    else if (sign === '%') this.comment();
    else if (sign === '{') this.group();
    else if (sign === '$') this.math();
    else if (sign === '|') this.shortCode();
    else {
      this.at += sign.length;
      if (sign === '~' || sign === '&') this.out.push(sign === '~' ? ' ' : ' & ');
      else if (sign.length === 2) this.out.push('"');
      else if (sign !== '}') this.out.push(`\\${sign}`);
    }
  }

  private comment(): void {
    const end = this.text.indexOf('\n', this.at);
    const isLine = /(?:^|\n)[ \t]*$/.test(this.text.slice(Math.max(0, this.at - 200), this.at));
    // A comment also hides the end of its line.
    this.at = end === -1 ? this.text.length : isLine ? end : end + 1;
  }

  private math(): void {
    const [found = '$'] =
      /^\$\$[^$]{1,2000}\$\$|^\$(?:[^$\\]|\\[^]){1,1000}\$/.exec(
        this.text.slice(this.at, this.at + 2_010),
      ) ?? [];
    this.at += found.length;
    this.out.push(found === '$' ? '\\$' : found);
  }

  /** Code between bars, as manuals of packages write it. */
  private shortCode(): void {
    const [found, inner = ''] =
      /^\|([^|\n]{1,120})\|/.exec(this.text.slice(this.at, this.at + 130)) ?? [];
    this.at += found?.length ?? 1;
    this.out.push(found === undefined ? '|' : codeSpan(inner));
  }

  /** Writes a group, as in `{\em text}`. */
  private group(): void {
    const inner = this.argument('{', '}') ?? '';
    const [all = '', name = ''] =
      /^\s*\\(bf|bfseries|it|em|itshape|tt|ttfamily|ct)\b\s*/.exec(inner) ?? [];
    this.out.push(this.styled(name, inner.slice(all.length)));
  }

  private command(): void {
    const [all = '\\', name = ''] =
      /^\\([A-Za-z@]+)\*?/.exec(this.text.slice(this.at, this.at + 60)) ?? [];
    if (name === '') this.escape();
    else if (name === 'begin') this.environment();
    else if (name === 'item') this.item();
    else if (
      name === 'verb' ||
      (name === 'lstinline' && !/[[{]/.test(this.text[this.at + all.length] ?? ''))
    )
      this.verb(all.length);
    else {
      this.at += all.length;
      if (name === 'end') this.end();
      else this.named(name);
    }
  }

  private escape(): void {
    const sign = this.text[this.at + 1] ?? '';
    this.at += 2;
    if (sign === '\\') {
      this.options();
      this.out.push('\n');
    } else if (sign === '[' || sign === '(') this.formula(sign);
    else if (accents.has(sign)) this.accent(accents.get(sign)!);
    else if (/[&%#${}_]/.test(sign)) this.out.push(sign === '_' ? '\\_' : sign);
    else if (sign !== '-' && sign !== '/') this.out.push(' ');
  }

  private formula(sign: string): void {
    const rest = this.text.slice(this.at, this.at + longestFormula);
    const end = rest.indexOf(sign === '[' ? '\\]' : '\\)');
    if (end === -1) return;
    const marks = sign === '[' ? '$$' : '$';
    this.out.push(marks, rest.slice(0, end), marks);
    this.at += end + 2;
  }

  private accent(mark: string): void {
    const [all, letter] = /^\{?([A-Za-z])\}?/.exec(this.text.slice(this.at, this.at + 3)) ?? [];
    if (all === undefined || letter === undefined) return;
    this.at += all.length;
    this.out.push((letter + mark).normalize('NFC'));
  }

  private verb(length: number): void {
    const [all, , inner = ''] =
      /^(.)(.{1,300}?)\1/.exec(this.text.slice(this.at + length, this.at + length + 310)) ?? [];
    this.at += length + (all?.length ?? 0);
    this.out.push(codeSpan(inner));
  }

  private named(name: string): void {
    const marks = levels.get(name);
    this.options();
    const all = this.arguments();
    const [first = '', second = ''] = all;
    if (marks !== undefined) this.out.push(`\n\n${marks} ${singleSpaced(this.inner(first))}\n\n`);
    else if (name === 'href') this.out.push(`[${this.inner(second)}](${first})`);
    else if (name === 'url') this.out.push(first);
    else if (name.endsWith('ref')) this.out.push(labelName(first));
    else if (name === 'footnote') this.out.push(` (${this.inner(first)})`);
    else if (!silent.has(name))
      this.out.push(words.get(name) ?? this.styled(name, all.at(-1) ?? ''));
  }

  private styled(name: string, text: string): string {
    if (text.trim() === '') return '';
    if (code.has(name)) return codeSpan(plain(text));
    const inner = this.inner(text);
    if (bold.has(name)) return `**${inner.trim()}**`;
    return italic.has(name) ? `_${inner.trim()}_` : inner;
  }

  private inner(text: string): string {
    return this.depth < deepest ? new Latex(text, this.depth + 1).write() : '';
  }

  private item(): void {
    this.at += '\\item'.length;
    const term = this.options();
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
    const indent = '  '.repeat(Math.max(0, this.lists.length - 1));
    const mark = this.lists.at(-1) === 'enumerate' ? '1.' : '-';
    this.out.push(`\n${indent}${mark} ${term === '' ? '' : `**${this.inner(term).trim()}**: `}`);
  }

  private environment(): void {
    this.at += '\\begin'.length;
    const name = this.argument('{', '}') ?? '';
    if (verbatim.test(name)) this.listing(name);
    else if (unshown.test(name)) this.until(name);
    else if (formula.test(name)) this.out.push('\n\n$$', this.until(name).trim(), '$$\n\n');
    else if (table.test(name)) this.table(name);
    else this.open(name);
  }

  private open(name: string): void {
    if (list.test(name)) this.lists.push(name.replace('*', ''));
    this.options();
    // Manuals of packages describe a command in an environment with its syntax.
    const [first = ''] = this.arguments();
    this.out.push('\n\n');
    if (/^(?:command|key|stylekey|environment|function|macro|option)/.test(name) && first !== '') {
      this.out.push(codeSpan(plain(first)), '\n\n');
    }
  }

  private end(): void {
    const name = this.argument('{', '}') ?? '';
    if (list.test(name)) this.lists.pop();
    this.out.push('\n\n');
  }

  /** Returns the text to the end of an environment. */
  private until(name: string): string {
    const close = `\\end{${name}}`;
    const end = this.text.indexOf(close, this.at);
    const inner = this.text.slice(this.at, end === -1 ? this.text.length : end);
    this.at = end === -1 ? this.text.length : end + close.length;
    return inner;
  }

  private listing(name: string): void {
    const options = this.options();
    const [, named = ''] = /\blanguage=\{?(?:\[[^\]]*\])?([\w+#]{1,20})/.exec(options) ?? [];
    const known = name === 'codeexample' ? 'latex' : named.toLowerCase();
    const language = name === 'minted' ? (this.argument('{', '}') ?? '') : known;
    const code = dedentText(trimBlankLines(this.until(name)));
    this.out.push(`\n\n~~~~~~${language}\n${code}\n~~~~~~\n\n`);
  }

  private table(name: string): void {
    this.options();
    this.arguments();
    const rows = this.until(name)
      .replace(/(?<!\\)%[^\n]*/g, '')
      .split(/\\\\(?:\[[^\]\n]{0,20}\])?|\\tabularnewline/)
      .map((row) =>
        row.replace(
          /\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|(?:cline|cmidrule)\{[^{}]{0,20}\})/g,
          '',
        ),
      )
      .filter((row) => row.trim() !== '')
      .map((row) => row.split(/(?<!\\)&/).map((cell) => singleSpaced(this.inner(cell))));
    const lines = tableLines(rows.map((row) => row.map(escapedCell)));
    if (lines.length > 0) this.out.push('\n\n', lines.join('\n'), '\n\n');
  }

  private options(): string {
    return this.argument('[', ']') ?? '';
  }

  private arguments(): string[] {
    const found: string[] = [];
    for (;;) {
      const argument = this.argument('{', '}');
      if (argument === undefined || found.length > 5) return found;
      found.push(argument);
      this.argument('[', ']');
    }
  }

  /** Reads an argument in brackets; undefined if none stands here. */
  private argument(open: '{' | '[', close: string): string | undefined {
    if (this.text[this.at] !== open) return undefined;
    const from = this.at + 1;
    const end = open === '{' ? this.closers.get(this.at) : this.optionEnd(from, close);
    this.at = end === undefined ? from : end + 1;
    return end === undefined ? '' : this.text.slice(from, end);
  }

  private optionEnd(from: number, close: string): number | undefined {
    for (let at = from; at < from + longestOption && at < this.text.length; at += 1) {
      const sign = this.text[at]!;
      if (sign === close) return at;
      if (sign === '{') at = this.closers.get(at) ?? at;
      else if (sign === '\\') at += 1;
    }
    return undefined;
  }
}

const longestOption = 2_000;
const longestFormula = 4_000;

/** Accents before a letter, and their combining characters. */
const accents: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ["'", '\u0301'],
  ['^', '\u0302'],
  ['"', '\u0308'],
]);

/** Returns the name of a label as words: `sec:oil-kinds` is "oil kinds". */
function labelName(label: string): string {
  return label.replace(/^(?:\w{1,10}:|(?:section|table|figure)-)/, '').replace(/[-_]/g, ' ');
}

/** Returns code without the commands that style it. */
function plain(text: string): string {
  return text
    .replace(/\\([_{}#$%&])/g, '$1')
    .replace(/\\(?:meta|marg|oarg|texttt|textit|ct|declare)\{([^{}]{0,200})\}/g, '<$1>');
}

function codeSpan(text: string): string {
  return inlineCode(singleSpaced(text));
}
